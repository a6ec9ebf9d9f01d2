package views

import (
	"fmt"
	"strconv"
	"strings"

	"gatehouse/state"
)

// Duration writes microseconds as people read them: 212 ms, 2.6 s, 1m 04s; a
// dash for a moment that did not come.
func Duration(us int64) string {
	switch {
	case us < 0:
		return "–"
	case us < 1000:
		return fmt.Sprintf("%d µs", us)
	case us < 1_000_000:
		return fmt.Sprintf("%d ms", us/1000)
	case us < 60_000_000:
		return fmt.Sprintf("%.1f s", float64(us)/1e6)
	}
	return fmt.Sprintf("%dm %02ds", us/60_000_000, us/1_000_000%60)
}

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
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Figure is a number with the word that stands before it.
type Figure struct{ Label, Value string }

// TokenFigures writes the counts of tokens that are known; what is estimated
// wears a ~.
func TokenFigures(t state.Tokens) []Figure {
	var out []Figure
	add := func(label, about string, n int) {
		if n >= 0 {
			out = append(out, Figure{label, about + Thousands(n)})
		}
	}
	add("in", "", t.In)
	add("cached", "", t.Cached)
	if n, ok := t.Output(); ok {
		add("out", map[bool]string{true: "~"}[t.Estimated], n)
	}
	add("reasoning", "", t.Reasoning)
	return out
}

// Price writes a cost in dollars with the digits that it came with, as far as
// they tell. What is no number is returned as it is, and not made safe.
func Price(cost string) string {
	v, err := strconv.ParseFloat(cost, 64)
	if err != nil {
		return cost
	}
	switch {
	case v == 0 || v >= 0.01:
		return fmt.Sprintf("$%.2f", v)
	case v < 0.000001:
		return "<$0.000001"
	}
	return "$" + strings.TrimRight(strconv.FormatFloat(v, 'f', 6, 64), "0")
}
