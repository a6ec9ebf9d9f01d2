// Package redact masks what is private in a capture; Kinds lists what it looks for. It finds names and
// values as pairs in any notation: as a member, two members, an option and its argument, a line of a
// file.
//
// It works on the bytes of the capture, before any format is written from it, and replaces each byte
// by '*', so that sizes, offsets and times stay true.
//
// The shapes of keys are those that services document, compared with the list of gitleaks. gitleaks
// itself is not imported: it depends on 70 modules (WebAssembly, archives, a command line), searches
// by line and not through the encodings of a body, and knows no personal data.
package redact

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Kind is the kind of a hit.
type Kind string

const (
	Key        Kind = "API key"
	Token      Kind = "token"
	PrivateKey Kind = "private key"
	Named      Kind = "secret by its name" // the value of password, api_key, and the like
	Email      Kind = "e-mail address"
	Card       Kind = "card number"
	Account    Kind = "account number" // an IBAN
	Hook       Kind = "webhook address"
	Home       Kind = "home directory"
	Known      Kind = "key in use" // a secret of this run
	Pattern    Kind = "own pattern"
	Tokens     Kind = "tokens of a masked text" // a list of probabilities spells it again
	Nested     Kind = "text whose encodings nest too deep"

	// Attachment is a file that stays as it is: pictures and compressed parts of a PDF are not
	// searched.
	Attachment Kind = "attachment, not looked into"
)

// Kinds lists what is looked for, in a few words.
const Kinds = "keys, tokens, passwords, webhook addresses, e-mail addresses, card numbers, IBANs, home directories and the patterns in [redact]"

// Hit is a masked text or an attachment. It never holds the text itself.
type Hit struct {
	Kind   Kind
	Hint   string // the fixed beginning of a key, or the user's pattern; empty for none
	Place  string // for example: request body, input[0].content
	Length int    // bytes of the text, or of the attachment
}

// Masked reports whether the text was overwritten.
func (h Hit) Masked() bool { return h.Kind != Attachment }

// What describes the hit in a few words.
func (h Hit) What() string {
	if h.Hint != "" {
		return string(h.Kind) + " " + h.Hint
	}
	return string(h.Kind)
}

// String returns the hit in one line.
func (h Hit) String() string {
	unit := "bytes"
	if h.Length == 1 {
		unit = "byte"
	}
	return fmt.Sprintf("%s: %s (%d %s)", h.Place, h.What(), h.Length, unit)
}

// Rules are the built-in rules, patterns and known secrets. They are immutable and safe for
// concurrent use.
type Rules struct {
	patterns []*regexp.Regexp
	secrets  [][]byte
	home     []byte // the user's home directory; nil if it names nobody
	trigger  [256]trigger
	starts   *starts
	labels   *labels // nil: masks are stars
	values   *values // nil: values are masked where their names are
}

// minSecret is the shortest secret of this run that is looked for, in bytes: masking
// every "key" in an answer would ruin it.
const minSecret = 6

// Compile compiles a pattern of the user. Its error names the pattern and the documentation.
func Compile(pattern string) (*regexp.Regexp, error) {
	if pattern == "" {
		return nil, errors.New(`an empty pattern; write what to look for, for example "acme-[0-9]{6}"`)
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		what := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		return nil, fmt.Errorf("%q is no regular expression of Go (https://pkg.go.dev/regexp/syntax): %s", pattern, what)
	}
	return re, nil
}

// BuiltIn returns the built-in rules.
func BuiltIn() *Rules {
	starts := newStarts()
	return &Rules{trigger: triggers(starts), starts: starts}
}

// New returns the built-in rules and those of the user: patterns are Go regular expressions, home
// the user's home directory ("" for none), secrets the keys that this run knows.
func New(patterns []string, home string, secrets ...string) (*Rules, error) {
	r := BuiltIn()
	for _, p := range patterns {
		re, err := Compile(p)
		if err != nil {
			return nil, fmt.Errorf("redact.patterns: %w", err)
		}
		r.patterns = append(r.patterns, re)
	}
	// Everybody's /root names nobody; a home below /home or /Users is found by its form too.
	if home = strings.TrimRight(home, `/\`); len(home) > 1 && home != "/root" {
		r.home = []byte(home)
	}
	for _, s := range secrets {
		if s = strings.TrimSpace(s); len(s) >= minSecret {
			r.secrets = append(r.secrets, []byte(s))
		}
	}
	return r, nil
}

// Text returns a text, such as a title or a file name, redacted. The hits name its place.
func (r *Rules) Text(text, place string) (string, []Hit) {
	if text == "" {
		return text, nil
	}
	s := &search{rules: r, place: func() string { return place }}
	clean := s.repeat([]byte(text), s.any)
	return string(s.label(clean, 0)), s.hits
}

// masked reports whether a text has only characters that masking leaves.
func masked(text []byte) bool { return len(bytes.TrimLeft(text, "*")) == 0 }
