package cache

import "slices"

// judgeRoutes finds the verdict where some of the prompt was read, an exchange before on the same route
// had a part of it in the cache, and one on another route has so much more that this was lost; ok is
// false where it is not so. Where all that the own route had was read, and no more, the others' routes
// may be what lost the rest.
func (e *explaining) judgeRoutes(a *Analysis, target *ref, lost int) (ok bool) {
	own, known := e.own()
	if own == nil || e.sameRoute(target) {
		return false
	}
	a.Verdict, a.Lost, a.Causes = Partial, lost, e.ofUnread(a.Read)
	if n := e.best.diff.Recurs; n > 0 && e.tokens(n) < 0 { // what a change lost may be the larger part
		known = false
	}
	if known && e.allRead(own, a.Read, lost) {
		if proven, ok := e.proven(a.Causes); ok {
			a.Verdict = proven
		}
	}
	return true
}

// own is the exchange on the same route that has the largest part of the prompt in the cache, where any
// has; known is false where of one on this route it is not known how much it has.
func (e *explaining) own() (own *ref, known bool) {
	known = true
	for i := range e.refs {
		switch r := &e.refs[i]; {
		case !e.sameRoute(r):
		case r.keep < 0:
			known = false
		case r.keep > 0 && (own == nil || r.keep > own.keep):
			own = r
		}
	}
	return own, known
}

// allRead reports whether what was read is what an exchange has in the cache, so exactly that what may
// be left of it is the lesser part of what was lost.
func (e *explaining) allRead(r *ref, read, lost int) bool {
	most := r.keep
	if !r.sure {
		most = r.keep * (100 + off) / 100
	}
	return e.unread(r, read) == 0 && read-r.keep <= e.tolerance(r) && 2*(most-read) < lost
}

// ofUnread are the causes why of each exchange that has more in the cache than was read, the last on
// its route, no more was read. What is larger than what was read is not too short to be kept.
func (e *explaining) ofUnread(read int) (causes []Cause) {
	had := map[string]bool{}
	for i := range e.refs {
		r := &e.refs[i]
		route := r.Provider + "\n" + r.Model()
		if had[route] || e.unread(r, read) == 0 {
			continue
		}
		had[route] = true
		of := slices.DeleteFunc(e.blockers(r, false), func(c Cause) bool { return c.Verdict == BelowMinimum })
		of = orUnexplained(of, r)
		e.held = append(e.held, held(of))
		causes = merged(causes, of)
	}
	return causes
}

// orUnexplained adds to causes, where nothing speaks for any of them, that by all that is known it
// should have been read.
func orUnexplained(of []Cause, r *ref) []Cause {
	if slices.ContainsFunc(of, func(c Cause) bool { return !c.Weak }) {
		return of
	}
	return append(of, Cause{Verdict: Unknown, Reason: Unexplained, Of: r.Use})
}
