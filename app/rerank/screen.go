// Package rerank is the rerank screen: a set of queries, documents and models, the requests that ask the models to
// rank the documents, and their answers. Sets are in state/rank/dataset, the mathematics in state/rank, the panes in views.
package rerank

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
	reports "gatehouse/views/kit/report"
	gridpane "gatehouse/views/lab/grid"
	"gatehouse/views/rerank/query"
	rankingpane "gatehouse/views/rerank/ranking"
	"gatehouse/views/rerank/reading"
)

// The panes of the screen.
const (
	QueryPane    screen.ID = "rerank/query"
	RankingPane  screen.ID = "rerank/ranking"
	ReadingPane  screen.ID = "rerank/reading"
	MeasuresPane screen.ID = "rerank/measures"
	GridPane     screen.ID = "rerank/grid"
	JudgePane    screen.ID = "rerank/judge"
)

// Screen is the rerank screen.
type Screen struct {
	*screen.Host

	query    *query.Model
	list     *rankingpane.Model
	reading  *reading.Model
	measures *reports.Measures

	gridPane  *gridpane.Model
	judgePane *reading.Model

	set      dataset.Set
	file     file
	edit     uint64 // number of the edit that made the set what it is; an undo restores the one before
	noted    string // the notes that the layout has room for
	tried    uint64 // number of the edit that opened the example which was run; 0: none
	docs     uint64 // number of the edit that made the documents what they are
	numbered uint64 // the last number that was given to an edit
	rankings rankingTable
	undo     []snapshot // the last edit last
	redo     []snapshot

	at         int  // the query that is shown
	depth      int  // k of nDCG@k
	entered    bool // the models of a new set were proposed, or another set was opened
	checking   bool // requests are being written and checked
	fault      string
	replaced   uint64 // number of the last request that was taken from raw editing
	figures    lastFigures
	unrecalled bool // the set was restored, and its answers are not looked for yet
	clock      clock
	asked      asked
	sweep      *sweep // nil while none runs
	grid       grid
	judging    *judging  // nil while nothing is judged
	enlarged   screen.ID // the page that fills the body while it has the focus; empty while the list does

	version    uint64   // raised by every change that the panes show
	basis      uint64   // raised by every change that the figures may depend on
	shown      uint64   // the version that the panes show
	shownDoc   uint64   // the documents that they show
	texts      []string // of the documents, as the panes show them
	selected   int      // the document that is read; -1: none
	tableWidth int      // columns that the table was last found to want
	layout     screen.Layout
	stored     struct { // the set as it was last stored for the next launch
		edit  uint64
		state []byte
	}
}

// firstDepth is k where nobody chose another.
const firstDepth = 10

// New makes the screen with an empty set.
func New(h *screen.Host) *Screen {
	s := &Screen{
		Host:     h,
		query:    query.New(h.Styles, h.Keys),
		list:     rankingpane.New(h.Styles, h.Keys),
		reading:  reading.New(h.Styles, h.Keys),
		measures: reports.NewMeasures(h.Styles, h.Keys),
		gridPane: gridpane.New(h.Styles, h.Keys, views.Bench, views.ActRankRunAll, views.ActBenchFigures, views.ActBenchFigure,
			views.ActRankJudge, views.ActBenchDisagree, views.ActRankGrid, views.ActBenchSort, views.ActBenchDepth),
		judgePane: reading.New(h.Styles, h.Keys),
		depth:     firstDepth, version: 1, docs: 1, numbered: 1, selected: -1,
	}
	s.set = s.set.WithQuery(0, dataset.Query{})
	s.fitTable()
	return s
}

func (s *Screen) ModelsChanged() {
	s.invalidate() // the connection may be another
	if s.isShown() {
		s.proposeModels()
	}
}

func (s *Screen) Pages() []screen.Page {
	return []screen.Page{
		{ID: QueryPane, Scopes: []views.Scope{views.Composer}, Pane: s.query},
		{ID: RankingPane, Scopes: []views.Scope{views.Rerank}, Pane: s.list},
		{ID: ReadingPane, Scopes: []views.Scope{views.Rerank}, Pane: s.reading},
		{ID: MeasuresPane, Scopes: []views.Scope{views.Rerank}, Pane: s.measures},
		{ID: GridPane, Scopes: []views.Scope{views.Bench}, Pane: s.gridPane, Absent: s.enlarged != GridPane},
		{ID: JudgePane, Scopes: []views.Scope{views.Rerank}, Pane: judgedPane{s.judgePane, s.Keys}, Absent: s.enlarged != JudgePane},
	}
}

func (s *Screen) isShown() bool { return s.Focus().Screen() == QueryPane.Screen() }

func (s *Screen) Arranged(l screen.Layout) {
	s.layout = l
	s.list.SetAlone(!s.hasFigures())
}

func (s *Screen) hasFigures() bool { return s.layout.Pages[MeasuresPane].W > 0 }

func (s *Screen) Escapes() []screen.Escape {
	inDetail := s.Focus() == ReadingPane || s.Focus() == MeasuresPane || s.Focus() == GridPane
	return screen.Escapes(
		screen.EscapeIf(s.stopWord() != "", s.stopWord(), func() tea.Cmd { s.Stop(); return nil }),
		screen.EscapeIf(s.isJudging(), "grid", s.backToGrid),
		screen.EscapeIf(inDetail, "list", s.backToList),
		screen.EscapeIf(!s.Busy() && s.hints() != nil, "close hint", s.closeHint),
		s.Back(""),
	)
}

// Enter shows the pane that had the focus last, or the query if only that is missing.
func (s *Screen) Enter() tea.Cmd {
	s.proposeModels()
	cmd := s.Show(RankingPane)
	if len(s.set.Documents) > 0 && s.paneToWrite() == QueryPane { // the list without documents has other keys
		cmd = tea.Batch(cmd, s.SetFocus(QueryPane))
	}
	if !s.Link.Models.Loaded {
		cmd = tea.Batch(cmd, s.LoadModels())
	}
	return cmd
}

// proposeModels adds the rerankers of the local gateway, which cost nothing, to an unedited set without models.
func (s *Screen) proposeModels() {
	if !s.entered && (!s.differs() || s.edit == s.file.foreign) && s.Link.Local {
		for _, slug := range s.rerankers() {
			s.set = s.set.WithModel(len(s.set.Models), dataset.NewModel(slug))
		}
		s.fitTable()
		s.shown = 0
	}
	s.entered = s.entered || len(s.set.Models) > 0 || s.Link.Models.Loaded
}

func (s *Screen) rerankers() []string {
	var slugs []string
	for _, one := range s.Link.Models.Catalogue.Models {
		if one.Rerank && !one.Fault {
			slugs = append(slugs, one.Slug)
		}
	}
	return slugs
}

// Set is the set that the screen shows.
func (s *Screen) Set() dataset.Set { return s.set }

func (s *Screen) invalidate() { s.version++ }

func (s *Screen) Facts() screen.Facts {
	return screen.Facts{
		Top: bars.Facts{Set: true, Title: s.Name(s)}, StopWord: s.stopWord(),
		Keys: s.Keys.Bindings(views.ActNextPane, views.ActSave, views.ActOpen, views.ActCopyMenu,
			views.ActPreview, views.ActUndo, views.ActNew, views.ActQuit),
	}
}

// stopWord returns what esc and ctrl+c stop, in a word; "" for nothing.
func (s *Screen) stopWord() string {
	switch {
	case s.Running() == 0 && s.sweep == nil:
		return ""
	case len(s.set.Models) > 1 || s.sweep != nil:
		return "stop all"
	}
	return "stop"
}

// rerankSigns is in Used.Seen once the user closed the line that explains the signs.
const rerankSigns = "rerank signs"

// Notes implements screen.Noter: how many models have answered, or the hints.
func (s *Screen) Notes() []string {
	if line := s.sweepProgress(); line != "" {
		return []string{line}
	}
	switch line := s.answersNotice(); {
	case line != "":
		return []string{line}
	case s.Busy():
		return nil
	}
	return s.hints()
}

// hints returns the signs of the first comparison, until they are closed, and what to do with the example, until the
// set is edited. They belong to the list, so an enlarged page hides them.
func (s *Screen) hints() (notes []string) {
	if s.enlarged != "" && s.Focus() == s.enlarged {
		return nil
	}
	if signs := s.signs(); len(signs) > 0 {
		notes = append(notes, strings.Join(signs, "   "))
	}
	if s.tried != 0 && s.tried == s.edit {
		name := s.Keys.In(views.Rerank).Name
		notes = append(notes, name(views.ActOpenRow)+" reads a document, "+name(views.ActRankMark0)+" to "+name(views.ActRankMark3)+" rate it, "+
			name(views.ActRankDisagree)+" sorts by disagreement, "+name(views.ActRankDefine)+" shows how well the models agree.")
	}
	return notes
}

// signs returns an explanation of the signs for a user who has not closed it.
func (s *Screen) signs() []string {
	if slices.Contains(s.Used.Seen, rerankSigns) {
		return nil
	}
	return s.list.Signs()
}

func (s *Screen) closeHint() tea.Cmd {
	signs := s.signs()
	s.tried = 0
	s.invalidate()
	if len(signs) == 0 {
		return nil
	}
	return s.See(rerankSigns)
}
