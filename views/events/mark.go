package events

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/spelling"
	"gatehouse/views/text"
)

// sought is the hit to which the data was scrolled.
type sought struct {
	words string
	frame int
	raw   bool
}

// hitShown reports whether the frame whose data is shown is the hit that was
// gone to.
func (m *Model) hitShown() bool {
	hit, ok := m.find.Hit()
	return ok && hit == m.frame
}

// seekHit scrolls the data to what was searched for, once, unless it is among
// the first of so many lines. What stands in the frame only as it was on the
// wire is shown so.
func (m *Model) seekHit(count int) {
	d := &m.data
	if d.lent && (d.sought.words != m.find.Words || d.sought.frame != m.frame) {
		m.giveBack()
		m.makeData()
		d.content.SetWidth(m.dataWidth())
	}
	now := sought{m.find.Words, m.frame, d.raw}
	if !m.hitShown() || d.sought == now {
		return
	}
	offset := spelling.IndexFold(d.content.Source(), now.words)
	if other := d.sought.words != now.words || d.sought.frame != now.frame; offset < 0 && other && !d.raw {
		d.raw, d.lent, now.raw = true, true, true
		m.makeData()
		d.content.SetWidth(m.dataWidth())
		offset = spelling.IndexFold(d.content.Source(), now.words)
	}
	if d.sought = now; offset < 0 {
		return
	}
	block, line := d.content.Block(offset), 0
	for i, ranges := range matches(d.content.Lines(block), now.words, lipgloss.NewStyle()) {
		if len(ranges) > 0 {
			line = i
			break
		}
	}
	above := line
	for i := 0; i < block && above < count; i++ {
		above += len(d.content.Lines(i))
	}
	if d.at, d.line = 0, 0; above >= count {
		d.at, d.line = block, line
	}
}

// giveBack shows the data as the person chose, where a hit was shown otherwise.
func (m *Model) giveBack() {
	if m.data.lent {
		m.data.raw, m.data.lent = false, false
	}
}

// matches returns where words stand in the drawn lines of a block, those among
// them that a line's end cuts in two.
func matches(lines []string, words string, style lipgloss.Style) [][]lipgloss.Range {
	ranges := make([][]lipgloss.Range, len(lines))
	plain, from, indent := make([]string, len(lines)), make([]int, len(lines)), make([]int, len(lines))
	var b strings.Builder
	for i, l := range lines {
		plain[i], from[i] = ansi.Strip(l), b.Len()
		if i > 0 {
			indent[i] = len(plain[i]) - len(strings.TrimLeft(plain[i], " "))
		}
		b.WriteString(plain[i][indent[i]:])
	}
	for all, at := b.String(), 0; ; {
		n := spelling.IndexFold(all[at:], words)
		if n < 0 {
			return ranges
		}
		start, end := at+n, at+n+len(words)
		for i, l := range plain {
			a, z := max(start-from[i], 0)+indent[i], min(end-from[i]+indent[i], len(l))
			if a < z {
				ranges[i] = append(ranges[i], lipgloss.NewRange(text.Width(l[:a]), text.Width(l[:z]), style))
			}
		}
		at = end
	}
}
