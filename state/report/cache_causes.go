package report

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/state/cache"
	"gatehouse/state/figures"
	"gatehouse/state/run"
)

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
	if a.Verdict == cache.Several {
		blocks = append(blocks, Span{"Each of these by itself would have kept it from being read:", Value})
		for _, cause := range a.Causes {
			if !cause.Weak {
				blocks = append(blocks, Finding{Level: Failed, Sign: "←", Said: c.sentence(cause)})
			}
		}
		return blocks
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
		return c.changed() + " Nothing after this point could be read from the cache."
	case cache.ProviderChanged:
		return fmt.Sprintf("%s served it; the exchange %s was served by %s, and each has a cache of its own.", c.Now.Provider, ago, of.Provider)
	case cache.ModelChanged:
		return fmt.Sprintf("%s served it; the exchange %s was served by %s, and each model has a cache of its own.", c.Now.Model(), ago, of.Model())
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
		return c.notAsked(cause, ago)
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
		return "Who served it is not reported: another provider may have. Routing metadata says it, where a service gives it."
	case cache.Lookback:
		return fmt.Sprintf("The next mark is more than %d blocks behind what was kept.", a.Rule.Look)
	case cache.Undated:
		return "How much time has passed is not known."
	case cache.ReadMore:
		return "More was read than any exchange in the history begins with: another one put it there."
	}
	return fmt.Sprintf("By all that is known, what the exchange %s put into the cache should have been read. A provider may drop it earlier.", ago)
}

// notAsked says which of both requests had no mark.
func (c Caching) notAsked(cause cache.Cause, ago string) string {
	vendor, mine := c.Found.Rule.Vendor, c.Now.Marks()
	switch {
	case !cause.Certain && mine:
		return "The exchange " + ago + " had no cache_control mark; whether the provider needs one is not known."
	case !cause.Certain:
		return "No cache_control mark asks to keep it; whether the provider needs one is not known."
	case mine:
		return "The exchange " + ago + " had no cache_control mark that asks " + vendor + " to keep it. This request has one: the next can read what ends there."
	case cause.Of != nil && cause.Of.Marks():
		return "This request has no cache_control mark, and without one " + vendor + " reads nothing from the cache."
	}
	return "No cache_control mark asks " + vendor + " to keep it."
}

// least is how much is kept at least, in words.
func least(r cache.Rule) string {
	if r.Vendor == "" {
		return "the least that providers keep is up to " + figures.Counted(r.Most, "token")
	}
	words := r.Vendor + " keeps " + leastTokens(r) + " or more of this model"
	if r.Least != r.Most {
		words += ", as published"
	}
	return words
}

// leastTokens are the bounds of that.
func leastTokens(r cache.Rule) string {
	if r.Least == r.Most {
		return figures.Counted(r.Most, "token")
	}
	return figures.Thousands(r.Least) + " to " + figures.Counted(r.Most, "token")
}

// lifetime is how long it is kept, in words.
func lifetime(r cache.Rule) string {
	later := "and nothing is published of when it is gone"
	if r.Later != cache.Forever {
		later = "and it is gone after " + span(r.Later)
	}
	return fmt.Sprintf("after %s %s may have dropped it, %s", span(r.Sooner), cmp.Or(r.Vendor, "a provider"), later)
}

func span(d time.Duration) string {
	if d >= time.Hour {
		return figures.Counted(int(d/time.Hour), "hour")
	}
	return figures.Counted(int(d/time.Minute), "minute")
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
	if now.Text != "" { // else no more is known than the sum in which they differ
		place += ", character " + figures.Thousands(utf8.RuneCountInString(strings.ToValidUTF8(now.Text[:d.At], ""))+1)
	}
	return what + " changed: " + place + "."
}

// toolsChanged says what became of the tools, and whether the instructions behind them changed too.
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
