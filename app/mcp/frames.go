package mcp

import (
	"context"
	"fmt"
	"strings"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history/output"
)

const maxFrames = 1000 // of an answer

type framing struct {
	ID       string `json:"id" jsonschema:"id of the exchange, a unique beginning of it, or last"`
	From     int    `json:"from,omitempty" jsonschema:"number of the first frame, counted from 1; default 1"`
	To       int    `json:"to,omitempty" jsonschema:"number of the last frame; default: as many as there is room for"`
	MaxBytes int    `json:"max_bytes,omitempty" jsonschema:"most bytes of the frames, up to 65536; default 12288"`
}

func (s *Server) frames(ctx context.Context, a *archive.Archive, in framing) (out answer, err error) {
	limit, err := boundOf(in.MaxBytes)
	if err != nil {
		return out, err
	}
	from := max(in.From, 1)
	if in.From < 0 || in.To < 0 || in.To != 0 && in.To < from {
		return out, fmt.Errorf("from %d to %d: frames are counted from 1, and to is not before from", in.From, in.To)
	}
	m, err := s.find(ctx, a, in.ID)
	if err != nil {
		return out, err
	}
	to := from + maxFrames - 1
	if in.To != 0 {
		to = min(in.To, to)
	}
	var b strings.Builder
	count, last := 0, from-1
	for arrived := range client.Replay(m.Capture) {
		if arrived.Kind != wire.ArrivedFrame {
			continue
		}
		if count++; count != last+1 || count > to {
			continue
		}
		line := numbered(count, &arrived.Frame, limit)
		if b.Len() > 0 && b.Len()+len(line) > limit {
			to = last
			continue
		}
		b.WriteString(line)
		last = count
	}
	out.data = b.String()
	switch {
	case count == 0:
		out.note("The answer has no frames: it was not streamed. get with part: \"response\" reads it.")
	case last < from:
		out.note("There is no frame %d; it has %s.", from, figures.Counted(count, "frame"))
	default:
		out.note("Frames %d to %d of %d.", from, last, count)
	}
	if count > last && last >= from && (in.To == 0 || last < in.To) {
		out.note("Ask for the next with from: %d.", last+1)
	}
	out.mask(m)
	return out, nil
}

// numbered returns the line of a frame, without the data of one larger than limit bytes.
func numbered(n int, f *wire.Frame, limit int) string {
	line := output.Escape(output.Frame(f))
	if len(line) <= limit {
		return fmt.Sprintf(`{"n":%d,`, n) + string(line[1:]) + "\n"
	}
	var o output.Object
	o.Int("n", int64(n))
	o.Int("at_us", f.AtUS)
	o.Text("event", f.Event)
	o.Int("left_out_bytes", int64(len(f.Data)))
	return string(output.Escape(o.End())) + "\n"
}
