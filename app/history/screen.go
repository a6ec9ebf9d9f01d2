// Package history is the history: the list of past exchanges and its filter. The exchanges
// are stored by state/archive, the panes are in views/history.
package history

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	past "gatehouse/state/history"
	"gatehouse/state/history/stats"
	"gatehouse/views"
	"gatehouse/views/history"
	"gatehouse/views/history/runs"
	statistics "gatehouse/views/history/stats"
	reports "gatehouse/views/kit/report"
)

// The panes of the screen.
const (
	ListPane   screen.ID = "history/list"
	FilterPane screen.ID = "history/filter"
	AsidePane  screen.ID = "history/preview"
	// FiguresPane replaces the list while figures are shown.
	FiguresPane screen.ID = "history/figures"
	// RunsPane replaces the list while runs are shown.
	RunsPane screen.ID = "history/runs"
)

// pageSize is how many exchanges are loaded at a time.
const pageSize = 100

// Screen is the history.
type Screen struct {
	*screen.Host
	desk   *desk.Desk
	list   *history.List
	filter *history.Filter
	preview

	statistics *statistics.Model // of figures
	figures    groups
	runs       runList

	team          bool // the history of the team is shown, not that of this machine
	justShown     bool // the screen got the focus, and was not refreshed since
	queryNumber   int  // of the last query; what others find is dropped
	cancelQueries context.CancelFunc
	totals        past.Totals // of what the filter matches
	totalCount    int         // exchanges of the history
	counted       bool
	countedFor    string // the filter
	undo          screen.Undos
	live          live
	lastOpened    []*screen.Exchange // at most two
	slowFilter    string             // the filter of slow exchanges; empty: it is not computed yet
	selectNext    int64              // key of an exchange that was restored, to be selected once it is listed; 0 for none
}

var (
	_ screen.Sender  = (*Screen)(nil)
	_ screen.Watcher = (*Screen)(nil)
	_ screen.Starter = (*Screen)(nil)
)

// New makes the screen.
func New(d *desk.Desk) *Screen {
	footer := []views.Action{views.ActOpenRow, views.ActFind, views.ActHistoryFigures, views.ActHistoryRuns}
	if d.History.HasTeam() {
		footer = append(footer, views.ActHistoryTeam, views.ActTeamMark)
	}
	list := history.NewList(d.Styles, d.Keys, views.History, append(footer, views.ActHistoryResend, views.ActStatsOrder,
		views.ActHistoryContinue, views.ActHistoryBuild, views.ActHistoryMark, views.ActHistoryCompare, views.ActDelete)...)
	s := &Screen{Host: d.Host, desk: d, list: list, filter: history.NewFilter(d.Styles, d.Keys),
		statistics: statistics.New(d.Styles, d.Keys)}
	s.figures = groups{alternateView: alternateView{words: s.statistics, stoppedHint: "computes the figures again"}, by: stats.Dimensions()[0].Name}
	chain := runs.New(d.Styles, d.Keys)
	s.runs = runList{alternateView: alternateView{words: chain, stoppedHint: "reads the runs again"}, pane: chain}
	s.preview.pane = reports.NewAside(d.Styles)
	return s
}

func (s *Screen) showFiltered(filter string) tea.Cmd {
	s.filter.SetText(filter)
	s.Host.Arrange()
	return tea.Batch(s.Show(ListPane), s.SetFocus(ListPane), s.load())
}

func (s *Screen) Pages() []screen.Page {
	return []screen.Page{
		{ID: ListPane, Scopes: []views.Scope{views.History}, Pane: s.list, Absent: s.main() != ListPane},
		{ID: FiguresPane, Scopes: []views.Scope{views.Statistics}, Pane: s.statistics, Absent: !s.figures.shown},
		{ID: RunsPane, Scopes: []views.Scope{views.Runs}, Pane: s.runs.pane, Absent: !s.runs.shown},
		{ID: FilterPane, Scopes: []views.Scope{views.Composer}, Pane: s.filter},
		{ID: AsidePane, Pane: s.preview.pane, Instead: s.main(), Absent: s.figures.shown || s.runs.isPage()},
	}
}

// Arrange implements screen.Screen: the filter above the list and its preview.
func (s *Screen) Arrange(size screen.Size) screen.Layout {
	l, body := views.Frame(size.Width, size.Height, 3, size.Notice, views.Rules(size.Height))
	pages := map[screen.ID]views.Rect{s.main(): {}, FilterPane: {}}
	if !l.TooSmall {
		body.H -= l.Notice.H
		filter, list := body, body
		filter.H = min(s.filter.Rows(), max(body.H/3, 1))
		list.Y, list.H = body.Y+filter.H, body.H-filter.H
		place := s.previewIn(size.Width, size.Height)
		list, rule, aside := place.Split(list)
		pages[FilterPane], pages[s.main()] = filter, list
		switch place {
		case views.PreviewAside:
			l.Bars[0], pages[AsidePane] = rule, aside
		case views.PreviewBelow:
			l.Rule, pages[AsidePane] = rule, aside
		}
	}
	return screen.Layout{Layout: l, Pages: pages}
}

// main returns the pane below the filter: the list, or figures or runs instead.
func (s *Screen) main() screen.ID {
	switch {
	case s.figures.shown:
		return FiguresPane
	case s.runs.shown:
		return RunsPane
	}
	return ListPane
}

func (s *Screen) isShown() bool { return s.Focus().Screen() == ListPane.Screen() }

// FocusMoves implements screen.Watcher: it marks the list for reloading when the screen gets
// the focus.
func (s *Screen) FocusMoves(_, to screen.ID) { s.justShown = to.Screen() == ListPane.Screen() }

func (s *Screen) Refresh() tea.Cmd {
	if !s.isShown() {
		return nil
	}
	if !s.justShown {
		return tea.Batch(s.refreshLive(), s.showPreview())
	}
	s.justShown = false
	s.relist() // what arrived meanwhile is no reason to leave the selected one
	s.offerViews()
	return tea.Batch(s.load(), s.findSlow(), s.showPreview()) // another program may have changed the history
}

func (s *Screen) Facts() screen.Facts {
	f := screen.Facts{Figure: s.figure()}
	f.Top.Set = true
	if s.isShown() && s.Focus() == s.main() {
		f.Keys = s.Keys.Bindings(views.ActQuit)
	}
	return f
}

// roomyFooter is how wide the terminal is where the footer has room for a figure next to the
// keys of the list.
const roomyFooter = 110

// figure returns what the footer says of all that the filter matches.
func (s *Screen) figure() string {
	if !s.counted || s.totals.Tokens == 0 || s.Width < roomyFooter || s.figures.shown {
		return "" // the keys need the width
	}
	words := figures.Thousands(int(s.totals.Tokens)) + " tokens"
	if s.totals.Cost > 0 {
		words += ", " + figures.Dollars(s.totals.Cost)
	}
	return words
}

func (s *Screen) Escapes() []screen.Escape {
	return screen.Escapes(
		screen.EscapeIf(s.Focus() == FilterPane, "list", func() tea.Cmd { return s.SetFocus(s.main()) }),
		screen.EscapeIf(s.runs.isPage(), "all runs", func() tea.Cmd { return s.unfold(0) }),
		screen.EscapeIf(s.filter.Text() != "", "clear filter", func() tea.Cmd {
			s.filter.SetText("")
			s.Host.Arrange()
			return s.load()
		}),
		screen.EscapeIf(s.figures.shown, "list", s.toggleFigures),
		screen.EscapeIf(s.runs.shown, "list", s.toggleRuns),
		s.Back(""),
	)
}

// Running implements screen.Sender: what is sent from here runs in a conversation.
func (s *Screen) Running() int { return 0 }

func (s *Screen) Busy() bool { return false }

func (s *Screen) Stop() bool { return false }

func (s *Screen) Unsaved() string { return "" }

func (s *Screen) Perform(action views.Action) (tea.Cmd, bool) {
	switch {
	case action == views.ActHistory && s.isShown(): // another program may have added to it
		return tea.Batch(s.load(), s.Notify("list refreshed")), true
	case action == views.ActHistory:
		return s.Show(s.main()), true
	case action == views.ActHistoryFigures:
		return tea.Batch(s.Show(s.main()), s.toggleFigures()), true
	case action == views.ActHistoryRuns:
		return tea.Batch(s.Show(s.main()), s.toggleRuns()), true
	case action == views.ActRunsSingles && s.runs.shown:
		return s.toggleSingles(), true
	case action == views.ActRunsSingles:
		return tea.Batch(s.Show(s.main()), s.toggleRuns(), s.toggleSingles()), true
	case action == views.ActHistoryBreak:
		return tea.Batch(s.Show(s.main()), s.toggleBreakpoint()), true
	case action == views.ActSendAsItWas || action == views.ActSendNow && s.isShown():
		x := s.paused()
		if x == nil {
			return s.Notify("no request waits in the proxy; %s in the history sets a breakpoint", s.Keys.In(views.History).Name(views.ActHistoryBreak)), true
		}
		return s.release(x, nil), true
	case action == views.ActHistoryTeam:
		return tea.Batch(s.Show(s.main()), s.toggleTeam()), true
	case action == views.ActFollow: // the inspector does
		return nil, false
	case action == views.ActUndo && s.Focus() == s.main():
		return s.undo.Undo(s.Host), true
	case (action == views.ActResend || action == views.ActResendSame) && s.isShown():
		action = views.ActHistoryResend
	case action == views.ActCopyMenu && s.isShown():
		action = views.ActHistoryExport
	case action == views.ActMakeCheck && s.isShown():
		if e, ok := s.selected(); ok {
			return s.act(views.HistoryDo{Action: action, Key: e.Key}), true
		}
		return s.Notify("no exchange is selected"), true
	case action == views.ActFind && s.isShown():
		return s.SetFocus(FilterPane), true
	}
	command, ok := screen.KeysOn(s.Keys, s.Pages(), s.main()).Command(action)
	var toggle tea.Cmd
	switch {
	case ok && command.Scope == views.History:
		switch {
		case s.figures.shown:
			toggle = s.toggleFigures()
		case s.runs.shown:
			toggle = s.toggleRuns()
		}
	case ok && command.Scope == views.Runs:
		if !s.runs.shown {
			toggle = s.toggleRuns()
		}
	case ok && command.Scope == views.Statistics:
		if !s.figures.shown {
			toggle = s.toggleFigures()
		}
	default:
		return nil, false
	}
	return tea.Batch(s.Show(s.main()), toggle, s.SetFocus(s.main()), s.Deliver(s.main(), views.Perform{Action: action})), true
}

func (s *Screen) Do(intent views.Intent) (tea.Cmd, bool) {
	switch i := intent.(type) {
	case views.FilterHistory:
		s.Host.Arrange()
		return s.load(), true
	case views.ListFilters:
		return s.listFilters(i.Field), true
	case views.WriteFilter:
		s.Overlays.Close()
		s.filter.Complete(i.Condition)
		s.Host.Arrange()
		return tea.Batch(s.SetFocus(FilterPane), s.load()), true
	case views.LeaveFilter:
		return tea.Batch(s.SetFocus(s.main()), s.load()), true
	case views.NarrowHistory:
		return s.narrow(i.Terms), true
	case views.GroupBy:
		return s.groupBy(i.Dimension), true
	case views.Against:
		return s.againstBefore(), true
	case views.CompareGroups:
		return s.compareGroups(i.A, i.B), true
	case views.ChooseView:
		return s.chooseView(i.Index), true
	case views.SaveView:
		return s.saveView(i.Name), true
	case views.RemoveView:
		if e, ok := s.selected(); ok {
			if x := s.Sent.Find(e.Key); x != nil && x.Waits() {
				return s.answerPaused(x), true
			}
		}
		return s.removeView(), true
	case views.MoreHistory:
		return s.loadMore(), true
	case views.UnfoldRun:
		return s.unfold(i.Number), true
	case views.MoreRuns:
		return s.moreRuns(), true
	case views.ShareRun:
		return s.shareRun(i.Number), true
	case views.HistoryDo:
		return s.act(i), true
	case views.AskChecks:
		return s.askChecks(), true
	case views.CheckShown:
		return s.checkShown(i.Path), true
	case screen.AdoptExchange:
		s.adopt(i.Of, i.Of.Entry())
		if i.Of.Waits() {
			s.sayWaits()
		}
		return nil, true
	case screen.ShowRecorded:
		return s.showRecorded(i.ID, i.Then), true
	case screen.ShowHistory:
		return s.showFiltered(i.Filter), true
	case screen.ReloadHistory:
		return s.reloadIfShown(), true
	}
	return nil, false
}

// act does an action to an exchange of the list.
func (s *Screen) act(i views.HistoryDo) tea.Cmd {
	if i.Action == views.ActFollow {
		return s.Run(i.Action)
	}
	e, ok := s.entry(i.Key)
	if !ok {
		return nil
	}
	if why := s.refusal(e, i.Action); why != "" {
		return s.Notify("%s", why)
	}
	switch i.Action {
	case views.ActOpenRow:
		switch x := s.Sent.Find(e.Key); {
		case x != nil && x.Waits():
			return s.editPaused(x)
		case x != nil && !x.IsForwarded():
			return s.Host.Do(screen.ShowExchange{Of: x})
		}
		return s.open(e, s.inspect)
	case views.ActHistoryContinue:
		return s.open(e, s.continueExchange)
	case views.ActHistoryResend:
		return s.open(e, s.resend)
	case views.ActHistoryBuild:
		return s.open(e, func(x *exchange) tea.Cmd { return s.build(x) })
	case views.ActHistoryMark:
		before := s.list.Marked()
		s.list.Mark(e.Key)
		switch marked := s.list.Marked(); {
		case len(marked) == 2 && len(before) == 2: // the first of three lost its mark
			return s.Notify("two can be compared: the first mark is removed; %s compares the last two", s.Keys.In(views.History).Name(views.ActHistoryCompare))
		case len(marked) == 2:
			return s.Notify("two exchanges are marked; %s compares them", s.Keys.In(views.History).Name(views.ActHistoryCompare))
		}
	case views.ActHistoryCompare:
		return s.compare()
	case views.ActTeamMark:
		return s.ShareWithTeam(e.ID, s.afterMark)
	case views.ActHistoryExport:
		return s.open(e, s.share)
	case views.ActMakeCheck:
		return s.open(e, func(x *exchange) tea.Cmd { return s.MakeCheck(x.Exchange) })
	case views.ActDelete:
		return s.ConfirmDelete("the exchange", func() tea.Cmd { return s.deleteExchange(e.Key) })
	case views.ActAsideUp:
		s.preview.pane.Scroll(0, -1)
	case views.ActAsideDown:
		s.preview.pane.Scroll(0, 1)
	}
	return nil
}

// emptyText returns why there are no rows.
func (s *Screen) emptyText() string {
	switch {
	case s.team && strings.TrimSpace(s.filter.Text()) == "":
		return "Nothing yet in the history of the team. What its members share is listed here."
	case s.team:
		return "Nothing matches the filter."
	case s.Proxy.On() && strings.TrimSpace(s.filter.Text()) == "":
		return s.Proxy.Words(s.Keys) + " A program uses it with: " + s.Proxy.Export()
	case !s.History.On():
		return "Nothing yet. Nothing is saved in this run (--no-persist, or persist = false in the profile): what is sent is listed here until you quit."
	case s.History.Opened() == nil:
		return "Could not open the history."
	case strings.TrimSpace(s.filter.Text()) != "":
		return "Nothing matches the filter."
	}
	return "Nothing yet. Requests you send, and those that pass through the proxy, are listed here with route, timing and cost."
}

// counts returns the text next to the filter.
func (s *Screen) counts() string {
	var words []string
	if s.team {
		words = append(words, "team")
	}
	switch {
	case !s.History.On() && !s.team:
		words = append(words, figures.Thousands(s.list.Len())+" not saved")
		if n := s.Sent.Dropped(); n > 0 {
			words = append(words, figures.Thousands(n)+" older dropped")
		}
	case !s.counted:
	case s.filter.Text() == "":
		words = append(words, figures.Counted(s.totals.Count, "exchange"))
	default:
		words = append(words, figures.Thousands(s.totals.Count)+" of "+figures.Counted(s.totalCount, "exchange"))
	}
	if order := s.list.Order().String(); order != "" && !s.runs.shown && !s.figures.shown { // they have an order each
		words = append(words, order)
	}
	if n := s.live.running; n > 0 {
		words = append(words, figures.Thousands(n)+" running")
	}
	if s.Proxy.Pauses.IsSet() && !s.team {
		words = append(words, "breakpoint")
	}
	if n := s.Proxy.Waiting(); n > 0 && !s.team {
		words = append(words, figures.Thousands(n)+" to be recorded")
	}
	return strings.Join(words, " · ")
}
