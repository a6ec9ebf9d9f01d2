package cassette

import (
	"regexp"
	"strings"
	"unicode"

	"gatehouse/client/scan"
)

// hidden is what overwriting a secret leaves: no secret is shorter, and the key of another
// run may be longer.
var hidden = regexp.MustCompile(`\*{6,}`)

// mask is a recorded text of which secrets were overwritten: what stands around them.
type mask []string

// maskOf is the mask of a text; nil where nothing in it looks overwritten.
func maskOf(text string) mask {
	if !hidden.MatchString(text) {
		return nil
	}
	return hidden.Split(text, -1)
}

// valueMask is maskOf for a JSON value: its text where it is a string.
func valueMask(value []byte) mask { return maskOf(valueText(value)) }

func valueText(value []byte) string {
	if scan.KindOf(value) == scan.String && scan.Valid(value) {
		return scan.Text(value)
	}
	return string(value)
}

// takes reports whether a text may be the one that was recorded: any, where all of it is
// overwritten; else what stands around the secrets is there, and between that is one word
// for each.
func (m mask) takes(text string) bool {
	if m.size() == 0 {
		return true
	}
	rest, ok := strings.CutPrefix(text, m[0])
	for i, part := range m[1:] {
		at := strings.Index(rest, part)
		if i == len(m)-2 { // it is the end
			at = len(rest) - len(part)
		}
		if !ok || at <= 0 || !strings.HasPrefix(rest[at:], part) || strings.ContainsFunc(rest[:at], betweenWords) {
			return false
		}
		rest = rest[at+len(part):]
	}
	return true
}

// betweenWords reports whether a character ends what may have been a secret in a text.
func betweenWords(r rune) bool { return r == '"' || unicode.IsSpace(r) }

// size is how many bytes stand around the secrets.
func (m mask) size() (n int) {
	for _, part := range m {
		n += len(part)
	}
	return n
}

// String is the recorded text with each secret in the same length.
func (m mask) String() string { return strings.Join(m, "******") }
