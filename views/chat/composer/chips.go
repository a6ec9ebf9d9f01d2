package composer

import (
	"strconv"
	"strings"

	"gatehouse/views/kit/text"
)

// Chip is a file that goes with the text.
type Chip struct {
	Name  string
	Words string // its kind and size
}

// gapWidth is the cells between two chips.
const gapWidth = 3

// SetChips shows the files that are sent with the text, in a row above it.
func (m *Model) SetChips(chips []Chip) {
	m.chips = make([]Chip, len(chips))
	for i, c := range chips {
		m.chips[i] = Chip{Name: text.SanitizeLine(c.Name), Words: text.SanitizeLine(c.Words)}
	}
	m.redraw()
}

func (m *Model) chipRows() int { return min(len(m.chips), 1) }

// chipText returns a chip before it is drawn: its name, and the words that end in
// the cross that takes it away.
func (m *Model) chipText(i int) (name, words string) {
	c := m.chips[i]
	name = "▢ " + text.Truncate(c.Name, max(m.width/2, 8), "…")
	if c.Words != "" {
		words = "  " + c.Words
	}
	return name, words + " ✕"
}

// chipLine draws the row of chips. Those that do not fit are counted.
func (m *Model) chipLine() string {
	line, left := "   ", m.width-3
	for i := range m.chips {
		name, words := m.chipText(i)
		more := ""
		if rest := len(m.chips) - i; rest > 1 {
			more = "+" + strconv.Itoa(rest-1) + " more"
		}
		need := text.Width(name + words)
		if i > 0 && need+text.Width(more)+gapWidth > left {
			line += m.styles.Dim.Render("+" + strconv.Itoa(len(m.chips)-i) + " more")
			break
		}
		line += m.styles.Tool.Render(name) + m.styles.Dim.Render(words) + strings.Repeat(" ", gapWidth)
		left -= need + gapWidth
	}
	return text.Truncate(line, m.width, "")
}

// chipAt returns which chip's cross is at a column of the row; -1 for none.
func (m *Model) chipAt(x int) int {
	at := 3
	for i := range m.chips {
		name, words := m.chipText(i)
		at += text.Width(name + words)
		if x == at-1 {
			return i
		}
		at += gapWidth
	}
	return -1
}
