package schema

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
)

func ofType(t, v []byte) bool {
	if scan.KindOf(t) == scan.String {
		return isType(scan.Text(t), v)
	}
	for _, one := range scan.Elements(t) {
		if isType(scan.Text(one), v) {
			return true
		}
	}
	return false
}

func isType(t string, v []byte) bool {
	switch scan.KindOf(v) {
	case scan.Null:
		return t == "null"
	case scan.Bool:
		return t == "boolean"
	case scan.String:
		return t == "string"
	case scan.Array:
		return t == "array"
	case scan.Object:
		return t == "object"
	case scan.Number:
		f, err := strconv.ParseFloat(string(v), 64)
		return t == "number" || t == "integer" && err == nil && f == math.Trunc(f)
	}
	return false
}

func typeNames(t []byte) string {
	var names []string
	for _, one := range scan.Elements(t) {
		names = append(names, scan.Text(one))
	}
	if len(names) == 0 {
		return scan.Text(t)
	}
	return strings.Join(names, " or ")
}

// Describe names a value for a message: "a string", "an array", "an object", or the value
// itself.
func Describe(v []byte) string {
	switch scan.KindOf(v) {
	case scan.String:
		return "a string"
	case scan.Array:
		return "an array"
	case scan.Object:
		return "an object"
	}
	return Excerpt(v)
}

// maxExcerpt is how much of a value a message quotes, in bytes.
const maxExcerpt = 60

// Excerpt quotes a value for a message, shortened to 60 bytes.
func Excerpt(v []byte) string {
	if len(v) <= maxExcerpt {
		return string(v)
	}
	end := maxExcerpt
	for end > 0 && !utf8.RuneStart(v[end]) {
		end--
	}
	return string(v[:end]) + "…"
}
