package scan

import "bytes"

// skipString returns the offset behind the string whose opening quote is at i.
func skipString(b []byte, i int) int {
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

// skipValue returns the offset behind the value that begins at i; i itself
// when none begins there.
func skipValue(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch c := b[i]; c {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
			i++
		case ' ', '\n', '\t', '\r', ',', ':':
			if depth == 0 {
				return i
			}
			i++
			continue
		default:
			i = skipWord(b, i)
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// skipWord returns the offset behind a number, true, false or null.
func skipWord(b []byte, i int) int {
	for i < len(b) {
		switch b[i] {
		case ' ', '\n', '\t', '\r', ',', ':', ']', '}', '[', '{', '"':
			return i
		}
		i++
	}
	return i
}
