package scan

import (
	"bytes"
	"encoding/json"
	"iter"
	"unicode/utf8"
	"unsafe"
)

// Kind is the JSON type of a value.
type Kind uint8

// The kinds. Invalid is what no JSON value begins with.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// KindOf tells a value's kind by its first byte.
func KindOf(v []byte) Kind {
	if i := SkipSpace(v, 0); i < len(v) {
		return kindOfByte(v[i])
	}
	return Invalid
}

func kindOfByte(c byte) Kind {
	switch c {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	if c == '-' || c >= '0' && c <= '9' {
		return Number
	}
	return Invalid
}

// Member is one member of an object.
type Member struct {
	Key   string // decoded
	Value []byte
	KeyAt int // offset of the key's opening quote in the object
	At    int // offset of the value in the object
}

// End returns the offset just behind the member's value in the object.
func (m Member) End() int { return m.At + len(m.Value) }

// Members yields the members of an object in their order; a name that stands
// twice comes twice. It yields nothing for a value of another kind.
func Members(object []byte) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		i := SkipSpace(object, 0)
		if i >= len(object) || object[i] != '{' {
			return
		}
		for i = SkipSpace(object, i+1); i < len(object) && object[i] == '"'; {
			key := i
			i = skipString(object, i)
			name := object[key:i]
			i = SkipSpace(object, i)
			if i >= len(object) || object[i] != ':' {
				return
			}
			at := SkipSpace(object, i+1)
			i = skipValue(object, at)
			if i == at || !yield(Member{Key: Text(name), Value: object[at:i:i], KeyAt: key, At: at}) {
				return
			}
			if i = SkipSpace(object, i); i < len(object) && object[i] == ',' {
				i = SkipSpace(object, i+1)
			}
		}
	}
}

// Elements yields the elements of an array, each with its offset in the array.
func Elements(array []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		i := SkipSpace(array, 0)
		if i >= len(array) || array[i] != '[' {
			return
		}
		for i = SkipSpace(array, i+1); i < len(array) && array[i] != ']'; {
			at := i
			i = skipValue(array, at)
			if i == at || !yield(at, array[at:i:i]) {
				return
			}
			if i = SkipSpace(array, i); i < len(array) && array[i] == ',' {
				i = SkipSpace(array, i+1)
			}
		}
	}
}

// Get returns the member of an object under key, or nil. Of a name that stands
// twice the last counts, as for most decoders.
func Get(object []byte, key string) []byte {
	var found []byte
	for m := range Members(object) {
		if m.Key == key {
			found = m.Value
		}
	}
	return found
}

// At follows member names down from v and returns the value there, or nil.
func At(v []byte, keys ...string) []byte {
	for _, key := range keys {
		if v = Get(v, key); v == nil {
			return nil
		}
	}
	return v
}

// Text returns a string value decoded; the empty string for any other kind.
// Bytes that are no UTF-8 stay as they are.
func Text(v []byte) string {
	v = StringContent(v)
	if bytes.IndexByte(v, '\\') < 0 {
		return string(v)
	}
	text := AppendUnquoted(make([]byte, 0, UnquotedLen(v)), v)
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// TextLen returns the length of Text in bytes, without making it.
func TextLen(v []byte) int { return UnquotedLen(StringContent(v)) }

// quoted is what stands between the quotes of a string value; of any other kind
// nothing.
func StringContent(v []byte) []byte {
	v = bytes.TrimSpace(v)
	if len(v) < len(`""`) || v[0] != '"' {
		return nil
	}
	return v[1 : len(v)-1]
}

// AsSpelled is a value of any kind as it stands, quotes and escapes and all. The text
// shares the bytes, which must not be written to from then on: those of a capture never
// are (wire.Body).
func AsSpelled(v []byte) string { return unsafe.String(unsafe.SliceData(v), len(v)) }

// AnyText returns a string's text, and any other value as it is spelled: some services
// send an object where a string is expected. Null is empty.
func AnyText(v []byte) string {
	if KindOf(v) == String || IsNull(v) {
		return Text(v)
	}
	return string(v)
}

// Spells reports whether v is a string value that decodes to s, without
// decoding it. It knows the short escapes only: of text with others it says no.
func Spells(v []byte, s string) bool {
	if v = bytes.TrimSpace(v); len(v) < 2 || v[0] != '"' {
		return false
	}
	for v = v[1 : len(v)-1]; ; {
		n := bytes.IndexByte(v, '\\')
		if n < 0 {
			return string(v) == s
		}
		if n+1 >= len(v) || n >= len(s) || string(v[:n]) != s[:n] || s[n] != unescaped(v[n+1]) {
			return false
		}
		v, s = v[n+2:], s[n+1:]
	}
}

// unescaped returns what a short escape stands for, 0 for any other.
func unescaped(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	}
	return 0
}

// IsNull reports whether v is absent or null.
func IsNull(v []byte) bool { return len(v) == 0 || KindOf(v) == Null }

// Quote writes s as a JSON string without escaping what HTML would need; bytes
// that are no UTF-8 become U+FFFD, for JSON is UTF-8 (RFC 8259, 8.1).
func Quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return []byte(`""`) // a string always encodes
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// UTF8 returns a document as it is where it is UTF-8. Of another each byte that is
// none becomes U+FFFD, as in Quote, in a copy.
func UTF8(doc []byte) []byte {
	if utf8.Valid(doc) {
		return doc
	}
	return []byte(string([]rune(string(doc))))
}

// Runes counts the Unicode code points of a string value, decoded.
func Runes(v []byte) int { return utf8.RuneCountInString(Text(v)) }
