package cache

import (
	"slices"
	"strings"
	"time"

	"gatehouse/state/run"
)

// ofAll are the causes why nothing was read of a beginning that exchanges before had in the cache.
// Of those on one route the last counts: each use keeps what it reads. One that nothing kept from
// being read makes the cause unknown.
func (e *explaining) ofAll(target *ref) (causes []Cause) {
	had := map[string]bool{}
	for i := range e.refs {
		r := &e.refs[i]
		route := r.Provider + "\n" + r.Model()
		if r.keep*10 < target.keep*9 || had[route] {
			continue
		}
		had[route] = true
		of := orUnexplained(e.blockers(r, false), r)
		e.held = append(e.held, held(of))
		causes = merged(causes, of)
	}
	return causes
}

// merged adds causes that are not there yet. One that is certain somewhere is.
func merged(causes, more []Cause) []Cause {
	for _, c := range more {
		at := slices.IndexFunc(causes, func(o Cause) bool { return o.Verdict == c.Verdict && o.Reason == c.Reason })
		if at < 0 {
			causes = append(causes, c)
		} else if c.Certain && !causes[at].Certain {
			causes[at] = c
		}
	}
	return causes
}

// ofChange are the causes why what lies behind the first difference to an exchange was not read,
// or what it has in common without being kept. alive says that the beginning of both was read.
func (e *explaining) ofChange(r *ref, alive bool) (causes []Cause) {
	if v := r.diff.verdict(); v != "" && (r.diff.Recurs > 0 || e.allMarksBehind(r)) {
		causes = append(causes, Cause{Verdict: v, Certain: true, Of: r.Use})
	}
	others := e.blockers(r, r.diff.Recurs > 0)
	if alive && e.newest(r) { // and so is what was put behind it at the same time
		others = slices.DeleteFunc(others, func(c Cause) bool { return c.Verdict == Expired || c.Reason == Undated })
	}
	if alive {
		others = slices.DeleteFunc(others, func(c Cause) bool { return c.Verdict == BelowMinimum || c.Reason == NotReady })
	}
	e.held = append(e.held, held(others))
	return merged(causes, others)
}

// held are the verdicts of causes that held, in one text.
func held(causes []Cause) string {
	var list []string
	for _, c := range causes {
		if c.Certain && !slices.Contains(list, string(c.Verdict)) {
			list = append(list, string(c.Verdict))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// newest reports whether no exchange after one has as much of the same beginning.
func (e *explaining) newest(r *ref) bool {
	for i := range e.refs {
		if o := &e.refs[i]; o.Key > r.Key && o.diff.Upto >= r.diff.Bytes {
			return false
		}
	}
	return true
}

// verdict is that of a difference; empty for none.
func (d *Difference) verdict() Verdict {
	switch {
	case d.Change == Same:
		return ""
	case d.Group == run.Tools:
		return ToolsChanged
	case d.Change == Moved:
		return Reordered
	}
	return Edited
}

// blockers are what kept, or may have kept, what an exchange before put into the cache from being
// read: all of it, or what begins the prompt.
func (e *explaining) blockers(r *ref, all bool) (causes []Cause) {
	add := func(v Verdict, reason Reason, certain bool) {
		causes = append(causes, Cause{Verdict: v, Reason: reason, Certain: certain, Of: r.Use})
	}
	e.route(r, &causes)
	e.asked(r, add)
	e.short(r, all, add)
	e.aged(r, add)
	if r.Begun > e.now.Key || r.Begun == 0 && r.Ended > e.now.Key {
		add(Unknown, NotReady, false)
	}
	if what := e.settings(r); what != "" {
		causes = append(causes, Cause{Verdict: Unknown, Reason: Settings, Of: r.Use, What: what})
	}
	for _, p := range []*run.Prompt{&e.now.Prompt, &r.Prompt} {
		if p.Setting("previous_response_id")+p.Setting("conversation")+p.Setting("prompt") != "" || p.Cut {
			causes = merged(causes, []Cause{{Verdict: Unknown, Reason: Kept, Of: r.Use}})
		}
		if p.Setting("plugins")+p.Setting("transforms") != "" {
			causes = merged(causes, []Cause{{Verdict: Unknown, Reason: Rewritten, Of: r.Use}})
		}
	}
	return causes
}

// route compares who served both.
func (e *explaining) route(r *ref, causes *[]Cause) {
	add := func(v Verdict, reason Reason, certain, weak bool) {
		*causes = append(*causes, Cause{Verdict: v, Reason: reason, Certain: certain, Weak: weak, Of: r.Use})
	}
	now := e.now
	switch {
	case now.Served != "" && r.Served != "":
		if now.Served != r.Served {
			add(ModelChanged, 0, true, false)
			if vendorOf(now.Served) != vendorOf(r.Served) {
				return // the provider before does not serve it
			}
		}
	case now.Asked != r.Asked:
		add(ModelChanged, 0, false, false)
	}
	switch {
	case now.direct():
	case now.Provider == "" || r.Provider == "":
		add(Unknown, Route, false, true)
	case now.Provider != r.Provider:
		add(ProviderChanged, 0, true, false)
	}
}

// vendorOf is the part of a model's name that says whose it is; empty where none does.
func vendorOf(model string) string {
	vendor, _, found := strings.Cut(model, "/")
	if !found {
		return ""
	}
	return vendor
}

// asked looks for the marks that the rule wants.
func (e *explaining) asked(r *ref, add func(Verdict, Reason, bool)) {
	mine, its := e.now.lastMark(len(e.now.Prompt.Pieces)), r.lastMark(len(r.Prompt.Pieces))
	switch {
	case e.rule.Marked && its == 0 && r.keep <= 0, e.rule.Asks && mine == 0:
		add(NotAsked, 0, true)
	case e.rule.Vendor == "" && its == 0 && !e.auto:
		add(NotAsked, 0, false)
	case e.rule.Look > 0 && r.kept > 0 && !e.near(r.kept):
		add(Unknown, Lookback, false)
	}
}

// near reports whether a mark of the request is close enough behind one that was kept.
func (e *explaining) near(kept int) bool {
	pieces := e.now.Prompt.Pieces
	for i := kept; i <= min(kept+e.rule.Look, len(pieces)); i++ {
		if pieces[i-1].Keep != run.NoMark {
			return true
		}
	}
	return false
}

// short looks whether it is too short to be kept.
func (e *explaining) short(r *ref, all bool, add func(Verdict, Reason, bool)) {
	if e.rule.Most == 0 || r.Written > 0 || e.auto && e.rule.Vendor == "" {
		return
	}
	n, sure := r.keep, r.sure
	if all || e.rule.Marked && r.kept == 0 { // what it put there ends behind the first difference
		n, sure = r.In, true
	}
	if n < 0 {
		add(BelowMinimum, 0, false)
		return
	}
	low, high := n, n
	if !sure {
		low, high = n*(100-off)/100, n*(100+off)/100
	}
	switch {
	case high < e.rule.Least, r.In > 0 && r.In < e.rule.Least, e.now.In < e.rule.Least:
		add(BelowMinimum, 0, true)
	case low < e.rule.Most:
		add(BelowMinimum, 0, false)
	}
}

// aged looks whether too long a time has passed.
func (e *explaining) aged(r *ref, add func(Verdict, Reason, bool)) {
	if r.Undated || e.now.Undated {
		add(Unknown, Undated, false)
		return
	}
	sooner, later := e.lifetime(r)
	atLeast, atMost := time.Duration(e.now.Key-r.Ended)*time.Microsecond, time.Duration(e.now.Key-r.Key)*time.Microsecond
	switch {
	case atLeast >= later:
		add(Expired, 0, true)
	case atMost >= sooner:
		add(Expired, 0, false)
	}
}

// lifetime is how long what an exchange put into the cache is kept: it may be gone after the first,
// and is after the second.
func (e *explaining) lifetime(r *ref) (sooner, later time.Duration) {
	if !e.rule.Marked {
		return e.rule.Sooner, e.rule.Later
	}
	kept := r.kept
	if kept == 0 {
		kept = r.lastMark(len(r.Prompt.Pieces))
	}
	if kept == 0 { // it put nothing there, but may have read what others did; and it might have asked for any time
		return e.rule.Sooner, e.rule.Later
	}
	sooner, later = Forever, 0
	for _, p := range r.Prompt.Pieces[:kept] {
		d := p.Keep.Duration()
		switch {
		case p.Keep == run.NoMark:
			continue
		case d == 0 && e.rule.Exact:
			d = e.rule.Sooner
		case d == 0:
			sooner, later = min(sooner, e.rule.Sooner), Forever
			continue
		}
		sooner, later = min(sooner, d), max(later, d)
	}
	return sooner, later
}

// settings names the members that differ and may be a part of what a cache is asked for.
func (e *explaining) settings(r *ref) string {
	if e.rule.Exact {
		return ""
	}
	var names []string
	for _, p := range []*run.Prompt{&e.now.Prompt, &r.Prompt} {
		for _, s := range p.Settings {
			if s.Name != "session_id" && s.Name != "plugins" && s.Name != "previous_response_id" && e.now.Prompt.Setting(s.Name) != r.Prompt.Setting(s.Name) && !slices.Contains(names, s.Name) {
				names = append(names, s.Name)
			}
		}
	}
	return strings.Join(names, ", ")
}
