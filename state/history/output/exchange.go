package output

import (
	"io"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Exchange writes the object of send --json, and a line end.
func Exchange(to io.Writer, x *state.Exchange) error {
	o := Object{to: to}
	o.Raw("status", Verdict(x.Verdict))
	o.Raw("http_status", Status(x))
	o.rope("text", x.TextRope())
	o.Raw("response", x.Document())
	o.Raw("error", Failure(x))
	o.Raw("usage", x.Usage)
	o.Raw("metadata", x.Routing)
	o.OrNull("model", x.Model)
	if err := o.Value("warnings", Warnings(x)); err != nil {
		return err
	}
	o.Raw("timing", Timing(x))
	o.buf = append(o.End(), '\n')
	o.flush()
	return o.err
}

// Status returns the HTTP status as JSON: 0 without a head, nil if it is not known.
func Status(x *state.Exchange) []byte {
	switch {
	case x.Head == nil && x.Known.Answer:
		return []byte("0")
	case x.Head == nil || x.Head.Status == 0:
		return nil
	}
	return strconv.AppendInt(nil, int64(x.HTTPStatus()), 10)
}

// Verdict returns the verdict, nil where it is not known.
func Verdict(v state.Verdict) []byte {
	if v == state.Unknown {
		return nil
	}
	return scan.Quote(string(v))
}

// Warnings returns the warnings of an exchange, never null.
func Warnings(x *state.Exchange) []state.Warning {
	if x.Warnings == nil {
		return []state.Warning{}
	}
	return x.Warnings
}

// Failure returns the service's description of the failure, or without a head the transport's cause;
// nil when nothing failed.
func Failure(x *state.Exchange) []byte {
	if x.Failure == nil {
		return nil
	}
	var o Object
	o.Raw("code", x.Failure.Code)
	o.Text("message", x.Failure.Message)
	o.Raw("metadata", x.Failure.Metadata)
	return o.End()
}

// Timing returns the moments in ms from the start of the request, null for a missing one.
func Timing(x *state.Exchange) []byte {
	var o Object
	for _, m := range []struct {
		name string
		at   func(*state.Exchange) (int64, bool)
	}{{"ttfb_ms", figures.TTFB}, {"ttft_ms", figures.TTFT}, {"total_ms", figures.Total}} {
		us, ok := m.at(x)
		if !ok {
			o.Raw(m.name, nil)
			continue
		}
		o.Raw(m.name, strconv.AppendFloat(nil, float64(us)/1000, 'f', -1, 64))
	}
	return o.End()
}
