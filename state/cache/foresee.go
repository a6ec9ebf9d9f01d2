package cache

import (
	"slices"

	"gatehouse/state/answer/run"
)

// Outlook is what is known, before a request is sent, of how much of its prompt could be read from
// a cache.
type Outlook struct {
	Before *Use // the exchange that it is compared with; nil for none
	Diff   Difference
	Could  int     // tokens that it put into the cache, and that begin this prompt; -1: not known
	About  bool    // Could is an estimate
	Causes []Cause // each prevents that they are read; none: nothing that is known does
	Routed bool    // another provider may serve the request
	Rule   Rule
}

// Foresee returns what is known of how much of a prompt could be read from a cache, if it were sent at
// now.Key. before are the exchanges that may have put it there; those that asked for another model do
// not count. now.In may be an estimate.
func Foresee(now *Use, before []*Use) Outlook {
	before = slices.DeleteFunc(slices.Clone(before), func(u *Use) bool { return u.Asked != now.Asked })
	next := *now
	next.Cached = 0
	e := compare(&next, before)
	if r := e.nearest(); r != nil { // the rule is that of who served before: nobody knows who will
		next.Served, next.Provider = r.Served, r.Provider
		e = compare(&next, before)
	}
	r := e.nearest()
	if r == nil {
		return Outlook{Rule: e.rule, Could: -1}
	}
	// At the address of a provider itself no other can serve.
	direct := slices.Contains([]string{"api.openai.com", "api.anthropic.com", "api.deepseek.com", "generativelanguage.googleapis.com", "api.x.ai", "api.mistral.ai"}, next.Host)
	o := Outlook{Before: r.Use, Diff: r.diff, Could: r.stored, About: !r.exact, Causes: e.causes(r), Routed: !direct, Rule: e.rule}
	if o.Could != 0 { // what is before a change may be read
		o.Causes = slices.DeleteFunc(o.Causes, Cause.Differs)
	}
	if o.Could > 0 && o.Could < e.minimum() { // by an estimate
		o.Could = -1
	}
	return o
}

// Next returns a prompt as a cache would see it if it were sent like an exchange, or to an address that
// none was sent to before.
func Next(p run.Prompt, model string, tokens int, key int64, like *Use) *Use {
	u := &Use{Key: key, Asked: model, In: tokens, Cached: -1, Record: Record{Prompt: p, Written: -1}}
	if like != nil {
		u.Place, u.Host, u.Local = like.Place, like.Host, like.Local
	}
	return u
}
