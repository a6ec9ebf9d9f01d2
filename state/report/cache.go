package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/waterfall"
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
	if c.Now.IsTooShort() {
		return r
	}
	if d := c.difference(); !d.Empty() {
		r.Blocks = append(r.Blocks, d)
	}
	if t := c.tree(); len(t.Rows) > 0 {
		order := "in the order in which a provider reads it"
		if !c.Now.Prompt.Complete() {
			order += "; what plugins or transforms add to it is not listed"
		}
		r.Blocks = append(r.Blocks, Report{Title: "PROMPT", Sum: quiet(order), Blocks: []Block{t}})
	}
	r.Blocks = append(r.Blocks, Report{Title: "USES", Blocks: c.uses()})
	return r
}

// CacheInShort is Cache without the texts of the prompts.
func CacheInShort(c Caching) Report {
	if c.Now.IsTooShort() {
		rule := cache.LowestMinimum()
		words := "Too short for a cache: " + figures.Counted(c.Found.In, "token") + ". The least that a known provider stores is " +
			strconv.Itoa(rule.Least) + " (" + rule.Vendor + ": " + rule.Source + ")."
		return Report{Title: "CACHE", Blocks: []Block{quiet(words)}}
	}
	return Report{Title: "CACHE", Sum: cacheSum(c.Found.Verdict, c.Found.Read, c.Found.In), Blocks: slices.Concat(c.causes(), c.reported(), c.figures())}
}

// cacheSum returns whether the cache was read, why no more of it was, and the tokens.
func cacheSum(v cache.Verdict, read, in int) Span {
	words, role := "Not read: "+v.Words(), Warn
	switch {
	case v == cache.Hit:
		words, role = "Read", Good
	case v == cache.First, v == cache.NotReported:
		words, role = v.Words(), Quiet
	case v == cache.Partial:
		words = "Partly read"
	case read > 0:
		words = "Partly read: " + v.Words()
	}
	if read >= 0 && in > 0 {
		words += ", " + figures.Thousands(read) + " of " + figures.Counted(in, "token")
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
	words := strings.ToLower(r.Blocks[0].(Span).Text)
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
	return "← " + v.Words()
}

// lostOf describes the part of a cost that a cache miss caused, as written; "" for none. An unknown cost
// is below 0.
func lostOf(lost, cost float64, written string) string {
	words := written + " of it because the cache was not read"
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
	words := lostOf(s.Lost, s.Cost, lostCell(s.Lost).Text)
	switch name, all := s.MainLoss(); {
	case name == "":
	case all:
		words += ": " + cache.Verdict(name).Words()
	default:
		words += ": mostly " + cache.Verdict(name).Words()
	}
	return words
}

const lostTitle = "cache lost"

// lostColumn has the cells of lostCell.
var lostColumn = Column{Title: lostTitle, Right: true, Point: true, Spare: SpareLast}

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

// roughly writes an estimate in USD as receipts write costs.
func roughly(usd float64) string { return "~" + figures.PriceOf(usd) }

// reported returns the provider's reason for a cache miss.
func (c Caching) reported() []Block {
	if c.Of == nil {
		return nil
	}
	r := cache.ReportedOf(c.Of)
	if r.Reason == "" {
		return nil
	}
	f := Field{Label: "reported", Value: []Span{{r.Reason, Value}}, About: quiet(r.Where + " of the answer")}
	if r.Missed >= 0 {
		f.Value = append(f.Value, Span{"~" + figures.Counted(r.Missed, "token") + " after that", Value})
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
	words := []string{"caches prompts by itself"}
	if r.Marked {
		words[0] = "caches what ends at a mark"
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
		if p.Mark == run.NoMark {
			continue
		}
		place := item(p.Path)
		if i+1 == len(u.Prompt.Pieces) || u.Prompt.Pieces[i+1].Mark != p.Mark { // the ttl follows the last of several marks with it
			place += map[run.Lifetime]string{run.Minutes5: " (5 min)", run.Hour1: " (1 h)", run.OtherLifetime: " (another ttl)"}[p.Mark]
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

// continuesUnknown is the sentence where the history has none of an ID, or several.
const continuesUnknown = "Which exchange it continues is not known: there is nothing to compare."

// causes returns the proven causes, or the differences from the exchange before.
func (c Caching) causes() (blocks []Block) {
	a := c.Found
	switch {
	case a.Verdict == cache.NotReported:
		return []Block{quiet("The answer does not say how many tokens were read from a cache.")}
	case a.Verdict == cache.First && a.Before == nil:
		return []Block{quiet("No exchange before it in the history with this model begins in the same way.")}
	case a.Verdict == cache.First && (a.Rule.Vendor == "" || a.Rule.Least == 0):
		return []Block{quiet("What it has in common with the exchanges before is too little to count.")}
	case a.Verdict == cache.First:
		return []Block{quiet("What it has in common with the exchanges before is, by an estimate, less than the minimum that " + a.Rule.Vendor + " publishes: " + minimumTokens(a.Rule) + ".")}
	case a.Verdict == cache.Hit && a.Before == nil && c.Now.Prompt.Setting("previous_response_id") != "":
		return []Block{quiet(continuesUnknown)}
	case a.Verdict == cache.Hit && a.Before == nil:
		return []Block{quiet("What was read was put there by an exchange that the history does not have.")}
	case a.Verdict == cache.Hit:
		return nil
	case len(a.Causes) == 0:
		return c.unproven()
	case len(a.Causes) > 1:
		blocks = append(blocks, Span{"Each of these by itself would have prevented a read:", Value})
	}
	for _, cause := range a.Causes {
		blocks = append(blocks, Finding{Level: Failed, Sign: "←", Message: c.sentence(cause)})
	}
	return blocks
}

// unproven lists what differs from the exchange before, in the order of the prompt. None of it is
// proven to be the cause.
func (c Caching) unproven() []Block {
	cause := "The cause is not known."
	if strings.HasSuffix(c.Now.Reported, "_changed") { // one that has no verdict
		cause = "The provider reports " + c.Now.Reported + "."
	}
	if c.Found.Before == nil {
		return []Block{Span{cause + " " + continuesUnknown, Value}}
	}
	list := c.differences()
	found := " What differs from the exchange " + c.ago(c.Found.Before) + ":"
	if len(list) == 0 {
		found = " Nothing that is known differs from the exchange " + c.ago(c.Found.Before) + "."
	}
	blocks := []Block{Span{cause + found, Value}}
	for _, words := range list {
		blocks = append(blocks, Finding{Level: Note, Message: words})
	}
	return blocks
}

// differences lists what differs from the exchange before: settings, prompt, model, provider.
func (c Caching) differences() (list []string) {
	now, before := c.Now, c.Found.Before
	if names := cache.SettingsThatDiffer(&now.Prompt, &before.Prompt); len(names) > 0 {
		list = append(list, "Settings: "+strings.Join(names, ", ")+".")
		if slices.Contains(names, "prompt_cache_key") { // https://developers.openai.com/api/docs/guides/prompt-caching
			list = append(list, "With another prompt_cache_key a request may go to another machine, whose cache does not have the prompt.")
		}
	}
	if c.Found.Diff.Change != cache.Same {
		list = append(list, c.changed())
	}
	if now.Model() != before.Model() {
		list = append(list, "The model: "+now.Model()+", before "+before.Model()+".")
	}
	switch {
	case now.Provider == "" || before.Provider == "":
		list = append(list, "Who served it is not reported: another provider may have.")
	case now.Provider != before.Provider:
		list = append(list, "The provider: "+now.Provider+", before "+before.Provider+".")
	}
	return list
}

func (c Caching) sentence(cause cache.Cause) string {
	of := cause.Of
	if of == nil {
		return "The provider reports " + c.Now.Reported + "."
	}
	ago := c.ago(of)
	switch cause.Verdict {
	case cache.ProviderChanged:
		return fmt.Sprintf("%s served it; the exchange %s was served by %s, and each has a separate cache.", c.Now.Provider, ago, of.Provider)
	case cache.ModelChanged:
		return fmt.Sprintf("%s served it; the exchange %s was served by %s, and each model has a separate cache.", c.Now.Model(), ago, of.Model())
	case cache.Expired:
		return fmt.Sprintf("The last use was %s, which is longer than it is stored.", ago)
	case cache.BelowMinimum:
		r := c.Found.Rule
		return fmt.Sprintf("It is too short to be stored: %s publishes a minimum of %s.", r.Vendor, minimumTokens(r))
	case cache.NotAsked:
		switch vendor := c.Found.Rule.Vendor; {
		case c.Now.Marks():
			return "The exchange " + ago + " had no cache_control mark that asks " + vendor + " to store it. This request has one: the next can read what ends there."
		case of.Marks():
			return "This request has no cache_control mark, and without one " + vendor + " reads nothing from the cache."
		default:
			return "No cache_control mark asks " + vendor + " to store it."
		}
	}
	return c.changed() + " Nothing after this point could be read from the cache."
}

func minimumTokens(r cache.Rule) string {
	if r.Least == r.Most {
		return figures.Counted(r.Most, "token")
	}
	return figures.Thousands(r.Least) + " to " + figures.Counted(r.Most, "token")
}

func span(d time.Duration) string {
	if d >= time.Hour {
		return figures.Counted(int(d/time.Hour), "hour")
	}
	return figures.Counted(int(d/time.Minute), "minute")
}

func (c Caching) ago(u *cache.Use) string {
	if u.Undated || c.Now.Undated {
		return "before"
	}
	return figures.Duration(c.Now.Key-u.Key) + " before"
}

// changed describes the first difference of the prompts and its place.
func (c Caching) changed() string {
	d := c.Found.Diff
	now := c.Now.Prompt.Pieces[d.Pieces]
	place := now.Path
	switch d.Change {
	case cache.Added:
		return "Something was added at " + place + ", before what was sent."
	case cache.Removed:
		return "What was before " + place + " was removed."
	case cache.Moved:
		return "The order changed at " + place + "."
	case cache.ToolsOnly:
		return c.toolsChanged(place)
	case cache.Spelling:
		return "White space or the order of members changed at " + place + ", and nothing else there."
	}
	what := "A message"
	if d.Group == run.Instructions {
		what = "The instructions"
	}
	if now.Text != "" { // else only the hashes are known
		place += ", character " + figures.Thousands(utf8.RuneCountInString(strings.ToValidUTF8(now.Text[:d.At], ""))+1)
	}
	return what + " changed: " + place + "."
}

func (c Caching) toolsChanged(place string) string {
	now, before := &c.Now.Prompt, &c.Found.Before.Prompt
	words := "The tools changed, first at " + place + "."
	switch at := c.Found.Diff.Pieces; {
	case before.Pieces[at].Group != run.Tools:
		words = place + " was added."
	case now.Pieces[at].Group != run.Tools:
		words = "A tool was removed before " + place + "."
	}
	if cache.Differ(now, before, run.Instructions) {
		words += " The instructions changed too."
	}
	return words
}
