package read

import "gatehouse/client/scan"

// maxSkippedDepth is how deep a member that Shallow leaves out may nest, in levels; each
// level takes a byte of memory to check.
const maxSkippedDepth = 1 << 23

// Shallow returns a copy of a JSON object that nests more than 10,000 deep, without the
// members that do, so that scan.Valid accepts it; deep is then true. It returns any other
// data unchanged.
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

// shallow returns an object without the members, of itself and of the objects in
// it, that nest too deep. ok is false when data is not exactly one JSON object.
func shallow(data []byte) (cut []byte, ok bool) {
	end, ok := appendShallow(&cut, data, scan.SkipSpace(data, 0), 1)
	return cut, ok && scan.SkipSpace(data, end) == len(data)
}

// appendShallow appends the object that begins at i to cut and returns the offset after it.
// level is 1 for the document, 2 for an object in it.
func appendShallow(cut *[]byte, data []byte, i, level int) (end int, ok bool) {
	*cut = append(*cut, '{')
	first := len(*cut)
	end, ok = scan.CheckObject(data, i, func(name []byte, at int) (int, bool) {
		end, fits := scan.CheckValue(data, at, scan.MaxDepth-level)
		inside := !fits && level == 1 && at < len(data) && data[at] == '{'
		if !fits && !inside {
			return scan.CheckValue(data, at, maxSkippedDepth)
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
