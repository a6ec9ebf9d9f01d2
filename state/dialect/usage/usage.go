package usage

import (
	"encoding/json"
	"maps"
	"math"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/wire"
)

// Usage is what a usage object reports.
type Usage struct {
	Counts
	Odd     map[Kind]string // values that are not counts, as they are spelled
	Addends []Addend        // see SumOf
}

// Addend is a member whose count is a part of a sum.
type Addend struct {
	Sum    Kind
	Member string
	Count  int // more than 0
}

// Of reads a usage object; ok is false if it is none.
func Of(object json.RawMessage) (u Usage, ok bool) {
	u.Counts = None()
	root := gjson.ParseBytes(object)
	if !root.IsObject() {
		return u, false
	}
	_, hasInput := count(root.Get("input_tokens"))
	sums := !hasInput || root.Get("total_tokens").Exists() || root.Get("input_tokens_details").Exists()
	var found, added []Addend
	splits := false // no member counts all that was written to a cache
	for _, m := range members {
		v := root.Get(m.path)
		n, isCount := count(v)
		if !isCount {
			u.addOdd(m.kind, v)
			continue
		}
		known := u.Counts[m.kind] != wire.None
		isAdded := false
		switch m.count {
		case toAdd:
			isAdded = true
		case toAddWithoutSum:
			isAdded = !sums
		case toAddWithoutWrite:
			splits = u.Counts[CacheWrite] == wire.None
			isAdded = !sums && splits
		case toAddByTotal:
			in, out, total := max(u.Counts[Input], 0), u.Counts[Output], u.Counts[Total]
			isAdded = !known && out >= 0 && (n > out || n > 0 && total == in+out+n)
		}
		if isAdded {
			added = append(added, Addend{m.kind.Root(), m.path, n})
		}
		if !known && !(isAdded && m.kind.Root() == m.kind) {
			u.Counts[m.kind] = n
			found = append(found, Addend{m.kind, m.path, n})
		}
	}
	maps.DeleteFunc(u.Odd, func(k Kind, _ string) bool { return u.Counts[k] != wire.None }) // another member has it
	u.add(found, added)
	// Gemini leaves a count out where the total has it: https://ai.google.dev/api/generate-content#UsageMetadata.
	if in, all := u.Counts[Input], u.Counts[Total]; in >= 0 && all > in && u.Counts[Output] == wire.None && u.Odd[Output] == "" && root.Get("totalTokenCount").Exists() {
		u.Counts[Output] = all - in
	}
	if hour := u.Counts[CacheWriteHour]; hour > 0 && hour <= u.Counts[CacheWrite] && !splits {
		u.Counts[CacheWrite] -= hour // services count it in both
	}
	return u, true
}

// add adds to the sums what their members leave out.
func (u *Usage) add(found, added []Addend) {
	for _, a := range added {
		sum := &u.Counts[a.Sum]
		if a.Count > math.MaxInt-max(*sum, 0) {
			continue
		}
		if *sum = max(*sum, 0) + a.Count; a.Count == 0 {
			continue
		}
		if len(u.SumOf(a.Sum)) == 0 {
			for _, f := range found {
				if f.Sum == a.Sum {
					u.Addends = append(u.Addends, f)
				}
			}
		}
		u.Addends = append(u.Addends, a)
	}
}

// SumOf returns what a count is the sum of; nil where one member has all of it.
func (u *Usage) SumOf(k Kind) (sum []Addend) {
	for _, a := range u.Addends {
		if a.Sum == k {
			sum = append(sum, a)
		}
	}
	return sum
}

// AddsUp reports whether the total is the sum of input and output, or one of them is not known. Perplexity's leaves the
// reasoning of sonar-deep-research out, as its completion does (https://docs.perplexity.ai/getting-started/pricing).
func (u *Usage) AddsUp() bool {
	in, out, all := u.Counts[Input], u.Counts[Output], u.Counts[Total]
	sum := u.SumOf(Output)
	return in < 0 || out < 0 || all < 0 || all == in+out || len(sum) > 0 && all == in+sum[0].Count
}

// addOdd notes a value that is not a count.
func (u *Usage) addOdd(k Kind, v gjson.Result) {
	if !v.Exists() || v.Type == gjson.Null || u.Odd[k] != "" {
		return
	}
	if u.Odd == nil {
		u.Odd = map[Kind]string{}
	}
	const maxShown = 24 // bytes
	u.Odd[k] = strings.Clone(v.Raw[:min(len(v.Raw), maxShown)])
}

// count returns a number of tokens or of anything else.
func count(v gjson.Result) (n int, ok bool) {
	if v.Type != gjson.Number || v.Num < 0 || v.Num > 1<<53 || v.Num != math.Trunc(v.Num) {
		return wire.None, false
	}
	return int(v.Num), true
}

// KindAt returns the kind that a member of a usage object counts, by its path; 0 for none.
func KindAt(path string) Kind {
	for _, m := range members {
		if m.path == path {
			return m.kind
		}
	}
	return 0
}
