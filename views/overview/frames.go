package overview

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/frames"
	"gatehouse/views"
	"gatehouse/views/text"
)

// frames draws how the event stream came, and its last frames, as many as rows
// besides have room for.
func (m *Model) frames(p pen, rows int) block {
	x, c := m.subject.Exchange, m.subject.Capture
	b := block{title: "EVENTS"}
	if !x.Stream || x.Frames == 0 {
		return block{}
	}
	b.right = figures.Counted(x.Frames, "frame") + ", " + sequence(x, rows == 0)
	if rows == 0 {
		if longest, ok := figures.LongestSilence(x, m.subject.NowUS); ok {
			side := "before"
			if longest.Open {
				side = "after"
			}
			b.lines = append(b.lines, p.fact(gapWord(x, longest), p.styles.Dim.Render("longest ")+
				p.styles.Text.Render(figures.Duration(longest.LenUS))+p.styles.Dim.Render(", "+side+" frame "+figures.Thousands(longest.Frame+1))))
		}
		if c != nil {
			b.lines = append(b.lines, p.fact("size", p.styles.Text.Render(figures.Size(int(came(x, c))))))
		}
		mark, came := x.EndMark()
		done := mark + " received"
		if !came {
			done = "no " + mark + " yet"
			if x.End != nil {
				done = mark + " missing"
			}
		}
		b.lines = append(b.lines, p.fact("end", p.styles.Text.Render(done)))
		return b
	}
	if c == nil {
		return block{}
	}
	refs := c.Frames.All()
	refs = refs[:min(len(refs), x.Frames)] // those the exchange has been told of
	for i := max(len(refs)-rows, 0); i < len(refs); i++ {
		b.lines = append(b.lines, p.frame(x, c.Text(), refs, i))
	}
	return b
}

// gapWord names a time without a frame: not each of them is a silence.
func gapWord(x *state.Exchange, s state.Silence) string {
	if s.LenUS > x.FrameList.SilenceThreshold() {
		return "silence"
	}
	return "gap"
}

// came is the size of the body as far as the exchange has been told of it: a
// cursor of time may stand before the end.
func came(x *state.Exchange, c *wire.Capture) int64 {
	refs := c.Frames.All()
	if x.Frames >= len(refs) {
		return c.Text().Len()
	}
	last := refs[x.Frames-1]
	return last.Offset + int64(last.Length)
}

// sequence says whether the numbers of the events rise one by one; whole, with
// their name.
func sequence(x *state.Exchange, whole bool) string {
	unread := slices.ContainsFunc(x.Warnings, func(w state.Warning) bool { return w.Code == state.WarnUndecodable })
	breaks := x.FrameList.Count(frames.Gap)
	switch {
	case breaks > 0 && whole:
		return "⚠ " + figures.Counted(breaks, "break") + " in sequence_number"
	case breaks > 0:
		return "⚠ " + figures.Counted(breaks, "break")
	case x.SequenceSkipped() && whole:
		return "no other gaps in sequence_number"
	case x.SequenceSkipped():
		return "no other gaps"
	case unread && x.HasSequence() && whole:
		return "no gaps in parsed events"
	case !x.HasSequence() && whole:
		return "no sequence_number"
	case !x.HasSequence():
		return "not numbered"
	case whole:
		return "no gaps in sequence_number"
	}
	return "no gaps"
}

// frame draws one frame: its number, when it came, how long after the one
// before, marked where that is a silence, and what it is.
func (p pen) frame(x *state.Exchange, body *wire.Body, refs []wire.FrameRef, i int) string {
	ref := refs[i]
	gap, style := "", p.styles.Dim
	if i > 0 {
		us := ref.AtUS - refs[i-1].AtUS
		if gap = "+" + figures.Duration(us); us > x.FrameList.SilenceThreshold() {
			gap, style = "⚠"+gap, p.styles.Warn
		}
	}
	number := len(figures.Thousands(len(refs)))
	left := flushRight(figures.Thousands(i+1), number) + "  "
	if ref.AtUS >= 0 {
		left = p.styles.Dim.Render(left+figures.Moment(ref.AtUS)+"  ") + style.Render(fmt.Sprintf("%-8s ", gap))
	} else { // it is not told
		left = p.styles.Dim.Render(left)
	}
	name, named := kind(&x.FrameList, body, ref, i)
	if over := text.Width(left) + text.Width(name) - p.width; over > 0 && named {
		name = views.TypeEnd(name, text.Width(name)-over)
	}
	return left + p.styles.Text.Render(name)
}

// headOfFrame is how much is read of a frame that has no type, in bytes.
const headOfFrame = 4 << 10

// kind names a frame by its type, without the prefix that all types share, else by what it
// holds.
func kind(list *frames.List, body *wire.Body, ref wire.FrameRef, i int) (name string, named bool) {
	b := body.Bytes(ref.Offset, ref.Offset+min(int64(ref.Length), headOfFrame))
	switch ref.Kind {
	case wire.FrameComment:
		return text.SafeLine(string(bytes.TrimRight(b, "\r\n"))), false
	case wire.FrameTorn:
		return "cut off: no blank line at the end", false
	case wire.FrameFields:
		return "no data", false
	}
	if t := list.Type(i); t != frames.Data && t != frames.Untyped {
		return text.SafeLine(strings.TrimPrefix(list.Name(t), "response.")), true
	}
	for line := range bytes.FieldsFuncSeq(b, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			return text.SafeLine(string(bytes.TrimSpace(data))), false
		}
	}
	return list.Name(list.Type(i)), false
}
