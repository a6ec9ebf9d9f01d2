package history

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	past "gatehouse/state/history"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// exchange is one of the history. Its neighbours are those of its run, or of the list.
type exchange struct {
	screen *Screen
	from   source
	*screen.Exchange
	run []past.Entry // the exchanges of its run, in order; none where it is in none
}

// newExchange makes one of the screen's exchanges of what the list has of it.
func (s *Screen) newExchange(from source, of *screen.Exchange, e past.Entry) *exchange {
	x := &exchange{screen: s, from: from, Exchange: of}
	of.Listed, of.Sender, of.Neighbours, of.Actions = &e, s, x, x
	return x
}

func (x *exchange) Place() (at, count int) {
	if at := x.inRun(); at >= 0 {
		return at, len(x.run)
	}
	return x.screen.placeOf(x.Listed.ID), x.screen.list.Len()
}

// inRun returns its place among the exchanges of its run; -1 where it is in none.
func (x *exchange) inRun() int {
	return slices.IndexFunc(x.run, func(e past.Entry) bool { return e.ID == x.Listed.ID })
}

func (s *Screen) placeOf(id string) int {
	return slices.IndexFunc(s.list.Entries(), func(e past.Entry) bool { return e.ID == id })
}

// Session implements screen.Neighbours: all exchanges of its run, or of a conversation all of its
// session that the history has.
func (x *exchange) Session() *screen.Session {
	if x.Listed.Run != 0 && x.Listed.Turn == 0 {
		return x.from.runSession(x.Listed.Run, x.Listed.ID)
	}
	if x.Listed.Session == "" {
		return nil
	}
	return x.from.session("the whole session", x.Listed.ID, share.Session)
}

func (x *exchange) Label(verdict state.Verdict) string {
	label := fmt.Sprintf("%s, %s  %s", x.Listed.Origin, past.Began(x.Listed, time.Now()), explain.Sign(verdict))
	if by := x.Listed.By; by != "" {
		label = "shared by " + by + "  " + label
	}
	if x.IsForwarded() && x.screen.Proxy.Follows {
		return "following  " + label
	}
	if at := x.inRun(); at >= 0 {
		label += fmt.Sprintf("  %s: %d of %d", report.RunName(x.Listed.Run), at+1, len(x.run))
	}
	return label
}

// Step implements screen.Neighbours: along its run, or else up and down the list.
func (x *exchange) Step(by int) tea.Cmd {
	s := x.screen
	if at := x.inRun(); at >= 0 {
		if at+by < 0 || at+by >= len(x.run) {
			return s.Notify("%s has no more exchanges in that direction", report.RunName(x.Listed.Run))
		}
		return s.fetch(x.from, x.run[at+by].ID, s.inspect)
	}
	at := s.placeOf(x.Listed.ID)
	if at < 0 || at+by < 0 || at+by >= s.list.Len() {
		return s.Notify("no more exchanges in that direction")
	}
	return s.open(s.list.Entries()[at+by], s.inspect)
}

// Pair implements screen.Neighbours: the two that were opened last, or it alone.
func (x *exchange) Pair() (a, b *screen.Exchange) {
	for _, other := range x.screen.lastOpened {
		if other.Listed.ID != x.Listed.ID {
			return other, x.Exchange
		}
	}
	return nil, x.Exchange
}

func (x *exchange) Resend() tea.Cmd { return x.screen.resend(x) }

func (x *exchange) Preview() tea.Cmd {
	if x.isForeign() {
		return x.refuseUnchanged()
	}
	call := x.ResendCall()
	call.Path, call.Body = x.path(), x.Capture.Sent.Body
	return x.screen.ShowPreview(screen.Preview{To: x.Listed.Asked, Does: "send again", Over: x.over(), Before: slices.Values([]*screen.Exchange{x.Exchange})}, func() (client.Call, error) {
		return call, nil
	})
}

func (x *exchange) path() string {
	if x.Listed.Rerank() {
		return client.RerankPath
	}
	return client.ResponsesPath
}

// Change implements screen.Actions: in the builder, as a new conversation. Edits
// belong to the request that was sent, and so not to the translation of another API's.
func (x *exchange) Change(_ string, edits ...views.Edit) tea.Cmd {
	s := x.screen
	if len(edits) > 0 && x.isForeign() {
		return tea.Batch(s.build(x), s.Notify("%s", s.NotEdited()))
	}
	return s.build(x, edits...)
}

func (s *Screen) open(e past.Entry, do func(*exchange) tea.Cmd) tea.Cmd {
	if x := s.Sent.Find(e.Key); x != nil && e.By == "" {
		if !x.IsForwarded() { // the screen that sent it has its neighbours and actions
			x = &screen.Exchange{State: x.State, Capture: x.Capture, About: x.About}
		}
		return do(s.adopt(x, e))
	}
	return s.fetch(source{s.History, e.By != ""}, e.ID, do)
}

func (s *Screen) adopt(x *screen.Exchange, e past.Entry) *exchange {
	return s.newExchange(source{of: s.History}, x, e)
}

func (s *Screen) fetch(from source, id string, do func(*exchange) tea.Cmd) tea.Cmd {
	return s.fetchOrReport(from, id, do, func(err error) { s.Notify("not opened: %v", err) })
}

// fetchOrReport is fetch, with a function that reports why it could not be loaded.
func (s *Screen) fetchOrReport(from source, id string, do func(*exchange) tea.Cmd, failed func(error)) tea.Cmd {
	return s.Work(progress.Step{Verb: "reading", What: "the exchange"}, func(w *progress.Work) tea.Msg {
		x, err := s.read(w, from, id)
		err = cmp.Or(w.Err(), err)
		return screen.EffectFunc(func() tea.Cmd {
			if err != nil {
				failed(err)
				return nil
			}
			return do(x)
		})
	})
}

// read reads an exchange, and which others are in its run.
func (s *Screen) read(w *progress.Work, from source, id string) (*exchange, error) {
	r, err := from.require(w.Context())
	if err != nil {
		return nil, err
	}
	e, state, c, err := screen.Load(w.Context(), r, id, func(events int) error { return w.Counted("replaying", events, 0, "events") })
	if err != nil {
		return nil, err
	}
	x := s.newExchange(from, &screen.Exchange{State: state, Capture: c, About: e.About}, e)
	x.run, err = from.ofRun(w.Context(), e.Run)
	return x, err
}

func (s *Screen) inspect(x *exchange) tea.Cmd {
	s.lastOpened = append(slices.DeleteFunc(s.lastOpened, func(o *screen.Exchange) bool { return o.Listed.ID == x.Listed.ID }), x.Exchange)
	s.lastOpened = s.lastOpened[max(len(s.lastOpened)-2, 0):]
	words := s.Keys.Name(views.ActHistory) + " returns to the history"
	if x.About.Origin == past.Proxy && !x.isForeign() {
		words = s.Keys.Name(views.ActSendNow) + " sends a copy of its request; " + words
	}
	if by := x.Capture.Delivery; x.State.Waits || by != nil && by.PausedUS > 0 {
		words = "it no longer waits; " + words
	}
	return tea.Batch(s.Host.Do(screen.ShowExchange{Of: x.Exchange}), s.Notify("%s", words))
}

// compare shows two exchanges side by side: those that are marked, or the one that is and
// the selected one.
func (s *Screen) compare() tea.Cmd {
	pair, ok := s.list.Pair()
	if !ok {
		return s.Notify("mark two exchanges (%s) to compare them", s.Keys.In(views.History).Name(views.ActHistoryMark))
	}
	var entries []past.Entry
	for _, key := range pair {
		if at := slices.IndexFunc(s.list.Entries(), func(e past.Entry) bool { return e.Key == key }); at >= 0 {
			entries = append(entries, s.list.Entries()[at])
		}
	}
	if len(entries) < 2 {
		return s.Notify("a marked exchange is no longer in this list; mark two again")
	}
	return s.open(entries[0], func(a *exchange) tea.Cmd {
		return s.open(entries[1], func(b *exchange) tea.Cmd {
			s.lastOpened = []*screen.Exchange{a.Exchange, b.Exchange}
			return tea.Batch(s.Host.Do(screen.ShowExchange{Of: b.Exchange}), s.Run(views.ActTabDiff))
		})
	})
}

// continueExchange continues an exchange as a conversation; a rerank opens as a set.
func (s *Screen) continueExchange(x *exchange) tea.Cmd {
	if x.Listed.Rerank() {
		return s.openSet(x)
	}
	body, lost, err := x.request()
	if err != nil {
		return s.Notify("not continued: %v", err)
	}
	conv, err := talk.Open(body)
	if err != nil {
		return s.Notify("not continued: %v", err)
	}
	turn := conv.TurnToSend(conv.Current, nil)
	turn.Exchange, turn.Capture = x.State, x.Capture
	cmd := s.desk.AdoptOver(x.over(), conv)
	s.desk.ExchangeOf(s.desk.Shown(), turn).About = x.About
	s.desk.CopiedFrom(x.sentTo(), true)
	return tea.Batch(cmd, s.Notify("opened as a conversation; type to continue it"), s.ShowUntranslated(append(lost, talk.LeftOut(x.State)...)))
}

// resend sends the same bytes again to where they were sent, in a new conversation.
func (s *Screen) resend(x *exchange) tea.Cmd {
	if x.isForeign() {
		return x.refuseUnchanged()
	}
	if x.Listed.Rerank() {
		return s.openSet(x)
	}
	link, ok := s.LinkOf(x.About, x.PathBelow())
	if !ok {
		return s.desk.NotifyNoConnection(x.sentTo(), s.Keys.In(views.History).Name(views.ActHistoryBuild))
	}
	conv, err := talk.Open(x.Capture.Sent.Body)
	if err != nil {
		return s.Notify("not sent: %v", err)
	}
	return tea.Batch(s.desk.AdoptOver(link, conv), s.desk.SendCall(x.ResendCall()))
}

func (s *Screen) share(x *exchange) tea.Cmd {
	return s.OpenCopyMenu(s.SharingOf(x.Exchange, x.State, past.Asked(x.State, x.Capture)))
}

// build opens the request in the builder, with some edits. What is sent from there is compared
// with the exchange.
func (s *Screen) build(x *exchange, edits ...views.Edit) tea.Cmd {
	if x.Listed.Rerank() {
		return s.openSet(x)
	}
	body, lost, err := x.request()
	if err != nil {
		return s.Notify("not opened: %v", err)
	}
	if body, err = talk.ApplyChanges(body, screen.Changes(edits)...); err != nil {
		return s.Notify("request not changed: %v", err)
	}
	conv, err := talk.Open(body)
	if err != nil {
		return s.Notify("not opened: %v", err)
	}
	cmd := tea.Batch(s.desk.AdoptOver(x.over(), conv), s.Host.Do(screen.EditRequest{Pointer: ""}))
	s.desk.CompareNext(x.Exchange)
	s.desk.CopiedFrom(x.sentTo(), false)
	what := "a copy of the request"
	if x.isForeign() {
		what = "a copy as a /responses request"
	}
	if len(edits) > 0 {
		what += ", " + screen.ChangeWords(edits)
	}
	return tea.Batch(cmd, s.ShowUntranslated(lost),
		s.Notify("opened %s; %s sends it to %s and shows the diff", what, s.Keys.Name(views.ActSendNow), s.desk.Shown().Link.InFull()))
}

func (s *Screen) openSet(x *exchange) tea.Cmd {
	set, err := dataset.Open(x.Capture.Sent.Body)
	if err != nil {
		return s.Notify("not opened: %v", err)
	}
	return s.Host.Do(screen.ShowFile{File: files.File{Set: &files.Set{Path: "the history", Set: set}}})
}

// sentTo returns what an exchange is, with the base URL that its program used: the proxy's target
// may be the server alone, and the program have put /v1 after the proxy's address.
func (x *exchange) sentTo() past.About {
	about := x.About
	if about.BaseURL != "" {
		about.BaseURL = strings.TrimSuffix(about.BaseURL, "/") + x.PathBelow()
	}
	return about
}

// over returns the connection for a copy of an exchange: one that leads to where it was sent, else that
// of the playground. A key belongs to a connection, so none is sent to another address than that
// of its connection.
func (x *exchange) over() *screen.Link {
	if link, ok := x.screen.LinkOf(x.About, x.PathBelow()); ok {
		return link
	}
	return x.screen.Link
}

// isForeign reports whether an exchange belongs to another API: its request went through the
// proxy, and no connection of this program takes it as it is.
func (x *exchange) isForeign() bool {
	return x.About.Kind != state.Responses && x.About.Kind != state.Rerank
}

func (x *exchange) sentPath() string {
	u, err := url.Parse(x.Capture.Sent.URL)
	if err != nil {
		return ""
	}
	return u.Path
}

// refuseUnchanged reports why the request of another API is not sent unchanged, and what can be
// done with it.
func (x *exchange) refuseUnchanged() tea.Cmd {
	s := x.screen
	what := fmt.Sprintf("not sent: it is %s %s", x.Capture.Sent.Verb(), x.sentPath())
	if _, _, err := x.request(); err != nil {
		return s.Notify("%s, which can be inspected and exported only", what)
	}
	key := s.Keys.In(views.Inspect).Name(views.ActChange)
	if s.isShown() {
		key = s.Keys.In(views.History).Name(views.ActHistoryBuild)
	}
	return s.Notify("%s; %s opens it as a /responses request", what, key)
}

// request returns the request of an exchange as one for POST /responses, and what of it could
// not be translated, a line each.
func (x *exchange) request() (body []byte, lost []string, err error) {
	return talk.Recorded{State: x.State, Capture: x.Capture}.Request()
}
