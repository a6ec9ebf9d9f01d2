package read

import "gatehouse/client/scan"

// lookedThrough is how deep JSON may nest whose outermost members are read: each
// level costs a byte while that is done.
const lookedThrough = 1 << 23

// Shallow returns a document as it can be read: one JSON object that nests more than
// 10,000 deep without what lies so deep, in a copy. deep tells that it does; any
// other data is returned as it is.
func Shallow(data []byte) (doc []byte, deep bool) {
	if scan.Valid(data) {
		return data, false
	}
	cut, ok := shallow(data)
	if !ok || len(cut) >= len(data) {
		return data, false
	}
	return cut, true
}

// shallow returns an object without the members, its own and those of the
// objects in it, whose values nest deeper than is read. ok is false for what is
// not exactly one JSON object.
func shallow(data []byte) (cut []byte, ok bool) {
	cut, end := shallowObject(nil, data, scan.SkipSpace(data, 0), 1)
	return cut, end != scan.Bad && scan.SkipSpace(data, end) == len(data)
}

// shallowObject adds the object that begins at i, which lies level deep, to cut
// and returns the place behind it.
func shallowObject(cut, data []byte, i, level int) (out []byte, end int) {
	if i == len(data) || data[i] != '{' {
		return nil, scan.Bad
	}
	cut, i = append(cut, '{'), scan.SkipSpace(data, i+1)
	if i < len(data) && data[i] == '}' {
		return append(cut, '}'), i + 1
	}
	for first := true; ; {
		key, start := scan.CheckKey(data, i)
		if start == scan.Bad {
			return nil, scan.Bad
		}
		end := scan.CheckValue(data, start, scan.MaxDepth-level)
		if fits := end != scan.Bad; fits || level == 1 && start < len(data) && data[start] == '{' {
			if !first {
				cut = append(cut, ',')
			}
			first = false
			cut = append(append(append(cut, '"'), key...), '"', ':')
			if fits {
				cut = append(cut, data[start:end]...)
			} else {
				cut, end = shallowObject(cut, data, start, level+1)
			}
		} else {
			end = scan.CheckValue(data, start, lookedThrough)
		}
		if end == scan.Bad {
			return nil, scan.Bad
		}
		i = scan.SkipSpace(data, end)
		switch {
		case i == len(data):
			return nil, scan.Bad
		case data[i] == '}':
			return append(cut, '}'), i + 1
		case data[i] != ',':
			return nil, scan.Bad
		}
		i = scan.SkipSpace(data, i+1)
	}
}
