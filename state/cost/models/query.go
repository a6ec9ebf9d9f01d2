package models

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Query is what the user wrote to find a model: words that say what it can do, bounds of
// figures, and the rest, which its name is searched for.
type Query struct {
	Text   string // the rest
	can    []string
	free   bool
	bounds []bound
}

// bound is a comparison of a figure; a model whose figure is not known never passes.
type bound struct {
	of    func(Model) float64 // NaN where unknown
	sign  string
	limit float64
}

// ParseQuery reads a query: "tools price<1 ctx>=100k coder".
func ParseQuery(line string) Query {
	var q Query
	var rest []string
	for _, word := range strings.Fields(line) {
		word = strings.Trim(word, ",;")
		b, ok := parseBound(word)
		switch lower := strings.ToLower(word); {
		case ok:
			q.bounds = append(q.bounds, b)
		case lower == "free":
			q.free = true
		case slices.Contains(Abilities(), synonym(lower)):
			q.can = append(q.can, synonym(lower))
		default:
			rest = append(rest, word)
		}
	}
	q.Text = strings.Join(rest, " ")
	return q
}

// synonym returns the word for an ability where people have another one.
func synonym(word string) string {
	switch word {
	case "image", "vision":
		return Images
	case "tool", "functions":
		return Tools
	case "json", "schema":
		return Structured
	case "thinking":
		return Reasoning
	case "reranker", "reranking":
		return Rerank
	case "file", "pdf":
		return Files
	}
	return word
}

// parseBound reads a word such as "price<1" or "ctx>=100k"; ok is false for any other.
func parseBound(word string) (b bound, ok bool) {
	at := strings.IndexAny(word, "<>=")
	if at < 0 {
		return b, false
	}
	end := at + 1
	if strings.HasPrefix(word[end:], "=") {
		end++
	}
	b.sign = word[at:end]
	switch strings.ToLower(word[:at]) {
	case "price", "in", "input":
		b.of = func(m Model) float64 { return m.In }
	case "out", "output":
		b.of = func(m Model) float64 { return m.Out }
	case "ctx", "context":
		b.of = func(m Model) float64 {
			if m.Context == 0 {
				return math.NaN()
			}
			return float64(m.Context)
		}
	default:
		return b, false
	}
	b.limit, ok = number(word[end:])
	return b, ok
}

// number reads a figure: "0.5", "$1", "100k", "1M".
func number(text string) (f float64, ok bool) {
	text = strings.ToLower(strings.TrimPrefix(text, "$"))
	times := 1.0
	for suffix, by := range map[string]float64{"k": 1e3, "m": 1e6} {
		if cut, found := strings.CutSuffix(text, suffix); found {
			text, times = cut, by
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	return f * times, err == nil
}

// Bare reports whether the query is nothing but text.
func (q Query) Bare() bool { return len(q.can) == 0 && len(q.bounds) == 0 && !q.free }

// Keeps reports whether a model fits all but the text of the query.
func (q Query) Keeps(m Model) bool {
	for _, ability := range q.can {
		if !slices.Contains(m.Can, ability) {
			return false
		}
	}
	for _, b := range q.bounds {
		if !b.holds(b.of(m)) {
			return false
		}
	}
	return !q.free || m.Free()
}

func (b bound) holds(f float64) bool {
	switch b.sign {
	case "<":
		return f < b.limit
	case "<=":
		return f <= b.limit
	case ">":
		return f > b.limit
	case ">=":
		return f >= b.limit
	}
	return f == b.limit
}
