package page

import tea "charm.land/bubbletea/v2"

// pass is the way through the content that the search is on; a part of another one
// arrives too late.
type pass[P comparable] struct {
	hits   []P
	next   P
	renews bool // the hits that are known stay until its end
}

// seek is a move that waits until the hit it leads to is known.
type seek[P comparable] struct {
	on    bool
	from  P
	steps int  // 0 leads to the first hit at or after the place
	away  bool // the first step leads there where the place is no hit
}

// foundPart is a part that was looked through in the background.
type foundPart[P comparable] struct {
	pass *pass[P]
	part Part[P]
}

// More looks through what has not been looked through yet.
func (f *Finder[P]) More() tea.Cmd {
	if !f.Open || f.Words == "" || f.pass != nil {
		return nil
	}
	look, quick := f.in.Look(f.Words, f.next)
	if look == nil {
		f.done = true
		f.move()
		return nil
	}
	f.pass = &pass[P]{hits: f.hits[:f.index(f.next)], next: f.next}
	return f.run(look, quick)
}

// Restart looks through content that has changed. The hits that are known stay until
// that is done, and the one that was gone to is then the one at its place.
func (f *Finder[P]) Restart() tea.Cmd {
	if !f.Open || f.Words == "" {
		return nil
	}
	f.pass = &pass[P]{renews: true}
	return f.run(f.in.Look(f.Words, f.pass.next))
}

// Update adds a part that was looked through; ok is false for another message.
func (f *Finder[P]) Update(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	found, ok := msg.(foundPart[P])
	if !ok || found.pass != f.pass {
		return nil, ok
	}
	if f.add(found.part); f.pass == nil {
		return f.More(), true // what was added meanwhile
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
