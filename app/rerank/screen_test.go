package rerank

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/lab"
	"gatehouse/state/rank/dataset"
	"gatehouse/themes"
	"gatehouse/views"
)

// alone is a program that has no other screen. It draws nothing.
type alone struct {
	screen *Screen
	focus  screen.ID
}

func (a *alone) Focus() screen.ID              { return a.focus }
func (a *alone) Screens() []screen.Screen      { return nil }
func (a *alone) SetFocus(id screen.ID) tea.Cmd { a.focus = id; return nil }
func (a *alone) Show(screen.ID) tea.Cmd        { return nil }
func (a *alone) Back(screen.ID) screen.Escape  { return screen.Escape{} }
func (a *alone) Refreshed(cmd tea.Cmd) tea.Cmd { return tea.Batch(cmd, a.screen.Refresh()) }
func (a *alone) Redraw()                       {}
func (a *alone) Hold()                         {}
func (a *alone) Run(views.Action) tea.Cmd      { return nil }
func (a *alone) Do(views.Intent) tea.Cmd       { return nil }

func (a *alone) Arrange() {
	l := a.screen.Arrange(screen.Size{Width: 120, Height: 35})
	for _, p := range a.screen.Pages() {
		p.Pane.SetSize(l.Pages[p.ID].W, l.Pages[p.ID].H)
	}
	a.screen.Arranged(l)
}

func (a *alone) DeliverUsed(id screen.ID, msg tea.Msg) (cmd tea.Cmd, used bool) {
	for _, p := range a.screen.Pages() {
		if p.ID != id {
			continue
		}
		answer := p.Pane.Update(msg)
		if answer.Intent == nil {
			return answer.Cmd, answer.Used
		}
		todo, _ := a.screen.Do(answer.Intent)
		return tea.Batch(answer.Cmd, todo), answer.Used
	}
	return nil, false
}

// newAlone is the screen by itself, with a small set of one query and some models.
func newAlone(models ...string) *Screen {
	root := &alone{focus: RankingPane}
	styles := themes.Dark()
	s := New(screen.NewHost(root, screen.Options{Connection: screen.Connection{BaseURL: "http://127.0.0.1:1/api/v1"}}, &styles, views.NewKeys(views.DefaultCommands())))
	root.screen = s
	set := dataset.Set{}.WithQuery(0, dataset.Query{Text: "alpha beta"})
	set = set.WithDocuments(dataset.TextDocument("alpha"), dataset.TextDocument("beta gamma"), dataset.TextDocument("alpha beta"))
	for i, slug := range models {
		set = set.WithModel(i, dataset.NewModel(slug))
	}
	s.Replace(set)
	root.Arrange()
	s.Refresh()
	return s
}

// answer runs the models for the query that is shown, and gives each an order of
// the documents, in the order of the models.
func (s *Screen) answer(t *testing.T, orders ...[]int) {
	t.Helper()
	asked := s.askAll(false)
	if asked == nil {
		t.Fatalf("nothing was asked: %s", s.fault)
	}
	asked().(screen.Effect).Apply()
	for i, docs := range orders {
		s.end(s.row()[i], docs)
	}
}

// end ends a run with an order of the documents.
func (s *Screen) end(run *ranking, docs []int) {
	var result wire.Rerank
	for place, doc := range docs {
		result.Results = append(result.Results, wire.Ranked{Index: doc, Score: float64(len(docs) - place)})
	}
	x := state.NewRerank(run.State.ID, run.State.Request)
	x.Verdict, x.End, x.Ranking = state.Completed, &wire.End{}, &result
	run.setExchange(x, nil)
	s.ended(run)
}

func TestNoTickWhenNothingRuns(t *testing.T) {
	s := newAlone("a/b")
	if s.tick() != nil {
		t.Error("it ticks though nothing was asked")
	}
	s.answer(t)
	if s.tick() == nil || s.tick() != nil {
		t.Error("it does not tick, or ticks twice, while a model is asked")
	}
	s.advanceClock(time.Now())
	s.end(s.row()[0], []int{0, 1, 2})
	if s.tick() != nil {
		t.Error("it ticks though the model has answered")
	}
}

// A preview is written in the background: it reads nothing that the end of the
// run writes. (go test -race)
func TestAPreviewOfARunIsOfWhenItWasAskedFor(t *testing.T) {
	s := newAlone("a/b")
	s.answer(t, []int{0, 1, 2})
	preview := s.Exchange(0).Preview()
	s.row()[0].State = state.NewRerank("r", []byte(`{}`)) // as when it ends
	preview().(screen.Effect).Apply()
	o := s.Overlays.Top()
	if o == nil {
		t.Fatalf("there is no preview: %q", s.Notice.Lines())
	}
	o.Pane.SetSize(80, 20)
	if got := o.Pane.View(); !strings.Contains(got, "alpha beta") {
		t.Errorf("the preview shows\n%s", got)
	}
}

func TestCopiedRankTableHasCompleteDocuments(t *testing.T) {
	s := newAlone("a/b")
	long := strings.Repeat("rotating keys ", 100<<10/14) + "end"
	set := s.set
	set.Documents = []dataset.Document{dataset.TextDocument(long), dataset.TextDocument("short")}
	s.Replace(set)
	s.Refresh()
	s.answer(t, []int{0, 1})
	for _, c := range s.copies(0) {
		if got := c.Text(); strings.HasPrefix(c.Name, "rank table") && !strings.Contains(got, long) {
			t.Errorf("%s: %d bytes without the complete document", c.Name, len(got))
		}
	}
}

func TestClockRestartsOnlyWhenARequestIsSent(t *testing.T) {
	s := newAlone("a/b")
	s.answer(t, []int{0, 1, 2})
	before := asked{count: 7, began: time.Now().Add(-time.Minute)}
	batch := func(w *sweep) {
		t.Helper()
		s.asked, s.sweep = before, w
		if cmd := s.sendNext(w); cmd != nil {
			cmd().(screen.Effect).Apply()
		}
	}
	cells := []lab.Cell{{Case: 0, Candidate: 0}}

	gone := s.newSweep(cells, 1)
	gone.set = gone.set.WithQueryText(0, "a query that the set has no more")
	if batch(gone); s.asked != before {
		t.Errorf("a batch that is dropped: %+v", s.asked)
	}

	waits := s.newSweep(cells, 1)
	waits.SetBudget(lab.NewBudget(1))
	next := requestsWritten{screen: s, sweep: waits, requests: []request{{Cell: cells[0], run: newRanking(waits.set, 0, 0, waits.docs), maxUSD: 2}}}
	s.asked, s.sweep = before, waits
	if next.Apply(); s.asked != before {
		t.Errorf("a batch that is over the budget: %+v", s.asked)
	}

	if batch(s.newSweep(cells, 1)); s.asked.count != 1 || time.Since(s.asked.began) > 30*time.Second {
		t.Errorf("a batch that is sent: %+v", s.asked)
	}
}

func TestCopiesHaveWhatTheyNeed(t *testing.T) {
	names := func(s *Screen) (all []string) {
		model, ok := s.list.Column()
		if !ok {
			model = -1
		}
		for _, c := range s.copies(model) {
			if c.Text() == "" {
				t.Errorf("%s is empty", c.Name)
			}
			all = append(all, c.Name)
		}
		return all
	}
	s := newAlone("a/b")
	want := []string{"request JSON", "rank table, markdown", "rank table, CSV", "rank table, text", "document"}
	if got := names(s); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s.answer(t)
	s.row()[0].Capture = &wire.Capture{}
	s.row()[0].Capture.Body.Append([]byte("{}"), 1)
	if got := names(s); !slices.Equal(got, append([]string{"response"}, want...)) {
		t.Errorf("of an answer %q", got)
	}
	s.newSet()
	s.Refresh()
	s.set.Models = nil
	s.fitTable()
	s.invalidate()
	s.Refresh()
	if got := names(s); got != nil {
		t.Errorf("of nothing %q", got)
	}
}
