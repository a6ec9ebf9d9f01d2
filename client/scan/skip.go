package scan

import "bytes"

// SkipSpace returns the offset of the next byte that is no white space.
func SkipSpace(data []byte, i int) int {
	for i < len(data) && data[i] <= ' ' && (data[i] == ' ' || data[i] == '\n' || data[i] == '\r' || data[i] == '\t') {
		i++
	}
	return i
}

// StringEnd returns the offset after the string whose opening quote is at i.
func StringEnd(b []byte, i int) int {
	for from := i + 1; ; {
		n := bytes.IndexByte(b[min(from, len(b)):], '"')
		if n < 0 {
			return len(b)
		}
		quote, slashes := from+n, 0
		for at := quote - 1; at >= from && b[at] == '\\'; at-- {
			slashes++
		}
		if slashes%2 == 0 {
			return quote + 1
		}
		from = quote + 1
	}
}

// ValueEnd returns the offset after the value that begins at i; i if none begins there.
func ValueEnd(b []byte, i int) int {
	switch {
	case i >= len(b):
		return i
	case b[i] == '"':
		return StringEnd(b, i)
	case b[i] == '{' || b[i] == '[':
		return containerEnd(b, i)
	}
	return skipWord(b, i)
}

// containerEnd returns the offset after the object or array that begins at i.
func containerEnd(b []byte, i int) int {
	for depth := 0; i < len(b); {
		switch b[i] {
		case '"':
			i = StringEnd(b, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return i
}

// skipWord returns the offset after a number, true, false or null.
func skipWord(b []byte, i int) int {
	for i < len(b) && !delimits(b[i]) {
		i++
	}
	return i
}

// delimits reports whether c ends a number or a word: white space, punctuation
// or a quote.
func delimits(c byte) bool {
	const low = 1<<' ' | 1<<'\n' | 1<<'\r' | 1<<'\t' | 1<<',' | 1<<':' | 1<<'"'
	const brackets = 0x20 // the bit in which [ and { differ, and ] and }
	return c <= ':' && uint64(low)>>c&1 != 0 || c|brackets == '{' || c|brackets == '}'
}

// Same reports whether two valid JSON values differ in white space only.
func Same(a, b []byte) bool {
	i, j := SkipSpace(a, 0), SkipSpace(b, 0)
	for i < len(a) && j < len(b) {
		from := i
		switch a[i] {
		case '"':
			i = StringEnd(a, i)
		case '{', '}', '[', ']', ',', ':':
			i++
		default:
			i = skipWord(a, i)
		}
		end := j + i - from
		if end > len(b) || string(a[from:i]) != string(b[j:end]) {
			return false
		}
		if !delimits(b[j]) && skipWord(b, j) != end { // the word in b is longer
			return false
		}
		i, j = SkipSpace(a, i), SkipSpace(b, end)
	}
	return i >= len(a) && j >= len(b)
}

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

// KindOf returns a value's kind by its first byte.
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

// IsNull reports whether v is absent or null.
func IsNull(v []byte) bool { return len(v) == 0 || KindOf(v) == Null }
