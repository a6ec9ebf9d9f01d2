// Package cache explains why a provider read as much of a prompt from its cache as it did, and no
// more. It names a cause only if bytes, ids, a published rule or the provider's words prove it.
package cache

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// Verdict is what became of the part of a prompt that may have been in a cache.
type Verdict string

// The verdicts, as a query asks for them. Those from Edited on are causes too.
const (
	Hit             Verdict = "hit"              // all was read that could be
	Partial         Verdict = "partial"          // a part of that was read, and no cause is proven
	First           Verdict = "first"            // nothing before it begins in the same way
	NotReported     Verdict = "not-reported"     // the answer does not say what was read
	Unknown         Verdict = "unknown"          // nothing was read, and no cause is proven
	Edited          Verdict = "edited"           // a message or the instructions are others
	Reordered       Verdict = "reordered"        // messages or tools are in another order
	ToolsChanged    Verdict = "tools-changed"    // the tools are others
	ProviderChanged Verdict = "provider-changed" // another provider served it
	ModelChanged    Verdict = "model-changed"    // another model served it
	Expired         Verdict = "expired"          // too long a time has passed
	BelowMinimum    Verdict = "below-minimum"    // it is too short to be stored
	NotAsked        Verdict = "not-asked"        // no mark asks to store it, where one is needed
	Several         Verdict = "several"          // more than one of these is proven, and each would have been enough
)

// Verdicts are all of them, in the order of lists.
var Verdicts = []Verdict{Hit, Partial, First, Edited, Reordered, ToolsChanged, ProviderChanged, ModelChanged, Expired, BelowMinimum, NotAsked, Several, NotReported, Unknown}

// IsNotable reports whether the cache was read, or could have been.
func (v Verdict) IsNotable() bool { return v != "" && v != First && v != NotReported }

// Words returns the verdict in words.
func (v Verdict) Words() string {
	switch v {
	case Several:
		return "several causes"
	case Edited:
		return "prompt changed"
	case NotAsked:
		return "not asked for"
	case BelowMinimum:
		return "below the minimum"
	case ModelChanged, ProviderChanged:
		return "another " + strings.TrimSuffix(string(v), "-changed") + " served"
	case Unknown:
		return "cause not known"
	}
	return strings.ReplaceAll(string(v), "-", " ")
}

// Use is an exchange as a cache saw it.
type Use struct {
	Key      int64 // when it began, in microseconds of Unix time
	ID       string
	Ended    int64 // in microseconds of Unix time
	Parent   int64 // key of the exchange that it continues; 0: none is known
	Begins   bool  // it begins the conversation of a sub-agent, which continues none
	Undated  bool  // the times are those of its import
	Place    string
	Host     string
	Local    bool // the local gateway served it
	Asked    string
	Served   string // model; empty: not reported
	Provider string // empty: not reported
	Failed   bool
	In       int // tokens; -1: not reported, as the next
	Cached   int
	Record
}

// Of returns the use of an exchange.
func Of(e *history.Entry, r Record) Use {
	u := Use{
		Key: e.Key, ID: e.ID, Ended: e.Key + max(e.LastedUS, e.TotalUS, 0), Parent: e.Parent, Undated: e.Undated,
		Place: strings.Join([]string{e.Connection, e.BaseURL, e.Target}, "\n"), Local: e.Connection == history.Local,
		Asked: e.Asked, Served: e.Served, Provider: e.Provider, Failed: e.Verdict == state.Failed,
		Record: r, In: e.Tokens.Counts[usage.Input], Cached: e.Tokens.Counts[usage.CacheRead],
	}
	if u.Begins = e.Joined == run.ByParent; u.Begins {
		u.Parent = 0
	}
	if start := e.Start.UnixMicro(); start > 0 { // keys of lists that are not the history's are no times
		u.Key, u.Ended = start, start+max(e.LastedUS, e.TotalUS, 0)
	}
	if address, err := url.Parse(e.BaseURL); err == nil {
		u.Host = address.Host
	}
	return u
}

// Model returns the model that served, else the one that was asked for.
func (u *Use) Model() string { return cmp.Or(u.Served, u.Asked) }

// setup returns how many pieces the tools and the instructions have.
func (u *Use) setup() int {
	n := slices.IndexFunc(u.Prompt.Pieces, func(p run.Piece) bool { return p.Group == run.Input })
	if n < 0 {
		return len(u.Prompt.Pieces)
	}
	return n
}

// bytes returns the length of the first pieces of the prompt, without media; complete is false if
// there are media among them.
func (u *Use) bytes(pieces int) (n int, complete bool) {
	complete = true
	for _, p := range u.Prompt.Pieces[:pieces] {
		if p.Media {
			complete = false
		} else {
			n += p.Size
		}
	}
	return n, complete
}

// lastMark returns how many of the first pieces the last mark among them covers; 0 for no mark.
func (u *Use) lastMark(pieces int) int {
	for i := pieces; i > 0; i-- {
		if u.Prompt.Pieces[i-1].Mark != run.NoMark {
			return i
		}
	}
	return 0
}

// Marks reports whether the request has a mark that asks to store what ends there.
func (u *Use) Marks() bool { return u.lastMark(len(u.Prompt.Pieces)) > 0 }
