package dialect

import (
	"gatehouse/client/scan"
	"gatehouse/state/dialect/translate"
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
	r.strings(translate.Value{Raw: body}, 0)
	return r.Body, nil
}

func (r *Reader) strings(v translate.Value, depth int) {
	if depth > deepest {
		r.Body.Cut = true
		return
	}
	switch v.Kind() {
	case scan.String:
		r.Add("", Said(Text, v))
	case scan.Array:
		for e := range v.Elements() {
			if r.Full() {
				return
			}
			r.strings(e, depth+1)
		}
	case scan.Object:
		for m := range scan.Members(v.Raw) {
			if r.Full() {
				return
			}
			r.strings(translate.Value{Raw: m.Value, At: v.At + m.At, Path: under(v.Path, m.Key)}, depth+1)
		}
	}
}
