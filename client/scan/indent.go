package scan

import (
	"errors"
	"slices"
)

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
