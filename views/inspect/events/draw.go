package events

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/frames"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func (m *Model) View() string { return m.view.Get(m.styles.Version, m.draw) }

func (m *Model) draw() string {
	if m.Width == 0 || m.Height == 0 {
		return ""
	}
	m.sync()
	lines := m.all()
	for i, l := range lines {
		lines[i] = m.fit(l)
	}
	return text.Rect(lines, m.Width, m.Height)
}

func (m *Model) Overflow() (above, below bool) {
	if m.filter.open || m.rows.Frames() == 0 {
		return false, false
	}
	return m.top > 0, m.top+m.layout().list < m.rows.Lines()
}

// all draws the pane's lines.
func (m *Model) all() []string {
	if m.rows.Frames() == 0 {
		return m.empty()
	}
	p := m.arrange()
	lines := []string{m.title(), m.timeLine(), m.headings()}[:p.above]
	if m.filter.open {
		lines = append(lines, m.filterLines(p.list)...)
	} else {
		m.top, m.jumped = m.topOf(p.list), false
		lines = append(lines, m.listLines(p.list)...)
	}
	lines = fitLines(lines, p.above+p.list)
	if from := p.above + len(m.inView(p.list)) + 1; !p.shown && p.data == 0 && !m.filter.open && len(lines)-from >= minSoFar {
		lines = append(lines[:from], m.textSoFar(m.Width, len(lines)-from)...)
	}
	switch {
	case p.shown:
		lines = m.withPreview(lines, p)
	case p.data > 0:
		lines = append(lines, m.dataLines(p.data, m.Width)...)
	}
	if p.scrubber.H > 0 {
		lines = append(lines, m.scrubLine(p.scrubber.W))
	}
	if m.find.Open {
		return append(lines, m.findLine())
	}
	return append(lines, m.verdict())
}

// arrange divides the pane's height and makes the data that is shown.
func (m *Model) arrange() places {
	p := m.layout()
	if p.data > 0 {
		n := p.data - 1 - len(m.note())
		m.makeData(n)
		m.seekHit(n)
	}
	return p
}

func (m *Model) fit(s string) string { return text.Fit(s, m.Width, "…") }

func (m *Model) title() string {
	l, n := m.list(), m.rows.Frames()
	words := figures.Counted(n, "frame") + ", " + figures.Size(int(m.subject.Capture.Text().Len()))
	if c := l.Comments(); c > 0 {
		words += ", " + figures.Counted(c, "comment")
	}
	filter := m.styles.Text.Render(m.filterWords())
	if !m.rows.Filter().All() {
		filter = m.styles.Accent.Render(m.filterWords())
	}
	return " " + m.styles.Strong.Render("EVENTS") + "   " + m.styles.Text.Render(words) + "   " +
		m.styles.Dim.Render("filter: ") + filter + m.styles.Dim.Render(" ("+m.keys.Name(views.ActFrameFilter)+")")
}

func (m *Model) headings() string {
	c := m.columns()
	line := "   " + text.Right("#", c.number) + heading("at", c.at) + heading("gap", c.gap) + heading("seq", c.sequence) +
		"   " + text.Fit("type", c.what, "") + heading("size", c.size)
	if m.filter.open {
		line = "  frame types"
	}
	return m.styles.Dim.Render(line)
}

// verdict returns the last line: what is wrong is before what is not, where it is
// not cut.
func (m *Model) verdict() string {
	s, x, l := m.styles, m.subject.Exchange, m.list()
	word := string(x.Verdict)
	if x.Running() {
		word = "streaming"
	} else if x.Reason != "" && x.Verdict != state.Completed {
		word += ": " + text.ClipLine(x.Reason, 60)
	}
	parts := []string{views.VerdictStyle(s, x.Verdict).Render(explain.Sign(x.Verdict) + " " + word)}
	if m.time.frame >= 0 { // the list is that of the complete exchange, whatever the time
		when := "at the end: "
		if x.Running() {
			when = "now: "
		}
		parts[0] = s.Dim.Render(when) + parts[0]
	}
	var calm []string
	say := func(bad bool, words string) {
		if bad {
			parts = append(parts, s.Warn.Render("⚠ "+words))
		} else {
			calm = append(calm, s.Dim.Render(words))
		}
	}
	if us := figures.SilentFor(x, m.subject.NowUS); us > 0 {
		say(true, "no data for "+figures.Duration(us))
	}
	switch n := l.Count(frames.Gap); {
	case x.IsConnection(): // its frames have no numbers
	case n > 0:
		say(true, figures.Counted(n, "break")+" in sequence_number")
	default:
		say(false, m.gapless(x))
	}
	switch mark, received := x.EndMark(); {
	case mark == "":
	case received:
		say(false, mark+" received")
	case x.End != nil:
		say(true, "no "+mark)
	default:
		say(false, "no "+mark+" yet")
	}
	if us := figures.SilenceBeforeEnd(x); us > 0 {
		say(true, figures.Duration(us)+" of silence before the end")
	}
	for _, c := range []struct {
		mark  frames.Mark
		words string
	}{{frames.Undecodable, "not parsed"}, {frames.Unknown, "unknown"}, {frames.Late, "after the end"}, {frames.Torn, "cut off"}} {
		if n := l.Count(c.mark); n > 0 {
			say(true, m.amount(n)+c.words)
		}
	}
	if frame, us, ok := l.LongestSilence(); ok && us > l.SilenceThreshold() {
		say(true, "silence of "+figures.Duration(us)+" before "+figures.Thousands(frame+1))
	}
	return " " + strings.Join(append(parts, calm...), s.Faint.Render("  ·  "))
}

// gapless returns that the numbers are consecutive, or what of that is not known.
func (m *Model) gapless(x *state.Exchange) string {
	switch {
	case !x.HasSequence():
		return "no sequence_number"
	case x.SequenceSkipped() && m.Width < 100:
		return "no other gaps"
	case x.SequenceSkipped():
		return "no other gaps in sequence_number"
	case m.list().Count(frames.Undecodable) > 0:
		return "no gaps in parsed events"
	}
	return "no gaps in sequence_number"
}

// amount counts frames, in a narrow pane without their name.
func (m *Model) amount(n int) string {
	if m.Width < 100 {
		return figures.Thousands(n) + " "
	}
	return figures.Counted(n, "frame") + " "
}

func heading(name string, cells int) string {
	if cells == 0 {
		return ""
	}
	return text.Right(name, cells)
}

// restyled lays a style on a complete drawn line and removes the line's colours.
func restyled(style lipgloss.Style, line string) string { return style.Render(ansi.Strip(line)) }
