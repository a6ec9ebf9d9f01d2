package cache

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"
)

// Analysis is what is known of why so much of a prompt was read from a cache.
type Analysis struct {
	Verdict Verdict
	Causes  []Cause // what lost the larger part: the one that is proven, or all that are possible
	Rule    Rule
	In      int // tokens; -1: not reported, as the next
	Read    int
	Could   int  // tokens that the exchanges before had in the cache, and that begin this prompt; -1: not known
	About   bool // Could is an estimate
	Before  *Use // what the prompt is compared with; nil for none
	Diff    Difference
	Lost    int             // tokens that were sent in full for the causes; -1: not known, 0: none were
	Cost    decimal.Decimal // USD that these cost more; see Priced
	Priced  bool            // Cost is known
	Last    *Use            // the last one with the same beginning on the same route; nil: none is known
}

// USD are those that the tokens cost more which were sent in full; -1: not known.
func (a *Analysis) USD() float64 {
	if !a.Priced {
		return -1
	}
	return a.Cost.InexactFloat64()
}

// Cause is something that by itself keeps a prompt from being read.
type Cause struct {
	Verdict Verdict // Unknown: it is a Reason
	Reason  Reason
	Certain bool   // it held; else it may have held
	Weak    bool   // nothing speaks for it but that it cannot be excluded
	Of      *Use   // the exchange before that could not be read for it
	What    string // the settings that differ
}

// Differs reports whether the cause is that the prompts differ.
func (c Cause) Differs() bool {
	return c.Verdict == Edited || c.Verdict == Reordered || c.Verdict == ToolsChanged
}

// Reason is a cause that no verdict has.
type Reason uint8

// The reasons.
const (
	NoReason    Reason = iota
	NotReady           // the answer before had not begun
	Settings           // other members of the request differ
	Rewritten          // the gateway may have sent another prompt on
	Kept               // a part of the prompt is not in the request
	Route              // who served it is not reported
	Lookback           // the mark before is too far from the next one
	Undated            // the times are not known
	Unexplained        // by all that is known it should have been read
	ReadMore           // more was read than any exchange before begins with
)

// ref is an exchange before, as it stands to the one that is explained.
type ref struct {
	*Use
	diff Difference
	kept int // pieces of the common beginning that it put into the cache
	keep int // tokens of these; -1: not known
	sure bool
}

// explaining is one exchange that is explained.
type explaining struct {
	now  *Use
	rule Rule
	refs []ref
	best *ref     // that has the most of the prompt
	auto bool     // that the provider keeps prompts without marks is seen
	held []string // the causes, but for another prompt, that held for each exchange whose cache was not read
}

// Explain says why as much of a prompt was read as was. before are exchanges that may have put
// it into a cache, in any order.
func Explain(now *Use, before []*Use) Analysis {
	e := explaining{now: now, rule: ruleOf(now)}
	e.find(before)
	a := Analysis{Verdict: Unknown, Rule: e.rule, In: now.In, Read: now.Cached, Could: -1, Lost: -1}
	if e.best != nil {
		a.Before, a.Diff, a.Last = e.best.Use, e.best.diff, e.last()
	}
	switch {
	case now.Cached < 0 || now.In <= 0:
		a.Verdict = NotReported
	case e.best == nil:
		a.Verdict, a.Lost = First, 0
		if now.Cached > 0 {
			a.Verdict = Hit
		}
	default:
		e.judge(&a)
	}
	if a.Verdict != NotReported {
		a.Cost, a.Priced = now.Charge.Cost(a.Lost, now.Written)
	}
	return a
}

// find takes those of the exchanges before that may have put the prompt into a cache.
func (e *explaining) find(before []*Use) {
	for _, u := range before {
		if u.Key >= e.now.Key || u.Place != e.now.Place || u.Failed && u.In < 0 || u.ID == e.now.ID {
			continue
		}
		r := ref{Use: u, diff: Diff(&e.now.Prompt, &u.Prompt)}
		if r.score() > 0 {
			e.auto = e.auto || u.Cached > 0 && u.lastMark(len(u.Prompt.Pieces)) == 0
			e.refs = append(e.refs, r)
		}
	}
	slices.SortFunc(e.refs, func(a, b ref) int { return cmp.Compare(b.Key, a.Key) }) // the newest first
	for i := range e.refs {
		r := &e.refs[i]
		e.count(r)
		if e.best == nil || r.score() > e.best.score() {
			e.best = r
		}
	}
}

// score is how much of the prompt it has.
func (r *ref) score() int {
	n := r.diff.Bytes + r.diff.Recurs
	if n == 0 {
		return r.diff.Pieces // which are media alone
	}
	return n
}

// tokens estimates how many so many bytes of the prompt are; -1 where that cannot be told.
func (e *explaining) tokens(bytes int) int {
	all, whole := e.now.bytes(len(e.now.Prompt.Pieces))
	if !whole || all == 0 || e.now.Prompt.Cut || e.now.In < 0 {
		return -1
	}
	return int(int64(e.now.In) * int64(bytes) / int64(all))
}

// count works out what of the common beginning an exchange put into the cache.
func (e *explaining) count(r *ref) {
	pieces := len(r.Prompt.Pieces)
	r.kept = r.diff.Pieces
	if e.rule.Marked {
		r.kept = r.lastMark(r.diff.Pieces)
	}
	switch {
	case e.rule.Marked && r.kept == 0:
		r.keep, r.sure = 0, true
	case e.rule.Marked && r.Written >= 0 && r.Cached >= 0 && r.kept == r.lastMark(pieces) && r.Written+r.Cached > 0:
		r.keep, r.sure = r.Written+r.Cached, true
	case r.kept == pieces && r.In > 0:
		r.keep, r.sure = r.In, true
	case e.rule.Marked:
		n, _ := e.now.bytes(r.kept)
		r.keep = e.tokens(n)
	default:
		r.keep = e.tokens(r.diff.Bytes)
	}
	if r.keep == 0 && r.Cached > 0 && r.diff.Bytes > 0 && !e.readBehind(r) { // what it read stays for as long again
		if r.keep, r.sure = min(r.Cached, e.tokens(r.diff.Bytes)), false; r.diff.Pieces == len(r.Prompt.Pieces) {
			r.keep, r.sure = r.Cached, true
		}
	}
}

// readBehind reports whether what an exchange read surely ends behind where the prompts part. Where
// only marks end what is kept, a prompt that differs before that end can read none of it.
func (e *explaining) readBehind(r *ref) bool {
	n := e.tokens(r.diff.Upto)
	return e.rule.Marked && r.diff.Change != Same && n >= 0 && r.Cached > n*(100+off)/100
}

// slack is the number of tokens that do not count.
func (e *explaining) slack() int {
	if e.rule.Exact {
		return 0
	}
	return max(e.rule.Step, e.now.In/50)
}

// off is how far an estimate may be off, of a hundred.
const off = 35

// most is the exchange that has the largest part of the prompt in the cache, where any has.
func (e *explaining) most() *ref {
	var most *ref
	for i := range e.refs {
		if r := &e.refs[i]; r.keep > 0 && (most == nil || r.keep > most.keep) {
			most = r
		}
	}
	return most
}

// tolerance is the number of tokens of what an exchange has in the cache that do not count.
func (e *explaining) tolerance(r *ref) int {
	switch {
	case !r.sure:
		return max(e.slack(), r.keep*off/100)
	case e.rule.Exact:
		return 0
	}
	return max(e.slack(), r.keep*3/100)
}

// unread is how many tokens an exchange has in the cache that were not among those that were read;
// 0 for so few that they do not count.
func (e *explaining) unread(r *ref, read int) int {
	if gap := r.keep - read; gap > e.tolerance(r) {
		return gap
	}
	return 0
}

// judge finds the verdict of an exchange that reports what was read, and has others before it.
func (e *explaining) judge(a *Analysis) {
	target, slack := e.most(), e.slack()
	a.Could = 0
	if target != nil {
		a.Could, a.About = target.keep, !target.sure
	}
	lostA := 0
	if target != nil {
		lostA = e.unread(target, a.Read)
	}
	lostB := e.tokens(e.best.diff.Recurs)
	unsized := lostB < 0 && e.best.diff.Recurs > 0
	switch {
	case lostB < 0 && e.best.diff.Recurs > 0: // how large it is is not known: that there is some is
		lostB = 0
		if a.Read == 0 || target == nil {
			lostB = 1
		}
	case lostB <= slack && !(e.rule.Exact && lostB > 0):
		lostB = 0
	}
	if a.Read > 0 {
		e.judgeRead(a, target, lostA, max(lostB, 0))
	} else {
		e.judgeMissed(a, target, lostA, max(lostB, 0))
	}
	if unsized && lostA == 0 && a.Lost > 0 {
		a.Lost = -1
	}
}

// judgeRead finds the verdict where some of the prompt was read.
func (e *explaining) judgeRead(a *Analysis, target *ref, lostA, lostB int) {
	common, sure := e.common()
	switch {
	case lostA == 0 && lostB == 0:
		a.Verdict, a.Lost = Hit, 0
	case lostB > 0 && common >= 0 && a.Read > common+e.slack()+map[bool]int{true: common / 20, false: common * off / 100}[sure]:
		a.Verdict, a.Causes, a.Lost = Partial, []Cause{{Verdict: Unknown, Reason: ReadMore}}, -1
	case lostB > lostA:
		a.Lost = lostB
		a.Verdict = Partial
		a.Causes = e.ofChange(e.best, lostA == 0)
		if proven, ok := e.proven(a.Causes); ok {
			a.Verdict = proven
		}
	case lostB == 0 && e.judgeRoutes(a, target, lostA):
	default:
		a.Verdict, a.Lost = Partial, lostA
		a.Causes = e.blockers(target, false)
		if len(a.Causes) == 0 {
			a.Causes = []Cause{{Verdict: Unknown, Reason: Unexplained, Of: target.Use}}
		}
	}
}

// common is how many tokens the prompt has in common with what it is compared with, at most.
func (e *explaining) common() (n int, sure bool) {
	r := e.best
	if r.diff.Pieces == len(r.Prompt.Pieces) && r.In > 0 {
		return r.In, true
	}
	return e.tokens(r.diff.Upto), false
}

// judgeMissed finds the verdict where nothing was read.
func (e *explaining) judgeMissed(a *Analysis, target *ref, lostA, lostB int) {
	a.Verdict = Unknown
	if lostA > 0 && lostA >= lostB {
		a.Causes, a.Lost = e.ofAll(target), lostA
	} else {
		a.Causes, a.Lost = e.ofChange(e.best, false), lostB
		if lostA == 0 {
			a.Lost += max(e.tokens(e.best.diff.Bytes), 0)
		} else if e.surely(target) { // what kept the beginning from being read would have kept the rest too
			a.Causes = merged(a.Causes, e.ofAll(target))
		}
		if a.Lost <= e.slack() && !(e.rule.Exact && a.Lost > 0) {
			a.Verdict, a.Causes, a.Lost = First, nil, 0
			return
		}
	}
	if proven, ok := e.proven(a.Causes); ok {
		a.Verdict = proven
	}
	if a.Verdict == BelowMinimum || a.Verdict == Several && slices.ContainsFunc(a.Causes, func(c Cause) bool { return c.Verdict == BelowMinimum }) {
		a.Lost = 0
	}
}

// surely reports whether what an exchange put into the cache is large enough to be kept there.
func (e *explaining) surely(r *ref) bool {
	return r.sure && r.keep >= e.rule.Most || r.keep*(100-off)/100 >= e.rule.Most
}

// allMarksBehind reports whether what an exchange put into the cache all ends behind where the
// prompts part.
func (e *explaining) allMarksBehind(r *ref) bool {
	return e.rule.Marked && r.kept == 0 && r.lastMark(len(r.Prompt.Pieces)) > 0
}

// proven is the verdict of causes that held, where nothing else that is known may have: the one that
// there is, or Several. These are only proven where they held for every exchange whose cache was not
// read: else it might have been read without one of them.
func (e *explaining) proven(causes []Cause) (Verdict, bool) {
	v := Verdict("")
	for _, c := range causes {
		switch {
		case c.Weak:
		case !c.Certain || c.Verdict == Unknown:
			return "", false
		case v != "" && v != c.Verdict:
			v = Several
		default:
			v = c.Verdict
		}
	}
	if v == Several && len(slices.Compact(slices.Clone(e.held))) > 1 {
		return "", false
	}
	return v, v != ""
}

// last is the newest exchange with the same beginning on the same route.
func (e *explaining) last() *Use {
	for i := range e.refs {
		r := &e.refs[i]
		if r.diff.Pieces > 0 && e.sameRoute(r) {
			return r.Use
		}
	}
	return nil
}

// sameRoute reports whether by all that is reported the same provider and model served an exchange.
func (e *explaining) sameRoute(r *ref) bool {
	return r.Provider == e.now.Provider && r.Model() == e.now.Model()
}
