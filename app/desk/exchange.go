package desk

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/request/talk"
	"gatehouse/state/share/export"
	"gatehouse/views"
)

// chatTurn is the origin of an exchange in a conversation. Its neighbours are the conversation's
// exchanges, in the order of their start.
type chatTurn struct {
	desk *Desk
	chat *Chat
	*talk.Turn
}

// ExchangeOf returns the exchange of a turn of a conversation.
func (d *Desk) ExchangeOf(c *Chat, t *talk.Turn) *screen.Exchange {
	x := d.exchange(c, t)
	if x.About == (history.About{}) && !t.Recorded() && (t.Exchange == nil || t.SentExchange() != nil) {
		x.About = c.Link.About(c.ID, t.ID, state.Responses)
	}
	return x
}

// exchange is ExchangeOf, but its connection may be unknown.
func (d *Desk) exchange(c *Chat, t *talk.Turn) *screen.Exchange {
	x := c.exchanges[t]
	if x == nil {
		in := &chatTurn{d, c, t}
		x = &screen.Exchange{Turn: t, Neighbours: in, Actions: in, Receiver: in}
		if c.exchanges == nil {
			c.exchanges = map[*talk.Turn]*screen.Exchange{}
		}
		c.exchanges[t] = x
	}
	x.State, x.Capture = t.Exchange, t.Capture
	return x
}

// Know stores facts about exchanges of earlier launches.
func (d *Desk) Know(c *Chat, abouts map[*wire.Capture]history.About) {
	for t := range c.Conv.Turns() {
		if about, ok := abouts[t.Capture]; ok && t.Capture != nil {
			d.exchange(c, t).About = about
		}
	}
}

// GoTo shows the conversation of an exchange, unless it is shown or the exchange is in none.
func (d *Desk) GoTo(x *screen.Exchange) tea.Cmd {
	at := slices.IndexFunc(d.Chats, func(c *Chat) bool { return c.exchanges[x.Turn] == x })
	if at < 0 || at == d.shown {
		return nil
	}
	return tea.Batch(d.Show(at), d.Notify("conversation %d is shown now; %s lists them", at+1, d.Keys.Name(views.ActConversations)))
}

// start sends a call as a turn of a conversation over a connection.
func (d *Desk) start(c *Chat, turn *talk.Turn, over *screen.Link, call client.Call) tea.Cmd {
	call.ID = screen.NewID()
	c.Conv.Select(turn)
	dropped := c.dropDelayed()
	c.copied = nil
	x := d.exchange(c, turn)
	x.About = over.About(c.ID, turn.ID, state.Responses)
	read := d.Host.Start(x, screen.Sending{Of: &c.File, Over: over, Call: call})
	c.Runs = append(c.Runs, x)
	d.Started++
	d.Arrange()
	cmd := tea.Batch(d.saveAtOnce(), d.startComparison(c, x), read)
	if dropped {
		return tea.Batch(cmd, d.Notify("the scheduled retry was dropped; this was sent instead"))
	}
	return cmd
}

// Arrived implements screen.Receiver.
func (t *chatTurn) Arrived(ended bool) tea.Cmd {
	d, c := t.desk, t.chat
	x := d.exchange(c, t.Turn)
	arrived := d.Do(screen.AnswerArrived{Of: x, Ended: ended})
	if !ended {
		return arrived
	}
	x.Cancel()
	c.Runs = slices.DeleteFunc(c.Runs, func(r *screen.Exchange) bool { return r == x })
	if len(c.Runs) == 0 {
		d.Retract(streamRunning)
		d.makeAnsweredCurrent(c)
	}
	cmd := tea.Batch(arrived, d.ended(c, t.Turn))
	d.Host.Save(x)
	return cmd
}

// ended reports the end of an exchange unless the shown conversation displays it.
func (d *Desk) ended(c *Chat, turn *talk.Turn) tea.Cmd {
	x := turn.Exchange
	d.Arrange()
	key := d.Keys.Name
	switch {
	case c != d.Shown():
		return d.Notify("%s in another conversation; %s lists them", x.Verdict, key(views.ActConversations))
	case !c.OnPath(turn) && c.Variants.Of(turn) == nil:
		return d.Notify("%s in another branch; %s and %s in the transcript switch branches", x.Verdict, key(views.ActBranchPrev), key(views.ActBranchNext))
	case turn == d.Example, c.Variants.Of(turn) != nil && turn != c.Conv.Current:
		return nil
	case len(c.Conv.OpenCalls()) > 0:
		if run := d.runAllowed(c, x); run != nil {
			return run
		}
		return d.Notify("%s is waiting for output; %s answers it", c.Conv.OpenCalls()[0].Name, key(views.ActAnswer))
	case x.Verdict == state.Failed && x.RequestModel == "" && scan.Get(x.Request, "plugins") == nil && x.Head != nil && x.Head.Status < 500:
		return d.Notify("the request named no model; %s chooses one", key(views.ActModel))
	}
	if c.Variants != nil {
		return nil // the variant says it
	}
	return d.countDown(c, turn)
}

func (t *chatTurn) Place() (at, count int) {
	all := t.chat.Turns()
	return slices.Index(all, t.Turn), len(all)
}

func (t *chatTurn) Label(verdict state.Verdict) string {
	at, count := t.Place()
	if at < 0 {
		return ""
	}
	which := fmt.Sprintf("%d of %d", at+1, count)
	switch saved := explain.Saved(t.Exchange); {
	case saved == "":
		which = "exchange " + which
	case count == 1:
		which = saved
	default:
		which = saved + ", " + which
	}
	return which + "  " + explain.Sign(verdict)
}

// Step implements screen.Neighbours, whatever branch the neighbour is in.
func (t *chatTurn) Step(n int) tea.Cmd {
	d, all := t.desk, t.chat.Turns()
	at := slices.Index(all, t.Turn)
	to := at + n
	if at < 0 { // the turn was part of a request that was opened
		to = len(all) - 1
	}
	switch {
	case len(all) == 0:
		return d.NothingSent()
	case to < 0:
		return d.Notify("this is the first exchange")
	case to >= len(all):
		last := screen.ShowExchange{Of: d.ExchangeOf(t.chat, t.chat.LastSent())}
		return tea.Batch(d.Do(last), d.Notify("this is the last exchange; the next one appears here when it is sent"))
	}
	return d.Do(screen.ShowExchange{Of: d.ExchangeOf(t.chat, all[to])})
}

// NothingSent reports that there is no exchange.
func (d *Desk) NothingSent() tea.Cmd { return d.Notify("nothing sent yet in this conversation") }

// Pair implements screen.Neighbours: the one before it and it; of the first one, it
// and the next.
func (t *chatTurn) Pair() (a, b *screen.Exchange) {
	all := t.chat.Turns()
	of := func(t2 *talk.Turn) *screen.Exchange { return t.desk.ExchangeOf(t.chat, t2) }
	switch at := slices.Index(all, t.Turn); {
	case at < 0: // it was part of a request that was opened
		return nil, nil
	case at > 0:
		return of(all[at-1]), of(t.Turn)
	case len(all) > 1:
		return of(t.Turn), of(all[1])
	}
	return nil, of(t.Turn)
}

// Session implements screen.Neighbours: the ended exchanges of all branches, in the order of
// their making.
func (t *chatTurn) Session() *screen.Session {
	var list []export.Exchange
	for _, one := range t.chat.Turns() {
		if one.Capture != nil && screen.HasEnded(one.Exchange) {
			list = append(list, screen.Exported(t.desk.ExchangeOf(t.chat, one), one.Exchange, screen.UserText(one)))
		}
	}
	return screen.SessionOf("the whole session", list)
}

func (t *chatTurn) Resend() tea.Cmd { return t.desk.ResendWithoutDelay(t.ID) }

// Preview implements screen.Actions: what the conversation sends next.
func (t *chatTurn) Preview() tea.Cmd { return t.desk.Preview() }

// Change implements screen.Actions: in the builder, from which the request is
// sent as a branch of the conversation. Of another API's request it opens the translation,
// at its beginning and without the edits: places and edits belong to the request that was sent.
func (t *chatTurn) Change(place string, edits ...views.Edit) tea.Cmd {
	d := t.desk
	if t.SentExchange() == nil {
		return d.NoRequest()
	}
	request, lost, err := talk.Recorded{State: t.Exchange, Capture: t.Capture}.Request()
	if err != nil {
		return d.Notify("request not opened: %v", err)
	}
	untouched := t.Exchange.Kind().IsForeign() && len(edits) > 0
	if t.Exchange.Kind().IsForeign() {
		place, edits = "", nil
	}
	doc, err := talk.ApplyChanges(request, screen.Changes(edits)...)
	if err != nil {
		return d.Notify("request not changed: %v", err)
	}
	cmd, err := d.Rebuild(t.Turn, doc)
	if err != nil {
		return tea.Batch(cmd, d.Notify("request not changed: %v", err))
	}
	cmd = tea.Batch(cmd, d.Refreshed(nil), d.Do(screen.EditRequest{Pointer: place}), d.ShowUntranslated(lost))
	switch {
	case untouched:
		return tea.Batch(cmd, d.Notify("%s", d.NotEdited()))
	case len(edits) == 0:
		return cmd
	}
	return tea.Batch(cmd, d.Notify("%s; %s sends it, %s undoes it", screen.ChangeWords(edits), d.Keys.Name(views.ActSendNow), d.Keys.Name(views.ActUndo)))
}

// NoRequest reports that there is no request to change.
func (d *Desk) NoRequest() tea.Cmd { return d.Notify("no request to change yet") }

// Limits of the search for the exchange of a turn: entries that are compared with it, and
// bytes of its prompt that are searched for.
const (
	maxCandidates    = 20
	maxSearchedBytes = 200
)

// FindExchanges looks for those of the shown conversation, which was opened at the start.
func (d *Desk) FindExchanges() tea.Cmd { return d.findExchanges(d.Shown()) }

// findExchanges looks in the history for the exchanges of a conversation that was opened
// from a file: what was sent from here is then shown with its times, events and route.
func (d *Desk) findExchanges(c *Chat) tea.Cmd {
	turns := c.Conv.LoadedAnswers()
	if len(turns) == 0 {
		return nil
	}
	asked := make([]string, len(turns))
	for i, t := range turns {
		asked[i] = t.AskedWords()
	}
	return d.Work(progress.Step{Verb: "searching", What: "the history for this conversation"}, func(w *progress.Work) tea.Msg {
		var found []candidate
		a := d.History.Archive(w.Context())
		for i, t := range turns {
			if a == nil || w.Counted("searching the history for", i, len(turns), "answers") != nil {
				break
			}
			found = append(found, candidate{t, d.candidates(w, a, asked[i])})
		}
		return screen.EffectFunc(func() tea.Cmd { d.setExchanges(c, found); return nil })
	})
}

// candidates reads the newest exchanges of the playground and of send that were asked with
// some words.
func (d *Desk) candidates(w *progress.Work, a *archive.Archive, words string) (list []storedExchange) {
	if words = strings.TrimSpace(words); len(words) > maxSearchedBytes {
		words = strings.ToValidUTF8(words[:maxSearchedBytes], "")
		words = words[:max(strings.LastIndexAny(words, " \n\t"), 0)] // a word that is cut is none
	}
	if words == "" {
		return nil
	}
	q := query.Query{Any: []query.All{{{Text: words, Phrase: true}}}}
	entries, err := a.List(w.Context(), archive.Page{Query: q, Limit: maxCandidates})
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.Kind != state.Responses || e.Origin == history.Proxy || e.Origin == history.Import {
			continue
		}
		_, x, c, err := screen.Load(w.Context(), a, e.ID, func(int) error { return w.Err() })
		if err != nil {
			return list
		}
		list = append(list, storedExchange{x, c, e.About})
	}
	return list
}

// storedExchange is an exchange of the history.
type storedExchange struct {
	x       *state.Exchange
	capture *wire.Capture
	about   history.About
}

// candidate is a turn with the exchanges that it may be.
type candidate struct {
	turn *talk.Turn
	list []storedExchange
}

// setExchanges gives the turns of a conversation the exchanges that the history has of them.
func (d *Desk) setExchanges(c *Chat, found []candidate) {
	unchanged := c.snapshot(c.saved.text).same(c.saved)
	for _, f := range found {
		for _, m := range f.list {
			if c.Conv.Identify(f.turn, m.x, m.capture) {
				d.exchange(c, f.turn).About = m.about
				break
			}
		}
	}
	if unchanged { // what was found is no edit
		c.saved.answer = c.snapshot("").answer
	}
	d.Arrange()
}
