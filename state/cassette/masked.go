package cassette

import (
	"fmt"
	"hash/maphash"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/tree"
)

// masked are the places of a recorded request where secrets were overwritten. Another
// request is the same where these places fit, and all else is equal.
type masked struct {
	values     []maskedValue
	parameters []maskedParameter
	others     *Ignored // leaves the values out
	id         string   // the same for the same places and masks
	size       int      // bytes that stand around the secrets
}

// maskedValue is a string of a body; without a path the body itself.
type maskedValue struct {
	path []string // as scan.Find takes it
	mask mask
}

// maskedParameter is the nth value of a parameter.
type maskedParameter struct {
	name string
	n    int
	mask mask
}

// maskedIn returns what was overwritten in a body and in parameters; nil for nothing.
func maskedIn(body []byte, query string) *masked {
	m := &masked{}
	m.inBody(body)
	m.inQuery(query)
	if len(m.values)+len(m.parameters) == 0 {
		return nil
	}
	var id strings.Builder
	for _, v := range m.values {
		fmt.Fprintf(&id, "%q %q\n", v.path, v.mask)
		m.size += v.mask.size()
	}
	for _, p := range m.parameters {
		fmt.Fprintf(&id, "?%q %d %q\n", p.name, p.n, p.mask)
		m.size += p.mask.size()
	}
	m.id = id.String()
	return m
}

func (m *masked) inBody(body []byte) {
	if !hidden.Match(body) {
		return
	}
	x, err := tree.New(body)
	if err != nil || x.Kind(0) == scan.String {
		m.values = append(m.values, maskedValue{nil, valueMask(body)})
		return
	}
	m.others = &Ignored{}
	for i := range x.Len() {
		if x.Kind(i) != scan.String {
			continue
		}
		mask := valueMask(x.Value(i))
		if mask == nil {
			continue
		}
		path, _ := scan.PathOf(x.Pointer(i))
		m.values = append(m.values, maskedValue{path, mask})
		m.others.paths = append(m.others.paths, stepsTo(x, i))
	}
}

// stepsTo are the steps from a document to one of its values.
func stepsTo(x *tree.Index, i int) (steps []step) {
	for ; x.Parent(i) >= 0; i = x.Parent(i) {
		one := step{kind: toElement, n: x.Number(i)}
		if name := x.Name(i); name != nil {
			one = step{kind: toMember, name: scan.Text(name)}
		}
		steps = append(steps, one)
	}
	slices.Reverse(steps)
	return steps
}

func (m *masked) inQuery(query string) {
	if !hidden.MatchString(query) && !strings.Contains(query, "%2A%2A%2A") {
		return
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return
	}
	for name, all := range values {
		for n, value := range all {
			if mask := maskOf(value); mask != nil {
				m.parameters = append(m.parameters, maskedParameter{name, n, mask})
			}
		}
	}
	slices.SortFunc(m.parameters, func(a, b maskedParameter) int {
		if a.name != b.name {
			return strings.Compare(a.name, b.name)
		}
		return a.n - b.n
	})
}

// body is a hash of what stands around the places in a body; ok is false where one does
// not fit.
func (m *masked) body(seed maphash.Seed, body []byte) (sum uint64, ok bool) {
	for _, v := range m.values {
		value := body
		if len(v.path) > 0 {
			if !scan.Valid(body) {
				return 0, false
			}
			from, to, ok := scan.Find(body, v.path)
			if value = body[from:to]; !ok || scan.KindOf(value) != scan.String {
				return 0, false
			}
		}
		if !v.mask.takes(valueText(value)) {
			return 0, false
		}
	}
	if len(m.values) > 0 && m.others == nil { // it is one value, of the same kind
		return uint64(kindOf(body)), true
	}
	return meaning(seed, m.others.Without(body)), true
}

// kindOf is the kind of a body; Invalid where it is no JSON.
func kindOf(body []byte) scan.Kind {
	if !scan.Valid(body) {
		return scan.Invalid
	}
	return scan.KindOf(body)
}

// query is parameters without those at the places; ok is false where one does not fit.
func (m *masked) query(query string) (rest string, ok bool) {
	if len(m.parameters) == 0 {
		return query, true
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", false
	}
	for _, p := range slices.Backward(m.parameters) { // each n counts from the first value
		all := values[p.name]
		if p.n >= len(all) || !p.mask.takes(all[p.n]) {
			return "", false
		}
		values[p.name] = slices.Delete(all, p.n, p.n+1)
	}
	return values.Encode(), true
}
