package tree

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/state/raw"
)

// chain returns the values that lead to value i, from the outermost that is no
// longer the document itself.
func (x *Index) chain(i int) []int {
	var chain []int
	for ; x.Parent(i) >= 0; i = x.Parent(i) {
		chain = append(chain, i)
	}
	slices.Reverse(chain)
	return chain
}

// Path returns a value's place as jq writes it, without the leading dot:
// plugins[0].id, metadata["a b"]; a dot alone for the document (CONTRACT.md,
// "What is a fault").
func (x *Index) Path(i int) string {
	var b strings.Builder
	for _, at := range x.chain(i) {
		if n := x.Number(at); n >= 0 {
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(n))
			b.WriteByte(']')
			continue
		}
		name := raw.Text(x.Name(at))
		if !plain(name) {
			b.WriteByte('[')
			b.Write(raw.Quote(name))
			b.WriteByte(']')
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(name)
	}
	if b.Len() == 0 {
		return "."
	}
	return b.String()
}

// plain reports whether jq takes a name without quotes.
func plain(name string) bool {
	for i, r := range name {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != "" && utf8.ValidString(name)
}

// Pointer returns a value's place as a JSON Pointer (RFC 6901).
func (x *Index) Pointer(i int) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, at := range x.chain(i) {
		b.WriteByte('/')
		if n := x.Number(at); n >= 0 {
			b.WriteString(strconv.Itoa(n))
			continue
		}
		b.WriteString(escape.Replace(raw.Text(x.Name(at))))
	}
	return b.String()
}
