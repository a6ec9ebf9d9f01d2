package output

import (
	"encoding/base64"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// End returns the last line, which reports how the exchange ended.
func End(x *state.Exchange) ([]byte, error) {
	var o Object
	at := int64(0)
	if x.End != nil {
		at = x.End.AtUS
	}
	o.Int("at_us", at)
	o.Raw("verdict", Verdict(x.Verdict))
	o.Raw("http_status", Status(x))
	err := o.Value("warnings", Warnings(x))
	return o.End(), err
}

// Frame returns the line of a frame, without a line end.
func Frame(f *wire.Frame) []byte {
	var o Object
	o.Int("at_us", f.AtUS)
	switch f.Kind {
	case wire.FrameComment:
		withRaw(&o, "comment", f.Data)
	case wire.FrameControl:
		o.Text("control", f.Event)
		withRaw(&o, "data", f.Data)
	case wire.FrameSent:
		withRaw(&o, "sent", f.Data)
	case wire.FrameTorn:
		o.Raw("torn", []byte("true"))
		withRaw(&o, "data", f.Data)
	default:
		if f.HasEvent {
			o.Text("event", f.Event)
		}
		if f.HasID {
			o.Text("id", f.ID)
		}
		if f.Kind == wire.FrameFields { // no data line at all, which is not an empty one
			o.Raw("data", nil)
		} else {
			withRaw(&o, "data", f.Data)
		}
	}
	return o.End()
}

// Body returns the line of an answer that is no stream, with its end.
func Body(x *state.Exchange, a *wire.Arrival) []byte {
	var o Object
	o.Int("at_us", a.End.AtUS)
	o.Raw("http_status", Status(x))
	o.Text("content_type", x.Head.Header.Get("Content-Type"))
	withRaw(&o, "body", a.Body)
	return o.End()
}

// withRaw writes bytes as text, and in addition as base64 if they are no UTF-8, so that nothing that
// arrived is lost.
func withRaw(o *Object, name string, data []byte) {
	if !o.Text(name, string(data)) {
		o.Text("raw_base64", base64.StdEncoding.EncodeToString(data))
	}
}
