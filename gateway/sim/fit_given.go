package sim

import (
	"encoding/json"
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
	if nth > 0 && len(choices) > 0 {
		return choices[nth%len(choices)].Raw, true
	}
	if nth > 0 {
		return "", false
	}
	for _, v := range append(n.first("examples").Array(), n.first("default")) {
		if v.Exists() && fits(v) {
			m.base = v.Num
			return v.Raw, true
		}
	}
	if len(choices) > 0 {
		return choices[0].Raw, true
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

// maxHintBytes is the maximum length of a message that is read, in bytes.
const maxHintBytes = 64 << 10

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
	message = strings.ToValidUTF8(message[:min(len(message), maxHintBytes)], "")
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

func (h *hints) number() (n float64, ok bool) {
	if len(h.numbers) == 0 {
		return 0, false
	}
	n, h.numbers = h.numbers[0], h.numbers[1:]
	return n, true
}
