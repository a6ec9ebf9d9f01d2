package dialect

import "gatehouse/client/scan"

// deepest is how deep Strings looks: no API nests texts deeper.
const deepest = 8

// Strings reads a body of an unknown dialect: every string in it is a text that
// one cannot tell the speaker of.
func Strings(body []byte) (Body, error) {
	if err := isObject(body); err != nil {
		return Body{}, err
	}
	r := &Reader{}
	r.strings(Value{Raw: body}, 0)
	return r.Body, nil
}

func (r *Reader) strings(v Value, depth int) {
	if depth > deepest {
		r.Body.Cut = true
		return
	}
	switch v.Kind() {
	case scan.String:
		r.Add("", r.StringPart(Text, v))
	case scan.Array:
		for e := range v.Elements() {
			if r.Full() {
				return
			}
			r.strings(e, depth+1)
		}
	case scan.Object:
		for m := range v.Members() {
			if r.Full() {
				return
			}
			r.strings(m, depth+1)
		}
	}
}
