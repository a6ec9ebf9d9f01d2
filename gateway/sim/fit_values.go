package sim

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// givenValue returns the first value that fits of the quoted words of the message, the examples of
// the schema, its default and its enum, as JSON. The elements of an array after the first use
// neither examples nor default, since they may have to be unique. ok is false if none fits, and for
// objects and arrays, whose members are made one by one.
func (m *maker) givenValue(n node, nth int) (value string, ok bool) {
	choices := n.first("enum").Array()
	kind := n.kind()
	if len(choices) == 0 && (kind == "object" || kind == "array" || kind == "null") {
		return "", false
	}
	fits := func(v gjson.Result) bool {
		if len(choices) > 0 {
			return slices.ContainsFunc(choices, func(c gjson.Result) bool { return c.Raw == v.Raw || c.Type == v.Type && c.String() == v.String() })
		}
		return m.fits(n, kind, v)
	}
	for i, words := range m.hints.quoted {
		if nth > 0 && (kind == "number" || kind == "integer") {
			break
		}
		quoted := gjson.ParseBytes(output.AppendString(nil, words))
		bare := gjson.Result{}
		if json.Valid([]byte(words)) {
			bare = gjson.Parse(words)
		}
		for _, v := range []gjson.Result{quoted, bare} {
			if v.Exists() && fits(v) {
				m.hints.quoted = slices.Delete(slices.Clone(m.hints.quoted), i, i+1)
				m.base = v.Num
				return v.Raw, true
			}
		}
	}
	if nth == 0 {
		for _, v := range append(n.first("examples").Array(), n.first("default")) {
			if v.Exists() && fits(v) {
				m.base = v.Num
				return v.Raw, true
			}
		}
	}
	if len(choices) > 0 {
		return choices[nth%len(choices)].Raw, true
	}
	return "", false
}

// fits reports whether a value fits that is neither object nor array.
func (m *maker) fits(n node, kind string, v gjson.Result) bool {
	switch kind {
	case "boolean":
		return v.IsBool()
	case "number", "integer":
		low, high := bounds(n, kind == "integer")
		step, stepped := n.highest("multipleOf")
		return v.Type == gjson.Number && v.Num >= low && v.Num <= high &&
			(kind == "number" || v.Num == math.Trunc(v.Num) && strconv.FormatFloat(v.Num, 'f', -1, 64) == v.Raw) &&
			(!stepped || math.Mod(v.Num, step) == 0)
	}
	length := float64(utf8.RuneCountInString(v.Str))
	if minLength, ok := n.highest("minLength"); v.Type != gjson.String || ok && length < minLength {
		return false
	}
	if maxLength, ok := n.lowest("maxLength"); ok && length > maxLength {
		return false
	}
	for _, s := range n {
		p := s.Get("pattern")
		if p.Type != gjson.String {
			continue
		}
		if m.left -= fitBudget / 100; m.left < 0 || len(p.Str) > maxPattern || len(v.Str) > maxText { // it is compiled each time
			return false
		}
		if re, err := compile(p.Str); err != nil || !re.MatchString(v.Str) {
			return false
		}
	}
	return true
}

// hints is the parts of a message that can be values. Each is used once.
type hints struct {
	quoted  []string
	numbers []float64
	name    string // the first capitalised words: New York
}

var (
	numbers   = output.Lazy(`-?\d+(?:\.\d+)?`)
	quotation = output.Lazy("`([^`\n]+)`" + `|"([^"\n]+)"|“([^”\n]+)”|(?:^|[\s(:])'([^'\n]+)'`)
)

// Quoted returns the quoted parts of a message in order: `a`, "b", “c”, 'd'.
func Quoted(message string) []string {
	const maxQuoted = 100
	var list []string
	for _, groups := range quotation().FindAllStringSubmatch(message, maxQuoted) {
		list = append(list, strings.Join(groups[1:], ""))
	}
	return list
}

func hintsOf(message string) hints {
	message = output.Prefix(message, maxMessage)
	h := hints{quoted: Quoted(message), name: properName(message)}
	for _, n := range numbers().FindAllString(message, 8) {
		if f, err := strconv.ParseFloat(n, 64); err == nil {
			h.numbers = append(h.numbers, f)
		}
	}
	return h
}

// properName returns words such as "New York" in "the weather in New York?". The first word of a
// sentence does not count, since it always has a capital.
func properName(message string) string {
	var found []string
	opening := true
	for word := range strings.FieldsSeq(message) {
		bare := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		first := []rune(bare + " ")[0]
		switch {
		case !opening && unicode.IsUpper(first) && bare != "I":
			found = append(found, bare)
		case len(found) > 0:
			return strings.Join(found, " ")
		}
		opening = strings.ContainsAny(word[len(word)-1:], ".!?:")
		if opening && len(found) > 0 {
			break
		}
	}
	return strings.Join(found, " ")
}

// number appends a number within the bounds: the prompt's if it has one.
func (m *maker) number(b []byte, n node, integer bool, nth int) []byte {
	low, high := bounds(n, integer)
	step, _ := n.highest("multipleOf")
	if integer && step < 1 {
		step = 1
	}
	if nth == 0 {
		m.base = 1
		if hints := m.hints.numbers; len(hints) > 0 {
			m.base, m.hints.numbers = hints[0], hints[1:]
		}
		m.base = max(low, min(m.base, high))
	}
	// The elements of an array differ by a step, since they may have to be unique.
	x := max(low, min(m.base+float64(nth)*max(step, 1), high))
	if step > 0 {
		down := math.Floor(x/step) * step
		if down < low {
			down += step
		}
		x = down
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		x = 0 // the bounds exceed a float64
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

// bounds returns the minimum and maximum of a number. An exclusive bound is moved by one for
// integers, else by a little.
func bounds(n node, integer bool) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if v, ok := n.highest("minimum"); ok {
		low = v
	}
	if v, ok := n.lowest("maximum"); ok {
		high = v
	}
	above, hasAbove := n.highest("exclusiveMinimum")
	below, hasBelow := n.lowest("exclusiveMaximum")
	gap := 1.0
	if !integer {
		gap = min(0.5, (high-low)/4)
		if hasAbove && hasBelow {
			gap = min(gap, (below-above)/4)
		}
	}
	if hasAbove {
		low = max(low, above+gap)
	}
	if hasBelow {
		high = min(high, below-gap)
	}
	if integer {
		low, high = math.Ceil(low), math.Floor(high)
	}
	return low, high
}

// formatExample returns an example of a common format of draft 2020-12, or "".
func formatExample(name string) string {
	return map[string]string{
		"date-time":     "2026-01-31T09:30:00Z",
		"date":          "2026-01-31",
		"time":          "09:30:00Z",
		"duration":      "PT30M",
		"email":         "reader@example.com",
		"idn-email":     "reader@example.com",
		"hostname":      "example.com",
		"idn-hostname":  "example.com",
		"ipv4":          "192.0.2.1",
		"ipv6":          "2001:db8::1",
		"uri":           "https://example.com/",
		"url":           "https://example.com/",
		"iri":           "https://example.com/",
		"uri-reference": "https://example.com/",
		"uuid":          "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
	}[name]
}

// text returns a string of the required length: by pattern, by format, or the capitalised words of
// the message; else the member's name, or nothing in a call.
func (m *maker) text(n node, name string, nth int) string {
	minLength, _ := n.highest("minLength")
	if p := n.first("pattern"); p.Type == gjson.String {
		m.left -= len(p.Str) / 16 // parsed each time
		if s, ok := Match(p.Str, int(minLength)); ok {
			return s
		}
	}
	s := formatExample(n.first("format").Str)
	if s == "" {
		s, m.hints.name = m.hints.name, ""
	}
	if s == "" && !m.call {
		s = cmp.Or(strings.ReplaceAll(name, "_", " "), "text")
	}
	if nth > 0 {
		s += fmt.Sprintf(" %d", nth+1)
	}
	if short := int(min(minLength, 1<<20)) - utf8.RuneCountInString(s); short > 0 {
		s += strings.Repeat(".", short)
	}
	if maxLength, ok := n.lowest("maxLength"); ok && utf8.RuneCountInString(s) > int(maxLength) {
		s = string([]rune(s)[:int(maxLength)])
	}
	return s
}
