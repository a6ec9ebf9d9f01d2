package ranking

import (
	"slices"

	"gatehouse/state/rank"
	"gatehouse/views"
)

// sort is what a row of the comparison is.
type sort int

// The sorts. Those above byInput are models: byInput+i is the order of the i-th.
const (
	byRank     sort = iota // each column by its ranks, and paths between them
	byDisagree             // a row is a document, those first that are placed most differently
	byInput                // a row is a document, in the order of the request
)

func (m *Model) cut(c Column) {
	if c.TopN <= 0 || c.TopN >= len(m.docs) {
		return
	}
	if i, ok := slices.BinarySearch(m.cuts, c.TopN); !ok {
		m.cuts = slices.Insert(m.cuts, i, c.TopN)
	}
}

// cutsShown returns the cuts for which the rows leave a line: that of the column
// which they are sorted by, all where each column is sorted by its ranks.
func (m *Model) cutsShown() []int {
	switch {
	case m.sort == byRank:
		return m.cuts
	case m.sort > byInput:
		if i, ok := slices.BinarySearch(m.cuts, m.columns[m.sort-byInput].TopN); ok {
			return m.cuts[i : i+1]
		}
	}
	return nil
}

// lineOf returns the line of a place: each cut takes a line.
func (m *Model) lineOf(place int) int {
	line := place
	for _, topN := range m.cutsShown() {
		if topN <= place {
			line++
		}
	}
	return line
}

// placeAt returns the place of a line; where it is a cut, its top_n.
func (m *Model) placeAt(line int) (place, topN int) {
	place = line
	for _, cut := range m.cutsShown() {
		switch {
		case cut == place:
			return place, cut
		case cut < place:
			place--
		}
	}
	return place, 0
}

func (m *Model) count() int { return len(m.docs) + len(m.cutsShown()) }

// docAt returns the document that a column shows at a place.
func (m *Model) docAt(col, place int) int {
	if m.sort != byRank {
		return m.perm[place]
	}
	if c := &m.columns[col]; c.seq != nil {
		return c.seq[place]
	}
	return rank.None
}

// placeOf returns where a column shows a document; rank.None where it shows none.
func (m *Model) placeOf(col, doc int) int {
	switch {
	case doc >= len(m.docs), m.sort == byRank && m.columns[col].pos == nil:
		return rank.None
	case m.sort != byRank:
		return m.place[doc]
	}
	return m.columns[col].pos[doc]
}

// cursorPlace returns the place of the selected document in the column of the
// cursor; where that shows none, in the request's order.
func (m *Model) cursorPlace() int {
	if p := m.placeOf(m.col, m.doc); p != rank.None {
		return p
	}
	return max(m.placeOf(0, m.doc), 0)
}

// Await goes to the top of the orders that come from now on, until the user
// goes anywhere: they are those of another question, whose best would be out of
// sight.
func (m *Model) Await() { m.awaited = true }

// goTo selects the document at a place of the cursor's column.
func (m *Model) goTo(place int) {
	m.awaited = false
	if len(m.docs) == 0 {
		return
	}
	place = max(min(place, len(m.docs)-1), 0)
	doc := m.docAt(m.col, place)
	if doc == rank.None {
		doc = m.docAt(0, place)
	}
	m.doc = doc
	m.show()
}

func (m *Model) reorder() {
	was := m.perm
	m.perm = nil
	switch {
	case m.sort == byDisagree:
		m.perm = m.disagree
	case m.sort > byInput:
		m.perm = m.columns[m.sort-byInput].seq
	}
	if m.perm == nil && m.sort != byRank {
		m.perm = m.columns[0].seq
	}
	same := len(was) == len(m.perm) && len(was) > 0 && &was[0] == &m.perm[0]
	if m.sort != byRank && !same {
		m.place = make([]int, len(m.perm))
		for place, doc := range m.perm {
			m.place[doc] = place
		}
	}
	m.stayInView()
}

// sortStill returns the sort where the columns were others: by the model of the same
// name, wherever it is now.
func (m *Model) sortStill(was []column) sort {
	if m.sort <= byInput {
		return m.sort
	}
	at := int(m.sort - byInput)
	if at >= len(was) {
		return byRank
	}
	if i := slices.IndexFunc(m.columns[1:], func(c column) bool { return c.Label == was[at].Label }); i >= 0 {
		return byInput + sort(1+i)
	}
	if len(m.columns) < len(was) {
		return byRank
	}
	return m.sort // it has another name: its settings are others
}

func (m *Model) setSort(s sort) {
	m.sort, m.awaited = s, false
	m.reorder()
	m.show()
}

func (m *Model) nextSort() {
	all := []sort{byRank, byInput}
	for i := range m.columns[1:] {
		if m.columns[i+1].Ranked {
			all = append(all, byInput+sort(i+1))
		}
	}
	at := max(slices.Index(all, m.sort), 0)
	m.setSort(all[(at+1)%len(all)])
}

// sortName returns what the rows are, for the head of the input column.
func (m *Model) sortName() string {
	switch {
	case m.sort == byRank:
		return ""
	case m.sort == byInput, m.sort == byDisagree && m.disagree == nil, m.sort > byInput && m.columns[m.sort-byInput].seq == nil:
		return "sorted" // also while there is no other order
	case m.sort == byDisagree:
		return "disagreements first"
	}
	return "by " + m.columns[m.sort-byInput].Label
}

// show moves the window so that the selection and the column of the cursor
// are in it.
func (m *Model) show() {
	m.showColumn()
	if len(m.docs) == 0 {
		m.top = 0
		return
	}
	line, rows := m.lineOf(m.cursorPlace()), max(m.rows(), 1)
	m.top = views.ScrolledTo(line, m.top, rows, m.count())
}

// stayInView leaves the rows where they are while the selection is to be seen in any
// column: nobody went anywhere, only what is shown has changed.
func (m *Model) stayInView() {
	m.showColumn()
	shown := m.measure().models
	for c := range m.columns {
		if c != 0 && (c <= m.first || c > m.first+shown) {
			continue
		}
		p := m.placeOf(c, m.doc)
		if line := m.lineOf(p) - m.top; p != rank.None && line >= 0 && line < m.rows() {
			m.top = max(min(m.top, m.count()-max(m.rows(), 1)), 0)
			return
		}
	}
	m.show()
}

// showColumn moves the window sideways to the column of the cursor.
func (m *Model) showColumn() {
	m.changed()
	shown := m.measure().models
	m.first = max(min(m.first, m.col-1), m.col-shown, 0)
	m.first = max(min(m.first, len(m.columns)-1-shown), 0)
}

// rows returns how many lines of the comparison fit below its head.
func (m *Model) rows() int {
	h := m.Height - m.headRows()
	if m.find.Open {
		h--
	}
	return max(h, 0)
}
