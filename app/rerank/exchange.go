package rerank

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/rerankset"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/text"
)

// exchange is a run as the inspector shows it. Its neighbours are the runs of the
// same query, in the order of the models.
type exchange struct {
	*Run
	screen *Screen
}

func (exchange) Turn() int { return 0 }

func (x exchange) Sender() screen.Sender { return x.screen }

func (x exchange) State() *state.Exchange { return x.exchange }

func (x exchange) Capture() *wire.Capture { return x.capture }

func (x exchange) Exchange() screen.Exchange { return x }

func (x exchange) Show() tea.Cmd { return x.screen.ShowExchange(x) }

func (x exchange) Place() (at, count int) {
	row, at := x.row()
	return at, len(row)
}

// row is the runs of the query, and which of them this one is; -1 for none.
func (x exchange) row() (row []*Run, at int) {
	query, _, ok := x.screen.runs.find(x.Run)
	if !ok {
		return nil, -1
	}
	for _, one := range x.screen.runs[query] {
		if one == x.Run {
			at = len(row)
		}
		if one != nil {
			row = append(row, one)
		}
	}
	return row, at
}

// name names the run by its model as the columns do: the same model with other
// settings has another name.
func (x exchange) name() string {
	row, at := x.row()
	if at < 0 {
		return x.model.Slug
	}
	var set rerankset.Set
	for _, one := range row {
		set.Models = append(set.Models, one.model)
	}
	return set.Labels()[at]
}

func (x exchange) About() history.About {
	switch {
	case x.about != nil:
		return *x.about
	case x.Recording != nil:
		return x.Recording.About()
	}
	return x.screen.Link.About("", 0, state.Rerank)
}

// Session implements screen.Exchange: the runs of its query.
func (x exchange) Session() *screen.Session {
	row, _ := x.row()
	var list []export.Exchange
	for _, run := range row {
		if run.capture != nil && screen.HasEnded(run.exchange) {
			list = append(list, screen.Exported(exchange{run, x.screen}, run.exchange, ""))
		}
	}
	return screen.SessionOf("all models", list)
}

func (x exchange) Label() string {
	name, sign := text.SanitizeLine(x.name()), explain.Sign(x.exchange.Verdict)
	at, count := x.Place()
	if at < 0 {
		return "rerank run of " + name + "  " + sign
	}
	return fmt.Sprintf("rerank run %d of %d: %s  %s", at+1, count, name, sign)
}

func (x exchange) Step(by int) tea.Cmd {
	row, at := x.row()
	if at < 0 || at+by < 0 || at+by >= len(row) {
		return x.screen.Notify("no other run of this query in that direction")
	}
	return x.screen.ShowExchange(exchange{row[at+by], x.screen})
}

// Pair implements screen.Exchange: the run of the model in the next column, and it.
func (x exchange) Pair() (a, b screen.Exchange) {
	row, at := x.row()
	if len(row) < 2 {
		return nil, x
	}
	return exchange{row[(at+1)%len(row)], x.screen}, x
}

// Resend implements screen.Exchange: the same bytes, in a run that takes the place
// of this one.
func (x exchange) Resend() tea.Cmd {
	s := x.screen
	query, model, ok := s.runs.find(x.Run)
	switch {
	case !ok:
		return x.gone()
	case s.checking:
		return s.stillRunning()
	case x.running():
		return s.Notify("%s is still running", x.name())
	}
	again := &Run{query: x.query, docs: x.docs, model: x.model, count: x.count, chosen: x.chosen}
	next := s.runs.clone()
	next[query][model] = again
	s.setRuns(next)
	s.basis++
	s.invalidate()
	link, to := x.way()
	cmd := s.start(again, link, x.exchange.Request)
	return tea.Batch(cmd, s.ShowExchange(exchange{again, s}), s.Notify("%s: sent again unchanged%s", x.model.Slug, to))
}

// way is the connection over which the run goes again: its own, whatever conversation is
// shown by now. Where that has another, to names it.
func (x exchange) way() (link *screen.Link, to string) {
	shown := x.screen.Link
	if x.link == nil || x.link.Leads(shown.Connection) { // whose key may have changed since
		return shown, ""
	}
	return x.link, " to " + x.link.InFull()
}

func (x exchange) Send() tea.Cmd { return x.Resend() }

func (x exchange) gone() tea.Cmd {
	return x.screen.Notify("the run of %s is no longer in the comparison", x.name())
}

func (x exchange) Preview() tea.Cmd {
	doc := x.exchange.Request // read here: the exchange is another when the run has ended
	link, to := x.way()
	return x.screen.ShowPreview(screen.Preview{To: x.name() + to, Does: "send again", Over: link}, func() (client.Call, error) {
		return client.Call{Path: client.RerankPath, Body: doc}, nil
	})
}

// Change implements screen.Exchange: in the column of the run's model.
func (x exchange) Change(_ string, edits ...views.Edit) tea.Cmd {
	s := x.screen
	cmd := s.Enter()
	query, model, ok := s.runs.find(x.Run)
	if !ok {
		return tea.Batch(cmd, x.gone())
	}
	cmd = tea.Batch(cmd, s.stepQuery(query-s.at), s.Refreshed(s.SetFocus(RankingPane)))
	s.ranking.SelectColumn(model)
	if len(edits) == 0 {
		return tea.Batch(cmd, s.Notify("the run of %s: %s changes its settings, %s runs it again",
			x.name(), s.Keys.Name(views.ActRankSettings), s.Keys.Name(views.ActSendNow)))
	}
	doc, err := talk.ApplyChanges(s.set.Models[model].JSON(), screen.Changes(edits)...)
	if err != nil {
		return tea.Batch(cmd, s.Notify("%s not changed: %v", x.name(), err))
	}
	s.change(s.set.WithModel(model, rerankset.ReadModel(doc)), "", nil)
	return tea.Batch(cmd, s.Notify("%s; %s runs it, %s undoes", screen.ChangeWords(edits), s.Keys.Name(views.ActSendNow), s.Keys.Name(views.ActUndo)))
}

// Exchange is the run of a model for the query that is shown; nil for none.
func (s *Screen) Exchange(model int) screen.Exchange {
	if run := s.runOf(model); run != nil {
		return exchange{run, s}
	}
	return nil
}

// inspect shows the run of the cursor's model in the inspector.
func (s *Screen) inspect() tea.Cmd {
	model, ok := s.ranking.Column()
	if !ok || s.runOf(model) == nil {
		return s.Notify("no run to inspect yet; %s runs the models", s.Keys.Name(views.ActSendNow))
	}
	x := exchange{s.runOf(model), s}
	return tea.Batch(s.ShowExchange(x), s.Notify("the run of %s; %s returns to the comparison", x.name(), s.Keys.Name(views.ActRerank)))
}
