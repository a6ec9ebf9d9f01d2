package diff

import (
	"strings"

	"gatehouse/state"
	"gatehouse/state/raw"
)

// resultOf returns what an exchange's result says of itself, the settings that
// it echoes among it: all members but those that are compared elsewhere, and
// those that are another's in each result, its id and times. It is nil where
// there is no result. A failure's body is its result.
func resultOf(x *state.Exchange) []byte {
	object := []byte(x.Response)
	if f := x.Failure; len(object) == 0 && f != nil && int64(len(f.Body)) == f.BodySize {
		object = f.Body
	}
	if raw.KindOf(object) != raw.Object {
		return nil
	}
	out := []byte("{")
	for m := range raw.Members(object) {
		if elsewhere(m) {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(out, object[m.KeyAt:m.At]...), m.Value...)
	}
	return append(out, '}')
}

func elsewhere(m raw.Member) bool {
	switch m.Key {
	case "id", "created_at", "completed_at", "model", "provider", "usage", "output", "output_text":
		return true
	}
	return strings.HasSuffix(m.Key, "_metadata") && raw.KindOf(m.Value) == raw.Object
}

// takeResults takes the results of two exchanges, once both have ended.
func (p *requestPart) takeResults(pair bool, a, b *state.Exchange) {
	switch {
	case !pair || p.want:
		return
	case a.Running() || b.Running():
		p.words = "Compared when both have ended."
		return
	}
	first, second := resultOf(a), resultOf(b)
	if first != nil && second != nil {
		p.take(pair, first, second)
		return
	}
	*p = requestPart{what: p.what, number: p.number + 1, want: true, words: "A has no result."}
	if first == nil && second == nil {
		p.words = "Neither has a result."
	} else if first != nil {
		p.words = "B has no result."
	}
}
