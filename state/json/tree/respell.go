package tree

import (
	"bytes"

	"gatehouse/client/scan"
)

// Respell returns a document that was made from another, such as by jq, with the order of members and the
// spelling of values that the other has, wherever both mean the same. Both are valid JSON.
func Respell(made, from []byte) []byte {
	out, _ := respell(bytes.TrimSpace(made), bytes.TrimSpace(from))
	return out
}

// respell also reports whether both mean the same; then it returns from.
func respell(made, from []byte) (out []byte, same bool) {
	if bytes.Equal(made, from) {
		return from, true
	}
	kind := scan.KindOf(from)
	switch {
	case kind != scan.KindOf(made):
	case kind == scan.Object:
		out, same = respellObject(made, from)
	case kind == scan.Array:
		out, same = respellArray(made, from)
	case Equal(made, from):
		return from, true
	}
	switch {
	case same:
		return from, true
	case out == nil:
		return made, false
	}
	return out, false
}

func respellObject(made, from []byte) (out []byte, same bool) {
	values := map[string][]byte{}
	for m := range scan.Members(made) {
		values[m.Key] = m.Value
	}
	out, same = []byte{'{'}, true
	add := func(key, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	for m := range scan.Members(from) {
		value, found := values[m.Key]
		if !found { // removed, or the first of two with one name
			same = false
			continue
		}
		delete(values, m.Key)
		value, equal := respell(value, m.Value)
		same = same && equal
		add(from[m.KeyAt:scan.StringEnd(from, m.KeyAt)], value)
	}
	for m := range scan.Members(made) {
		if _, added := values[m.Key]; added {
			same = false
			add(scan.Quote(m.Key), m.Value)
		}
	}
	return append(out, '}'), same
}

func respellArray(made, from []byte) (out []byte, same bool) {
	was, now := elementsOf(from), elementsOf(made)
	out, same = []byte{'['}, len(was) == len(now)
	at := 0
	for i, value := range now {
		if i > 0 {
			out = append(out, ',')
		}
		switch {
		case len(was) == len(now):
			equal := false
			value, equal = respell(value, was[i])
			same = same && equal
		default: // some were removed or added: the next that means the same, if any
			for j := at; j < len(was); j++ {
				if spelled, equal := respell(value, was[j]); equal {
					value, at = spelled, j+1
					break
				}
			}
		}
		out = append(out, value...)
	}
	return append(out, ']'), same
}

func elementsOf(array []byte) (all [][]byte) {
	for _, v := range scan.Elements(array) {
		all = append(all, v)
	}
	return all
}
