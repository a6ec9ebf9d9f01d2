package page

// List is a short list that a Finder looks through at once, row by row.
type List struct {
	Selected func() int
	Len      func() int
	Holds    func(row int, words string) bool
	Select   func(row int)
}

var _ Findable[int] = List{}

// Here implements Findable.
func (l List) Here() int { return l.Selected() }

// Before implements Findable.
func (l List) Before(a, b int) bool { return a < b }

// Show implements Findable.
func (l List) Show(row int) { l.Select(row) }

// Look implements Findable.
func (l List) Look(words string, from int) (look func() Part[int], quick bool) {
	rows := l.Len()
	if from >= rows {
		return nil, true
	}
	return func() Part[int] {
		part := Part[int]{Next: rows}
		for row := from; row < rows; row++ {
			if l.Holds(row, words) {
				part.Hits = append(part.Hits, row)
			}
		}
		return part
	}, true
}
