package app

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// rerank does what a pane of the rerank screen asks for.
func (m *Model) rerank(intent views.Intent) (cmd tea.Cmd, ok bool) {
	r := &m.rankings
	switch i := intent.(type) {
	case views.RunRerank:
		return m.runRerank(i.Force), true
	case views.SetQuery:
		m.editSet(r.set.WithQueryText(r.at, i.Text), queryPane, nil)
	case views.StepQuery:
		return m.stepQuery(i.Step), true
	case views.MarkDocument:
		return m.markDocument(i.Document, i.Mark), true
	case views.AddDocuments:
		return m.addDocuments(i), true
	case views.SetDocument:
		return m.setDocument(i), true
	case views.LoadDocuments:
		return m.loadDocuments(i), true
	case views.AddReranker:
		m.Overlays.Close()
		m.editSet(r.set.WithModel(len(r.set.Models), rerankset.NewModel(i.Slug)), "", nil)
		r.ranking.SetColumns(r.columns(m.Keys))
		r.ranking.SelectColumn(len(r.set.Models) - 1)
	case views.AskReranker:
		m.Overlays.Close()
		return m.askSetting(i.Model, i.Member), true
	case views.SetReranker:
		return m.setSetting(i), true
	case views.ReplaceDocument:
		return m.replaceRank(i.Document), true
	case views.SaveRanking:
		return m.saveRanking(i), true
	case views.OpenSet:
		return m.openSet(i.Path), true
	case views.ShowPlace:
		m.Overlays.Close()
		return m.showRankFault(i.Pointer), true
	default:
		return nil, false
	}
	return nil, true
}

// showRankFault goes to where a member of a rerank request is changed.
func (m *Model) showRankFault(pointer string) tea.Cmd {
	member, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	switch member {
	case "query":
		return m.SetFocus(queryPane)
	case "documents":
		at, _, _ := strings.Cut(rest, "/")
		if n, err := strconv.Atoi(at); err == nil {
			m.rankings.ranking.Select(n)
		}
		return m.SetFocus(rankingPane)
	}
	model, ok := m.rankings.ranking.Column()
	if !ok {
		return nil
	}
	return tea.Batch(m.SetFocus(rankingPane), m.askSetting(model, member))
}

// performRerank does those actions that mean something of their own on the
// rerank screen; ok is false for all others.
func (m *Model) performRerank(action views.Action) (cmd tea.Cmd, ok bool) {
	r := &m.rankings
	switch action {
	case views.ActSendNow:
		return m.runRerank(false), true
	case views.ActResend:
		return m.askFocused(), true
	case views.ActUndo:
		return m.back("undone", &r.past, &r.next, "there is no edit of the set to take back"), true
	case views.ActRedo:
		return m.back("done again", &r.next, &r.past, "there is no edit of the set to make again"), true
	case views.ActSave:
		return m.askSaveSet(), true
	case views.ActOpen:
		return m.askOpenSet(), true
	case views.ActNew:
		return m.newSet(), true
	case views.ActPreview:
		return m.previewRank(), true
	case views.ActCopyMenu:
		return m.copyRank(), true
	case views.ActRaw:
		return m.editRequest(), true
	case views.ActEditor:
		return m.editInEditor(), true
	case views.ActFind:
		return tea.Batch(m.SetFocus(rankingPane), m.Deliver(rankingPane, views.Perform{Action: action})), true
	case views.ActRerank:
		return m.SetFocus(queryPane), true
	}
	if c, known := m.Keys.In(views.Rerank).Command(action); !known || c.Scope != views.Rerank {
		return nil, false
	}
	return m.performRank(action), true
}

// performRank does a row of the rerank screen's own part of the key table.
func (m *Model) performRank(action views.Action) tea.Cmd {
	switch action {
	case views.ActOpenRow:
		return m.SetFocus(readingPane)
	case views.ActRankAddModel:
		return m.chooseReranker()
	case views.ActRankRemoveModel:
		return m.removeReranker()
	case views.ActRankSettings:
		return m.settingsMenu()
	case views.ActRankAdd:
		return m.writeDocuments("")
	case views.ActRankEdit:
		return m.editDocument()
	case views.ActDelete:
		return m.deleteDocument()
	case views.ActRankLoad:
		return m.askLoad()
	case views.ActRankQueryAdd:
		r := &m.rankings
		m.editSet(r.set.WithQuery(len(r.set.Queries), rerankset.Query{}), "", nil)
		return tea.Batch(m.stepQuery(len(r.set.Queries)-1-r.at), m.SetFocus(queryPane))
	case views.ActRankQueryDelete:
		return m.deleteQuery()
	case views.ActRankQueryNext:
		return m.stepQuery(1)
	case views.ActRankQueryBefore:
		return m.stepQuery(-1)
	case views.ActRankPair:
		return m.nextPair()
	case views.ActRankDepth:
		return m.nextDepth()
	case views.ActRankDefine:
		if !m.figuresStand() {
			m.rankings.measures.Home()
			return m.SetFocus(measuresPane) // first the figures; the next one says how they are defined
		}
		return tea.Batch(m.SetFocus(measuresPane), m.Deliver(measuresPane, views.Perform{Action: action}))
	case views.ActRankInspect:
		return m.inspectRun()
	case views.ActRankStop:
		return m.stopFocused()
	case views.ActRankExport:
		return m.askExport()
	case views.ActRankSaveRun:
		return m.askSaveRun()
	}
	return m.Deliver(rankingPane, views.Perform{Action: action})
}

// markDocument marks a document for the query that is shown; rank.None takes its
// mark away.
func (m *Model) markDocument(doc, mark int) tea.Cmd {
	r := &m.rankings
	switch was := r.set.Queries[r.at].Mark(doc); {
	case was != mark:
		m.editSet(r.set.WithMark(r.at, doc, mark), "", nil)
		return nil
	case mark == rank.None:
		return m.Notify("document %d has no mark that could be taken away", doc+1)
	}
	return m.Notify("document %d is marked %d already", doc+1, mark)
}

// stepQuery goes to another query of the set.
func (m *Model) stepQuery(step int) tea.Cmd {
	r := &m.rankings
	if to := r.at + step; to < 0 || to >= len(r.set.Queries) {
		begin, end := m.Keys.Name(views.ActRankQueryAdd), "last"
		switch {
		case len(r.set.Queries) == 1:
			return m.Notify("there is one query; %s in the list of documents begins another", begin)
		case to < 0:
			end = "first"
		}
		return m.Notify("this is the %s of %d queries; %s in the list of documents begins another", end, len(r.set.Queries), begin)
	}
	r.at += step
	r.fault = ""
	r.changed()
	return nil
}

// deleteQuery takes the query that is shown out of the set.
func (m *Model) deleteQuery() tea.Cmd {
	r, at := &m.rankings, m.rankings.at
	next := r.set.WithoutQuery(at)
	if len(next.Queries) == 0 {
		next = next.WithQuery(0, rerankset.Query{})
	}
	m.editSet(next, "", func(runs runGrid) runGrid { return slices.Delete(runs, at, at+1) })
	return m.Notify("the query is gone, with its marks; %s brings it back", m.Keys.Name(views.ActUndo))
}
