// Package waterfall orders the exchanges of a run for reading, and finds how each continues another,
// and where its time went.
package waterfall

import (
	"cmp"
	"slices"

	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/history"
)

// Relation is how an exchange continues another of its run.
type Relation uint8

// The ways.
const (
	Next    Relation = iota // from the one before it in its session
	First                   // it is the first of the run, or of a sub-agent
	Retry                   // it is another's request again, which had failed
	Branch                  // from an exchange that others continued already: after an edit, or asked again
	Restart                 // its items continue none: as where the caller shortened the conversation
	Side                    // it begins again, and nothing continues it although its session continued: as for a title
	Folded                  // it stands for all of its session that open connections, or that count tokens
)

// Row is an exchange in its run.
type Row struct {
	*history.Entry
	Number   int // in the run, from 1, by the time when they began
	Relation Relation
	From     int              // number of the one that it is a retry of, branches from, or whose call began it; 0: not known
	Depth    int              // 0: of the run's agent; 1: of a sub-agent, 2: of a sub-agent's
	ToolUS   int64            // how long its caller ran tools before it, since the answer that called them
	Cause    string           // the first that is proven of several causes of a cache miss; "" for one cause, or none
	Others   []*history.Entry // of a Folded row: those after the first
}

// Each returns the exchanges of a row.
func (r *Row) Each() []*history.Entry { return append([]*history.Entry{r.Entry}, r.Others...) }

// Sum returns the totals of the exchanges of a row.
func (r *Row) Sum() (s Sum) {
	for _, e := range r.Each() {
		s.add(e)
	}
	return s
}

// Run is a run, or what of it is known.
type Run struct {
	Number int64
	Rows   []Row
	Sum    Sum
}

// Of orders the exchanges of one run, in whatever order they are.
func Of(list []history.Entry) Run {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b history.Entry) int { return cmp.Compare(a.Key, b.Key) })
	var r Run
	for i := range list {
		r.Number = list[i].Run
		r.Sum.add(&list[i])
	}
	r.Sum.Asked = asked(list)
	b := builder{at: map[int64]int{}, side: sideRequests(list)}
	for i := range list {
		b.place(&list[i])
	}
	r.Rows = b.ordered()
	return r
}

// asked returns the first words of the user: of the first step that another continues, else of the first
// step, else of any exchange. Some agents ask for a title before they begin.
func asked(list []history.Entry) string {
	continued := map[int64]bool{}
	for i := range list {
		continued[list[i].Parent] = true
	}
	for _, fits := range []func(e *history.Entry) bool{
		func(e *history.Entry) bool { return e.Purpose == history.Step && continued[e.Key] },
		func(e *history.Entry) bool { return e.Purpose == history.Step },
		func(*history.Entry) bool { return true },
	} {
		for i := range list {
			if e := &list[i]; e.Spoken && e.Words != "" && fits(e) {
				return e.Words
			}
		}
	}
	return ""
}

// sideRequests returns the keys of exchanges that are no steps of their session, where an agent works: that
// ask for a title, or begin again, call nothing and are not continued, although the session continued.
func sideRequests(list []history.Entry) map[int64]bool {
	steps, continued, last, works, side := map[int64]bool{}, map[int64]bool{}, map[string]int64{}, map[string]bool{}, map[int64]bool{}
	for i := range list {
		if e := &list[i]; e.Purpose == history.Step {
			steps[e.Key], continued[e.Parent], last[e.Session] = true, true, e.Key
		}
	}
	for i := range list {
		e := &list[i]
		works[e.Session] = works[e.Session] || e.Calls > 0 || steps[e.Parent]
	}
	for i := range list {
		e := &list[i]
		alone := !steps[e.Parent] && !continued[e.Key] && e.Calls == 0 && e.Verdict == state.Completed
		side[e.Key] = e.Purpose == history.Title || steps[e.Key] && alone && works[e.Session] && last[e.Session] != e.Key
	}
	return side
}

// builder places exchanges one after the other, by when they began.
type builder struct {
	rows     []Row
	at       map[int64]int // by their key
	side     map[int64]bool
	sessions []session
}

// session is what of a run has one session id: one agent.
type session struct {
	name  string
	under int   // the row whose call began it; -1 for none
	depth int   // of its rows
	rows  []int // in order
	steps []int // of rows: those that may continue one another
}

func (b *builder) place(e *history.Entry) {
	s := slices.IndexFunc(b.sessions, func(s session) bool { return s.name == e.Session })
	if s < 0 {
		s = len(b.sessions)
		b.sessions = append(b.sessions, session{name: e.Session, under: -1, depth: min(s, 1)}) // ids say that it is a sub-agent
	}
	of := &b.sessions[s]
	r := Row{Entry: e, Number: len(b.rows) + 1, Depth: of.depth}
	switch {
	case folds(e) != "":
		r.Relation = Folded
		for _, i := range of.rows {
			if o := &b.rows[i]; o.Relation == Folded && folds(o.Entry) == folds(e) {
				o.Others = append(o.Others, e)
				return
			}
		}
	case b.side[e.Key]:
		r.Relation = Side
	default:
		b.step(&r, of)
	}
	b.rows = append(b.rows, r)
	of.rows = append(of.rows, len(b.rows)-1)
}

// folds returns the name that the exchanges of a session share that are folded into one row; "" for others.
func folds(e *history.Entry) string {
	switch e.Purpose {
	case history.Handshake, history.WarmUp:
		return "connection"
	case history.CountTokens:
		return string(history.CountTokens)
	}
	return ""
}

// step finds how a row continues others.
func (b *builder) step(r *Row, of *session) {
	if len(of.steps) == 0 {
		if r.Relation, of.under = First, b.caller(r.Entry); of.under >= 0 {
			r.From, of.depth = of.under+1, b.rows[of.under].Depth+1
		}
		for _, i := range of.rows {
			b.rows[i].Depth = of.depth
		}
	} else {
		b.relate(r, of)
	}
	r.Depth = b.depth(r, of)
	b.at[r.Key] = len(b.rows)
	of.steps = append(of.steps, len(b.rows))
}

// depth returns the depth of a row of a session. Agents may have the session of those that they begin.
func (b *builder) depth(r *Row, s *session) int {
	parent, known := b.at[r.Parent]
	switch {
	case !known || b.rows[parent].Session != s.name:
		return s.depth
	case r.Joined == run.ByParent:
		return b.rows[parent].Depth + 1
	}
	return b.rows[parent].Depth
}

// caller returns the row whose tools run when a sub-agent begins: the one that it names, or the last of the
// session that it names, with calls. Where it names none, it is the last of its session, ended, with
// calls; -1 where there is none, or where those of several sessions run, which time does not
// tell apart.
func (b *builder) caller(e *history.Entry) int {
	if parent, named := b.at[e.Parent]; named && e.Joined == run.ByParent {
		for i := parent; i >= 0; i-- {
			if b.rows[i].Calls > 0 && b.rows[i].Session == b.rows[parent].Session {
				return i
			}
		}
		return -1
	}
	caller := -1
	for i := range b.sessions {
		steps := b.sessions[i].steps
		if len(steps) == 0 {
			continue
		}
		last := steps[len(steps)-1]
		if r := &b.rows[last]; r.Calls == 0 || End(r.Entry) > e.Key {
			continue
		}
		if caller >= 0 {
			return -1
		}
		caller = last
	}
	return caller
}

// relate finds how a row continues those of its session.
func (b *builder) relate(r *Row, s *session) {
	before := &b.rows[s.steps[len(s.steps)-1]]
	from := b.continued(r.Entry)
	parent, known := b.at[from]
	known = known && from != 0
	begun := known && r.Joined == run.ByParent
	if r.Joined == run.ByRetry && known {
		r.Relation, r.From = Retry, parent+1
		return
	}
	for _, i := range slices.Backward(s.steps) { // another that continues the same
		o := &b.rows[i]
		if b.continued(o.Entry) != from || o.Joined == run.ByRetry || known && (o.Joined == run.ByParent) != begun {
			continue
		}
		if Failed(o.Entry) && (known && !begun || o.Words == r.Words) {
			r.Relation, r.From = Retry, o.Number
			return
		}
		if known && !begun {
			r.Relation, r.From = Branch, parent+1 // the other had the outputs of the tools before
			return
		}
	}
	for _, i := range slices.Backward(s.steps) { // a sub-agent of the same session may have run in between
		if o := &b.rows[i]; known && o.Depth == b.rows[parent].Depth {
			before = o
			break
		}
	}
	switch {
	case begun:
		r.Relation, r.From = First, parent+1
	case !known:
		r.Relation = Restart
	case parent != before.Number-1 && !(before.From == parent+1 && before.Relation == Retry): // or that was sent again
		r.Relation, r.From = Branch, parent+1
		fallthrough
	default:
		b.tools(r, parent)
	}
}

// continued returns the key of the exchange of its session that one continues, or whose call began it; 0 for none.
func (b *builder) continued(e *history.Entry) int64 {
	if i, ok := b.at[e.Parent]; ok && b.rows[i].Session != e.Session {
		return 0
	}
	return e.Parent
}

// tools sets how long the tools ran that the row's parent called.
func (b *builder) tools(r *Row, parent int) {
	if p := b.rows[parent].Entry; p.Calls > 0 {
		r.ToolUS = max(r.Key-End(p), 0)
	}
}

// ordered returns the rows, those of a sub-agent after the one whose call began it.
func (b *builder) ordered() []Row {
	var out []Row
	var add func(s *session)
	add = func(s *session) {
		for _, i := range s.rows {
			out = append(out, b.rows[i])
			for n := range b.sessions {
				if b.sessions[n].under == i {
					add(&b.sessions[n])
				}
			}
		}
	}
	for n := range b.sessions {
		if b.sessions[n].under < 0 {
			add(&b.sessions[n])
		}
	}
	return out
}

// End returns when an exchange ended, or as much as is known of it, in microseconds of Unix time.
func End(e *history.Entry) int64 { return e.Key + max(e.LastedUS, e.TotalUS, 0) }

// Failed reports whether an exchange may be the reason to send its request again.
func Failed(e *history.Entry) bool {
	return e.Verdict == state.Failed || e.Verdict == state.Truncated || e.Verdict == state.Cancelled
}
