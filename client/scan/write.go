package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"
)

// MakeObject returns an object of alternate names and values. A value is JSON and is not
// changed.
func MakeObject(members ...any) json.RawMessage {
	b := []byte{'{'}
	for i := 0; i+1 < len(members); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		name, _ := members[i].(string)
		b = append(append(b, Quote(name)...), ':')
		switch v := members[i+1].(type) {
		case []byte:
			b = append(b, v...)
		case json.RawMessage:
			b = append(b, v...)
		}
	}
	return append(b, '}')
}

// MakeArray returns an array of JSON values.
func MakeArray(items []json.RawMessage) json.RawMessage {
	values := make([][]byte, len(items))
	for i, item := range items {
		values[i] = item
	}
	return append(append([]byte{'['}, bytes.Join(values, []byte{','})...), ']')
}

// Quote returns s as a JSON string without escapes for HTML; bytes that are not UTF-8
// become U+FFFD (RFC 8259, section 8.1).
func Quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return []byte(`""`) // a string always encodes
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// UTF8 returns a document unchanged if it is UTF-8, else a copy in which each byte that is
// not becomes U+FFFD.
func UTF8(doc []byte) []byte {
	if utf8.Valid(doc) {
		return doc
	}
	return []byte(string([]rune(string(doc))))
}

// ErrDepth is the error of a document that is nested too deep to be indented:
// its white space would grow with the square of its depth.
var ErrDepth = errors.New("nested deeper than 10000 levels")

const maxIndent = 10_000 // levels, as for encoding/json

// AppendIndent appends a valid JSON value to dst, indented by prefix and two spaces a level
// as json.Indent does. A long string costs no more than its copy. The error is ErrDepth, for
// which two bytes of prefix count as a level; then the appended value is incomplete.
func AppendIndent(dst, v []byte, prefix string) ([]byte, error) {
	dst = slices.Grow(dst, len(v)+len(v)/8)
	depth := 0
	for i := SkipSpace(v, 0); i < len(v); i = SkipSpace(v, i) {
		switch c := v[i]; c {
		case '{', '[':
			if depth++; depth+len(prefix)/2 > maxIndent {
				return dst, ErrDepth
			}
			dst = append(dst, c)
			if i = SkipSpace(v, i+1); i < len(v) && v[i] != c+2 {
				dst = newLine(dst, prefix, depth)
			}
		case '}', ']':
			depth--
			if len(dst) > 0 && dst[len(dst)-1] != c-2 {
				dst = newLine(dst, prefix, depth)
			}
			dst = append(dst, c)
			i++
		case ',':
			dst = newLine(append(dst, c), prefix, depth)
			i++
		case ':':
			dst = append(dst, ':', ' ')
			i++
		default:
			end := max(skipWord(v, i), i+1)
			if c == '"' {
				end = StringEnd(v, i)
			}
			dst = append(dst, v[i:end]...)
			i = end
		}
	}
	return dst, nil
}

func newLine(dst []byte, prefix string, depth int) []byte {
	dst = append(append(dst, '\n'), prefix...)
	for range depth {
		dst = append(dst, ' ', ' ')
	}
	return dst
}
