package desk

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/request/talk"
)

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
		return screen.Landing(func() tea.Cmd { d.identify(c, found); return nil })
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
		_, x, c, err := d.History.Load(w.Context(), e.ID, func(int) error { return w.Err() })
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

// identify gives the turns of a conversation the exchanges that the history has of them.
func (d *Desk) identify(c *Chat, found []candidate) {
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
