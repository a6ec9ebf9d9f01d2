package foreign

import (
	"regexp"
	"slices"
	"strings"
)

// variable matches a variable of Postman.
var variable = regexp.MustCompile(`\{\{([^{}\s]+)\}\}`)

// filler fills variables in.
type filler struct {
	variables          map[string]string
	spent              int      // bytes of names and values, in the whole collection
	filled, left, kept []string // the names in one request, each once; those that are kept have a value
}

// mostFilled is how much is filled in in a collection, in bytes: a few names can stand for a
// text that no memory holds.
const mostFilled = 4 << 20

// fill writes the values of variables into a text. One may name another. What names itself
// stands as it is, and so does all behind mostFilled.
func (f *filler) fill(text string) string {
	const deepest = 8
	for range deepest {
		again := false
		text = variable.ReplaceAllStringFunc(text, func(found string) string {
			name := found[2 : len(found)-2]
			value, known := f.variables[name]
			list := &f.filled
			switch cost := len(found) + len(value); {
			case !known:
				list, value = &f.left, found
			case strings.Contains(value, found) || f.spent+cost > mostFilled:
				list, value = &f.kept, found
			default:
				f.spent, again = f.spent+cost, true
			}
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
			return value
		})
		if !again {
			break
		}
	}
	return text
}
