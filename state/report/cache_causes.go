package report

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/state/cache"
	"gatehouse/state/figures"
	"gatehouse/state/run"
)

// causes returns the proven causes, or the differences from the exchange before.
func (c Caching) causes() (blocks []Block) {
	a := c.Found
	switch {
	case a.Verdict == cache.NotReported:
		return []Block{quiet("The answer does not say how many tokens were read from a cache.")}
	case a.Verdict == cache.First && a.Before == nil:
		return []Block{quiet("No exchange before it in the history begins in the same way.")}
	case a.Verdict == cache.First:
		return []Block{quiet(c.tooLittle())}
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

func (c Caching) tooLittle() string {
	r := c.Found.Rule
	if r.Vendor == "" || r.Least == 0 {
		return "What it has in common with the exchanges before is too little to count."
	}
	return "What it has in common with the exchanges before is, by an estimate, less than the minimum that " + r.Vendor + " publishes: " + minimumTokens(r) + "."
}

// unproven lists what differs from the exchange before, in the order of the prompt. None of it is
// proven to be the cause.
func (c Caching) unproven() []Block {
	cause := "The cause is not known."
	if strings.HasSuffix(c.Now.Reported, "_changed") { // one that has no verdict
		cause = "The provider reports " + c.Now.Reported + "."
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
		return fmt.Sprintf("%s served it; the exchange %s was served by %s, and each has a cache of its own.", c.Now.Provider, ago, of.Provider)
	case cache.ModelChanged:
		return fmt.Sprintf("%s served it; the exchange %s was served by %s, and each model has a cache of its own.", c.Now.Model(), ago, of.Model())
	case cache.Expired:
		return fmt.Sprintf("The last use was %s, which is longer than it is stored.", ago)
	case cache.BelowMinimum:
		r := c.Found.Rule
		return fmt.Sprintf("It is too short to be stored: %s publishes a minimum of %s.", r.Vendor, minimumTokens(r))
	case cache.NotAsked:
		return c.notAsked(of, ago)
	}
	return c.changed() + " Nothing after this point could be read from the cache."
}

func (c Caching) notAsked(of *cache.Use, ago string) string {
	vendor := c.Found.Rule.Vendor
	switch {
	case c.Now.Marks():
		return "The exchange " + ago + " had no cache_control mark that asks " + vendor + " to store it. This request has one: the next can read what ends there."
	case of.Marks():
		return "This request has no cache_control mark, and without one " + vendor + " reads nothing from the cache."
	}
	return "No cache_control mark asks " + vendor + " to store it."
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
		return "What stood before " + place + " was removed."
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
