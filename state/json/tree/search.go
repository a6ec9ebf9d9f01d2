package tree

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/text/spelling"
)

// Hit is a value in which something was found, or its name.
type Hit struct {
	Node int
	Name bool
}

// Pattern is the words of a search, regardless of case.
type Pattern struct {
	words  string // when they are ASCII
	regexp *regexp.Regexp
}

// Words returns a pattern that matches words literally.
func Words(words string) Pattern {
	if strings.ContainsFunc(words, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return Pattern{regexp: regexp.MustCompile("(?i)" + regexp.QuoteMeta(strings.ToValidUTF8(words, "\uFFFD")))}
	}
	return Pattern{words: words}
}

// Find returns where the pattern first matches in text; ok is false where it
// does not.
func (p Pattern) Find(text []byte) (from, to int, ok bool) {
	if p.regexp != nil {
		if at := p.regexp.FindIndex(text); at != nil && at[1] > at[0] {
			return at[0], at[1], true
		}
		return 0, 0, false
	}
	if at := spelling.IndexFold(text, p.words); at >= 0 {
		return at, at + len(p.words), true
	}
	return 0, 0, false
}

// SearchSlice searches some bytes of the document from the value first on, in names and in
// values: strings decoded, others as spelled. It returns at most limit hits and the value to continue with, Len at the end. A search in slices can
// be stopped.
func (x *Index) SearchSlice(p Pattern, first, size, limit int) (hits []Hit, next int) {
	if first >= x.n {
		return nil, x.n
	}
	stop := int(x.node(first).at) + size
	for i, n := range x.all(first) {
		if int(n.at) > stop || len(hits) >= limit {
			return hits, i
		}
		if name := x.name(n.place); name != nil && p.in(name) {
			hits = append(hits, Hit{i, true})
		}
		if !x.container(n.place) && p.in(x.leaf(n)) {
			hits = append(hits, Hit{i, false})
		}
	}
	return hits, x.n
}

// in reports whether the pattern matches a simple value.
func (p Pattern) in(value []byte) bool {
	if len(value) >= 2 && value[0] == '"' {
		if bytes.IndexByte(value, '\\') >= 0 {
			value = []byte(scan.Text(value))
		} else {
			value = value[1 : len(value)-1]
		}
	}
	_, _, ok := p.Find(value)
	return ok
}
