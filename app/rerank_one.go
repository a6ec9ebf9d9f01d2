package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// askFocused asks the model alone whose column has the cursor, for what the set
// says now. The others may be at it still.
func (m *Model) askFocused() tea.Cmd {
	r := &m.rankings
	model, ok := m.focused()
	switch run := r.runOf(model); {
	case !ok:
		return m.whichModel(views.ActResend)
	case r.checking:
		return m.stillRanking()
	case run != nil && run.onItsWay():
		return m.Notify("%s is still at it; %s stops it", r.label(model), m.Keys.Name(views.ActRankStop))
	}
	cmd := m.askModels([]int{model}, false)
	if r.checking {
		m.Notify("%s is asked alone", r.label(model))
	}
	return cmd
}

// stopFocused stops the run of the model whose column has the cursor.
func (m *Model) stopFocused() tea.Cmd {
	r := &m.rankings
	model, ok := m.focused()
	if !ok {
		return m.whichModel(views.ActRankStop)
	}
	if run := r.runOf(model); run != nil && run.onItsWay() {
		run.cancel()
		return nil
	}
	if r.checking {
		return m.stillRanking()
	}
	return m.Notify("%s is not being asked", r.label(model))
}

// focused is the model whose column has the cursor. In the request's own order it
// is the only one there is; of several none is meant, for a run costs money.
func (m *Model) focused() (model int, ok bool) {
	r := &m.rankings
	model, ok = r.ranking.Column()
	return model, ok && (r.ranking.InModel() || len(r.set.Models) == 1)
}

// whichModel says how one of several models is chosen for an action.
func (m *Model) whichModel(action views.Action) tea.Cmd {
	if len(m.rankings.set.Models) == 0 {
		return m.Notify("there is no model yet; %s adds one", m.Keys.Name(views.ActRankAddModel))
	}
	return m.Notify("which model? go to its column with %s in the list of documents, then %s", m.Keys.In(views.Rerank).Name(views.ActGoRight), m.Keys.Name(action))
}

// runOf is the run of a model for the query that is shown; nil for none.
func (r *rankings) runOf(model int) *rankRun {
	if row := r.row(); model < len(row) {
		return row[model]
	}
	return nil
}

// tellRanking lets the time go on in the heads of the columns whose models are
// being asked. No clock ticks for any other.
func (m *Model) tellRanking() tea.Cmd {
	c := &m.inspector.clock
	var cmd tea.Cmd
	elapsed := make([]int64, len(m.rankings.row()))
	for i, run := range m.rankings.row() {
		if run != nil && run.onItsWay() {
			elapsed[i] = max(c.at.Sub(run.began).Microseconds(), 0)
			if cmd == nil {
				cmd = c.run(run.exchange)
			}
		}
	}
	m.rankings.ranking.SetElapsed(elapsed)
	return cmd
}
