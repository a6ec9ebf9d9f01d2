package guard

import (
	"slices"
	"strings"

	"gatehouse/state/casefold"
	"gatehouse/state/raw"
)

// Redaction is a text of the request as it was sent and as the gateway passed
// it on.
type Redaction struct {
	Text          Text
	Before, After string
}

// The bounds of a comparison.
const (
	maxRedactions = 50
	maxCompared   = 1 << 20  // bytes of a text
	maxShared     = 16 << 10 // bytes that are compared at the beginning, and at the end
	maxPassed     = 500
	maxStrings    = 4000
)

// Redactions compares the texts that were sent with those that went upstream. A
// text that is not among those is shown beside the one most like it: the same
// beginning and the same end.
func Redactions(sent []Text, upstream []byte) []Redaction {
	passed := strs(upstream, 0)
	have := make(map[string]bool, len(passed))
	for _, p := range passed {
		have[p] = true
	}
	wanted := make(map[string]bool, len(sent))
	for _, t := range sent {
		wanted[t.Text] = true
	}
	passed = slices.DeleteFunc(passed, func(p string) bool { return wanted[p] })
	var changed []Text
	for _, t := range sent {
		if !have[t.Text] && len(t.Text) <= maxCompared {
			changed = append(changed, t)
		}
	}
	return paired(changed[:min(len(changed), maxRedactions)], passed[:min(len(passed), maxPassed)])
}

// paired puts beside each text the one most like it. Each is used once, and the
// pairs that are most alike come first.
func paired(texts []Text, passed []string) []Redaction {
	type pair struct{ text, passed, alike int }
	var pairs []pair
	marks := make([]bool, len(passed))
	for j, p := range passed {
		marks[j] = marked(p)
	}
	for i, t := range texts {
		for j, p := range passed {
			if n, ok := alike(t.Text, p, marks[j]); ok {
				pairs = append(pairs, pair{i, j, n})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return b.alike - a.alike })
	after := map[int]int{}
	used := map[int]bool{}
	for _, p := range pairs {
		if _, ok := after[p.text]; !ok && !used[p.passed] {
			after[p.text], used[p.passed] = p.passed, true
		}
	}
	var list []Redaction
	for i, t := range texts {
		if j, ok := after[i]; ok {
			list = append(list, Redaction{Text: t, Before: t.Text, After: passed[j]})
		}
	}
	return list
}

// marked reports whether a text carries a mark of what was taken out.
func marked(text string) bool {
	return casefold.Index(text, "redact") >= 0 || strings.Contains(text, "***")
}

// alike counts the bytes that two texts share at their beginning and end. They
// are one text before and after where that is a third of the shorter one and no
// mere chance, or the second is marked.
func alike(before, after string, marked bool) (n int, ok bool) {
	n = shared(before, after)
	return n, marked || n >= 4 && n*3 >= min(len(before), len(after), 2*maxShared)
}

func shared(a, b string) int {
	short := min(len(a), len(b))
	n := 0
	for n < min(short, maxShared) && a[n] == b[n] {
		n++
	}
	m := 0
	for m < min(short-n, maxShared) && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	return n + m
}

// strs collects the strings of a body's values. It goes down a few levels
// only: texts of a request lie no deeper.
func strs(v []byte, depth int) []string {
	const deepest = 8
	if depth > deepest {
		return nil
	}
	var list []string
	switch raw.KindOf(v) {
	case raw.String:
		return []string{raw.Text(v)}
	case raw.Array:
		for _, e := range raw.Elements(v) {
			if list = append(list, strs(e, depth+1)...); len(list) > maxStrings {
				break
			}
		}
	case raw.Object:
		for m := range raw.Members(v) {
			if list = append(list, strs(m.Value, depth+1)...); len(list) > maxStrings {
				break
			}
		}
	}
	return list
}
