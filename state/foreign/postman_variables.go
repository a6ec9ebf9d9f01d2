package foreign

import (
	"regexp"
	"slices"
)

// variable matches a variable of Postman.
var variable = regexp.MustCompile(`\{\{([^{}\s]+)\}\}`)

// filler fills variables in.
type filler struct {
	variables    map[string]string
	filled, left []string // their names, each once
}

// fill writes the values of variables into a text. One may name another.
func (f *filler) fill(text string) string {
	const deepest = 8
	for range deepest {
		again := false
		text = variable.ReplaceAllStringFunc(text, func(found string) string {
			name := found[2 : len(found)-2]
			value, known := f.variables[name]
			list := &f.filled
			if !known {
				list, value = &f.left, found
			}
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
			again = again || known
			return value
		})
		if !again || len(text) > maxBody {
			break
		}
	}
	return text
}
