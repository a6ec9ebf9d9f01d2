package cache

import (
	"slices"

	"gatehouse/state/run"
)

// Outlook is what is known, before a request is sent, of how much of its prompt would be read from
// a cache.
type Outlook struct {
	Before *Use // the exchange that has the most of the prompt; nil for none
	Diff   Difference
	Could  int     // tokens that it put into the cache, and that begin this prompt; -1: not known
	About  bool    // Could is an estimate
	Would  bool    // a rule of the provider is known, and nothing that is known keeps them from being read, if the same provider serves the request
	Causes []Cause // that keep them from being read, or may
	Routed bool    // another provider may serve the request
	Rule   Rule
}

// Foresee says what is known of how much of a prompt would be read from a cache, if it were sent at
// now.Key. before are the exchanges that may have put it there; now.In may be an estimate.
func Foresee(now *Use, before []*Use) Outlook {
	var o Outlook
	same := *now
	e := explaining{now: &same, rule: ruleOf(&same)}
	all := before
	before = slices.DeleteFunc(slices.Clone(all), func(u *Use) bool { return u.Asked != now.Asked }) // each model has a cache of its own
	if e.find(before); e.best == nil {
		before = all
		e.find(before)
	}
	if e.best == nil {
		o.Rule, o.Could = e.rule, -1
		return o
	}
	// The rule is that of who served before: nobody knows who will.
	same.Provider = e.best.Provider
	if same.Asked == e.best.Asked {
		same.Served = e.best.Served
	}
	e = explaining{now: &same, rule: ruleOf(&same)}
	e.find(before)
	o.Before, o.Diff, o.Rule, o.Routed, o.Could = e.best.Use, e.best.diff, e.rule, !same.direct(), 0
	of := e.best
	if target := e.most(); target != nil {
		of, o.Could, o.About = target, target.keep, true
		o.Before, o.Diff = target.Use, target.diff
		o.Causes = e.blockers(target, false)
	} else {
		o.Causes = e.ofChange(e.best, false)
		if e.tokens(of.diff.Bytes) < 0 {
			o.Could = -1
		}
	}
	o.About = o.About && !of.sure
	o.Causes = slices.DeleteFunc(o.Causes, func(c Cause) bool { return c.Reason == Route })
	for i := range o.Causes { // how long the prompt is, is an estimate
		if c := &o.Causes[i]; c.Verdict == BelowMinimum && !(of.In > 0 && of.In < o.Rule.Least) && now.In*(100+off)/100 >= o.Rule.Least {
			c.Certain = false
		}
	}
	o.Would = o.Could > 0 && len(o.Causes) == 0 && o.Rule.Vendor != ""
	return o
}

// Never reports whether it is known that nothing would be read of what an exchange before put into
// the cache, and why.
func (o *Outlook) Never() (why Cause, ok bool) {
	for _, c := range o.Causes {
		if c.Certain {
			return c, true
		}
	}
	return why, false
}

// Next is a prompt as a cache would see it if it were sent like an exchange, or to an address that
// none was sent to before.
func Next(p run.Prompt, model string, tokens int, key int64, like *Use) *Use {
	u := &Use{Key: key, Asked: model, In: tokens, Cached: -1, Record: Record{Prompt: p, Written: -1}}
	if like != nil {
		u.Place, u.Host, u.Local = like.Place, like.Host, like.Local
	}
	return u
}
