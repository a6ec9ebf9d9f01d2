package events

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/frames"
	"gatehouse/views"
)

// listLines draws the lines in view.
func (m *Model) listLines(count int) []string {
	selected, c := m.line(), m.columns()
	var lines []string
	for n := m.top; n < m.rows.Lines() && len(lines) < count; n++ {
		line := m.fit(m.row(m.rows.Line(n), c))
		if n == selected {
			line = over(m.styles.Selection, line)
		}
		lines = append(lines, line)
	}
	return lines
}

// row draws one line of the list.
func (m *Model) row(l frames.Line, c columns) string {
	s, last := m.styles, l.First+l.Count-1
	ahead := m.time.frame >= 0 && l.First > m.time.frame // has not come yet
	plain := func(style lipgloss.Style, words string) string {
		if ahead {
			style = s.Faint
		}
		return style.Render(words)
	}
	mark := "  "
	switch {
	case m.time.frame >= l.First && m.time.frame <= last && !l.Open:
		mark = s.Accent.Render("▶ ")
	case l.Count > 1 && l.Open:
		mark = plain(s.Dim, "▾ ")
	case l.Count > 1:
		mark = plain(s.Dim, "▸ ")
	}
	number := fmt.Sprint(l.First + 1)
	if l.Count > 1 {
		number += "…" + fmt.Sprint(last+1)
	}
	style := s.Dim
	if m.find.open && m.find.words != "" && m.find.hit(l.First, l.Count) {
		style = s.Match
	}
	first := m.rows.Ref(l.First)
	line := mark + right(plain(style, number), c.number) + " " + plain(s.Text, right(seconds(first.AtUS), c.at))
	if c.gap > 0 {
		line += " " + plain(s.Dim, right(m.gap(l), c.gap))
	}
	sign := " "
	if m.rows.StandsOut(l.First) {
		sign = "⚠"
	}
	line += " " + plain(s.Warn, sign) + " " + left(ansi.Truncate(m.what(l, c, plain), c.what, "…"), c.what)
	if c.size > 0 {
		line += plain(s.Dim, right(views.Size(m.size(l)), c.size))
	}
	if c.spark > 0 && l.Count > 1 {
		line += "  " + plain(s.Running, m.spark(l))
	}
	return line
}

// gap is how long a frame came after the one before, or the mean of a run.
func (m *Model) gap(l frames.Line) string {
	switch {
	case l.Count > 1:
		span := m.rows.Ref(l.First+l.Count-1).AtUS - m.rows.Ref(l.First).AtUS
		return "~" + views.Duration(span/int64(l.Count-1))
	case l.First == 0:
		return ""
	}
	return "+" + views.Duration(m.rows.Gap(l.First))
}

// size is how many bytes of the body a line's frames lie in.
func (m *Model) size(l frames.Line) int {
	first, last := m.rows.Ref(l.First), m.rows.Ref(l.First+l.Count-1)
	return int(last.Offset + int64(last.Length) - first.Offset)
}

// what says what a line's frames are.
func (m *Model) what(l frames.Line, c columns, plain func(lipgloss.Style, string) string) string {
	s, list := m.styles, m.list()
	t := list.Type(l.First)
	name := limited(list.Name(t), 80)
	if m.width < 100 || l.Member {
		name = strings.TrimPrefix(name, "response.")
	}
	style := s.Text
	switch t {
	case frames.Comment, frames.Done, frames.Fields:
		style = s.Dim
	case frames.Data:
		style = s.Warn
	}
	var words []string
	if l.Member {
		name = "· " + name
	}
	if l.Count > 1 {
		name = views.Thousands(l.Count) + " × " + name
	}
	words = append(words, plain(style, name))
	var read told
	if l.Count == 1 {
		read = m.tell(l.First)
	}
	if l.Count == 1 {
		for _, odd := range m.oddities(l.First, read) {
			words = append(words, plain(s.Warn, odd))
		}
	}
	if item := m.item(l.First, read); item != "" && !l.Member {
		words = append(words, plain(s.Dim, item))
	}
	if read.what != "" {
		words = append(words, plain(s.Dim, read.what))
	}
	return strings.Join(words, "  ")
}

// oddities says in words why a frame stands out.
func (m *Model) oddities(frame int, read told) []string {
	var odd []string
	marks := m.list().Marks(frame)
	if longest, _, ok := m.list().Longest(); m.rows.Silent(frame) && ok && longest == frame {
		odd = append(odd, "longest silence")
	} else if m.rows.Silent(frame) {
		odd = append(odd, "long silence")
	}
	if marks&frames.Gap != 0 {
		odd = append(odd, m.jumped(frame, read))
	}
	for _, c := range []struct {
		mark  frames.Mark
		words string
	}{
		{frames.Unknown, "unknown"}, {frames.Late, "behind the end of the response"},
		{frames.Torn, "torn: no empty line ends it"},
	} {
		if marks&c.mark != 0 {
			odd = append(odd, c.words)
		}
	}
	return odd
}

// jumped says how sequence_number went on.
func (m *Model) jumped(frame int, read told) string {
	const far = 64 // frames without a number between two that have one
	for i := frame - 1; i >= max(frame-far, 0) && read.numbered; i-- {
		if before := m.tell(i); before.numbered {
			return fmt.Sprintf("sequence_number %d → %d", before.sequence, read.sequence)
		}
	}
	return "a gap in sequence_number"
}

// bars are the heights of a picture of figures, from the lowest.
const bars = "▁▂▃▄▅▆▇█"

// spark draws the sizes of what a run's frames wrote, else their own; of a long
// run it looks at some in each place.
func (m *Model) spark(l frames.Line) string {
	const looks = 8
	cells := min(l.Count, sparkCells-1)
	sums, most := make([]int, cells), 1
	for i := range sums {
		from, to := l.First+i*l.Count/cells, l.First+(i+1)*l.Count/cells
		step := max((to-from)/looks, 1)
		n := 0
		for f := from; f < to; f += step {
			if d := m.list().Delta(f); d > 0 {
				sums[i] += d
			} else {
				sums[i] += int(m.rows.Ref(f).Length)
			}
			n++
		}
		sums[i] /= max(n, 1)
		most = max(most, sums[i])
	}
	heights := []rune(bars)
	var b strings.Builder
	for _, n := range sums {
		b.WriteRune(heights[n*(len(heights)-1)/most])
	}
	return b.String()
}
