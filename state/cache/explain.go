package cache

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"
)

// Analysis is what is known of why so much of a prompt was read from a cache.
type Analysis struct {
	Verdict Verdict
	Causes  []Cause // all that are proven; none: the cause is not known
	Rule    Rule
	In      int // tokens; -1: not reported, as the next
	Read    int
	Could   int  // tokens that Before stored in the cache, and that begin this prompt; -1: not known
	About   bool // Could is an estimate
	Before  *Use // the exchange that the prompt is compared with; nil for none
	Diff    Difference
	Lost    int             // tokens that were sent in full and might have been read; -1: not known
	Cost    decimal.Decimal // USD that these cost more; see Priced
	Priced  bool            // Cost is known
	Last    *Use            // the last exchange with the same beginning that the same provider and model served; nil: none is known
}

// USD returns how much more the lost tokens cost; -1 if that is not known.
func (a *Analysis) USD() float64 {
	if !a.Priced {
		return -1
	}
	return a.Cost.InexactFloat64()
}

// earlier is an exchange before the explained one, compared with it.
type earlier struct {
	*Use
	diff   Difference
	stored int  // tokens that it put into the cache, and that begin the explained prompt; -1: not known
	exact  bool // stored was reported; else it is estimated from bytes
}

// explaining compares one exchange with those before it.
type explaining struct {
	now    *Use
	rule   Rule
	before []earlier // the newest first
}

// Explain returns why as much of a prompt was read as was. before are exchanges that may have put
// it into a cache, in any order.
func Explain(now *Use, before []*Use) Analysis {
	e := compare(now, before)
	a := Analysis{Verdict: First, Rule: e.rule, In: now.In, Read: now.Cached, Could: -1}
	r := e.nearest()
	if r != nil {
		a.Before, a.Diff, a.Last = r.Use, r.diff, e.last()
	}
	switch {
	case now.Cached < 0 || now.In <= 0:
		a.Verdict, a.Lost = NotReported, -1
		return a
	case r != nil:
		e.judge(&a, r)
	case now.Cached > 0:
		a.Verdict = Hit
	case now.continues():
		a.Verdict, a.Lost = Unknown, -1
	}
	if v := reportedVerdicts[now.Reported]; v != "" && a.Verdict != Hit && !slices.ContainsFunc(a.Causes, func(c Cause) bool { return c.Verdict == v }) {
		a.Causes = append(a.Causes, Cause{Verdict: v})
		if a.Verdict = verdictOf(a.Causes); a.Lost == 0 {
			a.Lost = -1
		}
	}
	a.Cost, a.Priced = now.Charge.Cost(a.Lost, now.Written)
	return a
}

// continues reports whether the service puts an earlier answer, with its prompt, before the request.
func (u *Use) continues() bool { return u.Prompt.Setting("previous_response_id") != "" }

// compare selects the exchanges before one that have a part of its prompt.
func compare(now *Use, before []*Use) *explaining {
	e := &explaining{now: now, rule: ruleOf(now)}
	for _, u := range before {
		if u.Key >= now.Key || u.Place != now.Place || u.Failed && u.In < 0 || u.ID == now.ID {
			continue
		}
		r := earlier{Use: u, diff: Diff(&now.Prompt, &u.Prompt)}
		if now.continues() {
			if u.Key != now.Parent {
				continue // its input is only the end of the prompt
			}
			bytes, _ := u.bytes(len(u.Prompt.Pieces))
			r.diff = Difference{Pieces: len(u.Prompt.Pieces), Bytes: bytes, Upto: bytes}
		}
		if e.askedOther(&r) && !r.isContinued(now) || now.Begins && r.diff.Pieces < now.setup() {
			continue // another conversation, or another agent's
		}
		if r.shared() > 0 {
			r.stored, r.exact = e.storedBy(&r)
			e.before = append(e.before, r)
		}
	}
	slices.SortFunc(e.before, func(a, b earlier) int { return cmp.Compare(b.Key, a.Key) })
	return e
}

// isContinued reports whether a prompt is that of the exchange with more after it.
func (r *earlier) isContinued(now *Use) bool {
	all := len(r.Prompt.Pieces)
	return now.Parent == r.Key || r.diff.Pieces == all && len(now.Prompt.Pieces) > all
}

// shared returns how many bytes of the prompt the exchange has; of media alone, how many pieces.
func (r *earlier) shared() int {
	if n := r.diff.Bytes + r.diff.Recurs; n > 0 {
		return n
	}
	return r.diff.Pieces
}

// nearest returns the exchange to compare with: of those that the same provider and model may have
// served the one that stored the most, if this was not read, else the one that has most of the prompt.
// It returns nil for none.
func (e *explaining) nearest() *earlier {
	var sameRoute, most *earlier
	for i := range e.before {
		r := &e.before[i]
		if !e.otherModel(r) && !e.otherProvider(r) && e.unread(r) && (sameRoute == nil || r.stored > sameRoute.stored) {
			sameRoute = r
		}
		if most == nil || r.shared() > most.shared() {
			most = r
		}
	}
	if sameRoute != nil {
		return sameRoute
	}
	return most
}

// last returns the newest exchange with the same beginning that by all that is reported the same
// provider and model served; nil for none.
func (e *explaining) last() *Use {
	for i := range e.before {
		r := &e.before[i]
		if r.diff.Pieces > 0 && r.Provider == e.now.Provider && r.Model() == e.now.Model() {
			return r.Use
		}
	}
	return nil
}

// judge finds the verdict of an exchange that reports what was read, compared with one before it.
func (e *explaining) judge(a *Analysis, r *earlier) {
	a.Could, a.About = r.stored, !r.exact
	if a.Read > 0 && !e.unread(r) && !e.differs(r) {
		a.Verdict = Hit
		return
	}
	if e.now.IsTooShort() { // whatever else is different
		a.Verdict, a.Causes = BelowMinimum, []Cause{{Verdict: BelowMinimum, Of: r.Use}}
		return
	}
	a.Causes, a.Lost = e.causes(r), e.lost(r)
	switch a.Verdict = verdictOf(a.Causes); {
	case slices.ContainsFunc(a.Causes, func(c Cause) bool { return c.Verdict == BelowMinimum }):
		a.Lost = 0
	case a.Lost >= 0 && a.Lost < e.minimum() && a.Read == 0:
		a.Verdict, a.Causes, a.Lost = First, nil, 0
	case a.Verdict == "" && a.Read > 0:
		a.Verdict = Partial
	case a.Verdict == "":
		a.Verdict = Unknown
	}
	if e.askedOther(r) {
		a.Lost = 0 // the model that was asked could not read what the other stored
	}
}

// verdictOf returns the verdict of proven causes; empty for none.
func verdictOf(causes []Cause) Verdict {
	switch len(causes) {
	case 0:
		return ""
	case 1:
		return causes[0].Verdict
	}
	return Several
}

// lost returns how many tokens were sent in full that an exchange before had sent too; -1 if that is
// not known.
func (e *explaining) lost(r *earlier) (tokens int) {
	if e.unread(r) || e.now.Cached == 0 {
		beginning := r.stored
		if beginning <= 0 {
			beginning, _ = e.common(r)
		}
		if beginning < 0 {
			return -1
		}
		tokens = beginning - e.now.Cached
	}
	if !e.differs(r) {
		return tokens
	}
	recurring := e.tokens(r.diff.Recurs)
	if recurring < 0 || !e.changed(r) {
		return -1
	}
	return tokens + recurring
}

// hitPercent is the share of the stored tokens from which on a read is a hit. What is missing is what
// a chat template adds after the last message, and what a provider rounds down to its step.
const hitPercent = 97

// estimateFactor bounds an estimate of tokens by bytes: the tokens of a part of a prompt are between the
// half and the double of it. With o200k_base a token of code has 2.8 bytes, of JSON 2.8, of a tool's
// schema 4.4 and of English prose 4.6 (measured in TestTokensArePartsOfBytes).
const estimateFactor = 2

// tolerance returns how many of some tokens may be missing from a hit.
func (e *explaining) tolerance(tokens int) int {
	return e.rule.Step + tokens*(100-hitPercent)/100
}

// minimum returns how many tokens may be in a cache at least.
func (e *explaining) minimum() int {
	if e.rule.Vendor == "" {
		return LowestMinimum().Least
	}
	return max(e.rule.Least, 1)
}

// unread reports whether an exchange stored more of the beginning of the prompt than was read.
func (e *explaining) unread(r *earlier) bool {
	switch read := max(e.now.Cached, 0); {
	case r.stored < e.minimum():
		return false
	case r.exact:
		return r.stored-read > e.tolerance(r.stored)
	default:
		return r.stored > read*estimateFactor
	}
}

// tokens estimates how many tokens some bytes of the prompt are; -1 if that cannot be estimated, as
// where the service adds to the prompt what is not in the request.
func (e *explaining) tokens(bytes int) int {
	all, complete := e.now.bytes(len(e.now.Prompt.Pieces))
	if !complete || all == 0 || !e.now.Prompt.Complete() || e.now.In < 0 {
		return -1
	}
	return int(int64(e.now.In) * int64(bytes) / int64(all))
}

// common returns how many tokens the prompts have in common at their beginning; exact is false for an
// estimate.
func (e *explaining) common(r *earlier) (tokens int, exact bool) {
	if r.diff.Pieces == len(r.Prompt.Pieces) && r.In > 0 {
		return r.In, true
	}
	return e.tokens(r.diff.Bytes), false
}

// storedBy returns how many tokens of the common beginning an exchange put into the cache.
func (e *explaining) storedBy(r *earlier) (tokens int, exact bool) {
	if !e.rule.Marked {
		return e.common(r)
	}
	all := len(r.Prompt.Pieces)
	marked := r.lastMark(r.diff.Pieces)
	switch {
	case marked == 0 && r.diff.Pieces == all: // what it read remains stored
		return max(r.Cached, 0), true
	case marked == 0:
		return 0, true
	case marked == r.lastMark(all) && r.Written >= 0 && r.Cached >= 0 && r.Written+r.Cached > 0:
		return r.Written + r.Cached, true
	case marked == all && r.In > 0:
		return r.In, true
	}
	n, _ := r.bytes(marked)
	return e.tokens(n), false
}
