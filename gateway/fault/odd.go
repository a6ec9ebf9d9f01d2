package fault

import (
	"strconv"
	"strings"

	"gatehouse/gateway/output"
)

// The faults below disturb a stream that completes.

// badJSON sends an additional frame without a sequence number.
func badJSON(r *Run) error {
	return r.atHalf(func() error {
		return r.Writer.Raw([]byte("event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\n\n"))
	})
}

func comments(r *Run) error {
	comment := []byte(": " + strings.ToUpper(r.To.Word) + " PROCESSING\n\n")
	if err := r.Writer.Raw(comment); err != nil {
		return err
	}
	return r.playAll(func(f output.Frame) error {
		if !f.Delta || r.Writer.Deltas()%4 != 0 {
			return nil
		}
		return r.Writer.Raw(comment)
	})
}

func keepalive(r *Run) error {
	return r.playAll(func(f output.Frame) error {
		if !f.Delta || r.Writer.Deltas()%5 != 0 {
			return nil
		}
		typ := "keepalive"
		if r.Writer.Deltas()%2 == 0 {
			typ = "response.keep_alive"
		}
		return r.Writer.Send(r.seq.Frame(typ, nil))
	})
}

// crlf splits the frames in turn at their first, second and last line end.
func crlf(r *Run) error {
	n := 0
	for f := range r.Response.Frames(&r.seq) {
		if err := r.Writer.SplitCRLF(f, n); err != nil {
			return err
		}
		n++
	}
	return r.Writer.SplitCRLF(output.Frame{Bytes: []byte(output.Done)}, 0)
}

func gap(r *Run) error {
	return r.atHalf(func() error {
		r.seq.Skip(3)
		return nil
	})
}

func unknownEvent(r *Run) error {
	return r.atHalf(func() error {
		return r.Writer.Send(r.seq.Frame("response.hologram.rotated", func(b []byte) []byte {
			return append(b, `,"degrees":90`...)
		}))
	})
}

// hologram is an item of an unknown type, with a part of an unknown type.
type hologram struct{ id string }

func (h hologram) Tokens() int          { return 0 }
func (h hologram) Cut(int) output.Item  { return h }
func (h hologram) Empty() output.Item   { return h }
func (h hologram) part(b []byte) []byte { return append(b, `{"type":"output_hologram","facets":6}`...) }
func (h hologram) AppendJSON(b []byte, status string) []byte {
	b = output.AppendString(append(b, `{"type":"hologram","id":`...), h.id)
	b = output.AppendString(append(b, `,"status":`...), status)
	return append(h.part(append(b, `,"content":[`...)), `]}`...)
}

// Play sends the unknown part between its two events, which are known.
func (h hologram) Play(s *output.Stage) bool {
	for _, typ := range []string{"response.content_part.added", "response.content_part.done"} {
		sent := s.Yield(s.Sequence.Frame(typ, func(b []byte) []byte {
			b = output.AppendString(append(b, `,"item_id":`...), h.id)
			b = strconv.AppendInt(append(b, `,"output_index":`...), int64(s.Index), 10)
			return h.part(append(b, `,"content_index":0,"part":`...))
		}))
		if !sent {
			return false
		}
	}
	return true
}
