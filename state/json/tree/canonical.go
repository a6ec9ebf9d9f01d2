package tree

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// maxCanonical is how deep a document may be nested that is spelled.
const maxCanonical = 10_000

// Canonical returns the spelling that a document has in common with all of the same meaning, as
// Diff has it: members by name, no white space, strings and numbers spelled in one way. Members
// that are null, and those of the document with one of the names, are left out. ok is false for a
// text that is no JSON, or nested too deep.
func Canonical(doc []byte, without ...string) (spelled []byte, ok bool) {
	x, err := New(doc)
	if err != nil {
		return nil, false
	}
	return x.canonical(make([]byte, 0, len(doc)), 0, 0, without)
}

// canonical appends value i, which is nested at depth.
func (x *Index) canonical(out []byte, i, depth int, without []string) (_ []byte, ok bool) {
	switch kind := x.Kind(i); kind {
	case scan.Object, scan.Array:
		if depth > maxCanonical {
			return nil, false
		}
		brackets := "[]"
		children := x.children(i)
		if kind == scan.Object {
			brackets = "{}"
			children = x.byName(children, without)
		}
		out = append(out, brackets[0])
		for n, c := range children {
			if n > 0 {
				out = append(out, ',')
			}
			if kind == scan.Object {
				out = append(append(out, scan.Quote(scan.Text(x.Name(c)))...), ':')
			}
			if out, ok = x.canonical(out, c, depth+1, nil); !ok {
				return nil, false
			}
		}
		return append(out, brackets[1]), true
	case scan.String:
		return append(out, scan.Quote(scan.Text(x.Value(i)))...), true
	case scan.Number:
		return append(out, shortNumber(x.Value(i))...), true
	default:
		return append(out, x.Value(i)...), true
	}
}

// byName returns members sorted by their names, the last of those with one name, without those
// that are null or have one of some names.
func (x *Index) byName(members []int, without []string) []int {
	names := map[int]string{}
	for _, m := range members {
		names[m] = scan.Text(x.Name(m))
	}
	slices.SortFunc(members, func(a, b int) int { return cmp.Or(strings.Compare(names[a], names[b]), b-a) })
	members = slices.CompactFunc(members, func(a, b int) bool { return names[a] == names[b] })
	return slices.DeleteFunc(members, func(m int) bool {
		return x.Kind(m) == scan.Null || slices.Contains(without, names[m])
	})
}

// meaning returns what two simple values have in common that mean the same.
func meaning(v []byte, kind scan.Kind) []byte {
	switch {
	case kind == scan.String && bytes.IndexByte(v, '\\') >= 0:
		return append([]byte{'"'}, append([]byte(scan.Text(v)), '"')...)
	case kind == scan.Number:
		return number(v)
	}
	return v
}

// shortNumber spells a number as JavaScript does; one that JavaScript would round, as number does.
func shortNumber(v []byte) []byte {
	exact := number(v)
	if f, err := strconv.ParseFloat(string(v), 64); err == nil {
		if f == 0 { // also -0
			return []byte("0")
		}
		if short, err := json.Marshal(f); err == nil && bytes.Equal(number(short), exact) {
			return short
		}
	}
	return exact
}

// number writes a number by its digits and the power of ten of the last, which
// two spellings of one number have in common. One with an exponent out of all
// reach stands for itself.
func number(v []byte) []byte {
	text, sign := string(v), ""
	if strings.HasPrefix(text, "-") {
		text, sign = text[1:], "-"
	}
	power := 0
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		n, err := strconv.ParseInt(text[at+1:], 10, 32)
		if err != nil {
			return v
		}
		text, power = text[:at], int(n)
	}
	if whole, part, ok := strings.Cut(text, "."); ok {
		text, power = whole+part, power-len(part)
	}
	text = strings.TrimLeft(text, "0")
	digits := strings.TrimRight(text, "0")
	if digits == "" {
		return []byte("0")
	}
	return []byte(sign + digits + "e" + strconv.Itoa(power+len(text)-len(digits)))
}
