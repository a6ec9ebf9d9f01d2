// Package usage reads what an answer reports as used: tokens of several kinds, searches, money.
// It is the one place that knows by which names services report them (members.go), and what is
// counted in what (kinds.go). Figures, receipts, checks and spans go over its kinds: a new one
// is a row in each of the two files.
package usage

import (
	"strings"

	"gatehouse/client/wire"
)

// Kind is what is counted and paid for.
type Kind uint8

// The kinds, in the order of a bill.
const (
	Input Kind = iota + 1
	CacheRead
	AudioCacheRead
	CacheWrite     // stored for as long as the service does by default
	CacheWriteHour // stored for an hour
	AudioInput
	ImageInput
	VideoInput
	Output
	Reasoning
	AudioOutput
	ImageOutput
	WebSearch
	SearchUnit // of a rerank
	Request    // no usage counts it: there is one
	Total
	kindCount
)

// kinds are what is known of each kind.
var kinds = [kindCount]struct {
	name   string // in settings, tables of prices and receipts
	figure string // in the history, in checks and in JSON; empty: only receipts have it
	label  string // before the count, on the screen
	of     Kind   // that counts its tokens, too
}{
	Input:          {"input", "input", "in", 0},
	CacheRead:      {"cache_read", "cached", "cached", Input},
	AudioCacheRead: {"audio_cache_read", "", "", CacheRead},
	CacheWrite:     {"cache_write", "", "", Input},
	CacheWriteHour: {"cache_write_1h", "", "", Input},
	AudioInput:     {"audio_input", "", "", Input},
	ImageInput:     {"image_input", "", "", Input},
	VideoInput:     {"video_input", "", "", Input},
	Output:         {"output", "output", "out", 0},
	Reasoning:      {"reasoning", "reasoning", "reasoning", Output},
	AudioOutput:    {"audio_output", "", "", Output},
	ImageOutput:    {"image_output", "", "", Output},
	WebSearch:      {"web_search", "", "", 0},
	SearchUnit:     {"search_unit", "", "search units", 0},
	Request:        {"request", "", "", 0},
	Total:          {"total", "", "all", 0},
}

// String returns the kind's name.
func (k Kind) String() string { return kinds[k].name }

// Words returns the kind as a line of a bill calls it.
func (k Kind) Words() string {
	if k == CacheWriteHour {
		return "cache write, 1 hour"
	}
	return strings.ReplaceAll(kinds[k].name, "_", " ")
}

// Figure returns the name of the kind's figure; empty where it has none.
func (k Kind) Figure() string { return kinds[k].figure }

// Label returns the word before a count.
func (k Kind) Label() string { return kinds[k].label }

// PartOf returns the kind that counts its tokens, too; 0 for none.
func (k Kind) PartOf() Kind { return kinds[k].of }

// Root returns the kind that counts its tokens and is a part of none: itself, if it is that.
func (k Kind) Root() Kind {
	for k.PartOf() != 0 {
		k = k.PartOf()
	}
	return k
}

// Tokens reports whether tokens are counted, not searches or requests.
func (k Kind) Tokens() bool { return k != WebSearch && k != SearchUnit && k != Request }

// Figures returns the kinds that are figures of an exchange, in their order.
func Figures() (all []Kind) {
	for k := Input; k < kindCount; k++ {
		if kinds[k].figure != "" {
			all = append(all, k)
		}
	}
	return all
}

// Paid returns the kinds that may have a price, in the order of a bill.
func Paid() (all []Kind) {
	for k := Input; k < Total; k++ {
		all = append(all, k)
	}
	return all
}

// Counts are how many of each kind there are; wire.None where that is not known. Input and
// Output are all of their tokens, their parts included.
type Counts [kindCount]int

// None returns counts that are all not known.
func None() (c Counts) {
	for k := range c {
		c[k] = wire.None
	}
	return c
}

// Sum adds up the counts that are reported; wire.None where none is.
func (c *Counts) Sum(kinds ...Kind) int {
	sum := wire.None
	for _, k := range kinds {
		if c[k] >= 0 {
			sum = max(sum, 0) + c[k]
		}
	}
	return sum
}

// Paid reports whether anything is counted that may have a price.
func (c *Counts) Paid() bool { return c.Sum(Paid()...) >= 0 }
