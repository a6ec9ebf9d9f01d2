package history

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/app/screen"
	"gatehouse/app/share"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/explain"
	past "gatehouse/state/history"
	"gatehouse/state/report"
	"gatehouse/state/rerankset"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// exchange is one of the history, as the inspector shows it. Its neighbours are those of
// the list.
type exchange struct {
	screen  *Screen
	from    source
	passed  *screen.Passed // it came through the proxy of this run; nil: it is of the archive
	entry   past.Entry
	folded  *state.Exchange
	capture *wire.Capture
	run     []past.Entry // the exchanges of its run, in order; none where it is in none
}

func (*exchange) Turn() int { return 0 }

func (x *exchange) Sender() screen.Sender { return x.screen }

func (x *exchange) State() *state.Exchange { return x.folded }

func (x *exchange) Capture() *wire.Capture { return x.capture }

func (x *exchange) Place() (at, count int) {
	if at := x.inRun(); at >= 0 {
		return at, len(x.run)
	}
	return x.screen.placeOf(x.entry.ID), x.screen.list.Len()
}

// inRun is its place among the exchanges of its run; -1 where it is in none.
func (x *exchange) inRun() int {
	return slices.IndexFunc(x.run, func(e past.Entry) bool { return e.ID == x.entry.ID })
}

func (s *Screen) placeOf(id string) int {
	return slices.IndexFunc(s.list.Entries(), func(e past.Entry) bool { return e.ID == id })
}

func (x *exchange) About() past.About { return x.entry.About }

// Cached is what the history has of its cache.
func (x *exchange) Cached() cache.Verdict { return cache.Verdict(x.entry.Cache) }

// OfTeam reports whether it is of the history of the team.
func (x *exchange) OfTeam() bool { return x.from.team }

// Session implements screen.Exchange: its whole run, or of a conversation all of its session that
// the history has.
func (x *exchange) Session() *screen.Session {
	if x.entry.Run != 0 && x.entry.Turn == 0 {
		return x.from.wholeRun(x.entry.Run, x.entry.ID)
	}
	if x.entry.Session == "" {
		return nil
	}
	return x.from.session("the whole session", x.entry.ID, share.Session)
}

func (x *exchange) Label() string {
	label := fmt.Sprintf("%s, %s  %s", x.entry.Origin, past.Began(&x.entry, time.Now()), explain.Sign(x.folded.Verdict))
	if by := x.entry.By; by != "" {
		label = "shared by " + by + "  " + label
	}
	if x.passed != nil && x.screen.Proxy.Follows {
		return "following  " + label
	}
	if at := x.inRun(); at >= 0 {
		label += fmt.Sprintf("  %s: %d of %d", report.RunName(x.entry.Run), at+1, len(x.run))
	}
	return label
}

// Step implements screen.Exchange: along its run, or else up and down the list.
func (x *exchange) Step(by int) tea.Cmd {
	s := x.screen
	if at := x.inRun(); at >= 0 {
		if at+by < 0 || at+by >= len(x.run) {
			return s.Notify("%s has no more exchanges in that direction", report.RunName(x.entry.Run))
		}
		return s.fetch(x.from, x.run[at+by].ID, s.inspect)
	}
	at := s.placeOf(x.entry.ID)
	if at < 0 || at+by < 0 || at+by >= s.list.Len() {
		return s.Notify("no more exchanges in that direction")
	}
	return s.open(s.list.Entries()[at+by], s.inspect)
}

// Pair implements screen.Exchange: the two that were opened last, or it alone.
func (x *exchange) Pair() (a, b screen.Exchange) {
	for _, other := range x.screen.opened {
		if other.entry.ID != x.entry.ID {
			return other, x
		}
	}
	return nil, x
}

func (x *exchange) Resend() tea.Cmd { return x.screen.resend(x) }

func (x *exchange) Send() tea.Cmd { return x.screen.resend(x) }

func (x *exchange) Preview() tea.Cmd {
	if x.foreign() {
		return x.refuseAsItIs()
	}
	return x.screen.ShowPreview(screen.Preview{To: x.entry.Asked, Does: "send again", Before: slices.Values([]screen.Exchange{x})}, func() (client.Call, error) {
		return client.Call{Path: x.path(), Body: x.capture.Sent.Body}, nil
	})
}

func (x *exchange) path() string {
	if x.entry.Rerank() {
		return client.RerankPath
	}
	return client.ResponsesPath
}

// Change implements screen.Exchange: in the builder, as a conversation of its own. Edits are
// of the request that was sent, and so not of the translation of another API's.
func (x *exchange) Change(_ string, edits ...views.Edit) tea.Cmd {
	s := x.screen
	if len(edits) > 0 && x.foreign() {
		return tea.Batch(s.build(x), s.Notify("%s", s.NotEdited()))
	}
	return s.build(x, edits...)
}

// open loads an exchange and does something with it.
func (s *Screen) open(e past.Entry, do func(*exchange) tea.Cmd) tea.Cmd {
	if p := s.Sent.PassedAt(e.Key); p != nil && e.By == "" {
		return do(s.liveExchange(p))
	}
	return s.fetch(source{s.History, e.By != ""}, e.ID, do)
}

// fetch loads an exchange of a history and does something with it.
func (s *Screen) fetch(from source, id string, do func(*exchange) tea.Cmd) tea.Cmd {
	return s.fetchOr(from, id, do, func(err error) { s.Notify("not opened: %v", err) })
}

// fetchOr is fetch, with what says why it could not be loaded.
func (s *Screen) fetchOr(from source, id string, do func(*exchange) tea.Cmd, failed func(error)) tea.Cmd {
	return s.Work(progress.Step{Verb: "reading", What: "the exchange"}, func(w *progress.Work) tea.Msg {
		o := opened{do: do, failed: failed, exchange: &exchange{screen: s, from: from}}
		r, err := from.must(w.Context())
		if err != nil {
			o.err = cmp.Or(w.Err(), err)
			return o
		}
		e, x, c, err := screen.Load(w.Context(), r, id, func(events int) error { return w.Counted("replaying", events, 0, "events") })
		if err == nil {
			o.exchange.run, err = from.ofRun(w.Context(), e.Run)
		}
		o.exchange.entry, o.exchange.folded, o.exchange.capture, o.err = e, x, c, cmp.Or(w.Err(), err)
		return o
	})
}

// opened brings an exchange of the archive.
type opened struct {
	exchange *exchange
	do       func(*exchange) tea.Cmd
	failed   func(error)
	err      error
}

func (o opened) Land() tea.Cmd {
	if o.err != nil {
		o.failed(o.err)
		return nil
	}
	return o.do(o.exchange)
}

// inspect shows an exchange in the inspector.
func (s *Screen) inspect(x *exchange) tea.Cmd {
	s.opened = append(slices.DeleteFunc(s.opened, func(o *exchange) bool { return o.entry.ID == x.entry.ID }), x)
	s.opened = s.opened[max(len(s.opened)-2, 0):]
	return tea.Batch(s.ShowExchange(x), s.Notify("%s returns to the history", s.Keys.Name(views.ActHistory)))
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
			s.opened = []*exchange{a, b}
			return tea.Batch(s.ShowExchange(b), s.Run(views.ActTabDiff))
		})
	})
}

// goOn continues an exchange as a conversation; a rerank opens as a set.
func (s *Screen) goOn(x *exchange) tea.Cmd {
	if x.entry.Rerank() {
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
	turn.Exchange, turn.Capture = x.folded, x.capture
	cmd := s.desk.AdoptOver(x.over(), conv)
	s.desk.Shown().Know(x.capture, x.entry.About)
	s.desk.CopiedFrom(x.went())
	return tea.Batch(cmd, s.Notify("opened as a conversation; type to continue it"), s.ShowUntranslated(append(lost, talk.LeftOut(x.folded)...)))
}

// resend sends the same bytes again, in a conversation of their own. What went to another
// gateway is not sent unseen: it may hold what this one must not see.
func (s *Screen) resend(x *exchange) tea.Cmd {
	if x.foreign() {
		return x.refuseAsItIs()
	}
	if x.entry.Rerank() {
		return s.openSet(x)
	}
	if !s.LeadsTo(s.Link.Connection, x.went()) {
		return s.Notify("not sent: it was sent to %s, but this run is connected to %s; %s opens a copy to review first",
			s.GatewayName(x.went()), s.GatewayName(s.Link.About("", 0, x.entry.Kind)), s.Keys.In(views.History).Name(views.ActHistoryBuild))
	}
	conv, err := talk.Open(x.capture.Sent.Body)
	if err != nil {
		return s.Notify("not sent: %v", err)
	}
	return tea.Batch(s.desk.Adopt(conv), s.desk.SendBytes(x.capture.Sent.Body))
}

// share lists what of an exchange can be copied and exported.
func (s *Screen) share(x *exchange) tea.Cmd {
	return s.OpenCopyMenu(s.SharingOf(x, x.folded, past.Asked(x.folded, x.capture)))
}

// build opens the request in the builder, with some edits. What is sent from there is compared
// with the exchange.
func (s *Screen) build(x *exchange, edits ...views.Edit) tea.Cmd {
	if x.entry.Rerank() {
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
	cmd := tea.Batch(s.desk.AdoptOver(x.over(), conv), s.desk.ShowPlace(""))
	s.desk.CompareNext(x)
	s.desk.CopiedFrom(x.went())
	what := "a copy of the request"
	if x.foreign() {
		what = "a copy as a /responses request"
	}
	if len(edits) > 0 {
		what += ", " + screen.ChangeWords(edits)
	}
	return tea.Batch(cmd, s.ShowUntranslated(lost),
		s.Notify("opened %s; %s sends it to %s and shows the diff", what, s.Keys.Name(views.ActSendNow), s.desk.Shown().Link.InFull()))
}

// openSet opens the request of a rerank as a set.
func (s *Screen) openSet(x *exchange) tea.Cmd {
	set, err := rerankset.Open(x.capture.Sent.Body)
	if err != nil {
		return s.Notify("not opened: %v", err)
	}
	for _, open := range s.Openers {
		if cmd, mine := open(files.File{Set: &files.Set{Path: "the history", Set: set}}); mine {
			return cmd
		}
	}
	return nil
}
