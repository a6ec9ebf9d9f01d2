package redact

import (
	"bytes"
	"regexp"
)

// found is the place [from, to) of a hit in a text.
type found struct {
	from, to int
	kind     Kind
	hint     string
}

// trigger is what a byte may be part of. One table lookup per byte decides what is looked for there.
type trigger uint8

const (
	none   trigger = iota
	aWord          // the first letter of a key's prefix or of a word before a secret
	aDigit         // of a card number or an account's
	anAt           // of an e-mail address
	aSlash         // of a home directory, in either direction, or of an address
	aDash          // of a private key's first line, or of an option
	aName          // between a name and its value
	aComma         // between a name and its value, in quotes
	aTag           // of an element of XML
	aTilde         // of a key of Azure
)

func triggers(s *starts) (t [256]trigger) {
	for c, kind := range map[byte]trigger{
		'@': anAt, '/': aSlash, '\\': aSlash, '-': aDash, '=': aName, ':': aName, ',': aComma, '<': aTag, '~': aTilde,
	} {
		t[c] = kind
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] = aDigit
	}
	for c := range s.by {
		if len(s.by[c]) > 0 {
			t[c] = aWord
		}
	}
	return t
}

// find appends what the rules find in b to all, and returns the number of bytes read.
func (r *Rules) find(all []found, b []byte) (found []found, steps int) {
	f := finder{rules: r, b: b, all: all, steps: len(b)}
	for i := 0; i < len(b); i++ {
		switch r.trigger[b[i]] {
		case none:
		case aWord:
			if (i == 0 || !isWord(b[i-1])) && i+1 < len(b) && r.starts.twos[int(b[i])<<8|int(b[i+1])] {
				f.word(i)
			}
		case aDigit:
			f.card(i)
			f.iban(i)
		case anAt:
			f.email(i)
		case aSlash:
			f.home(i)
			f.hook(i)
		case aDash:
			f.pem(i)
			f.option(i)
		case aName:
			f.named(i)
		case aComma:
			f.listed(i)
		case aTag:
			f.element(i)
		case aTilde:
			f.azure(i)
		}
	}
	for _, secret := range r.secrets {
		f.findAll(secret, Known)
	}
	f.findAll(r.home, Home)
	f.repeated(r.values)
	f.matchPatterns(r.patterns)
	return f.all, f.steps
}

// finder applies the rules to one text.
type finder struct {
	rules *Rules
	b     []byte
	all   []found
	steps int // bytes that were read

	// What was read already, so that a text with many equal beginnings is not read to its end for
	// each.
	spans              [numClasses]span
	digit, letter, dot span

	// Where the last hit ends: what begins in it ends there too.
	valued, parametered, fielded, sealed, quoted int
}

func (f *finder) add(from, to int, kind Kind, hint string) {
	if from < to && !masked(f.b[from:to]) {
		f.all = append(f.all, found{from, to, kind, hint})
	}
}

func (f *finder) matchPatterns(patterns []*regexp.Regexp) {
	for _, re := range patterns {
		for _, m := range re.FindAllIndex(f.b, -1) {
			f.add(m[0], m[1], Pattern, re.String())
		}
	}
}

// findAll finds a text wherever it is; a home directory only if the name does not continue.
func (f *finder) findAll(text []byte, kind Kind) {
	for at := 0; len(text) > 0; at++ {
		i := bytes.Index(f.b[at:], text)
		if i < 0 {
			return
		}
		at += i
		if end := at + len(text); kind != Home || !isKey(f.byteAt(at-1)) && !isKey(f.byteAt(end)) {
			f.add(at, end, kind, "")
		}
	}
}

// byteAt returns the byte at i, 0 outside the text.
func (f *finder) byteAt(i int) byte {
	if i < 0 || i >= len(f.b) {
		return 0
	}
	return f.b[i]
}

// run returns the end of the longest run from i of bytes in a class, at most n bytes long.
func (f *finder) run(i, n int, class func(byte) bool) int {
	end := i
	for end < len(f.b) && end-i < n && class(f.b[end]) {
		end++
	}
	f.steps += end - i
	return end
}
