// Package ranking is the comparison of the rerank screen: the documents in the
// order of the request and in the order of each model, side by side, with the
// path of a document from column to column.
//
// It is not the table of Bubbles, which draws a row in one style: marks, bars and the
// paths between the columns have several in a cell.
package ranking

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Column is one model with its answer.
type Column struct {
	dataset.Answer
	Grade string // how good it is by the user's marks; empty where that is not known
	TopN  int    // that was asked for; 0 for none
}

// paid returns the search units and the cost that the answer reports.
func (c Column) paid() (out []string) {
	switch units := c.Units; units {
	case "":
	case "1":
		out = append(out, "1 unit")
	default:
		out = append(out, units+" units")
	}
	if c.Price != "" {
		out = append(out, c.Price)
	}
	return out
}

// Model is the comparison.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys

	docs    []string
	marked  func(doc int) int // of a document, rank.None for none
	columns []column
	cuts    []int // top_n of the columns, each once, rising

	doc    int  // selected document
	col    int  // column with the cursor: 0 is the input, i the i-th model
	first  int  // first model whose column is drawn
	top    int  // first line of the window
	sort   sort // what the rows are
	perm   []int
	place  []int // inverse of perm
	normal bool

	elapsed []int64 // by model: how long it has been asked, in microseconds

	disagree    []int // documents, the widest apart first
	awaited     bool  // the first order that arrives is gone to the top of
	find        page.Finder[int]
	alone       bool // a key shows the figures
	withFigures bool // the figures are next to it
	several     bool // the set has several queries

	views.Box
	view  text.Memo[int, string] // by the version of the styles
	lines views.Lines
}

// column is a Column with what is drawn from it.
type column struct {
	Column
	seq   []int  // all documents: those that were returned in their order, then the rest
	pos   []int  // by document: its place in seq
	same  []bool // by place: its score is that of the next place
	near  []bool // by place: its score is nearly that of the next place
	tied  bool   // all have the same score
	scale scale
}

var (
	_ views.Typist   = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes a comparison of nothing.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Rerank), marked: unmarked}
	m.columns = []column{identity(0)}
	m.find = m.newFinder()
	return m
}

// identity returns the column of the request's order.
func identity(n int) column {
	c := column{seq: make([]int, n), pos: make([]int, n)}
	for i := range n {
		c.seq[i], c.pos[i] = i, i
	}
	return c
}

// SetDocuments sets the documents' texts, which are shared. The selection
// stays where it can be.
func (m *Model) SetDocuments(docs []string) {
	if len(docs) != len(m.docs) {
		m.marked, m.disagree = unmarked, nil
		m.columns[0], m.cuts = identity(len(docs)), nil
		for i, c := range m.columns[1:] {
			c.Ranked = false
			m.columns[i+1] = column{Column: c.Column}
		}
	}
	m.docs = docs
	m.find.Forget()
	m.doc = max(min(m.doc, len(docs)-1), 0)
	m.reorder()
}

// SetMarks sets the lookup of a document's mark: 0 to 3, or rank.None.
func (m *Model) SetMarks(of func(doc int) int) {
	m.marked = of
	m.changed()
}

func unmarked(int) int { return rank.None }

// SetSeveral sets whether the data set has several queries.
func (m *Model) SetSeveral(queries bool) {
	m.several = queries
	m.changed()
}

// SetDisagreements sets the documents in the order in which the models
// disagree on them; nil while that is not known.
func (m *Model) SetDisagreements(docs []int) {
	m.disagree = docs
	m.reorder()
}

// SetColumns sets the models. An order of another number of documents is not
// drawn.
func (m *Model) SetColumns(columns []Column) {
	was := m.columns
	m.columns = append([]column{was[0]}, make([]column, len(columns))...)
	m.cuts = nil
	for i, c := range columns {
		c.Ranked = c.Ranked && c.Order.Len() == len(m.docs)
		next := column{Column: c}
		if c.Ranked {
			if same := ordered(was, c); same != nil {
				next = *same
				next.Column = c
			} else {
				next.arrange()
			}
			m.cut(c)
		}
		m.columns[i+1] = next
	}
	m.col = min(m.col, len(columns))
	m.sort = m.sortStill(was)
	m.reorder()
	isNew := func(c column) bool { return c.Ranked && ordered(was, c.Column) == nil }
	if m.awaited && slices.ContainsFunc(m.columns[1:], isNew) {
		m.goTo(0)
		m.awaited = true
	}
}

// ordered returns the column that was drawn from the very same order.
func ordered(was []column, c Column) *column {
	for i := 1; i < len(was); i++ {
		if w := &was[i]; w.Ranked && len(w.Order.Place) > 0 && &w.Order.Place[0] == &c.Order.Place[0] {
			return w
		}
	}
	return nil
}

// arrange computes what is drawn from the order.
func (c *column) arrange() {
	n := c.Order.Len()
	c.seq, c.pos = append(make([]int, 0, n), c.Order.Docs...), make([]int, n)
	for doc, place := range c.Order.Place {
		if place == rank.None {
			c.seq = append(c.seq, doc)
		}
	}
	for place, doc := range c.seq {
		c.pos[doc] = place
	}
	c.same, c.near = c.Order.Ties()
	c.tied = c.Order.AllTied()
	c.scale = scaleOf(c.Order.Score)
}

// Selected returns the selected document, counted from 0; ok is false without
// documents.
func (m *Model) Selected() (doc int, ok bool) { return m.doc, len(m.docs) > 0 }

// SetGrades sets how good the models are by the user's marks, one a model.
func (m *Model) SetGrades(grades []string) {
	for i := range min(len(grades), len(m.columns)-1) {
		m.columns[i+1].Grade = grades[i]
	}
	m.changed()
}

// SetElapsed sets how long each running model has been asked, in
// microseconds; 0 where that is not known.
func (m *Model) SetElapsed(us []int64) {
	if !slices.Equal(us, m.elapsed) {
		m.elapsed = us
		m.changed()
	}
}

// Select selects a document.
func (m *Model) Select(doc int) {
	m.doc = max(min(doc, len(m.docs)-1), 0)
	m.show()
}

// Column returns the model that the cursor is in, counted from 0; in the
// request's order it is the first. ok is false without models.
func (m *Model) Column() (model int, ok bool) { return max(m.col-1, 0), len(m.columns) > 1 }

// Begin starts another comparison at the top of its first column.
func (m *Model) Begin() {
	m.doc, m.col, m.first, m.top, m.sort, m.awaited = 0, 0, 0, 0, byRank, false
	m.find.Close()
	m.reorder()
}

// InModel reports whether the cursor is in a model's column, and not in the
// request's order.
func (m *Model) InModel() bool { return m.col > 0 }

// running reports whether the model of the cursor's column is being asked.
func (m *Model) running() bool {
	c := max(m.col, min(1, len(m.columns)-1))
	return m.columns[c].Asked != nil && m.columns[c].Verdict == state.Running
}

// SelectColumn puts the cursor into the column of a model. The rows stay where
// they are, if the selected document is among them.
func (m *Model) SelectColumn(model int) {
	m.col = max(min(model+1, len(m.columns)-1), 0)
	m.stayInView()
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.show()
}

func (m *Model) SetFocus(on bool) tea.Cmd {
	m.changed()
	return m.Box.SetFocus(on)
}

// SetAlone sets whether a key is needed to see the figures. Otherwise they
// are next to the pane after a bar, from which a blank separates the last column.
func (m *Model) SetAlone(alone bool) {
	if m.alone != alone || m.withFigures == alone {
		m.alone, m.withFigures = alone, !alone
		m.show()
	}
}

func (m *Model) changed() { m.view.Forget() }

func (m *Model) ShortHelp() []key.Binding {
	var all []key.Binding
	add := func(actions ...views.Action) {
		all = append(all, m.keys.Bindings(actions...)...)
	}
	switch {
	case m.find.Typing:
		return m.keys.Renamed(views.ActListChoose, "find")
	case len(m.docs) == 0:
		all = m.keys.Renamed(views.ActRankEdit, "example")
		add(views.ActRankLoad, views.ActRankAdd, views.ActRankAddModel)
		return all
	}
	if m.running() && (m.InModel() || len(m.columns) == 2) {
		add(views.ActRankStop)
	}
	all = append(all, m.keys.As(views.ActRerank, "query"), views.MarkKeys(m.keys, "mark"), views.RunAll(m.keys))
	if m.alone {
		all = append(all, m.keys.Renamed(views.ActRankDefine, "figures")...)
	}
	if m.several {
		add(views.ActRankRunAll)
		all = append(all, m.keys.Renamed(views.ActRankGrid, "grid")...)
	}
	if m.columns[m.col].Asked != nil && !m.running() {
		all = append(all, m.keys.Renamed(views.ActResend, "ask this")...)
	}
	add(views.ActRankSort, views.ActRankDisagree)
	if !m.alone {
		all = append(all, m.keys.Renamed(views.ActRankDefine, "define")...) // the figures are shown: how each is defined
	}
	all = append(all, m.keys.Renamed(views.ActRankAddModel, "model")...)
	add(views.ActRankSettings, views.ActRankInspect, views.ActRankExport, views.ActRankLoad)
	if m.alone {
		add(views.ActRankNormal)
	}
	return all
}
