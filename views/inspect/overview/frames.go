package overview

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/frames"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// frames draws the last frames that the exchange has folded, in at most as many lines as rows: deltas
// of one text are one line, and so is a silence.
func (m *Model) frames(pen reports.Pen, rows int) (lines []string) {
	x, all := m.subject.Exchange, m.subject.Capture.Frames.All()
	refs := all[:min(len(all), x.Frames)]
	m.runs.Update(&x.FrameList, refs)
	if us := max(figures.SilentFor(x, m.subject.NowUS), figures.SilenceBeforeEnd(x)); us > 0 {
		lines = append(lines, nothing(pen, us))
	}
	for n := m.runs.Lines() - 1; n >= 0 && len(lines) < rows; n-- {
		l := m.runs.Line(n)
		lines = append(lines, m.line(pen, l, len(refs)))
		if m.runs.AfterSilence(l.First) {
			lines = append(lines, nothing(pen, m.runs.Gap(l.First)))
		}
	}
	slices.Reverse(lines)
	return lines[max(len(lines)-rows, 0):]
}

// nothing draws a silence.
func nothing(p reports.Pen, us int64) string {
	return p.Styles.Warn.Render("· " + figures.Duration(us) + " nothing ·")
}

// minDigits is the least width of a frame's number, so that the types after the first hundreds
// of frames stay where they are.
const minDigits = 3

// line draws a frame, or deltas of one text: its number, its time, the gap before it or how many they
// are, and its type. A narrow column has no gaps: a name is worth more, and a silence has a separate line.
func (m *Model) line(p reports.Pen, l frames.Line, count int) string {
	ref, gap, blank, cells := m.runs.Ref(l.First), "", " ", 9
	narrow := p.Width < roomy
	if narrow {
		blank, cells = "", 5
	}
	switch {
	case l.Count > 1:
		gap = figures.Thousands(l.Count) + " ×"
	case !narrow && l.First > 0 && !m.runs.AfterSilence(l.First):
		gap = fmt.Sprintf("%-8s", "+"+figures.Duration(m.runs.Gap(l.First)))
	}
	number := max(len(figures.Thousands(count)), minDigits)
	left := fmt.Sprintf("%*s ", number, figures.Thousands(l.First+1)) + blank
	if ref.AtUS >= 0 {
		left += figures.Moment(ref.AtUS) + " "
	}
	if ref.AtUS >= 0 || l.Count > 1 {
		left += fmt.Sprintf("%*s ", cells, gap)
	}
	name := kind(&m.subject.Exchange.FrameList, m.subject.Capture.Text(), ref, l.First)
	line := p.Styles.Dim.Render(left) + p.Styles.Text.Render(text.Truncate(name, max(p.Width-text.Width(left), 1), "…"))
	if p.Width >= wide {
		line = text.Truncate(line+"  "+p.Styles.Dim.Render(m.written(l, p.Width)), p.Width, "…")
	}
	return line
}

// wide is the width from which the column shows the text of deltas, in cells.
const wide = 64

// written returns how the text begins that the deltas of a line wrote, in at most limit bytes; "" for another
// frame, and where that text was replaced.
func (m *Model) written(l frames.Line, limit int) string {
	x := m.subject.Exchange
	w, ok := x.FramePosition(l.First)
	if !ok || w.Length == 0 {
		return ""
	}
	ref := m.runs.Ref(l.First)
	_, data, _ := bytes.Cut(m.subject.Capture.Text().Bytes(ref.Shown(), min(ref.End(), ref.Shown()+headOfFrame)), []byte("data:"))
	if !x.HasDelta(scan.Text(scan.Get(data, "delta")), w) {
		return ""
	}
	to := w.Offset + w.Length
	if last, ok := x.FramePosition(l.First + l.Count - 1); ok && last.Item == w.Item && last.Part == w.Part {
		to = last.Offset + last.Length
	}
	return text.SafeLine(strings.ToValidUTF8(x.TextAt(w).Cut(int64(w.Offset), int64(min(to, w.Offset+limit))), ""))
}

// headOfFrame is how much is read of a frame that has no type, in bytes.
const headOfFrame = 4 << 10

// kind names a frame by its type, without the prefix that all types share, else by what it
// holds.
func kind(list *frames.List, body *wire.Body, ref wire.FrameRef, i int) string {
	b := body.Bytes(ref.Shown(), min(ref.End(), ref.Shown()+headOfFrame))
	switch ref.Kind {
	case wire.FrameComment:
		return text.SafeLine(string(bytes.TrimRight(b, "\r\n")))
	case wire.FrameTorn:
		if ref.Head > 0 {
			return "cut off: the message has no end"
		}
		return "cut off: no blank line at the end"
	case wire.FrameFields:
		return "no data"
	}
	if t := list.Type(i); t != frames.Data && t != frames.Untyped {
		return text.SafeLine(strings.TrimPrefix(list.Name(t), "response."))
	}
	for line := range bytes.FieldsFuncSeq(b, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			return text.SafeLine(string(bytes.TrimSpace(data)))
		}
	}
	return list.Name(list.Type(i))
}
