package history

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/archive"
	past "gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/views"
)

// load lists what the filter matches, from the newest on, and counts it. It cancels the
// queries of the filter before.
func (s *Screen) load() tea.Cmd { return s.readList(false) }

// readList does it; live reports that nothing but the exchanges of the proxy is new.
func (s *Screen) readList(live bool) tea.Cmd {
	q, ok := s.filter.Query(time.Now())
	if s.cancelQueries != nil {
		s.cancelQueries()
	}
	s.queryNumber++ // what the filter before finds is not shown any more
	if !ok {
		s.list.SetStatus("Correct the filter to see what it matches.")
		s.runs.pane.SetStatus("Correct the filter to see what it matches.")
		s.statistics.SetStatus("Correct the filter to see its figures.")
		return nil
	}
	ctx, stop := context.WithCancel(s.Life.Ctx)
	s.cancelQueries, s.live.received = stop, s.Proxy.Saved
	if text := s.filter.Text(); text != s.countedFor { // else the figures stay until there are new ones
		s.counted, s.countedFor = false, text
	}
	s.filter.SetFacts(s.counts())
	cmds := []tea.Cmd{s.query(ctx, q, page{limit: max(s.list.Len(), pageSize), received: s.Proxy.Saved, live: live}), s.count(ctx, q)}
	if s.figures.due(live) {
		cmds = append(cmds, s.computeFigures(ctx, q))
	}
	if s.runs.due(live) {
		cmds = append(cmds, s.readRuns(ctx, q))
	}
	return tea.Batch(cmds...)
}

// loadMore lists the exchanges before those that the archive has given. The last row may be
// of none: an exchange that runs for long began before them.
func (s *Screen) loadMore() tea.Cmd {
	q, ok := s.filter.Query(time.Now())
	if !ok || len(s.live.stored) == 0 {
		return nil
	}
	return s.query(s.Life.Ctx, q, page{limit: pageSize, after: &s.live.stored[len(s.live.stored)-1]})
}

// query reads a page of the list, until ctx ends.
func (s *Screen) query(ctx context.Context, q query.Query, p page) tea.Cmd {
	p.screen, p.queryNumber, p.order, p.ended = s, s.queryNumber, s.list.Order(), s.live.endedIDs()
	from := s.source()
	step := progress.Step{Verb: "searching", What: "the history"}
	if len(q.Any) == 0 {
		step.Verb = "reading"
	}
	return s.Work(step, func(w *progress.Work) tea.Msg {
		defer context.AfterFunc(ctx, w.Stop)()
		var a archive.Reader
		if a, p.err = from.open(w.Context()); a != nil {
			p.unfound = archive.Unfound(w.Context(), a, q)
			p.entries, p.err = a.List(w.Context(), p.request(q))
			p.err = cmp.Or(p.err, archive.Sharing(w.Context(), a, p.entries))
		}
		p.err = cmp.Or(w.Err(), p.err)
		return p
	})
}

// page delivers a page of the list.
type page struct {
	screen      *Screen
	queryNumber int
	after       *past.Entry // the last of the page before; nil: it is the first
	order       past.Order
	limit       int
	received    int      // how many exchanges of the proxy the archive had got before
	ended       []string // the ids of those of ours that had ended before
	live        bool     // nothing but these is new
	entries     []past.Entry
	unfound     string // what a query for words does not find; empty for nothing
	err         error
}

// request returns the page that is asked of the archive.
func (p page) request(q query.Query) archive.Page {
	r := archive.Page{Query: q, Limit: p.limit, Order: p.order, After: p.after}
	if p.after != nil && p.order == (past.Order{}) {
		r.Before = p.after.Key
	}
	return r
}

func (p page) Apply() tea.Cmd {
	cmd := p.show()
	s := p.screen
	if !p.live {
		return cmd
	}
	s.live.loading = false
	if !s.isShown() {
		return cmd
	}
	return tea.Batch(cmd, s.refreshLive()) // what arrived meanwhile
}

// show adds the page to the list, or reports why it could not be read.
func (p page) show() tea.Cmd {
	s := p.screen
	switch {
	case p.queryNumber != s.queryNumber:
		return nil
	case errors.Is(p.err, context.Canceled):
		s.cancelQueries() // the count too
		return s.Notify("search stopped; %s lists again", s.Keys.Name(views.ActHistory))
	case p.err != nil:
		s.list.SetStatus("Could not read the history: " + p.err.Error())
		s.live.stored, s.live.complete, s.live.has = nil, true, 0
		s.relist()
		return nil
	}
	s.live.complete = len(p.entries) < p.limit
	if p.after != nil {
		s.live.stored = append(s.live.stored, p.entries...)
		s.relist()
		return nil
	}
	s.list.SetStatus(s.emptyText())
	for _, id := range p.ended { // the archive was read since
		delete(s.live.followed, id)
	}
	s.live.stored, s.live.has = p.entries, p.received
	if p.live {
		s.relistFollowing()
	} else {
		s.relist()
	}
	s.list.Select(s.selectNext)
	s.selectNext = 0
	if p.unfound != "" && !p.live {
		return s.Notify("%s", p.unfound)
	}
	return nil
}

// count counts what the filter matches, and all there is.
func (s *Screen) count(ctx context.Context, q query.Query) tea.Cmd {
	number, from := s.queryNumber, s.source()
	return func() tea.Msg {
		a, err := from.open(s.Life.Ctx)
		if err != nil || a == nil {
			return nil // the list reports what is wrong
		}
		totals, err := a.Totals(ctx, q)
		all := totals
		if err == nil && len(q.Any) > 0 {
			all, err = a.Totals(ctx, query.Query{})
		}
		if err != nil {
			return nil
		}
		return screen.EffectFunc(func() tea.Cmd {
			if number == s.queryNumber {
				s.totals, s.totalCount, s.counted = totals, all.Count, true
				s.filter.SetFacts(s.counts())
			}
			return nil
		})
	}
}

// live is what the list shows of the exchanges of this launch: they are additional rows until the
// archive has been read with them.
type live struct {
	stored   []past.Entry // rows of the archive
	complete bool         // there are no older ones
	version  uint64       // of the exchanges of this launch, when the list was made last
	received int          // exchanges that the archive had got when it was asked last
	has      int          // those that it had got when it gave the rows
	running  int          // exchanges that run, and match the filter by what is known now
	loading  bool         // the archive is being read for those that arrived since

	followed map[string]*screen.Exchange // of ours, by their ids; see follows
}

// loadEvery is the least time between two readings of the archive for what arrived through
// the proxy.
const loadEvery = time.Second

// relistFollowing is relist, and the selection stays on the newest if it is there.
func (s *Screen) relistFollowing() {
	at, ok := s.list.Selected()
	follow := ok && at.Key == s.list.Entries()[0].Key
	s.relist()
	if rows := s.list.Entries(); follow && len(rows) > 0 {
		s.list.Select(rows[0].Key)
	}
}

// relist inserts the exchanges of this launch that match the filter, and that the archive did
// not have when it was read, among those that it has, in their order.
func (s *Screen) relist() {
	s.live.version, s.live.running = s.Sent.Version(), 0
	rows := slices.Concat(s.inMemory(), s.live.stored)
	order := s.list.Order()
	slices.SortStableFunc(rows, func(a, b past.Entry) int { return order.Compare(&a, &b) })
	s.list.SetEntries(rows, s.live.complete, time.Now())
	s.filter.SetFacts(s.counts())
}

// inMemory returns the exchanges of this launch that belong into the list now, and that the archive does
// not have: those of the proxy, those that still run, and all where nothing is saved. Whether one
// matches may be known only when it has ended, or only by the archive.
func (s *Screen) inMemory() []past.Entry {
	q, ok := s.filter.Query(time.Now())
	if !ok || s.team {
		return nil
	}
	saves := s.History.On()
	return slices.DeleteFunc(s.Sent.Entries(), func(e past.Entry) bool {
		p := s.Sent.Find(e.Key)
		if n := p.Stored(); n > 0 && n <= s.live.has || saves && !p.IsForwarded() && !s.follows(p, e.ID) {
			return true
		}
		holds := query.Holds(q, &e)
		if holds != query.No && p.State.Running() {
			s.live.running++
		}
		return holds != query.Yes || slices.ContainsFunc(s.live.stored, func(has past.Entry) bool { return has.ID == e.ID })
	})
}

// follows reports whether an exchange of ours is listed from memory, though it is saved: while it runs, and
// after its end until the archive has been read again.
func (s *Screen) follows(x *screen.Exchange, id string) bool {
	if x.State.Running() {
		if s.live.followed == nil {
			s.live.followed = map[string]*screen.Exchange{}
		}
		s.live.followed[id] = x
	}
	return s.live.followed[id] != nil
}

// endedIDs returns the ids of those that are followed and have ended.
func (l *live) endedIDs() (ids []string) {
	for id, x := range l.followed {
		if !x.State.Running() {
			ids = append(ids, id)
		}
	}
	return ids
}

// refreshLive lists what passed through the proxy since, while the list is shown, and reads
// the archive again once it has some of that.
func (s *Screen) refreshLive() tea.Cmd {
	if s.Proxy.Failed > 0 && !s.hidesFailures() {
		s.Proxy.Failed = 0
	}
	if s.live.version != s.Sent.Version() {
		s.relistFollowing()
	}
	if s.live.received == s.Proxy.Saved && len(s.live.endedIDs()) == 0 || s.live.loading || s.Life.Ctx.Err() != nil { // nothing is read at the end
		return nil
	}
	return s.loadSoon(loadEvery)
}

// loadSoon reads the archive again in a while.
func (s *Screen) loadSoon(wait time.Duration) tea.Cmd {
	s.live.loading = true
	return func() tea.Msg {
		select {
		case <-time.After(wait):
		case <-s.Life.Ctx.Done():
		}
		return screen.EffectFunc(s.loadDue)
	}
}

func (s *Screen) loadDue() (cmd tea.Cmd) {
	if s.isShown() && s.Life.Ctx.Err() == nil {
		cmd = s.readList(true)
	}
	s.live.loading = cmd != nil // until it is applied: a slow query is not broken off by the next
	return cmd
}

// pushedSoon is how long it takes at least until what is to be shared has been pushed, if it can be.
const pushedSoon = 2 * time.Second

// afterMark lists an exchange as the team has it now, and again once that should have received it.
func (s *Screen) afterMark() tea.Cmd {
	if s.live.loading {
		return s.load()
	}
	return tea.Batch(s.load(), s.loadSoon(pushedSoon))
}

// reloadIfShown reloads the list if it is shown, and no other reload is due.
func (s *Screen) reloadIfShown() tea.Cmd {
	if !s.isShown() || s.team || s.live.loading {
		return nil
	}
	return s.loadSoon(0)
}

// hidesFailures reports whether an exchange of the proxy failed that the filter leaves out:
// whoever looks at the list has not seen it.
func (s *Screen) hidesFailures() bool {
	q, ok := s.filter.Query(time.Now())
	return !ok || slices.ContainsFunc(s.Sent.All(), func(x *screen.Exchange) bool {
		v, e := x.State.Verdict, x.Entry()
		return x.IsForwarded() && e.Fault == "" && (v == state.Failed || v == state.Truncated) && query.Holds(q, &e) == query.No
	})
}

// refusal reports why an action cannot be done to an exchange that the archive does not have;
// empty: it can.
func (s *Screen) refusal(e past.Entry, a views.Action) string {
	p := s.Sent.Find(e.Key)
	switch {
	case e.By != "" && a == views.ActTeamMark:
		return "it is in the history of the team"
	case e.By != "" && a == views.ActDelete:
		return "not deleted here; gatehouse team prune --own removes your exchanges from the team's history"
	case e.By != "":
		return ""
	case p == nil, a == views.ActOpenRow, a == views.ActHistoryMark, a == views.ActHistoryCompare:
		return ""
	case p.State.Running():
		return "still running; " + s.Keys.In(views.History).Name(views.ActOpenRow) + " shows it live"
	case a == views.ActDelete && p.Stored() > 0:
		return "it is being saved; try again in a moment"
	case a == views.ActDelete:
		return "not deleted: it is in memory only, until you quit"
	}
	return ""
}
