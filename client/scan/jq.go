package scan

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// JQ writes a place of a document as jq does, without the leading dot:
// plugins[0].id, metadata["a b"] (CONTRACT.md, "What is a fault").
type JQ struct{ b strings.Builder }

// Member appends the step to a member of an object.
func (j *JQ) Member(name string) {
	if j.b.Len() == 0 {
		j.b.WriteString(JQUnder("", name))
		return
	}
	j.b.WriteString(JQMember(name))
}

// JQMember returns the step to a member: .id, or ["a b"] if jq needs quotes.
func JQMember(name string) string {
	if !identifier(name) {
		return "[" + string(Quote(name)) + "]"
	}
	return "." + name
}

// JQUnder returns the place of a member of the object at a place, without the leading dot.
func JQUnder(place, name string) string {
	if place == "" {
		return strings.TrimPrefix(JQMember(name), ".")
	}
	return place + JQMember(name)
}

// Element appends the step to an element of an array.
func (j *JQ) Element(n int) {
	j.b.WriteString("[" + strconv.Itoa(n) + "]")
}

// String returns the place; a dot alone for the document.
func (j *JQ) String() string {
	if j.b.Len() == 0 {
		return "."
	}
	return j.b.String()
}

// JQOf returns the place of a JSON Pointer. A number counts as that of an element: the
// pointer does not distinguish it from a member's name.
func JQOf(pointer string) string {
	var j JQ
	path, _ := PathOf(pointer)
	for _, token := range path {
		if n, err := strconv.Atoi(token); err == nil && n >= 0 {
			j.Element(n)
		} else {
			j.Member(token)
		}
	}
	return j.String()
}

// identifier reports whether jq accepts a name after a dot without quotes.
func identifier(name string) bool {
	for i, r := range name {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != "" && utf8.ValidString(name)
}

// Pointer returns the JSON Pointer (RFC 6901) of member names and element numbers.
func Pointer(path ...string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		if strings.ContainsAny(token, "~/") {
			token = strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
		}
		b.WriteString(token)
	}
	return b.String()
}

// PathOf splits a JSON Pointer into member names and element numbers, none for the document;
// ok is false if it does not begin with a slash.
func PathOf(pointer string) (path []string, ok bool) {
	if pointer == "" {
		return nil, true
	}
	rest, ok := strings.CutPrefix(pointer, "/")
	if !ok {
		return nil, false
	}
	path = strings.Split(rest, "/")
	for i, t := range path {
		if strings.Contains(t, "~") {
			path[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(t)
		}
	}
	return path, true
}
