package sim

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// number appends a number within the bounds: the prompt's if it has one.
func (m *maker) number(b []byte, n node, integer bool, nth int) []byte {
	low, high := bounds(n, integer)
	step, _ := n.highest("multipleOf")
	if integer && step < 1 {
		step = 1
	}
	x := 1.0
	if hint, ok := m.hints.number(); ok && nth == 0 {
		x = hint
	}
	if nth == 0 {
		m.base = max(low, min(x, high))
	}
	// The elements of an array differ by a step, since they may have to be unique.
	x = max(low, min(m.base+float64(nth)*max(step, 1), high))
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
	gap := 1.0
	if !integer {
		gap = min(0.5, (high-low)/4)
		if v, ok := n.lowest("exclusiveMaximum"); ok {
			if w, ok := n.highest("exclusiveMinimum"); ok {
				gap = min(gap, (v-w)/4)
			}
		}
	}
	if v, ok := n.highest("exclusiveMinimum"); ok {
		low = max(low, v+gap)
	}
	if v, ok := n.lowest("exclusiveMaximum"); ok {
		high = min(high, v-gap)
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
