package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/bars"
)

// The pages of the rerank screen.
const (
	queryPane    screen.ID = "rerank/query"
	rankingPane  screen.ID = "rerank/ranking"
	readingPane  screen.ID = "rerank/reading"
	measuresPane screen.ID = "rerank/measures"
)

// reranking is the rerank screen.
type reranking struct{ *Model }

// Pages implements screen.Screen.
func (m reranking) Pages() []screen.Page {
	r, scopes := &m.rankings, []views.Scope{views.Rerank}
	return []screen.Page{
		{ID: queryPane, Scopes: []views.Scope{views.Composer}, Pane: r.query},
		{ID: rankingPane, Scopes: scopes, Pane: r.ranking},
		{ID: readingPane, Scopes: scopes, Pane: r.reading},
		{ID: measuresPane, Scopes: scopes, Pane: r.measures},
	}
}

// Arrange implements screen.Screen.
func (m reranking) Arrange(size screen.Size) screen.Layout {
	l := screen.Layout{Layout: m.layOutRerank(size)}
	l.Pages = map[screen.ID]views.Rect{queryPane: l.Query, rankingPane: l.Ranking, readingPane: l.Reading, measuresPane: l.Measures}
	return l
}

// Arranged implements screen.Arranged.
func (m reranking) Arranged(l screen.Layout) { m.rankings.ranking.SetAlone(l.Measures.W == 0) }

// Facts implements screen.Screen.
func (m reranking) Facts() screen.Facts {
	f := screen.Facts{Top: m.rerankFacts(), Keys: m.bindings(views.ActNextPane, views.ActHelp, views.ActPalette, views.ActSave,
		views.ActOpen, views.ActCopyMenu, views.ActPreview, views.ActUndo, views.ActNew, views.ActQuit)}
	if m.rankings.running() {
		f.Stops = "stop"
		if len(m.rankings.set.Models) > 1 {
			f.Stops = "stop all"
		}
	}
	return f
}

// rerankFacts are those of a set: it asks models of its own.
func (m *Model) rerankFacts() bars.Facts {
	all, _ := m.desk.Running()
	return bars.Facts{Set: true, Title: m.rankings.name(), Others: all}
}

// Refresh implements screen.Screen.
func (m reranking) Refresh() tea.Cmd { return m.refreshRankings() }

// Escapes implements screen.Screen.
func (m reranking) Escapes() []screen.Escape {
	reads := m.Focus() == readingPane || m.Focus() == measuresPane
	return screen.Escapes(
		screen.EscapeIf(reads, "list", func() tea.Cmd { return m.SetFocus(rankingPane) }),
		m.leadsBack(chatScreen),
	)
}

// Do implements screen.Screen.
func (m reranking) Do(intent views.Intent) (tea.Cmd, bool) {
	if m.screens.shown != rerankScreen {
		return nil, false
	}
	if i, ok := intent.(views.SendNow); ok {
		m.Overlays.Close()
		return m.runRerank(i.Force), true
	}
	return m.rerank(intent)
}

// Perform implements screen.Screen.
func (m reranking) Perform(action views.Action) (tea.Cmd, bool) {
	if m.screens.shown == rerankScreen {
		return m.performRerank(action)
	}
	if action == views.ActRerank {
		return m.showRerank(), true
	}
	if c, ok := m.Keys.In(views.Rerank).Command(action); ok && c.Scope == views.Rerank {
		cmd := m.showRerank()
		more, _ := m.performRerank(action)
		return tea.Batch(cmd, more), true
	}
	return nil, false
}
