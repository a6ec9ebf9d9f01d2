package page

import (
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// frameTable lists the frames of an event stream.
type frameTable struct {
	Total   string
	Rows    []frameRow
	Skipped string // between the first and the last; empty: none
	After   int    // number of rows before the skipped ones
}

type frameRow struct {
	Number int
	At     string
	Gap    string
	Slow   bool // the gap is a long silence
	Type   string
	Size   string
	Bytes  string // the frame as received, cut
	Before string // how many frames are skipped before this one; empty: none
}

// Bounds of the table.
const (
	maxFrames = 240 // the first and the last
	maxBytes  = 600 // of one frame
)

// framesOf lists the frames of a stream; nil for another answer.
func framesOf(x *state.Exchange, c *wire.Capture) *frameTable {
	refs := c.Frames.All()
	if !x.Stream || len(refs) == 0 {
		return nil
	}
	t := &frameTable{Total: figures.Counted(len(refs), "frame") + ", " + figures.Size(int(c.Text().Len()))}
	slow := x.FrameList.SilenceThreshold()
	for i, ref := range refs {
		if len(refs) > maxFrames && i >= maxFrames/2 && i < len(refs)-maxFrames/2 {
			continue
		}
		row := frameRow{Number: i + 1, At: figures.Duration(ref.AtUS), Size: figures.Size(int(ref.Length)), Type: typeOf(x, i, ref)}
		if i > 0 {
			gap := ref.AtUS - refs[i-1].AtUS
			row.Gap, row.Slow = "+"+figures.Duration(gap), gap > slow
		}
		if len(refs) > maxFrames && i == len(refs)-maxFrames/2 {
			row.Before = figures.Counted(len(refs)-maxFrames, "frame") + " not shown; the HAR has all of them"
		}
		bytes := c.Text().Bytes(ref.Shown(), min(ref.End(), ref.Shown()+maxBytes))
		row.Bytes = strings.TrimRight(strings.ToValidUTF8(string(bytes), "\ufffd"), "\r\n")
		if ref.End()-ref.Shown() > maxBytes {
			row.Bytes += "…"
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func typeOf(x *state.Exchange, i int, ref wire.FrameRef) string {
	switch {
	case ref.Kind == wire.FrameComment:
		return "comment"
	case i < x.FrameList.Len():
		if name := x.FrameList.Name(x.FrameList.Type(i)); name != "" {
			return name
		}
	}
	return "frame"
}
