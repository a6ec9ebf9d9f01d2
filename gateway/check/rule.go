package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/output"

	"github.com/go-json-experiment/json/jsontext"
)

// rule checks a value and reports its faults. The tables of rules are in responses.go.
type rule func(r *report, at *path, v value)

// fields is the rules of an object's members. A member without a rule is allowed.
type fields map[string]rule

func reportKind(r *report, at *path, allowed string, v value) {
	kind := map[jsontext.Kind]string{
		'{': "an object", '[': "an array", '"': "a string", '0': "a number", 'n': "null", 't': "a boolean", 'f': "a boolean",
	}[v.kind]
	r.add(at, "must be "+allowed+", not "+kind)
}

// orNull also allows null, where the document has "or null".
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

// textOf returns the rule of a string with a maximum length in characters (Unicode code points).
func textOf(maxLength int) rule {
	return func(r *report, at *path, v value) {
		text(r, at, v)
		if n := utf8.RuneCountInString(v.text()); v.kind == '"' && n > maxLength {
			r.add(at, fmt.Sprintf("must have at most %d characters, not %d", maxLength, n))
		}
	}
}

func oneOf(words ...string) rule {
	return func(r *report, at *path, v value) {
		if v.kind != '"' {
			reportKind(r, at, "one of "+strings.Join(words, ", "), v)
			return
		}
		if !slices.Contains(words, v.text()) {
			r.add(at, "must be one of "+strings.Join(words, ", ")+", not "+excerpt(v.text()))
		}
	}
}

// excerpt quotes the start of a text from the request.
func excerpt(s string) string {
	return strconv.Quote(output.Shorten(s, 40))
}

func integer(r *report, at *path, v value) {
	switch {
	case v.kind != '0':
		reportKind(r, at, "an integer", v)
	case !isInteger(v.text()):
		r.add(at, "must be an integer, not "+v.text())
	}
}

// isInteger reports whether a JSON number has no fraction: 3.0 and 30e-1 have none. It compares
// digits, so that no number is too large.
func isInteger(literal string) bool {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(literal), "e")
	integral, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	fraction = strings.TrimRight(fraction, "0")
	digits := strings.TrimLeft(integral+fraction, "0")
	if digits == "" {
		return true // zero, whatever the exponent
	}
	shift := 0
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if err != nil {
			// The exponent exceeds the digits of any body: only its sign matters.
			return !strings.HasPrefix(exponent, "-")
		}
		shift = n
	}
	shift -= len(fraction)
	zeros := len(digits) - len(strings.TrimRight(digits, "0"))
	return shift+zeros >= 0
}

// between returns the rule of a number, checked by kind, within inclusive bounds.
func between(kind rule, low, high float64) rule {
	return func(r *report, at *path, v value) {
		before := len(r.faults)
		kind(r, at, v)
		if len(r.faults) > before {
			return
		}
		n, _ := strconv.ParseFloat(v.text(), 64) // ±Inf beyond a float64, which compares correctly
		switch {
		case n < low:
			r.add(at, fmt.Sprintf("must be at least %v, not %s", low, v.text()))
		case n > high:
			r.add(at, fmt.Sprintf("must be at most %v, not %s", high, v.text()))
		}
	}
}

func arrayOf(element rule) rule {
	return func(r *report, at *path, v value) {
		list(r, at, v)
		for i, e := range v.elements() {
			element(r, at.element(i), e)
		}
	}
}

// counted returns the rule of an array with inclusive bounds for its length.
func counted(array rule, minLength, maxLength int) rule {
	return func(r *report, at *path, v value) {
		array(r, at, v)
		if n := v.size(); v.kind == '[' && (n < minLength || n > maxLength) {
			allowed := fmt.Sprintf("%d to %d elements", minLength, maxLength)
			if maxLength == math.MaxInt {
				allowed = fmt.Sprintf("at least %d element", minLength)
			}
			r.add(at, fmt.Sprintf("must have %s, not %d", allowed, n))
		}
	}
}

// object returns the rule of an object with rules for its members, and required ones.
func object(f fields, required ...string) rule {
	return func(r *report, at *path, v value) {
		if v.kind != '{' {
			reportKind(r, at, "an object", v)
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

// mapOf returns the rule of an object whose members may have any name, with a rule for their values.
func mapOf(each rule) rule {
	return func(r *report, at *path, v value) {
		if v.kind != '{' {
			reportKind(r, at, "an object", v)
			return
		}
		for m := range v.members() {
			each(r, at.member(m.name), m.value)
		}
	}
}

// byKind has one rule for each kind of value: kinds has the kinds as letters, in the order of
// rules; allowed has them in words.
func byKind(allowed, kinds string, rules ...rule) rule {
	return func(r *report, at *path, v value) {
		i := strings.IndexByte(kinds, byte(v.kind))
		if i < 0 {
			reportKind(r, at, allowed, v)
			return
		}
		rules[i](r, at, v)
	}
}

func anything(*report, *path, value) {}
