package app

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/rerankset"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/text"
)

// looked is the run as the inspector looks at it, with what has come of it.
func (r *rankRun) looked() *talk.Turn {
	r.turn.Exchange, r.turn.Capture = r.exchange, r.capture
	return &r.turn
}

// inspectRun shows the exchange of the cursor's model in the inspector.
func (m *Model) inspectRun() tea.Cmd {
	r := &m.rankings
	model, ok := r.ranking.Column()
	if !ok || r.row()[model] == nil {
		return m.Notify("there is no run to inspect yet; %s asks the models", m.Keys.Name(views.ActSendNow))
	}
	run := r.row()[model]
	m.inspector.ranked = run
	return tea.Batch(m.show(inspectScreen), m.Notify("the run of %s; %s leads back to the comparison", m.runName(run), m.Keys.Name(views.ActRerank)))
}

// runShown is the run that the inspector shows, nil where it shows an exchange
// of a conversation.
func (m *Model) runShown() *rankRun {
	if m.screens.shown != inspectScreen {
		return nil
	}
	return m.inspector.ranked
}

// ranking reports whether runs are on their way that the shown screen is about.
func (m *Model) ranking() bool {
	return m.rankings.running() && (m.screens.shown == rerankScreen || m.runShown() != nil)
}

// performRun does those actions that mean the run that is shown instead of the
// conversation; ok is false for all others.
func (m *Model) performRun(run *rankRun, action views.Action) (cmd tea.Cmd, ok bool) {
	switch action {
	case views.ActResend, views.ActSendNow:
		return m.rankAgain(run), true
	case views.ActPreview:
		doc := run.exchange.Request // read here: the exchange is another when the run has ended
		return m.previewOf(screen.Preview{To: m.runName(run), Does: "send again"}, func() ([]byte, error) { return doc, nil }), true
	case views.ActCopyMenu:
		return m.OpenCopyMenu(m.CopyItems(run.looked(), m.asItWas(run.looked()))), true
	case views.ActExchangeBefore:
		return m.otherRun(run, -1), true
	case views.ActExchangeAfter:
		return m.otherRun(run, 1), true
	}
	return nil, false
}

// rankAgain sends the request of a run again, the same bytes; the run takes the
// place of the one before.
func (m *Model) rankAgain(run *rankRun) tea.Cmd {
	r := &m.rankings
	query, model, ok := r.runs.find(run)
	switch {
	case !ok:
		return m.Notify("the run of %s is in the comparison no more", m.runName(run))
	case r.checking:
		return m.stillRanking()
	case run.onItsWay():
		return m.Notify("%s is still at it", m.runName(run))
	}
	again := &rankRun{query: run.query, docs: run.docs, model: run.model, count: run.count}
	next := r.runs.clone()
	next[query][model] = again
	r.setRuns(next)
	r.weighed++
	r.changed()
	m.inspector.ranked = again
	return tea.Batch(m.startRank(again, run.exchange.Request), m.Notify("%s is asked again, just as before", m.runName(run)))
}

// runsBeside are the runs of the query of a run, in the order of the models,
// and which of them it is; -1 for none.
func (m *Model) runsBeside(run *rankRun) (row []*rankRun, at int) {
	query, _, ok := m.rankings.runs.find(run)
	if !ok {
		return nil, -1
	}
	for _, one := range m.rankings.runs[query] {
		if one == run {
			at = len(row)
		}
		if one != nil {
			row = append(row, one)
		}
	}
	return row, at
}

// otherRun looks at the run of another model.
func (m *Model) otherRun(run *rankRun, step int) tea.Cmd {
	row, at := m.runsBeside(run)
	if at < 0 || at+step < 0 || at+step >= len(row) {
		return m.Notify("there is no other run of this query on that side")
	}
	m.inspector.ranked = row[at+step]
	return nil
}

// runName names a run by its model as the columns do: the same model with other
// settings has another name.
func (m *Model) runName(run *rankRun) string {
	row, at := m.runsBeside(run)
	if at < 0 {
		return run.model.Slug
	}
	var set rerankset.Set
	for _, r := range row {
		set.Models = append(set.Models, r.model)
	}
	return set.Labels()[at]
}

// whichRun says which of the runs of a query is looked at.
func (m *Model) whichRun(run *rankRun) string {
	sign := views.Sign(run.exchange.Verdict)
	row, at := m.runsBeside(run)
	if at < 0 {
		return "rerank run of " + text.SanitizeLine(m.runName(run)) + "  " + sign
	}
	return fmt.Sprintf("rerank run %d of %d: %s  %s", at+1, len(row), text.SanitizeLine(m.runName(run)), sign)
}

// elsewhere goes to where a run is changed that is none of the conversation's:
// the column of its model. With edits it makes those that are its settings'.
func (m *Model) elsewhere(edits ...views.Edit) tea.Cmd {
	r, run := &m.rankings, m.inspector.ranked
	if run == nil {
		return m.Notify("this is a run of the rerankers: %s changes it and sends it again", m.Keys.Name(views.ActRerank))
	}
	cmd := m.showRerank()
	query, model, ok := r.runs.find(run)
	if !ok {
		return tea.Batch(cmd, m.Notify("the run of %s is in the comparison no more", m.runName(run)))
	}
	cmd = tea.Batch(cmd, m.stepQuery(query-r.at), m.Refreshed(m.SetFocus(rankingPane)))
	r.ranking.SelectColumn(model)
	if len(edits) == 0 {
		return tea.Batch(cmd, m.Notify("the run of %s: %s changes what it is asked with, %s runs it again",
			m.runName(run), m.Keys.Name(views.ActRankSettings), m.Keys.Name(views.ActSendNow)))
	}
	doc, err := talk.Changed(r.set.Models[model].JSON(), changesOf(edits)...)
	if err != nil {
		return tea.Batch(cmd, m.Notify("%s is asked as before: %v", m.runName(run), err))
	}
	m.editSet(r.set.WithModel(model, rerankset.ReadModel(doc)), "", nil)
	return tea.Batch(cmd, m.Notify("%s; %s runs it, %s takes it back", changedWords(edits), m.Keys.Name(views.ActSendNow), m.Keys.Name(views.ActUndo)))
}
