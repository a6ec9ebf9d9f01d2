package rerank

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/talk"
	"gatehouse/state/share/export"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func (r *ranking) Place() (at, count int) {
	row, at := r.row()
	return at, len(row)
}

// row returns the runs of the query, and the index of this one; -1 for none.
func (r *ranking) row() (row []*ranking, at int) {
	query, _, ok := r.screen.rankings.find(r)
	if !ok {
		return nil, -1
	}
	for _, one := range r.screen.rankings[query] {
		if one == r {
			at = len(row)
		}
		if one != nil {
			row = append(row, one)
		}
	}
	return row, at
}

// name returns the name of the run as in the columns, which differs by settings.
func (r *ranking) name() string {
	row, at := r.row()
	if at < 0 {
		return r.model.Slug
	}
	var set dataset.Set
	for _, one := range row {
		set.Models = append(set.Models, one.model)
	}
	return set.Labels()[at]
}

// Session implements screen.Neighbours: the runs of its query.
func (r *ranking) Session() *screen.Session {
	row, _ := r.row()
	var list []export.Exchange
	for _, run := range row {
		if run.Capture != nil && screen.HasEnded(run.State) {
			list = append(list, screen.Exported(&run.Exchange, run.State, ""))
		}
	}
	return screen.SessionOf("all models", list)
}

func (r *ranking) Label(verdict state.Verdict) string {
	name, sign := text.SanitizeLine(r.name()), explain.Sign(verdict)
	at, count := r.Place()
	if at < 0 {
		return "rerank run of " + name + "  " + sign
	}
	return fmt.Sprintf("rerank run %d of %d: %s  %s", at+1, count, name, sign)
}

func (r *ranking) Step(by int) tea.Cmd {
	row, at := r.row()
	if at < 0 || at+by < 0 || at+by >= len(row) {
		return r.screen.Notify("no other run of this query in that direction")
	}
	return r.screen.show(row[at+by])
}

// Pair implements screen.Neighbours: the run of the model in the next column, and it.
func (r *ranking) Pair() (a, b *screen.Exchange) {
	row, at := r.row()
	if len(row) < 2 {
		return nil, &r.Exchange
	}
	return &row[(at+1)%len(row)].Exchange, &r.Exchange
}

// Resend implements screen.Actions: it sends the same bytes in a run that replaces this one.
func (r *ranking) Resend() tea.Cmd {
	s := r.screen
	query, model, ok := s.rankings.find(r)
	switch {
	case !ok:
		return r.gone()
	case s.checking:
		return s.stillRunning()
	case r.running():
		return s.Notify("%s is still running", r.name())
	}
	again := &ranking{query: r.query, docs: r.docs, model: r.model, count: r.count, chosen: r.chosen}
	next := s.rankings.clone()
	next[query][model] = again
	s.setRankings(next)
	s.basis++
	s.invalidate()
	link, to := r.resendLink()
	cmd := s.start(again, link, r.State.Request)
	return tea.Batch(cmd, s.show(again), s.Notify("%s: sent again unchanged%s", r.model.Slug, to))
}

// resendLink returns the connection for sending the run again: that of the run, whose name is in to if another is shown.
func (r *ranking) resendLink() (link *screen.Link, to string) {
	shown := r.screen.Link
	if r.link == nil || r.link.SameTarget(shown.Connection) { // whose key may have changed since
		return shown, ""
	}
	return r.link, " to " + r.link.InFull()
}

func (r *ranking) gone() tea.Cmd {
	return r.screen.Notify("the run of %s is no longer in the comparison", r.name())
}

func (r *ranking) Preview() tea.Cmd {
	doc := r.State.Request // read here: the exchange is another when the run has ended
	link, to := r.resendLink()
	return r.screen.ShowPreview(screen.Preview{To: r.name() + to, Does: "send again", Over: link}, func() (client.Call, error) {
		return client.Call{Path: client.RerankPath, Body: doc}, nil
	})
}

// Change implements screen.Actions: in the column of the run's model.
func (r *ranking) Change(_ string, edits ...views.Edit) tea.Cmd {
	s := r.screen
	cmd := s.Enter()
	query, model, ok := s.rankings.find(r)
	if !ok {
		return tea.Batch(cmd, r.gone())
	}
	cmd = tea.Batch(cmd, s.stepQuery(query-s.at), s.Refreshed(s.SetFocus(RankingPane)))
	s.list.SelectColumn(model)
	if len(edits) == 0 {
		return tea.Batch(cmd, s.Notify("the run of %s: %s changes its settings, %s runs it again",
			r.name(), s.Keys.Name(views.ActRankSettings), s.Keys.Name(views.ActSendNow)))
	}
	doc, err := talk.ApplyChanges(s.set.Models[model].JSON(), screen.Changes(edits)...)
	if err != nil {
		return tea.Batch(cmd, s.Notify("%s not changed: %v", r.name(), err))
	}
	s.change(s.set.WithModel(model, dataset.ReadModel(doc)), "", nil)
	return tea.Batch(cmd, s.Notify("%s; %s runs it, %s undoes", screen.ChangeWords(edits), s.Keys.Name(views.ActSendNow), s.Keys.Name(views.ActUndo)))
}

// Exchange returns the run of a model for the query that is shown; nil for none.
func (s *Screen) Exchange(model int) *screen.Exchange {
	if run := s.rankingOf(model); run != nil {
		return &run.Exchange
	}
	return nil
}

func (s *Screen) show(run *ranking) tea.Cmd { return s.Host.Do(screen.ShowExchange{Of: &run.Exchange}) }

func (s *Screen) inspect() tea.Cmd {
	model, ok := s.list.Column()
	if !ok || s.rankingOf(model) == nil {
		return s.Notify("no run to inspect yet; %s runs the models", s.Keys.Name(views.ActSendNow))
	}
	run := s.rankingOf(model)
	return tea.Batch(s.show(run), s.Notify("the run of %s; %s returns to the comparison", run.name(), s.Keys.Name(views.ActRerank)))
}
