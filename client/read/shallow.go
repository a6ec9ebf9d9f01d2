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
	end, ok := appendShallow(&cut, data, scan.SkipSpace(data, 0), 1)
	return cut, ok && scan.SkipSpace(data, end) == len(data)
}

// appendShallow appends the object that begins at i, in so many levels, to cut
// and returns the offset behind it.
func appendShallow(cut *[]byte, data []byte, i, level int) (end int, ok bool) {
	*cut = append(*cut, '{')
	first := len(*cut)
	end, ok = scan.CheckObject(data, i, func(name []byte, at int) (int, bool) {
		end, fits := scan.CheckValue(data, at, scan.MaxDepth-level)
		inside := !fits && level == 1 && at < len(data) && data[at] == '{'
		if !fits && !inside {
			return scan.CheckValue(data, at, lookedThrough)
		}
		if len(*cut) > first {
			*cut = append(*cut, ',')
		}
		*cut = append(append(append(*cut, '"'), name...), '"', ':')
		if inside {
			return appendShallow(cut, data, at, level+1)
		}
		*cut = append(*cut, data[at:end]...)
		return end, true
	})
	*cut = append(*cut, '}')
	return end, ok
}
