package rerank

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// Do implements screen.Screen. What other screens ask for too is this screen's
// while it is shown.
func (s *Screen) Do(intent views.Intent) (cmd tea.Cmd, ok bool) {
	switch i := intent.(type) {
	case views.TryExample:
		if i.Example != views.ExampleRerank {
			return nil, false
		}
		return s.tryExample(), true
	case screen.ShowFile:
		return s.open(i.File)
	case views.RunRerank:
		return s.askAll(i.Force), true
	case views.SetQuery:
		s.change(s.set.WithQueryText(s.at, i.Text), QueryPane, nil)
		return nil, true
	case views.LimitCost:
		return s.beginLimited(i.USD), true
	case views.StepQuery:
		return s.stepQuery(i.Step), true
	case views.OpenCase:
		return s.openQuery(i.Case), true
	case views.MarkDocument:
		return s.markDocument(i.Document, i.Mark), true
	case views.AddDocuments:
		return s.addDocuments(i), true
	case views.SetDocument:
		return s.setDocument(i), true
	case views.LoadDocuments:
		return s.loadDocuments(i), true
	case views.AddReranker:
		return s.addReranker(i.Slug), true
	case views.AskReranker:
		s.Overlays.Close()
		return s.askSetting(i.Model, i.Member), true
	case views.SetReranker:
		return s.setSetting(i), true
	}
	if !s.isShown() {
		return nil, false
	}
	switch i := intent.(type) {
	case views.SendNow:
		s.Overlays.Close()
		return s.askAll(i.Force), true
	case views.ReplaceDocument:
		return s.replaceRequest(i.Document), true
	case views.ShowPlace:
		s.Overlays.Close()
		return s.showMember(i.Pointer), true
	}
	return nil, false
}

// showMember goes to where a member of a request is changed.
func (s *Screen) showMember(pointer string) tea.Cmd {
	member, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	switch member {
	case "query":
		return s.SetFocus(QueryPane)
	case "documents":
		at, _, _ := strings.Cut(rest, "/")
		if n, err := strconv.Atoi(at); err == nil {
			s.ranking.Select(n)
		}
		return s.SetFocus(RankingPane)
	}
	model, ok := s.ranking.Column()
	if !ok {
		return nil
	}
	return tea.Batch(s.SetFocus(RankingPane), s.askSetting(model, member))
}

// Perform implements screen.Screen. Where another screen is shown it does, and
// shows itself for, the actions of its own scope alone.
func (s *Screen) Perform(action views.Action) (cmd tea.Cmd, ok bool) {
	c, known := s.Keys.In(views.Rerank).Command(action)
	own := known && (c.Scope == views.Rerank || c.Scope == views.Bench)
	switch {
	case s.isShown():
		if cmd, ok := s.performShared(action); ok {
			return cmd, true
		}
		if !own {
			return nil, false
		}
		return s.performOwn(action), true
	case action == views.ActRerank:
		return s.Enter(), true
	case own:
		return tea.Batch(s.Enter(), s.performOwn(action)), true
	}
	return nil, false
}

// performShared does those actions of every screen that mean something of their
// own on this one.
func (s *Screen) performShared(action views.Action) (cmd tea.Cmd, ok bool) {
	switch action {
	case views.ActSendNow:
		return s.askAll(false), true
	case views.ActResend:
		return s.askFocused(), true
	case views.ActUndo:
		return s.step(false), true
	case views.ActRedo:
		return s.step(true), true
	case views.ActSave:
		return s.AskSave(s.ToSave()), true
	case views.ActOpen:
		return s.AskOpen(), true
	case views.ActNew:
		return s.newSet(), true
	case views.ActPreview:
		return s.preview(), true
	case views.ActCopyMenu:
		return s.copyMenu(), true
	case views.ActMakeCheck:
		return s.makeCheck(), true
	case views.ActRaw:
		return s.editRequest(), true
	case views.ActEditor:
		return s.editInEditor(), true
	case views.ActFind:
		return tea.Batch(s.SetFocus(RankingPane), s.Deliver(RankingPane, views.Perform{Action: action})), true
	case views.ActRerank:
		return s.SetFocus(QueryPane), true
	}
	return nil, false
}

// performOwn does an action of the screen's own part of the key table.
func (s *Screen) performOwn(action views.Action) tea.Cmd {
	if cmd, ok := s.inGrid(action); ok {
		return cmd
	}
	if cmd, ok := s.inJudging(action); ok {
		return cmd
	}
	switch action {
	case views.ActRankJudge:
		return s.judge()
	case views.ActOpenRow:
		return s.SetFocus(ReadingPane)
	case views.ActRankAddModel:
		return s.chooseReranker()
	case views.ActRankRemoveModel:
		return s.removeReranker()
	case views.ActRankSettings:
		return s.settingsMenu()
	case views.ActRankAdd:
		return s.writeDocuments()
	case views.ActRankEdit:
		return s.editDocument()
	case views.ActDelete:
		return s.deleteDocument()
	case views.ActRankLoad:
		return s.askLoad(s.OpenFrom())
	case views.ActRankQueryAdd:
		s.change(s.set.WithQuery(len(s.set.Queries), rerankset.Query{}), "", nil)
		return tea.Batch(s.stepQuery(len(s.set.Queries)-1-s.at), s.SetFocus(QueryPane))
	case views.ActRankQueryDelete:
		return s.deleteQuery()
	case views.ActRankQueryNext:
		return s.stepQuery(1)
	case views.ActRankQueryBefore:
		return s.stepQuery(-1)
	case views.ActRankRunAll:
		return s.runAll()
	case views.ActRankDepth:
		return s.nextDepth()
	case views.ActRankDefine:
		if !s.hasFigures() {
			s.measures.Home()
			return s.SetFocus(MeasuresPane) // first the figures; the next one says how they are defined
		}
		return tea.Batch(s.SetFocus(MeasuresPane), s.Deliver(MeasuresPane, views.Perform{Action: action}))
	case views.ActRankInspect:
		return s.inspect()
	case views.ActRankStop:
		return s.stopFocused()
	case views.ActRankExport:
		return s.askExport()
	}
	return s.Deliver(RankingPane, views.Perform{Action: action})
}

// markDocument marks a document for the query that is shown; rank.None takes its
// mark away.
func (s *Screen) markDocument(doc, mark int) tea.Cmd {
	if s.isJudging() && s.judging.stale(s) {
		return s.stepJudged(0) // which says so
	}
	switch was := s.set.Queries[s.at].Mark(doc); {
	case was != mark:
		s.change(s.set.WithMark(s.at, doc, mark), "", nil)
		fallthrough
	case s.isJudging():
		if s.isJudging() && mark != rank.None {
			return s.stepJudged(1)
		}
		s.showJudged()
		return nil
	case mark == rank.None:
		return s.Notify("document %d has no mark to remove", doc+1)
	}
	return s.Notify("document %d is already marked %d", doc+1, mark)
}

// stepQuery goes to another query of the set.
func (s *Screen) stepQuery(step int) tea.Cmd {
	if to := s.at + step; to < 0 || to >= len(s.set.Queries) {
		begin, end := s.Keys.Name(views.ActRankQueryAdd), "last"
		switch {
		case len(s.set.Queries) == 1:
			return s.Notify("only one query; %s in the documents adds another", begin)
		case to < 0:
			end = "first"
		}
		return s.Notify("this is the %s of %d queries; %s in the documents adds another", end, len(s.set.Queries), begin)
	}
	s.at += step
	s.fault = ""
	s.invalidate()
	return nil
}

// deleteQuery takes the query that is shown out of the set.
func (s *Screen) deleteQuery() tea.Cmd {
	at := s.at
	next := s.set.WithoutQuery(at)
	if len(next.Queries) == 0 {
		next = next.WithQuery(0, rerankset.Query{})
	}
	s.change(next, "", func(runs runTable) runTable { return slices.Delete(runs, at, at+1) })
	return s.Notify("query and its marks deleted; %s restores", s.Keys.Name(views.ActUndo))
}
