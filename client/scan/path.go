package scan

import "strconv"

// Path returns the member names and element numbers that lead to the innermost
// value to which the byte at offset belongs. A member's name, its colon and
// its value belong to the member; commas, brackets and the white space around
// members belong to what is around. It reads doc up to offset, once.
func Path(doc []byte, offset int) []string {
	var open []entry
	for i := SkipSpace(doc, 0); i < len(doc) && i <= offset; i = SkipSpace(doc, i) {
		top := &entry{} // the document itself is in nothing
		if len(open) > 0 {
			top = &open[len(open)-1]
		}
		c, from := doc[i], i
		switch {
		case c == '{' || c == '[':
			top.in = true
			i++
			open = append(open, entry{object: c == '{'})
		case c == '}' || c == ']':
			if i == offset || len(open) == 0 {
				return steps(open)
			}
			i++
			if open = open[:len(open)-1]; len(open) > 0 {
				open[len(open)-1].in = false
			}
		case c == ',':
			top.n++
			i++
		case c == ':':
			i++
		case c == '"' && top.object && !top.in:
			i = StringEnd(doc, i)
			top.in, top.key = true, doc[from:i]
		default:
			top.in = true
			if i = max(ValueEnd(doc, i), i+1); offset < i {
				return steps(open)
			}
			top.in = false
		}
	}
	return steps(open)
}

// entry is an open object or array and the reader's place in it.
type entry struct {
	object bool
	key    []byte // of the member at hand, with its quotes
	n      int    // of the element at hand
	in     bool   // in a member or an element, not between two
}

func steps(open []entry) []string {
	var path []string
	for _, e := range open {
		switch {
		case !e.in:
		case e.object:
			path = append(path, Text(e.key))
		default:
			path = append(path, strconv.Itoa(e.n))
		}
	}
	return path
}
