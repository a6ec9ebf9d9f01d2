package field

import (
	"gatehouse/client/scan"
)

// reason returns why a field has no effect; see Field.Inert. The words are those of the warnings in
// state/request/validate.
type reason = func(request, object []byte) string

// excludedBy: another member of the same object silences the field.
func excludedBy(other string) reason {
	return func(_, object []byte) string {
		if scan.IsNull(scan.Get(object, other)) {
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

// excludedByBoth: two members together leave nothing for the field to decide.
func excludedByBoth(one, other string) reason {
	return func(_, object []byte) string {
		if scan.IsNull(scan.Get(object, one)) || scan.IsNull(scan.Get(object, other)) {
			return ""
		}
		return "has no effect with " + one + " and " + other
	}
}

// ofType: the member belongs to objects whose type is one of these.
func ofType(types ...string) reason {
	return func(_, object []byte) string {
		kind, words := scan.Text(scan.Get(object, "type")), ""
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
