package schema

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/state/raw"
)

// key is the path of a member, as jq writes it.
func key(at, name string) string {
	plain := name != ""
	for i, c := range []byte(name) {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		plain = plain && (letter || i > 0 && c >= '0' && c <= '9')
	}
	if plain {
		return at + "." + name
	}
	return at + "[" + string(raw.Quote(name)) + "]"
}

func ofType(t, v []byte) bool {
	if raw.KindOf(t) == raw.String {
		return isType(raw.Text(t), v)
	}
	for _, one := range raw.Elements(t) {
		if isType(raw.Text(one), v) {
			return true
		}
	}
	return false
}

func isType(t string, v []byte) bool {
	switch raw.KindOf(v) {
	case raw.Null:
		return t == "null"
	case raw.Bool:
		return t == "boolean"
	case raw.String:
		return t == "string"
	case raw.Array:
		return t == "array"
	case raw.Object:
		return t == "object"
	case raw.Number:
		f, err := strconv.ParseFloat(string(v), 64)
		return t == "number" || t == "integer" && err == nil && f == math.Trunc(f)
	}
	return false
}

func typeNames(t []byte) string {
	var names []string
	for _, one := range raw.Elements(t) {
		names = append(names, raw.Text(one))
	}
	if len(names) == 0 {
		return raw.Text(t)
	}
	return strings.Join(names, " or ")
}

// name says what a value is.
func name(v []byte) string {
	switch raw.KindOf(v) {
	case raw.String:
		return "a string"
	case raw.Array:
		return "an array"
	case raw.Object:
		return "an object"
	}
	return show(v)
}

// show quotes a value, shortened.
func show(v []byte) string {
	const most = 60
	if len(v) <= most {
		return string(v)
	}
	end := most
	for end > 0 && !utf8.RuneStart(v[end]) {
		end--
	}
	return string(v[:end]) + "…"
}
