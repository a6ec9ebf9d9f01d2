package fit

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// number appends a number within the bounds, the prompt's when it has one.
func (m *maker) number(b []byte, n node, whole bool, nth int) []byte {
	least, most := bounds(n, whole)
	step, _ := n.most("multipleOf")
	if whole && step < 1 {
		step = 1
	}
	x := 1.0
	if hint, ok := m.hints.number(); ok && nth == 0 {
		x = hint
	}
	if nth == 0 {
		m.base = max(least, min(x, most))
	}
	// The elements of an array differ by a step, since they may have to be unique.
	x = max(least, min(m.base+float64(nth)*max(step, 1), most))
	if step > 0 {
		down := math.Floor(x/step) * step
		if down < least {
			down += step
		}
		x = down
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		x = 0 // the bounds lie beyond what a float64 holds
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

// bounds is the least and the most that a number may be. A bound that is itself
// excluded is left by one for whole numbers, else by a little.
func bounds(n node, whole bool) (least, most float64) {
	least, most = math.Inf(-1), math.Inf(1)
	if v, ok := n.most("minimum"); ok {
		least = v
	}
	if v, ok := n.least("maximum"); ok {
		most = v
	}
	gap := 1.0
	if !whole {
		gap = min(0.5, (most-least)/4)
		if v, ok := n.least("exclusiveMaximum"); ok {
			if w, ok := n.most("exclusiveMinimum"); ok {
				gap = min(gap, (v-w)/4)
			}
		}
	}
	if v, ok := n.most("exclusiveMinimum"); ok {
		least = max(least, v+gap)
	}
	if v, ok := n.least("exclusiveMaximum"); ok {
		most = min(most, v-gap)
	}
	if whole {
		least, most = math.Ceil(least), math.Floor(most)
	}
	return least, most
}

// formats is an example of every format of draft 2020-12 that is commonly used.
func formats(name string) string {
	switch name {
	case "date-time":
		return "2026-01-31T09:30:00Z"
	case "date":
		return "2026-01-31"
	case "time":
		return "09:30:00Z"
	case "duration":
		return "PT30M"
	case "email", "idn-email":
		return "reader@example.com"
	case "hostname", "idn-hostname":
		return "example.com"
	case "ipv4":
		return "192.0.2.1"
	case "ipv6":
		return "2001:db8::1"
	case "uri", "url", "iri", "uri-reference":
		return "https://example.com/"
	case "uuid":
		return "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
	}
	return ""
}

// text makes up a string of the right length: by pattern, by format, or by the
// capitalised words of the message; else the member's name, in a call nothing.
func (m *maker) text(n node, name string, nth int) string {
	least, _ := n.most("minLength")
	if p := n.first("pattern"); p.Type == gjson.String {
		m.left -= len(p.Str) / 16 // it is parsed each time
		if s, ok := Match(p.Str, int(least)); ok {
			return s
		}
	}
	s := formats(n.first("format").Str)
	if s == "" {
		s, m.hints.name = m.hints.name, ""
	}
	if s == "" && !m.call {
		s = cmp.Or(strings.ReplaceAll(name, "_", " "), "text")
	}
	if nth > 0 {
		s += fmt.Sprintf(" %d", nth+1)
	}
	if short := int(min(least, 1<<20)) - utf8.RuneCountInString(s); short > 0 {
		s += strings.Repeat(".", short)
	}
	if most, ok := n.least("maxLength"); ok && utf8.RuneCountInString(s) > int(most) {
		s = string([]rune(s)[:int(most)])
	}
	return s
}
