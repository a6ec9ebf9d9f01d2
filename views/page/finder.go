package page

import (
	"slices"
	"sort"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// Findable is content that a Finder looks through. P names a place in it; the zero P
// is its beginning.
type Findable[P comparable] interface {
	Here() P            // where a search begins
	Before(a, b P) bool // orders places
	Show(hit P)         // goes to a hit
	// Look returns what looks through the part of the content that begins at a
	// place; nil where there is none. It runs beside the screen and reads nothing
	// that changes, unless it is quick: then it runs at once.
	Look(words string, from P) (look func() Part[P], quick bool)
}

// Part is what was found in a part of the content.
type Part[P comparable] struct {
	Hits []P  // in order
	Next P    // where the next part begins
	More bool // there is one
}

// Finder is the search of a pane: the line in which its words are written, all hits
// in their order and the one that was gone to. It looks through the content part by
// part, and through what is added to it later.
type Finder[P comparable] struct {
	SearchLine
	in       Findable[P]
	fromHere bool

	origin P // where the search began
	hits   []P
	hit    P    // the hit that was gone to
	number int  // which it is, from 1; 0 for none
	next   P    // where what is not looked through begins
	known  bool // something was looked through
	done   bool // all that there was
	pass   *pass[P]
	seek   seek[P]
}

// pass is the way through the content that the search is on; a part of another one
// comes too late.
type pass[P comparable] struct {
	hits   []P
	next   P
	renews bool // the hits that are known stay until its end
}

// seek is a move that waits until the hit it leads to is known.
type seek[P comparable] struct {
	on    bool
	from  P
	steps int  // 0 leads to the first hit at or behind the place
	away  bool // the first step leads there where the place is no hit
}

// foundPart is a part that was looked through beside the screen.
type foundPart[P comparable] struct {
	pass *pass[P]
	part Part[P]
}

// NewFinder makes a search that is not open. From the hit that was gone to it goes
// to the next.
func NewFinder[P comparable](in Findable[P]) Finder[P] { return Finder[P]{in: in} }

// NewSelectionFinder is NewFinder of a pane with a selection: the next hit is the one
// behind it.
func NewSelectionFinder[P comparable](in Findable[P]) Finder[P] {
	return Finder[P]{in: in, fromHere: true}
}

// Start opens the line, or goes on writing in it.
func (f *Finder[P]) Start() {
	if !f.Open {
		f.origin = f.in.Here()
	}
	f.Open, f.Typing = true, true
}

// Close ends the search.
func (f *Finder[P]) Close() { *f = Finder[P]{in: f.in, fromHere: f.fromHere} }

// Write takes a key or a paste while the words are written.
func (f *Finder[P]) Write(keys *views.Keys, msg tea.Msg) tea.Cmd {
	switch f.SearchLine.Write(keys, msg) {
	case AskLook:
		return f.Find()
	case AskNext:
		return f.Step(1)
	case AskBefore:
		return f.Step(-1)
	case AskClose:
		f.Close()
	}
	return nil
}

// Find looks for the words, and goes to the first hit behind the place where the
// search began.
func (f *Finder[P]) Find() tea.Cmd { return f.FindFrom(f.origin) }

// FindFrom is Find of a search that begins at another place.
func (f *Finder[P]) FindFrom(origin P) tea.Cmd {
	f.Forget()
	f.origin = origin
	f.Seek()
	return f.More()
}

// Seek goes to the first hit behind the place where the search began as soon as there
// is one, unless it went to a hit already.
func (f *Finder[P]) Seek() {
	if f.number == 0 && !f.seek.on {
		f.seek = seek[P]{on: true, from: f.origin}
	}
}

// Move says where the places that are known are in content that has changed.
func (f *Finder[P]) Move(to func(P) P) {
	f.origin, f.hit, f.seek.from = to(f.origin), to(f.hit), to(f.seek.from)
}

// Forget drops what was found: the content is another one.
func (f *Finder[P]) Forget() {
	var start P
	f.hits, f.number, f.known, f.done, f.next, f.pass, f.seek = nil, 0, false, false, start, nil, seek[P]{}
}

// Sort puts the hits in order where the order of the places may have changed.
func (f *Finder[P]) Sort() {
	sort.SliceStable(f.hits, func(i, j int) bool { return f.in.Before(f.hits[i], f.hits[j]) })
	if f.number > 0 {
		f.number = f.index(f.hit) + 1
	}
}

// Insert adds hits that are known otherwise, as of content that grows in its middle.
func (f *Finder[P]) Insert(hits ...P) {
	for _, h := range hits {
		i := f.index(h)
		if f.hits = slices.Insert(f.hits, i, h); i < f.number {
			f.number++
		}
	}
}

// Step goes to the hit after (1) or before (-1), behind an end to the other.
func (f *Finder[P]) Step(by int) tea.Cmd {
	if !f.Open || f.Words == "" {
		return nil
	}
	switch {
	case f.seek.on:
	case f.number > 0 && !f.fromHere:
		f.seek = seek[P]{on: true, from: f.hit, away: true}
	default:
		f.seek = seek[P]{on: true, from: f.in.Here(), away: by != 0}
	}
	f.seek.steps += by
	cmd := f.More()
	f.move()
	return cmd
}

// More looks through what has not been looked through yet.
func (f *Finder[P]) More() tea.Cmd {
	if !f.Open || f.Words == "" || f.pass != nil {
		return nil
	}
	look, quick := f.in.Look(f.Words, f.next)
	if f.known = true; look == nil {
		f.done = true
		f.move()
		return nil
	}
	f.pass = &pass[P]{hits: f.hits[:f.index(f.next)], next: f.next}
	return f.run(look, quick)
}

// Again looks through content that has changed. The hits that are known stay until
// that is done, and the one that was gone to is then the one at its place.
func (f *Finder[P]) Again() tea.Cmd {
	if !f.Open || f.Words == "" {
		return nil
	}
	f.pass = &pass[P]{renews: true}
	return f.run(f.in.Look(f.Words, f.pass.next))
}

// Take takes a part that was looked through; took is false for another message.
func (f *Finder[P]) Take(msg tea.Msg) (cmd tea.Cmd, took bool) {
	found, took := msg.(foundPart[P])
	if !took || found.pass != f.pass {
		return nil, took
	}
	if f.add(found.part); f.pass == nil {
		return nil, true
	}
	return f.run(f.in.Look(f.Words, f.pass.next)), true
}

// run runs quick looks, and returns the Cmd that runs another one.
func (f *Finder[P]) run(look func() Part[P], quick bool) tea.Cmd {
	for {
		switch p := f.pass; {
		case look == nil:
			f.add(Part[P]{Next: p.next})
			return nil
		case !quick:
			return func() tea.Msg { return foundPart[P]{p, look()} }
		}
		if f.add(look()); f.pass == nil {
			return nil
		}
		look, quick = f.in.Look(f.Words, f.pass.next)
	}
}

// add takes the hits of a part.
func (f *Finder[P]) add(part Part[P]) {
	p := f.pass
	p.hits, p.next = append(p.hits, part.Hits...), part.Next
	if !part.More {
		f.pass, f.next, f.done = nil, part.Next, true
	}
	if !p.renews || f.pass == nil {
		f.hits = p.hits
	}
	if p.renews && f.pass == nil && f.number > 0 {
		if f.number = min(f.index(f.hit)+1, len(f.hits)); f.number > 0 && !f.seek.on {
			f.hit = f.hits[f.number-1]
		}
	}
	f.move()
}

// move goes where seek leads, as soon as that is known.
func (f *Finder[P]) move() {
	n, i := len(f.hits), f.index(f.seek.from)
	switch {
	case !f.seek.on || f.pass != nil && (f.pass.renews || i == n):
		return
	case f.seek.away && f.seek.steps > 0 && (i == n || f.hits[i] != f.seek.from):
		i--
	}
	i += f.seek.steps
	if f.pass != nil && (i < 0 || i >= n) {
		return
	}
	if f.seek = (seek[P]{}); n > 0 {
		f.goTo((i%n + n) % n)
	}
}

func (f *Finder[P]) goTo(i int) {
	f.hit, f.number = f.hits[i], i+1
	f.in.Show(f.hit)
}

// Hop goes to the hit after or before while others are still looked for; it reports
// whether there is one, and it is still a hit.
func (f *Finder[P]) Hop(by int, still func(hit P) bool) bool {
	i := f.number - 1 + by
	ok := f.number > 0 && i >= 0 && i < len(f.hits) && still(f.hits[i])
	if ok {
		f.goTo(i)
	}
	return ok
}

// index is the first hit that is not before a place.
func (f *Finder[P]) index(at P) int {
	return sort.Search(len(f.hits), func(i int) bool { return !f.in.Before(f.hits[i], at) })
}

// Origin is where the search began.
func (f *Finder[P]) Origin() P { return f.origin }

// Hits are the hits that are known, in order.
func (f *Finder[P]) Hits() []P { return f.hits }

// Count is how many hits are known.
func (f *Finder[P]) Count() int { return len(f.hits) }

// HitsIn reports whether there is a hit from a place on and before another.
func (f *Finder[P]) HitsIn(from, to P) bool {
	i := f.index(from)
	return i < len(f.hits) && f.in.Before(f.hits[i], to)
}

// Hit is the hit that was gone to; ok is false for none.
func (f *Finder[P]) Hit() (hit P, ok bool) { return f.hit, f.number > 0 }

// Number is which of the hits was gone to, from 1; 0 for none.
func (f *Finder[P]) Number() int { return f.number }

// Known reports whether anything was looked through for the words.
func (f *Finder[P]) Known() bool { return f.known }

// Done reports whether all that there was has been looked through. What has come
// since may be looked for.
func (f *Finder[P]) Done() bool { return f.done }

// Missed reports whether everything was looked through and nothing found.
func (f *Finder[P]) Missed() bool { return f.known && f.pass == nil && len(f.hits) == 0 }

// Looked is where what has not been looked through begins; busy says that the search
// is on its way there.
func (f *Finder[P]) Looked() (to P, busy bool) {
	if f.pass != nil {
		return f.pass.next, true
	}
	return f.next, false
}

// FinderState is what a search shows, to tell whether a message changed it.
type FinderState[P comparable] struct {
	line   SearchLine
	hit    P
	number int
	hits   int
	looked P
	busy   bool
}

// State returns what the search shows.
func (f *Finder[P]) State() FinderState[P] {
	looked, busy := f.Looked()
	return FinderState[P]{f.SearchLine, f.hit, f.number, len(f.hits), looked, busy}
}
