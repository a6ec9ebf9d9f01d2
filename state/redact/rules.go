// Package redact takes out of a capture what is nobody else's business: keys, tokens,
// e-mail addresses, card numbers, home directories, and what the person's own patterns
// match. Names and values are looked at as pairs, however they are written: as a member, two
// members, an option and its argument, a line of a file.
//
// It works on the bytes of the capture, before any format is written from it, and puts a '*'
// in the place of each byte, so that sizes, offsets and times stay true.
//
// The shapes of keys are those that services document, held against the list of gitleaks.
// gitleaks itself is not imported: it brings WebAssembly, archives and a command line along
// (70 modules), reads for leaks by line and not through the encodings of a body, and has no
// personal data.
package redact

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Kind says what a hit is.
type Kind string

// The kinds.
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
	Own        Kind = "own pattern"
	Tokens     Kind = "tokens of a masked text" // a list of probabilities spells it again
	Nested     Kind = "text whose encodings nest too deep"

	// Attachment is a file that is left as it is: what a picture shows, and what a PDF holds
	// compressed, is not searched.
	Attachment Kind = "attachment, not looked into"
)

// Hit is something that is masked, or an attachment. It never holds the text itself.
type Hit struct {
	Kind   Kind
	Hint   string // the fixed beginning of a key, or the person's pattern; empty for none
	Place  string // for example: request body, input[0].content
	Length int    // bytes of the text, or of the attachment
}

// Masked reports whether the text was overwritten.
func (h Hit) Masked() bool { return h.Kind != Attachment }

// What says what the hit is, in a few words.
func (h Hit) What() string {
	if h.Hint != "" {
		return string(h.Kind) + " " + h.Hint
	}
	return string(h.Kind)
}

// String is the hit in one line.
func (h Hit) String() string {
	unit := "bytes"
	if h.Length == 1 {
		unit = "byte"
	}
	return fmt.Sprintf("%s: %s (%d %s)", h.Place, h.What(), h.Length, unit)
}

// Rules are what is looked for. They are immutable and safe for concurrent use.
type Rules struct {
	own     []*regexp.Regexp
	secrets [][]byte
	home    []byte // the person's own home directory; empty where it tells nothing of them
	trigger [256]trigger
	starts  *starts
}

// minSecret is the shortest secret of this run that is looked for, in bytes: masking
// every "key" in an answer would ruin it.
const minSecret = 6

// Compile reports whether a pattern can be used.
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

// New returns the built-in rules and those of the person: patterns are Go regular
// expressions, home the person's home directory (empty for none), secrets the keys that
// this run knows.
func New(patterns []string, home string, secrets ...string) (*Rules, error) {
	starts := newStarts()
	r := &Rules{trigger: triggers(starts), starts: starts}
	for _, p := range patterns {
		re, err := Compile(p)
		if err != nil {
			return nil, fmt.Errorf("redact.patterns: %w", err)
		}
		r.own = append(r.own, re)
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

// Text returns a text redacted: a title, a file name. The hits name its place.
func (r *Rules) Text(text, place string) (string, []Hit) {
	if text == "" {
		return text, nil
	}
	s := &search{rules: r, at: fixed(place)}
	clean := s.settled([]byte(text), s.any)
	return string(clean), s.hits
}

// masked reports whether there is nothing in a text but what masking leaves.
func masked(text []byte) bool { return len(bytes.TrimLeft(text, "*")) == 0 }
