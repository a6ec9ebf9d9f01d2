package page

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// Findable is content that a Finder looks through. P names a place in it; the zero P
// is its beginning.
type Findable[P comparable] struct {
	Here     func() P          // where a search begins
	FromHere bool              // and each step from hit to hit too
	Before   func(a, b P) bool // orders places
	Show     func(hit P)       // goes to a hit
	// Look returns what looks through the part of the content that begins at a
	// place; nil where there is none. It runs in the background and reads nothing
	// that changes, unless it is quick: then it runs at once.
	Look func(words string, from P) (look func() Part[P], quick bool)
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
	in Findable[P]

	origin P // where the search began
	hits   []P
	hit    P    // the hit that was gone to
	number int  // which it is, from 1; 0 for none
	next   P    // where what is not looked through begins
	done   bool // all that there was has been looked through
	pass   *pass[P]
	seek   seek[P]
}

// NewFinder makes a search that is not open.
func NewFinder[P comparable](in Findable[P]) Finder[P] { return Finder[P]{in: in} }

// Start opens the line, or continues writing in it. It reports whether that changed it.
func (f *Finder[P]) Start() bool {
	if !f.Open {
		f.origin = f.in.Here()
	}
	changed := !f.Typing
	f.Open, f.Typing = true, true
	return changed
}

// Close ends the search. It reports whether there was one.
func (f *Finder[P]) Close() bool {
	open := f.Open
	*f = Finder[P]{in: f.in}
	return open
}

// Write takes a key or a paste while the words are written. Used is about the search
// alone: where Show moved the pane it is for the pane to know.
func (f *Finder[P]) Write(keys *views.Keys, msg tea.Msg) views.Answer {
	return f.write(keys, msg, f.Step)
}

// write is Write with another Step.
func (f *Finder[P]) write(keys *views.Keys, msg tea.Msg, step func(by int) views.Answer) views.Answer {
	line := f.SearchLine
	switch f.SearchLine.Write(keys, msg) {
	case AskLook:
		cmd := f.FindFrom(f.origin)
		return views.AnswerOf(nil, cmd, f.SearchLine != line)
	case AskNext:
		return step(1)
	case AskBefore:
		return step(-1)
	case AskFinish:
		return views.Answer{Used: true}
	case AskClose:
		return views.Answer{Used: f.Close()}
	}
	return views.Answer{}
}

// FindFrom looks for the words, and goes to the first hit from a place on.
func (f *Finder[P]) FindFrom(origin P) tea.Cmd {
	f.Forget()
	f.origin = origin
	f.Seek()
	return f.More()
}

// Seek goes to the first hit after the place where the search began as soon as there
// is one, unless it went to a hit already.
func (f *Finder[P]) Seek() {
	if f.number == 0 && !f.seek.on {
		f.seek = seek[P]{on: true, from: f.origin}
	}
}

// Move maps the known places to those in content that has changed.
func (f *Finder[P]) Move(to func(P) P) {
	f.origin, f.hit, f.seek.from = to(f.origin), to(f.hit), to(f.seek.from)
}

// Forget drops what was found: the content is another one.
func (f *Finder[P]) Forget() {
	var start P
	f.hits, f.number, f.done, f.next, f.pass, f.seek = nil, 0, false, start, nil, seek[P]{}
}

// Step goes to the hit after (1) or before (-1); at an end it wraps around. Used is
// as that of Write.
func (f *Finder[P]) Step(by int) views.Answer {
	if !f.Open || f.Words == "" {
		return views.Answer{}
	}
	was := f.shown()
	switch {
	case f.seek.on:
	case f.number > 0 && !f.in.FromHere:
		f.seek = seek[P]{on: true, from: f.hit, away: true}
	default:
		f.seek = seek[P]{on: true, from: f.in.Here(), away: by != 0}
	}
	f.seek.steps += by
	cmd := f.More()
	f.move()
	return views.AnswerOf(nil, cmd, f.shown() != was)
}

// List returns a short list, which is looked through at once, row by row.
func List(here, count func() int, show func(row int), holds func(row int, words string) bool) Findable[int] {
	look := func(words string, from int) (look func() Part[int], quick bool) {
		if from >= count() {
			return nil, true
		}
		return func() Part[int] {
			part := Part[int]{Next: count()}
			for row := from; row < part.Next; row++ {
				if holds(row, words) {
					part.Hits = append(part.Hits, row)
				}
			}
			return part
		}, true
	}
	return Findable[int]{Here: here, FromHere: true, Before: cmp.Less[int], Show: show, Look: look}
}
