package overview

import (
	"bytes"
	"fmt"
	"strings"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// frames draws the last frames that the exchange has folded, at most as many as rows.
func (m *Model) frames(pen reports.Pen, rows int) (lines []string) {
	refs := m.subject.Capture.Frames.All()
	refs = refs[:min(len(refs), m.subject.Exchange.Frames)]
	for i := max(len(refs)-rows, 0); i < len(refs); i++ {
		lines = append(lines, frame(pen, m.subject.Exchange, m.subject.Capture.Text(), refs, i))
	}
	return lines
}

// minDigits is the least width of a frame's number, so that the types after the first hundreds
// of frames stay where they are.
const minDigits = 3

// frame draws one frame: its number, its time, the gap before it, marked if it is a silence,
// and its type.
func frame(p reports.Pen, x *state.Exchange, body *wire.Body, refs []wire.FrameRef, i int) string {
	ref := refs[i]
	gap, style := "", p.Styles.Dim
	if i > 0 {
		us := ref.AtUS - refs[i-1].AtUS
		if gap = "+" + figures.Duration(us); us > x.FrameList.SilenceThreshold() {
			gap, style = "⚠"+gap, p.Styles.Warn
		}
	}
	number := max(len(figures.Thousands(len(refs))), minDigits)
	left := fmt.Sprintf("%*s", number, figures.Thousands(i+1)) + "  "
	if ref.AtUS >= 0 {
		left = p.Styles.Dim.Render(left+figures.Moment(ref.AtUS)+"  ") + style.Render(fmt.Sprintf("%-8s ", gap))
	} else { // it is not told
		left = p.Styles.Dim.Render(left)
	}
	name, named := kind(&x.FrameList, body, ref, i)
	if over := text.Width(left) + text.Width(name) - p.Width; over > 0 && named {
		name = views.TypeEnd(name, text.Width(name)-over)
	}
	return left + p.Styles.Text.Render(name)
}

// headOfFrame is how much is read of a frame that has no type, in bytes.
const headOfFrame = 4 << 10

// kind names a frame by its type, without the prefix that all types share, else by what it
// holds.
func kind(list *frames.List, body *wire.Body, ref wire.FrameRef, i int) (name string, named bool) {
	b := body.Bytes(ref.Shown(), min(ref.End(), ref.Shown()+headOfFrame))
	switch ref.Kind {
	case wire.FrameComment:
		return text.SafeLine(string(bytes.TrimRight(b, "\r\n"))), false
	case wire.FrameTorn:
		if ref.Head > 0 {
			return "cut off: the message has no end", false
		}
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
