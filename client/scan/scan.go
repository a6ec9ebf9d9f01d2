package scan

// maxDepth is how deep JSON may nest. It is the limit of encoding/json, so that
// whatever passes here can be read by every other reader in the program.
const MaxDepth = 10000

// bad is the place that the skip functions return for text that is no JSON.
const Bad = -1

// Valid reports whether data is exactly one JSON value (RFC 8259) nested at
// most 10,000 deep, with white space around it. Bytes in strings that are no
// UTF-8 pass: what came is shown as it came. It does not recurse.
func Valid(data []byte) bool {
	end := CheckValue(data, SkipSpace(data, 0), MaxDepth)
	return end != Bad && SkipSpace(data, end) == len(data)
}

// skipSpace returns the place of the next byte that is no white space.
func SkipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\r' || data[i] == '\t') {
		i++
	}
	return i
}

// skipValue returns the place behind the value that begins at i and is nested
// at most deep. Open objects and arrays are kept on a stack of their closing
// brackets.
func CheckValue(data []byte, i, deep int) int {
	if i < len(data) && data[i] != '{' && data[i] != '[' {
		return checkScalar(data, i)
	}
	var small [64]byte
	open := small[:0]
	for {
		var opened bool
		i, open, opened = checkOpening(data, i, open, deep)
		if i == Bad {
			return Bad
		}
		if opened {
			continue
		}
		for {
			if len(open) == 0 {
				return i
			}
			i = SkipSpace(data, i)
			if i == len(data) {
				return Bad
			}
			closing := open[len(open)-1]
			if data[i] == closing {
				open, i = open[:len(open)-1], i+1
				continue
			}
			if data[i] != ',' {
				return Bad
			}
			i = SkipSpace(data, i+1)
			if closing == '}' {
				_, i = CheckKey(data, i)
			}
			break
		}
		if i == Bad {
			return Bad
		}
	}
}

// skipOpening skips a scalar or an empty container, or opens one: then opened
// is true and the place is that of its first value.
func checkOpening(data []byte, i int, open []byte, deep int) (next int, stack []byte, opened bool) {
	if i >= len(data) {
		return Bad, open, false
	}
	var closing byte
	switch data[i] {
	case '{':
		closing = '}'
	case '[':
		closing = ']'
	default:
		return checkScalar(data, i), open, false
	}
	if len(open) == deep {
		return Bad, open, false
	}
	i = SkipSpace(data, i+1)
	if i < len(data) && data[i] == closing {
		return i + 1, open, false
	}
	if closing == '}' {
		_, i = CheckKey(data, i)
	}
	return i, append(open, closing), i != Bad
}

// skipKey skips a member's name and its colon. The key is returned between its
// quotes, as it is spelled; next is the place of the member's value.
func CheckKey(data []byte, i int) (key []byte, next int) {
	if i >= len(data) || data[i] != '"' {
		return nil, Bad
	}
	end := checkString(data, i)
	if end == Bad {
		return nil, Bad
	}
	key = data[i+1 : end-1]
	if i = SkipSpace(data, end); i >= len(data) || data[i] != ':' {
		return nil, Bad
	}
	return key, SkipSpace(data, i+1)
}
