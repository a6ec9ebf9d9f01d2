package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// rule is what a value has to be. Rules are put together from the functions of
// this file; the tables that do it are in responses.go, plugins.go and beside.
type rule func(r *report, at *path, v value)

// fields is the rules of an object's members. Members without a rule pass.
type fields map[string]rule

func kindName(k jsontext.Kind) string {
	switch k {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "a boolean"
}

// wrong reports a value of a kind that is not allowed.
func wrong(r *report, at *path, allowed string, v value) {
	r.add(at, "must be "+allowed+", not "+kindName(v.kind))
}

// orNull allows null as well: only where the document says "or null".
func orNull(rl rule) rule {
	return func(r *report, at *path, v value) {
		if v.kind != 'n' {
			rl(r, at, v)
		}
	}
}

var (
	boolean = byKind("a boolean", "tf", anything, anything)
	text    = byKind("a string", `"`, anything)
	list    = byKind("an array", "[", anything)
	number  = byKind("a number", "0", anything)
)

// textOf is a string of at most so many characters (Unicode code points).
func textOf(most int) rule {
	return func(r *report, at *path, v value) {
		text(r, at, v)
		if n := utf8.RuneCountInString(v.text()); v.kind == '"' && n > most {
			r.add(at, fmt.Sprintf("must have at most %d characters, not %d", most, n))
		}
	}
}

// oneOf is one of these strings.
func oneOf(words ...string) rule {
	return func(r *report, at *path, v value) {
		if v.kind != '"' {
			wrong(r, at, "one of "+strings.Join(words, ", "), v)
			return
		}
		if !slices.Contains(words, v.text()) {
			r.add(at, "must be one of "+strings.Join(words, ", ")+", not "+excerpt(v.text()))
		}
	}
}

// excerpt quotes the beginning of a text from the request.
func excerpt(s string) string {
	if head := []rune(s); len(head) > 40 {
		s = string(head[:40]) + "…"
	}
	return strconv.Quote(s)
}

func integer(r *report, at *path, v value) {
	switch {
	case v.kind != '0':
		wrong(r, at, "an integer", v)
	case !isInteger(v.text()):
		r.add(at, "must be an integer, not "+v.text())
	}
}

// isInteger reports whether a JSON number has no fraction, however it is
// written: 3.0 and 30e-1 have none. It looks at the digits alone, so that no
// number is too large for it.
func isInteger(literal string) bool {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(literal), "e")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	fraction = strings.TrimRight(fraction, "0")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return true // zero, whatever the exponent
	}
	shift := 0
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if err != nil {
			// Far beyond any number of digits in a body: only the sign matters.
			return !strings.HasPrefix(exponent, "-")
		}
		shift = n
	}
	shift -= len(fraction)
	zeros := len(digits) - len(strings.TrimRight(digits, "0"))
	return shift+zeros >= 0
}

// between is a number, checked by kind, within bounds that count as inside.
func between(kind rule, least, most float64) rule {
	return func(r *report, at *path, v value) {
		before := len(r.faults)
		kind(r, at, v)
		if len(r.faults) > before {
			return
		}
		n, _ := strconv.ParseFloat(v.text(), 64) // beyond a float64 it is ±Inf, which compares well
		switch {
		case n < least:
			r.add(at, fmt.Sprintf("must be at least %v, not %s", least, v.text()))
		case n > most:
			r.add(at, fmt.Sprintf("must be at most %v, not %s", most, v.text()))
		}
	}
}

// arrayOf is an array, each element as the rule says.
func arrayOf(element rule) rule {
	return func(r *report, at *path, v value) {
		list(r, at, v)
		for i, e := range v.elements() {
			element(r, at.element(i), e)
		}
	}
}

// counted is an array with bounds for its length, which count as inside.
func counted(array rule, least, most int) rule {
	return func(r *report, at *path, v value) {
		array(r, at, v)
		if n := v.size(); v.kind == '[' && (n < least || n > most) {
			allowed := fmt.Sprintf("%d to %d elements", least, most)
			if most == math.MaxInt {
				allowed = fmt.Sprintf("at least %d element", least)
			}
			r.add(at, fmt.Sprintf("must have %s, not %d", allowed, n))
		}
	}
}

// object is an object with these members, of which some are required.
func object(f fields, required ...string) rule {
	return func(r *report, at *path, v value) {
		if v.kind != '{' {
			wrong(r, at, "an object", v)
			return
		}
		for m := range v.members() {
			if rl := f[m.name]; rl != nil {
				rl(r, at.member(m.name), m.value)
			}
		}
		for _, name := range required {
			if v.get(name).kind == 0 {
				r.add(at.member(name), "is required")
			}
		}
	}
}

// mapOf is an object whose members may have any name.
func mapOf(each rule) rule {
	return func(r *report, at *path, v value) {
		if v.kind != '{' {
			wrong(r, at, "an object", v)
			return
		}
		for m := range v.members() {
			each(r, at.member(m.name), m.value)
		}
	}
}

// byKind chooses the rule by the value's kind: one of the letters of kinds, in
// order. allowed says in words what the kinds are.
func byKind(allowed, kinds string, rules ...rule) rule {
	return func(r *report, at *path, v value) {
		i := strings.IndexByte(kinds, byte(v.kind))
		if i < 0 {
			wrong(r, at, allowed, v)
			return
		}
		rules[i](r, at, v)
	}
}

// anything passes.
func anything(*report, *path, value) {}
