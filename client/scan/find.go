package scan

import "strconv"

// Find returns where the value at a path of member names and element numbers
// begins and ends. Of a repeated name the last counts.
func Find(doc []byte, path []string) (from, to int, ok bool) {
	from, to, _, ok = find(doc, SkipSpace(doc, 0), path)
	return from, to, ok
}

// find looks for path below the value that begins at i; end is the offset after that value.
// It recurses no deeper than the path is long.
func find(doc []byte, i int, path []string) (from, to, end int, ok bool) {
	if len(path) == 0 || i >= len(doc) || doc[i] != '{' && doc[i] != '[' {
		end = ValueEnd(doc, i)
		return i, end, end, len(path) == 0 && end > i
	}
	object := doc[i] == '{'
	closing := doc[i] + 2
	n := 0
	for i = SkipSpace(doc, i+1); i < len(doc) && doc[i] != closing; n++ {
		wanted := !object && path[0] == strconv.Itoa(n)
		if object {
			key := i
			i = StringEnd(doc, i)
			wanted = Text(doc[key:i]) == path[0]
			if i = SkipSpace(doc, i); i >= len(doc) || doc[i] != ':' {
				return from, to, i, ok
			}
			i = SkipSpace(doc, i+1)
		}
		at := i
		if wanted {
			from, to, i, ok = find(doc, at, path[1:])
		} else {
			i = ValueEnd(doc, at)
		}
		if i == at {
			return from, to, i, ok
		}
		if i = SkipSpace(doc, i); i < len(doc) && doc[i] == ',' {
			i = SkipSpace(doc, i+1)
		}
	}
	return from, to, min(i+1, len(doc)), ok
}
