package field

import (
	"gatehouse/client/scan"
)

// reason says why a field has no effect; see Field.Inert. The words are those
// of the warnings in state/check.
type reason = func(request, holder []byte) string

// beside: another member of the same object silences the field.
func beside(other string) reason {
	return func(_, holder []byte) string {
		if scan.IsNull(scan.Get(holder, other)) {
			return ""
		}
		return "has no effect with " + other
	}
}

// withoutStream: the field is for streams.
func withoutStream(request, _ []byte) string {
	if string(scan.Get(request, "stream")) == "true" {
		return ""
	}
	return "has no effect without stream"
}

// besideBoth: two members together leave nothing for the field to decide.
func besideBoth(one, other string) reason {
	return func(_, holder []byte) string {
		if scan.IsNull(scan.Get(holder, one)) || scan.IsNull(scan.Get(holder, other)) {
			return ""
		}
		return "has no effect with " + one + " and " + other
	}
}

// ofType: the member belongs to objects whose type is one of these.
func ofType(types ...string) reason {
	return func(_, holder []byte) string {
		kind, words := scan.Text(scan.Get(holder, "type")), ""
		for i, t := range types {
			if t == kind {
				return ""
			}
			if i > 0 {
				words += " or "
			}
			words += t
		}
		return "applies only to type " + words
	}
}
