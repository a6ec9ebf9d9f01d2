package desk

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/progress"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/state/talk"
)

// What is looked at in the history to find the exchange of a turn: entries with its words, of
// which the first so many bytes are searched for.
const (
	mostCandidates = 20
	searchedWords  = 200
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
		found := foundExchanges{desk: d, chat: c}
		a := d.History.Archive(w.Context())
		for i, t := range turns {
			if a == nil || w.Counted("searching the history for", i, len(turns), "answers") != nil {
				break
			}
			found.all = append(found.all, candidate{t, d.candidates(w, a, asked[i])})
		}
		return found
	})
}

// candidates reads the newest exchanges of the playground and of send that were asked with
// some words.
func (d *Desk) candidates(w *progress.Work, a *archive.Archive, words string) (list []made) {
	if words = strings.TrimSpace(words); len(words) > searchedWords {
		words = strings.ToValidUTF8(words[:searchedWords], "")
		words = words[:max(strings.LastIndexAny(words, " \n\t"), 0)] // a word that is cut is none
	}
	if words == "" {
		return nil
	}
	q := query.Query{Any: []query.All{{{Text: words, Phrase: true}}}}
	entries, err := a.List(w.Context(), archive.Page{Query: q, Limit: mostCandidates})
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
		list = append(list, made{x, c, e.About})
	}
	return list
}

// made is an exchange of the history.
type made struct {
	x       *state.Exchange
	capture *wire.Capture
	about   history.About
}

// candidate is a turn with the exchanges that it may be.
type candidate struct {
	turn *talk.Turn
	list []made
}

// foundExchanges brings what the history has of a conversation's turns.
type foundExchanges struct {
	desk *Desk
	chat *Chat
	all  []candidate
}

func (f foundExchanges) Land() tea.Cmd {
	saved := &f.chat.saved
	unchanged := f.chat.snapshot(saved.text).same(*saved)
	for _, c := range f.all {
		for _, m := range c.list {
			if f.chat.Conv.Identify(c.turn, m.x, m.capture) {
				f.desk.exchange(f.chat, c.turn).About = m.about
				break
			}
		}
	}
	if unchanged { // what was found is no edit
		saved.answer = f.chat.snapshot("").answer
	}
	f.desk.Arrange()
	return nil
}
