package redact

import (
	"bytes"
	"fmt"
	"strings"
)

// labels are the masks of one export that say what they hide. The same value has the same label.
type labels struct {
	by    map[string]string // labels by value
	count map[string]int    // values by word
}

// Labelled returns rules whose Text masks with labels such as [e-mail 1], and which
// CaptureLabelled needs. They are for one export and not safe for concurrent use.
func (r *Rules) Labelled() *Rules {
	l := *r
	l.labels = &labels{map[string]string{}, map[string]int{}}
	return &l
}

// of returns the label of a value. It shows the prefix that all keys of a service have and the last
// four digits of a card: what was found may extend beyond either, so both are read from the value.
// A value has the label that it has without its scheme.
func (l *labels) of(kind Kind, hint string, value []byte) string {
	shown := ""
	switch kind {
	case Card:
		digits := bytes.Join(bytes.FieldsFunc(value, func(c rune) bool { return c < '0' || c > '9' }), nil)
		if isCard(digits) {
			value, shown = digits, " …"+string(digits[len(digits)-4:])
		}
	case Named:
		value = plainValue(value)
	case Key:
		if prefix, is := strings.CutSuffix(hint, "…"); is && bytes.HasPrefix(value, []byte(prefix)) {
			shown = " " + hint
		}
	}
	label := l.by[string(value)]
	if label == "" {
		word := map[Kind]string{
			Key: "key", Token: "token", PrivateKey: "private key", Named: "secret", Email: "e-mail", Card: "card", Account: "IBAN",
			Hook: "webhook", Home: "home", Known: "key", Pattern: "pattern", Nested: "text",
		}[kind]
		l.count[word]++
		label = fmt.Sprintf("[%s %d%s]", word, l.count[word], shown)
		l.by[string(value)] = label
	}
	return label
}

// mark is what a masked part of the data hides.
type mark struct {
	found
	value   []byte
	written bool // its label is, where its first byte was
}

// label returns a part of what was searched last, from a place on, with a label in place of the stars
// of each hit; a hit in several pieces has it in its first one. What is masked in base64 and in JSON
// numbers has no stars and gets none.
func (s *search) label(clean []byte, at int64) []byte {
	if len(s.marks) == 0 || s.hides == nil {
		return clean
	}
	out := make([]byte, 0, len(clean))
	for i, c := range clean {
		n := s.hides[at+int64(i)]
		if n == 0 || c != '*' || masked(s.marks[n-1].value) {
			out = append(out, c)
		} else if m := &s.marks[n-1]; !m.written {
			out, m.written = append(out, s.rules.labels.of(m.kind, m.hint, m.value)...), true
		}
	}
	return out
}
