package ranking

import (
	"fmt"

	"gatehouse/state/figures"
	"gatehouse/views/text"
)

// shownRows says which of the rows the window shows, and behind which of the
// labels over the request's order, after so many blanks, that has room; nothing
// where all are shown. The room is that of the widest numbers there are: the words
// stay where they are while the rows go by.
func (m *Model) shownRows(width int, labels []span) (at, gap int, words string) {
	n, shown := len(m.docs), min(m.rows(), m.count()-m.top)
	if m.count() <= m.rows() || shown < 1 {
		return -1, 0, ""
	}
	first, _ := m.placeAt(m.top)
	last, topN := m.placeAt(m.top + shown - 1)
	if topN == 0 { // it is no line of a cut
		last++
	}
	for _, all := range [...]string{" of " + figures.Thousands(n), ""} {
		widest := text.Width(extent(n, n) + all)
		for _, at := range [...]int{1, 2, 0} { // the line below the names is the emptiest
			if at >= len(labels) {
				continue
			}
			label, gap := text.Width(labels[at].text), 0
			if label > 0 {
				gap = max(min(width-label-widest, 3), 1)
			}
			if label+gap+widest <= width {
				return at, gap, extent(first+1, last) + all
			}
		}
	}
	return -1, 0, ""
}

// extent is the rows from one to another, counted from 1.
func extent(first, last int) string {
	return fmt.Sprintf("%s–%s", figures.Thousands(first), figures.Thousands(last))
}
