package report

import (
	"slices"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/run"
	"gatehouse/state/usage"
	"gatehouse/state/waterfall"
)

// Caching is an exchange and the analysis of its prompt cache.
type Caching struct {
	Now   *cache.Use
	Found cache.Analysis
	Of    *state.Exchange // whose answer may give the provider's reason; nil: not known
}

// Cache reports what became of the part of a prompt that may have been in a provider's cache, and why
// no more of it was read.
func Cache(c Caching) Report {
	r := CacheInShort(c)
	if d := c.difference(); !d.Empty() {
		r.Blocks = append(r.Blocks, d)
	}
	if t := c.tree(); len(t.Rows) > 0 {
		r.Blocks = append(r.Blocks, Report{Title: "PROMPT", Sum: quiet("in the order in which a provider reads it"), Blocks: []Block{t}})
	}
	r.Blocks = append(r.Blocks, Report{Title: "USES", Blocks: c.uses()})
	return r
}

// CacheInShort is Cache without the texts of the prompts.
func CacheInShort(c Caching) Report {
	return Report{Title: "CACHE", Sum: cacheSum(c.Found.Verdict, c.Found.Read, c.Found.In), Blocks: slices.Concat(c.causes(), c.reported(), c.figures())}
}

func cacheSum(v cache.Verdict, read, in int) Span {
	words, role := v.Words(), Warn
	if read >= 0 && in > 0 {
		words += ": " + figures.Thousands(read) + " of " + figures.Counted(in, "token") + " read"
	}
	switch v {
	case cache.Hit:
		role = Good
	case cache.First, cache.NotReported:
		role = Quiet
	}
	return Span{words, role}
}

// Cached reports the cache verdict and the loss of a history entry, without reading the requests; it
// is empty if there is neither.
func Cached(e *history.Entry) (r Report) {
	if e == nil || !cache.Verdict(e.Cache).IsNotable() {
		return r
	}
	r = Report{Title: "CACHE", Blocks: []Block{cacheSum(cache.Verdict(e.Cache), e.Tokens.Counts[usage.CacheRead], e.Tokens.Counts[usage.Input])}}
	if e.Lost > 0 {
		r.Blocks = append(r.Blocks, field("lost", roughly(e.Lost), lostRole(e.Lost)))
	}
	return r
}

// CachedLine returns Cached as one line, or "".
func CachedLine(e *history.Entry) string {
	r := Cached(e)
	if r.Empty() {
		return ""
	}
	words := r.Blocks[0].(Span).Text
	if len(r.Blocks) > 1 {
		lost := r.Blocks[1].(Field)
		words += ", " + lost.Label + " " + lost.Value[0].Text
	}
	return words
}

// CacheNote returns a short reason why the cache of an exchange was lost, or "". A known loss has its
// column, so the note does not repeat it.
func CacheNote(e *history.Entry) string {
	v := cache.Verdict(e.Cache)
	switch v {
	case cache.Edited, cache.Reordered, cache.ToolsChanged, cache.ProviderChanged, cache.ModelChanged, cache.Expired:
		if e.Lost <= 0 {
			return "← " + v.Words() + ", cache lost"
		}
	case cache.Unknown, cache.Several: // one cause may be that the request did not ask for a cache
		if e.Lost <= 0 {
			return ""
		}
	default:
		return ""
	}
	return "← " + causeInShort(v)
}

func causeInShort(v cache.Verdict) string {
	if v == cache.Unknown {
		return "cause not known"
	}
	return v.Words()
}

// lostOf describes the part of a cost that a cache miss caused; "" for none. An unknown cost is below 0.
func lostOf(lost, cost float64) string {
	words := roughly(lost) + " of it because the cache was not read"
	switch {
	case lost <= 0:
		return ""
	case lost > cost: // the cost is known for other exchanges than the loss
		return strings.Replace(words, "of it", "lost", 1)
	}
	return words
}

// LostByRun is lostOf for a run, with the cause of most of the loss.
func LostByRun(s *waterfall.Sum) string {
	words := lostOf(s.Lost, s.Cost)
	switch name, all := s.MainLoss(); {
	case name == "":
	case all:
		words += ": " + causeInShort(cache.Verdict(name))
	default:
		words += ": mostly " + causeInShort(cache.Verdict(name))
	}
	return words
}

const lostTitle = "cache lost"

// lostCell returns a cell with a loss in USD, which is empty for none.
func lostCell(usd float64) Span {
	if usd <= 0 {
		return Span{}
	}
	words := figures.Dollars(usd)
	if !strings.HasPrefix(words, "<") {
		words = "~" + words
	}
	return Span{words, lostRole(usd)}
}

// lostRole returns Warn for a loss of a tenth of a cent or more.
func lostRole(usd float64) Role {
	if usd < 0.001 {
		return Quiet
	}
	return Warn
}

// roughly writes an estimate in USD.
func roughly(usd float64) string {
	words := figures.Dollars(usd)
	if little, ok := strings.CutPrefix(words, "<"); ok {
		return "less than " + little
	}
	return "~" + words
}

// reported returns the provider's reason for a cache miss.
func (c Caching) reported() []Block {
	if c.Of == nil {
		return nil
	}
	r := cache.ReportedOf(c.Of)
	if r.Said == "" {
		return nil
	}
	f := Field{Label: "reported", Value: []Span{{r.Said, Value}}, About: quiet(r.Where + " of the answer")}
	if r.Missed >= 0 {
		f.Value = append(f.Value, Span{"~" + figures.Counted(r.Missed, "token") + " behind that", Value})
	}
	if r.With != "" {
		f.Value = append(f.Value, quiet("compared with "+r.With))
	}
	return []Block{f}
}

func (c Caching) figures() (blocks []Block) {
	a := c.Found
	if a.Before != nil && a.Could > 0 && a.Rule.Vendor != "" {
		blocks = append(blocks, field("in the cache", about(a.About)+figures.Counted(a.Could, "token")+", by what was sent before", Value))
	}
	switch {
	case a.Verdict == cache.NotReported || a.Before == nil:
		return blocks
	case a.Lost == 0:
		return append(blocks, field("lost", "nothing", Good))
	case a.Lost < 0:
		return append(blocks, field("lost", "not known", Quiet))
	}
	role, cost := Warn, quiet("what they cost more is not known")
	if a.Priced && a.Cost.IsPositive() {
		usd := a.Cost.InexactFloat64()
		role = lostRole(usd)
		cost = Span{roughly(usd) + " more than if they had been read", role}
	}
	return append(blocks, Field{Label: "lost", Value: []Span{{"~" + figures.Counted(a.Lost, "token") + " sent in full", role}, cost}})
}

// uses describes the exchanges compared and the cache settings of the request.
func (c Caching) uses() (blocks []Block) {
	a := c.Found
	describe := func(label string, u *cache.Use) {
		served := u.Model()
		if u.Provider != "" {
			served += " by " + u.Provider
		}
		words := []Span{{c.ago(u), Value}, {served, Value}}
		if u.Cached >= 0 {
			words = append(words, quiet(figures.Thousands(u.Cached)+" of "+figures.Thousands(max(u.In, 0))+" read"))
		}
		blocks = append(blocks, Field{Label: label, Value: append(words, quiet(u.ID))})
	}
	if a.Before != nil {
		describe("compared", a.Before)
	}
	if a.Last != nil && (a.Before == nil || a.Last.ID != a.Before.ID) {
		describe("same route", a.Last)
	}
	blocks = append(blocks, field("marks", marks(c.Now), Value))
	for _, name := range []string{"prompt_cache_key", "prompt_cache_retention", "session_id"} {
		if v := c.Now.Prompt.Setting(name); v != "" {
			blocks = append(blocks, field(name, v, Value))
		}
	}
	rule := "none is known for " + c.Now.Model()
	if a.Rule.Vendor != "" {
		rule = a.Rule.Vendor + ": " + ruleWords(a.Rule)
	}
	return append(blocks, field("rule", rule, Quiet))
}

func ruleWords(r cache.Rule) string {
	words := []string{"keeps prompts by itself"}
	if r.Marked {
		words[0] = "keeps what ends at a mark"
	}
	if r.Most > 0 {
		words = append(words, minimumTokens(r)+" at least")
	}
	lifetime := "for " + span(r.Sooner)
	if r.Marked {
		lifetime += ", or as a mark says"
	} else if r.Later != cache.Forever && r.Later != r.Sooner {
		lifetime += " to " + span(r.Later)
	}
	return strings.Join(append(words, lifetime), ", ") + " (" + r.Source + ")"
}

// marks lists the items that end with a cache_control mark.
func marks(u *cache.Use) string {
	var places []string
	for i, p := range u.Prompt.Pieces {
		if p.Keep == run.NoMark {
			continue
		}
		place := item(p.Path)
		if i+1 == len(u.Prompt.Pieces) || u.Prompt.Pieces[i+1].Keep != p.Keep { // the ttl follows the last of several marks with it
			place += map[run.Lifetime]string{run.Minutes5: " (5 min)", run.Hour1: " (1 h)", run.OtherLifetime: " (another ttl)"}[p.Keep]
		}
		places = append(places, place)
	}
	switch {
	case len(places) == 0:
		return "none"
	case len(places) > maxRows:
		return strings.Join(places[:maxRows], ", ") + " and " + strconv.Itoa(len(places)-maxRows) + " more"
	}
	return strings.Join(places, ", ")
}
