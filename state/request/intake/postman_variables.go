package intake

import (
	"regexp"
	"slices"
	"strings"
)

// variable matches a variable of Postman.
var variable = regexp.MustCompile(`\{\{([^{}\s]+)\}\}`)

// filler fills variables in.
type filler struct {
	variables             map[string]string
	spent                 int      // bytes of names and values, in the collection
	filled, left, skipped []string // the names in one request, each once; skipped ones have a value
}

// maxFilled is how much is filled in in a collection, in bytes: a few names can stand for a
// text that no memory holds.
const maxFilled = 4 << 20

// fill replaces variables in a text by their values, which may name others. A variable that names
// itself is left, and so are all after maxFilled bytes.
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
			case strings.Contains(value, found) || f.spent+cost > maxFilled:
				list, value = &f.skipped, found
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
