package redact

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"gatehouse/client/wire"
)

// minValue is the length of the shortest value that is masked without its name, in characters: masking
// every "admin" in an answer would ruin it.
const minValue = 8

// values are the values that were found by their names in one export.
type values struct {
	by    map[[minValue]byte][][]byte // by their first bytes, see begin
	first [256]bool                   // the first byte of any
	known map[string]bool             // in lower case
}

// WithValues returns rules that record each value that they find by its name, and mask it wherever
// else it occurs, in capitals or not. They are for one export and not safe for concurrent use.
func (r *Rules) WithValues() *Rules {
	v := *r
	v.values = &values{by: map[[minValue]byte][][]byte{}, known: map[string]bool{}}
	return &v
}

// Values returns how many values are recorded. Texts that were searched before the last of them was
// may still contain it.
func (r *Rules) Values() int { return len(r.values.known) }

// add records a value as it is written, and without its scheme and the end of its sentence.
func (v *values) add(value []byte) {
	if v == nil {
		return
	}
	for _, one := range [][]byte{bytes.Trim(value, around), plainValue(value)} {
		lower := strings.ToLower(string(one))
		if utf8.RuneCount(one) < minValue || v.known[lower] || isCommonName(lower) {
			continue
		}
		key := begin(one)
		v.by[key] = append(v.by[key], bytes.Clone(one))
		v.first[key[0]], v.known[lower] = true, true
	}
}

// begin returns the first bytes of a text, equal for small and capital letters.
func begin(text []byte) (b [minValue]byte) {
	for i := range b {
		b[i] = text[i] | ' '
	}
	return b
}

// isCommonName reports whether a value is itself a name: {"password":"password"} is no reason to mask
// the names of members.
func isCommonName(value string) bool {
	switch wire.PlainName(value) {
	case "password", "passphrase", "authorization", "accesstoken", "secretkey", "privatekey":
		return true
	}
	return false
}

// around are spaces, and the stars of masked text, which are no part of a value.
const around = "* \t\r\n"

// plainValue returns a value without the scheme before it and the punctuation after it.
func plainValue(value []byte) []byte {
	value = bytes.Trim(value, around)
	if scheme, rest, is := bytes.Cut(value, []byte(" ")); is && isScheme(string(scheme)) {
		value = rest
	}
	return bytes.TrimRight(value, ".,;:!?")
}

// repeated finds the recorded values. A text with too many beginnings of values is found itself, so
// that the steps stay linear.
func (f *finder) repeated(v *values) {
	if v == nil || len(v.known) == 0 {
		return
	}
	const compared = 16 // bytes in a step
	limit := f.steps + maxSteps*len(f.b)
	for i := 0; i+minValue <= len(f.b); i++ {
		if !v.first[f.b[i]|' '] {
			continue
		}
		for _, value := range v.by[begin(f.b[i:])] {
			if f.steps += 1 + len(value)/compared; f.steps > limit {
				f.add(0, len(f.b), Nested, "")
				return
			}
			if end := i + len(value); end <= len(f.b) && bytes.EqualFold(f.b[i:end], value) {
				f.add(i, end, Named, "")
			}
		}
	}
}
