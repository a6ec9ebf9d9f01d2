package fit

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// given returns the first value that fits of the quoted words of the message, the
// examples of the schema, its default and its enum, as JSON. The elements of an
// array after the first take no example and no default, since they may have to be
// unique. ok is false where there is none, and for objects and arrays, whose
// members are made one by one.
func (m *maker) given(n node, nth int) (value string, ok bool) {
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

// fits reports whether a value that is neither object nor array fits.
func (m *maker) fits(n node, kind string, v gjson.Result) bool {
	switch kind {
	case "boolean":
		return v.IsBool()
	case "number", "integer":
		low, high := bounds(n, kind == "integer")
		step, stepped := n.most("multipleOf")
		return v.Type == gjson.Number && v.Num >= low && v.Num <= high &&
			(kind == "number" || v.Num == math.Trunc(v.Num) && strconv.FormatFloat(v.Num, 'f', -1, 64) == v.Raw) &&
			(!stepped || math.Mod(v.Num, step) == 0)
	}
	length := float64(utf8.RuneCountInString(v.Str))
	if least, ok := n.most("minLength"); v.Type != gjson.String || ok && length < least {
		return false
	}
	if most, ok := n.least("maxLength"); ok && length > most {
		return false
	}
	for _, s := range n {
		p := s.Get("pattern")
		if p.Type != gjson.String {
			continue
		}
		if m.left -= budget / 100; m.left < 0 || len(p.Str) > maxPattern || len(v.Str) > maxText { // it is compiled each time
			return false
		}
		if re, err := compile(p.Str); err != nil || !re.MatchString(v.Str) {
			return false
		}
	}
	return true
}
