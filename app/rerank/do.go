package rerank

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// Do implements screen.Screen.
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
			s.list.Select(n)
		}
		return s.SetFocus(RankingPane)
	}
	model, ok := s.list.Column()
	if !ok {
		return nil
	}
	return tea.Batch(s.SetFocus(RankingPane), s.askSetting(model, member))
}

// Perform implements screen.Screen. Another screen leaves it the actions of its scope, which show this screen.
func (s *Screen) Perform(action views.Action) (cmd tea.Cmd, ok bool) {
	c, known := s.Keys.In(views.Rerank).Command(action)
	mine := known && (c.Scope == views.Rerank || c.Scope == views.Bench)
	switch {
	case s.isShown():
		if do := s.sharedActions()[action]; do != nil {
			return do(), true
		}
		if !mine {
			return nil, false
		}
		return s.performRerank(action), true
	case action == views.ActRerank:
		return s.Enter(), true
	case mine:
		return tea.Batch(s.Enter(), s.performRerank(action)), true
	}
	return nil, false
}

// sharedActions returns what this screen does for actions of every screen.
func (s *Screen) sharedActions() map[views.Action]func() tea.Cmd {
	return map[views.Action]func() tea.Cmd{
		views.ActSendNow: func() tea.Cmd { return s.askAll(false) },
		views.ActResend:  s.askFocused,
		views.ActResendSame: func() tea.Cmd {
			model, ok := s.focusedModel()
			if run := s.rankingOf(model); ok && run != nil {
				return run.Resend()
			}
			return s.whichModel(views.ActResendSame)
		},
		views.ActUndo:      func() tea.Cmd { return s.step(false) },
		views.ActRedo:      func() tea.Cmd { return s.step(true) },
		views.ActSave:      func() tea.Cmd { return s.AskSave(s.ToSave()) },
		views.ActOpen:      s.AskOpen,
		views.ActNew:       s.newSet,
		views.ActPreview:   s.preview,
		views.ActCopyMenu:  s.copyMenu,
		views.ActMakeCheck: s.makeCheck,
		views.ActRaw:       s.editRequest,
		views.ActEditor:    s.editInEditor,
		views.ActFind: func() tea.Cmd {
			return tea.Batch(s.SetFocus(RankingPane), s.Deliver(RankingPane, views.Perform{Action: views.ActFind}))
		},
		views.ActRerank: func() tea.Cmd { return s.SetFocus(QueryPane) },
	}
}

// performRerank does an action of the screen's part of the key table. The grid or the list of documents does those that
// have no row here.
func (s *Screen) performRerank(action views.Action) tea.Cmd {
	if s.isJudging() {
		switch action {
		case views.ActRankQueryNext:
			return s.stepJudged(1)
		case views.ActRankQueryBefore:
			return s.stepJudged(-1)
		}
	}
	if do := s.rerankActions()[action]; do != nil {
		return do()
	}
	if c, _ := s.Keys.In(views.Rerank).Command(action); c.Scope == views.Bench {
		return tea.Batch(s.refreshGrid(), s.Deliver(GridPane, views.Perform{Action: action}))
	}
	return s.Deliver(RankingPane, views.Perform{Action: action})
}

func (s *Screen) rerankActions() map[views.Action]func() tea.Cmd {
	return map[views.Action]func() tea.Cmd{
		views.ActRankJudge:       s.judge,
		views.ActOpenRow:         func() tea.Cmd { return s.SetFocus(ReadingPane) },
		views.ActRankAddModel:    s.chooseReranker,
		views.ActRankRemoveModel: s.removeReranker,
		views.ActRankSettings:    s.settingsMenu,
		views.ActRankAdd:         s.writeDocuments,
		views.ActRankEdit:        s.editDocument,
		views.ActDelete:          s.deleteDocument,
		views.ActRankLoad:        func() tea.Cmd { return s.askLoad(s.OpenFrom()) },
		views.ActRankQueryAdd:    s.addQuery,
		views.ActRankQueryDelete: s.deleteQuery,
		views.ActRankQueryNext:   func() tea.Cmd { return s.stepQuery(1) },
		views.ActRankQueryBefore: func() tea.Cmd { return s.stepQuery(-1) },
		views.ActRankRunAll:      s.runAll,
		views.ActRankDepth:       s.stepDepth,
		views.ActRankDefine:      s.showDefinitions,
		views.ActRankInspect:     s.inspect,
		views.ActRankStop:        s.stopFocused,
		views.ActRankExport:      s.askExport,
		views.ActRankGrid:        s.showGrid,
		views.ActBenchDepth: func() tea.Cmd {
			s.depth = nextDepth(s.depth)
			return s.refreshGrid()
		},
		views.ActBenchLoad:   func() tea.Cmd { return s.askLoad(s.OpenFrom()) },
		views.ActBenchExport: s.askExportAll,
	}
}

// showDefinitions shows how the figures are defined; first the figures, if these are not on the screen.
func (s *Screen) showDefinitions() tea.Cmd {
	if !s.hasFigures() {
		s.measures.Home()
		return s.SetFocus(MeasuresPane)
	}
	return tea.Batch(s.SetFocus(MeasuresPane), s.Deliver(MeasuresPane, views.Perform{Action: views.ActRankDefine}))
}

func (s *Screen) addQuery() tea.Cmd {
	s.change(s.set.WithQuery(len(s.set.Queries), dataset.Query{}), "", nil)
	return tea.Batch(s.stepQuery(len(s.set.Queries)-1-s.at), s.SetFocus(QueryPane))
}

// markDocument marks a document for the query that is shown; rank.None removes its mark.
func (s *Screen) markDocument(doc, mark int) tea.Cmd {
	if s.isJudging() && s.judging.stale(s) {
		return s.stepJudged(0) // whose notice describes it
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
		next = next.WithQuery(0, dataset.Query{})
	}
	s.change(next, "", func(runs rankingTable) rankingTable { return slices.Delete(runs, at, at+1) })
	return s.Notify("query and its marks deleted; %s restores", s.Keys.Name(views.ActUndo))
}
