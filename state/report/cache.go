package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gatehouse/state/cache"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/run"
	"gatehouse/state/tree"
)

// Caching is an exchange, and what is known of the cache of its prompt.
type Caching struct {
	Now   *cache.Use
	Found cache.Analysis
	Play  string // what the numbered ways play again: the run, or the exchanges of the conversation; empty for nothing
}

// Cache tells what became of the part of a prompt that may have been in a provider's cache, and
// why no more of it was read.
func Cache(c Caching) Report {
	r := Report{Title: "CACHE", Sum: Span{CacheSum(c), cacheRole(c.Found.Verdict)}}
	r.Blocks = append(r.Blocks, c.causes()...)
	r.Blocks = append(r.Blocks, c.figures()...)
	if d := c.difference(); !d.Empty() {
		r.Blocks = append(r.Blocks, d)
	}
	if t := c.tree(); len(t.Rows) > 0 {
		r.Blocks = append(r.Blocks, Report{Title: "PROMPT", Sum: quiet("in the order in which a provider reads it"), Blocks: []Block{t}})
	}
	r.Blocks = append(r.Blocks, Report{Title: "USES", Blocks: c.uses()})
	if c.Play != "" {
		r.Blocks = append(r.Blocks, Report{Title: "WHAT IF", Sum: quiet("played on the local gateway"), Blocks: []Block{
			Way{Words: "play " + c.Play + " with a breakpoint at the end of each request", Action: "read-loosen", Number: 1},
			Way{Words: "play " + c.Play + " with one session_id", Action: "read-loosen", Number: 2},
			Way{Words: "play " + c.Play + " with both", Action: "read-loosen", Number: 3},
		}})
	}
	return r
}

func cacheRole(v cache.Verdict) Role {
	switch v {
	case cache.Hit:
		return Good
	case cache.First, cache.NotReported:
		return Quiet
	}
	return Warn
}

// CacheSum is all of it in a line.
func CacheSum(c Caching) string {
	a := c.Found
	words := a.Verdict.Words()
	if a.Read >= 0 && a.In > 0 {
		words += ": " + figures.Thousands(a.Read) + " of " + figures.Counted(a.In, "token") + " read"
	}
	return words
}

// CacheNote says in a few words why the cache of an exchange was lost, and for how much; empty where
// it was not, or nothing asked for it.
func CacheNote(e *history.Entry) string {
	words := ""
	switch v := cache.Verdict(e.Cache); v {
	case cache.Edited, cache.Reordered, cache.ToolsChanged, cache.ProviderChanged, cache.ModelChanged, cache.Expired:
		words = "← " + v.Words() + ", cache lost"
	case cache.Unknown: // which may be one that nobody asked to keep
		if e.Lost <= 0 {
			return ""
		}
		words = "← cache lost, cause not known"
	default:
		return ""
	}
	if e.Lost > 0 {
		words += ", ~" + figures.Dollars(e.Lost)
	}
	return words
}

// Cached tells of the cache of an exchange as the history lists it, without the requests; empty where
// there is nothing to tell.
func Cached(e *history.Entry) Report {
	if e == nil || e.Cache == "" || e.Cache == string(cache.First) || e.Cache == string(cache.NotReported) {
		return Report{}
	}
	v := cache.Verdict(e.Cache)
	words := v.Words()
	if e.Tokens.Cached >= 0 && e.Tokens.In > 0 {
		words += ": " + figures.Thousands(e.Tokens.Cached) + " of " + figures.Counted(e.Tokens.In, "token") + " read"
	}
	r := Report{Title: "CACHE", Blocks: []Block{Span{words, cacheRole(v)}}}
	if e.Lost > 0 {
		r.Blocks = append(r.Blocks, field("lost", "~"+figures.Dollars(e.Lost), Warn))
	}
	return r
}

// about marks what is an estimate.
func about(n int, estimate bool) string {
	if estimate {
		return "~" + figures.Thousands(n)
	}
	return figures.Thousands(n)
}

// figures are the tokens and the money.
func (c Caching) figures() (blocks []Block) {
	a := c.Found
	if a.Before != nil && a.Could > 0 && a.Rule.Vendor != "" {
		blocks = append(blocks, Field{Label: "in the cache", Value: []Span{{about(a.Could, a.About) + " tokens, by what was sent before", Value}}})
	}
	switch {
	case a.Verdict == cache.NotReported || a.Before == nil:
		return blocks
	case a.Lost == 0:
		return append(blocks, field("lost", "nothing", Good))
	case a.Lost < 0:
		return append(blocks, field("lost", "not known", Quiet))
	}
	value := Field{Label: "lost", Value: []Span{{"~" + figures.Counted(a.Lost, "token") + " sent in full", Warn}}}
	if cost, ok := c.cost(); ok {
		value.Value = append(value.Value, Span{cost + " more than if they had been read", Warn})
	} else {
		value.Value = append(value.Value, Span{"what they cost more is not known", Quiet})
	}
	return append(blocks, value)
}

// cost is what was paid for what was not read.
func (c Caching) cost() (string, bool) {
	if !c.Found.Priced || c.Found.Cost.Sign() <= 0 {
		return "", false
	}
	return "~" + figures.Dollars(c.Found.Cost.InexactFloat64()), true
}

// causes are the verdict in a sentence, or all causes that are possible.
func (c Caching) causes() (blocks []Block) {
	a := c.Found
	switch {
	case a.Verdict == cache.NotReported:
		return []Block{quiet("The answer does not say how many tokens were read from a cache.")}
	case a.Verdict == cache.First && a.Before == nil:
		return []Block{quiet("No exchange before it in the history begins in the same way.")}
	case a.Verdict == cache.First:
		return []Block{quiet("What it has in common with the exchanges before is too little to count.")}
	case a.Verdict == cache.Hit && a.Before == nil:
		return []Block{quiet("What was read was put there by an exchange that the history does not have.")}
	case a.Verdict == cache.Hit:
		return nil
	}
	if len(a.Causes) == 0 {
		return nil
	}
	if a.Verdict != cache.Unknown && a.Verdict != cache.Partial {
		for _, cause := range a.Causes {
			if cause.Verdict == a.Verdict {
				return []Block{Finding{Level: Failed, Sign: "←", Said: c.sentence(cause)}}
			}
		}
	}
	words := "The cause is not known. These may be it:"
	if len(a.Causes) == 1 {
		words = "The cause is not known."
	}
	blocks = append(blocks, Span{words, Value})
	for _, cause := range a.Causes {
		level := Warning
		if !cause.Certain {
			level = Note
		}
		blocks = append(blocks, Finding{Level: level, Said: c.sentence(cause)})
	}
	return blocks
}

// sentence is a cause in words.
func (c Caching) sentence(cause cache.Cause) string {
	a, of := c.Found, cause.Of
	ago := ""
	if of != nil {
		ago = c.ago(of)
	}
	switch cause.Verdict {
	case cache.Edited, cache.Reordered, cache.ToolsChanged:
		return c.changed() + " What stands behind that cannot be read from the cache."
	case cache.ProviderChanged:
		return fmt.Sprintf("%s served it; the exchange %s was served by %s, and each has a cache of its own.", c.Now.Provider, ago, of.Provider)
	case cache.ModelChanged:
		return fmt.Sprintf("%s served it; the exchange %s was served by %s, and each model has a cache of its own.", modelOf(c.Now), ago, modelOf(of))
	case cache.Expired:
		if !cause.Certain {
			return fmt.Sprintf("The last use was %s; %s.", ago, lifetime(a.Rule))
		}
		return fmt.Sprintf("The last use was %s, which is longer than it is kept.", ago)
	case cache.BelowMinimum:
		if !cause.Certain {
			return "It may be shorter than what is kept: " + least(a.Rule) + "."
		}
		return "It is too short to be kept: " + least(a.Rule) + "."
	case cache.NotAsked:
		if !cause.Certain {
			return "No cache_control mark asks to keep it; whether the provider needs one is not known."
		}
		return "No cache_control mark asks " + a.Rule.Vendor + " to keep it."
	}
	switch cause.Reason {
	case cache.NotReady:
		return fmt.Sprintf("The exchange %s had not begun to answer when this one was sent; what it sent may not have been in the cache yet.", ago)
	case cache.Settings:
		return "Other members of the request differ from the exchange " + ago + ": " + cause.What + "."
	case cache.Rewritten:
		return "A plugin may have changed the prompt on its way to the provider."
	case cache.Kept:
		return "A part of the prompt is kept by the service and not in the request."
	case cache.Route:
		return "Who served it is not reported: another provider may have. Ask for routing metadata to know."
	case cache.Lookback:
		return fmt.Sprintf("The next mark is more than %d blocks behind what was kept.", a.Rule.Look)
	case cache.Undated:
		return "How much time has passed is not known."
	case cache.ReadMore:
		return "More was read than any exchange in the history begins with: another one put it there."
	}
	return fmt.Sprintf("By all that is known, what the exchange %s put into the cache should have been read. A provider may drop it earlier.", ago)
}

func modelOf(u *cache.Use) string {
	if u.Served != "" {
		return u.Served
	}
	return u.Asked
}

// least is how much is kept at least, in words.
func least(r cache.Rule) string {
	switch {
	case r.Vendor == "":
		return "the least that providers keep is up to " + figures.Counted(r.Most, "token")
	case r.Least == r.Most:
		return r.Vendor + " keeps " + figures.Counted(r.Least, "token") + " or more of this model"
	}
	return fmt.Sprintf("%s keeps %s to %s or more of this model, as published", r.Vendor, figures.Thousands(r.Least), figures.Counted(r.Most, "token"))
}

// lifetime is how long it is kept, in words.
func lifetime(r cache.Rule) string {
	who := r.Vendor
	if who == "" {
		who = "a provider"
	}
	later := "and nothing is published of when it is gone"
	if r.Later < 1000*time.Hour {
		later = "and it is gone after " + span(r.Later)
	}
	return fmt.Sprintf("after %s %s may have dropped it, %s", span(r.Sooner), who, later)
}

func span(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return figures.Counted(int(d/time.Hour), "hour")
	case d >= time.Minute:
		return figures.Counted(int(d/time.Minute), "minute")
	}
	return figures.Duration(d.Microseconds())
}

// ago says how long before an exchange was.
func (c Caching) ago(u *cache.Use) string {
	if u.Undated || c.Now.Undated {
		return "before"
	}
	return figures.Duration(c.Now.Key-u.Key) + " before"
}

// changed says what the first difference is, and where.
func (c Caching) changed() string {
	d := c.Found.Diff
	place := c.place()
	switch d.Change {
	case cache.Added:
		return "Something was added at " + place + ", before what was sent."
	case cache.Removed:
		return "What stood before " + place + " was removed."
	case cache.Moved:
		return "The order changed at " + place + "."
	case cache.ToolsOnly:
		return "The tools changed, first at " + place + "."
	case cache.Spelling:
		return "White space or the order of members changed at " + place + ", and nothing else there."
	}
	what := "A message"
	if d.Group == run.Instructions {
		what = "The instructions"
	}
	return fmt.Sprintf("%s changed: %s, character %s.", what, place, figures.Thousands(d.At+1))
}

// place is where the first difference is.
func (c Caching) place() string {
	pieces := c.Now.Prompt.Pieces
	if at := c.Found.Diff.Pieces; at < len(pieces) {
		return pieces[at].Path
	}
	return "the end"
}

// around is how much of a text is shown before and behind a difference, in bytes.
const around = 60

// difference shows what was there, and what is.
func (c Caching) difference() Report {
	a := c.Found
	if a.Before == nil || a.Diff.Change == cache.Same {
		return Report{}
	}
	d := a.Diff
	now, was := c.Now.Prompt.Pieces[d.Pieces], a.Before.Prompt.Pieces[d.Pieces]
	r := Report{Title: "FIRST DIFFERENCE", Sum: quiet(now.Path)}
	if was.Text == "" && now.Text == "" {
		return r
	}
	if now.Group == was.Group && d.Change != cache.Added && d.Change != cache.Removed && d.Change != cache.Moved {
		r.Blocks = append(r.Blocks, changed("- ", was.Text, now.Text, d.At, tree.Removed), changed("+ ", was.Text, now.Text, d.At, tree.Added))
		return r
	}
	r.Blocks = append(r.Blocks, Words{Sign: Span{"- ", Removed}, Spans: []Span{{begin(was.Text), Removed}}}, Words{Sign: Span{"+ ", Added}, Spans: []Span{{begin(now.Text), Added}}})
	return r
}

func begin(text string) string { return strings.ToValidUTF8(clip(text, 2*around), "") }

// changed is a text around its first difference to another, with what only it has marked.
func changed(sign, was, now string, at int, kind tree.ChangeKind) Words {
	from := max(at-around, 0)
	cut := func(s string) string { return strings.ToValidUTF8(s[min(from, len(s)):min(at+around, len(s))], "") }
	a, b := cut(was), cut(now)
	role := map[tree.ChangeKind]Role{tree.Removed: Removed, tree.Added: Added}[kind]
	w := Words{Sign: Span{sign, role}}
	if from > 0 {
		w.Spans = append(w.Spans, quiet("…"))
	}
	for _, p := range tree.DiffWords(a, b) {
		switch p.Kind {
		case tree.Same:
			w.Spans = append(w.Spans, Span{p.Of(a, b), Quiet})
		case kind:
			w.Spans = append(w.Spans, Span{p.Of(a, b), role})
		}
	}
	return w
}

// uses are the exchange before, and what the request asks of the cache.
func (c Caching) uses() (blocks []Block) {
	a := c.Found
	told := func(label string, u *cache.Use) {
		served := modelOf(u)
		if u.Provider != "" {
			served += " by " + u.Provider
		}
		words := []Span{{c.ago(u), Value}, {served, Value}, quiet(u.ID)}
		if u.Cached >= 0 {
			words = append(words, quiet(figures.Thousands(u.Cached)+" of "+figures.Thousands(max(u.In, 0))+" read"))
		}
		blocks = append(blocks, Field{Label: label, Value: words})
	}
	if a.Before != nil {
		told("compared", a.Before)
	}
	if a.Last != nil && (a.Before == nil || a.Last.ID != a.Before.ID) {
		told("same route", a.Last)
	}
	blocks = append(blocks, Field{Label: "marks", Value: []Span{{marks(c.Now), Value}}})
	for _, name := range []string{"prompt_cache_key", "prompt_cache_retention", "session_id"} {
		if v := c.Now.Prompt.Setting(name); v != "" {
			blocks = append(blocks, field(name, v, Value))
		}
	}
	rule := "none is known for " + modelOf(c.Now)
	if a.Rule.Vendor != "" {
		rule = a.Rule.Vendor + ": " + ruleWords(a.Rule)
	}
	return append(blocks, Field{Label: "rule", Value: []Span{{rule, Quiet}}})
}

func ruleWords(r cache.Rule) string {
	var words []string
	if r.Marked {
		words = append(words, "keeps what ends at a mark")
	} else {
		words = append(words, "keeps prompts by itself")
	}
	if r.Most > 0 {
		tokens := figures.Thousands(r.Least)
		if r.Least != r.Most {
			tokens += " to " + figures.Thousands(r.Most)
		}
		words = append(words, tokens+" tokens at least")
	}
	kept := "for " + span(r.Sooner)
	if r.Marked {
		kept += ", or as a mark says"
	} else if r.Later < 1000*time.Hour && r.Later != r.Sooner {
		kept += " to " + span(r.Later)
	}
	return strings.Join(append(words, kept), ", ") + " (" + r.Source + ")"
}

// marks lists where the request asks to keep what ends there.
func marks(u *cache.Use) string {
	var places []string
	for i, p := range u.Prompt.Pieces {
		if p.Keep == run.NoMark {
			continue
		}
		place := item(p.Path)
		if i+1 == len(u.Prompt.Pieces) || u.Prompt.Pieces[i+1].Keep != p.Keep { // of several with one ttl the last says it
			place += map[run.Lifetime]string{run.Minutes5: " (5 min)", run.Hour1: " (1 h)", run.OtherLifetime: " (another ttl)"}[p.Keep]
		}
		places = append(places, place)
	}
	switch {
	case len(places) == 0:
		return "none"
	case len(places) > mostRows:
		return strings.Join(places[:mostRows], ", ") + " and " + strconv.Itoa(len(places)-mostRows) + " more"
	}
	return strings.Join(places, ", ")
}
