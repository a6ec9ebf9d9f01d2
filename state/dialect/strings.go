package dialect

import (
	"gatehouse/client/scan"
)

// deepest is how deep Strings looks: the texts of a request lie no deeper.
const deepest = 8

// Strings reads a body of an unknown dialect: every string in it is a text that
// one cannot tell the speaker of.
func Strings(body []byte) (Body, error) {
	r, _, err := open(body)
	if err != nil {
		return Body{}, err
	}
	r.strings(value{raw: body}, 0)
	return r.body, nil
}

func (r *reader) strings(v value, depth int) {
	if depth > deepest {
		r.body.Cut = true
		return
	}
	switch v.kind() {
	case scan.String:
		r.add("", part(Text, v))
	case scan.Array:
		for e := range v.elements() {
			if r.full() {
				return
			}
			r.strings(e, depth+1)
		}
	case scan.Object:
		for m := range scan.Members(v.raw) {
			if r.full() {
				return
			}
			r.strings(value{m.Value, v.at + m.At, under(v.path, m.Key)}, depth+1)
		}
	}
}
