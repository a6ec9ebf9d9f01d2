package views

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/state/figures"
)

// Size writes a number of bytes as people read it: 190 B, 5.0 KB, 1.2 MB.
func Size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// Thousands writes a count with a comma at each thousand.
func Thousands(n int) string { return Grouped(strconv.Itoa(n)) }

// Counted writes how many there are of a thing whose plural ends in s.
func Counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Thousands(n) + " " + thing
}

// Whole reads a whole number; 0 for what is none.
func Whole(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0
	}
	return n
}

// leastBefore is how much of the word before the last is worth drawing cut, in cells:
// "added" alone does not tell what was.
const leastBefore = 8

// TypeEnd is as many of the last words of an event's type as fit in so many
// cells: types tell themselves apart at their ends.
func TypeEnd(name string, cells int) string {
	for rest := name; ; {
		i := strings.IndexAny(rest, "._")
		if i < 0 {
			return ansi.TruncateLeft(name, ansi.StringWidth(name)-cells+1, "…")
		}
		before := rest
		if rest = rest[i+1:]; ansi.StringWidth(rest) > cells {
			continue
		}
		if !strings.ContainsAny(rest, "._") && ansi.StringWidth(rest)+leastBefore <= cells {
			return ansi.TruncateLeft(before, ansi.StringWidth(before)-cells+1, "…")
		}
		return rest
	}
}

// Figure is a number with the word that stands before it.
type Figure struct{ Label, Value string }

// EstimatedBy says what an estimate of tokens follows from, since it changes when the
// usage has told: bytes before that, else their share in the final count. It is empty
// where nothing is estimated.
func EstimatedBy(t figures.Tokens) string {
	switch {
	case !t.Estimated || t.Out <= 0:
		return ""
	case t.Shared:
		return "~ by the final count"
	}
	return "~ bytes ÷ 4"
}

// TokenFigures writes the counts of tokens that are known: what is estimated with a ~,
// what is no count as it came with a ⚠, as are more tokens from a cache than there were.
func TokenFigures(t figures.Tokens) []Figure {
	var out []Figure
	add := func(label, about string, n int, odd string) {
		switch {
		case odd != "":
			out = append(out, Figure{label, OddCount(odd)})
		case n >= 0:
			out = append(out, Figure{label, about + Thousands(n)})
		}
	}
	add("in", "", t.In, t.Odd.Input)
	add("cached", map[bool]string{true: oddMark}[t.CachedExceedsInput()], t.Cached, t.Odd.Cached)
	n, ok := t.Output()
	if !ok {
		n = -1
	}
	add("out", map[bool]string{true: "~"}[t.Estimated], n, t.Odd.Output)
	add("reasoning", "", t.Reasoning, t.Odd.Reasoning)
	return out
}

// oddMark stands before a figure of the usage that cannot be.
const oddMark = "⚠ "

// OddCount writes what came in the place of a count, safe to draw.
func OddCount(spelled string) string {
	safe := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, spelled)
	return oddMark + safe
}

// FirstOf names in brackets, a space before them, what the first token was of,
// where that is not the answer's own text: any delta counts as one.
func FirstOf(x *state.Exchange) string {
	if what := x.FirstTokenKind(); what != "" {
		return " (" + what + ")"
	}
	return ""
}
