package redact

import (
	"slices"

	"gatehouse/client/scan"
)

// across returns what the user's patterns match in a JSON document as written, in order: a pattern
// may begin in the name of a member and end in its value. Overlapping matches are joined.
func (r *Rules) across(doc []byte) []found {
	if len(r.patterns) == 0 {
		return nil
	}
	f := finder{b: doc}
	f.matchPatterns(r.patterns)
	return merged(f.all)
}

// merged sorts places and joins those that overlap.
func merged(all []found) []found {
	slices.SortStableFunc(all, func(a, b found) int { return a.from - b.from })
	out := all[:0]
	for _, f := range all {
		if n := len(out); n > 0 && f.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, f.to)
		} else {
			out = append(out, f)
		}
	}
	return out
}

// maskAcross masks the part in the string or number [at, end) of a match that extends beyond it, so
// that the document stays valid and its names stay. A match inside is found where the value is
// searched by itself, without its escapes.
func (w *walker) maskAcross(at, end int, kind scan.Kind) {
	for len(w.across) > 0 && w.across[0].to <= at {
		w.across = w.across[1:]
	}
	if len(w.across) == 0 || kind != scan.String && kind != scan.Number {
		return
	}
	value := w.doc.cut(at, end)
	if kind == scan.String {
		at, end = at+1, end-1
		value = w.doc.cut(at, end)
	} else {
		value.in, value.off = number{value}, 0
	}
	i := 0 // where a character begins, or the escape of one
	for _, f := range w.across {
		if f.from >= end {
			return
		}
		if f.from >= at && f.to <= end {
			continue
		}
		from, to := max(f.from-at, 0), min(f.to-at, end-at)
		begin := i
		for i < to {
			if i <= from {
				begin = i
			}
			if value.b[i] == '\\' {
				i += scan.EscapeLen(value.b[i:])
			} else {
				i++
			}
		}
		if begin < i {
			w.search.mask(value, found{begin, i, Pattern, f.hint})
		}
	}
}
