package content

import (
	"bytes"
	"strconv"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// Items returns the raw elements of input. A string is one message of the user.
func Items(body []byte) []string {
	input := gjson.GetBytes(body, "input")
	if input.Type == gjson.String {
		return []string{`{"type":"message","role":"user","content":` + input.Raw + `}`}
	}
	var items []string
	input.ForEach(func(_, item gjson.Result) bool {
		items = append(items, item.Raw)
		return true
	})
	return items
}

// WithItems returns the body with these elements as its input.
func WithItems(body []byte, items []string) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, it := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(it)
	}
	b.WriteByte(']')
	next, err := sjson.SetRawBytes(body, "input", b.Bytes())
	if err != nil {
		return body // not a JSON object: no items were read from it
	}
	return next
}

// Parts calls each with every part of a content or an output that has the type, and replaces the
// part with the returned JSON; nil leaves it.
func Parts(body []byte, typ string, each func(part gjson.Result) []byte) []byte {
	items := Items(body)
	changed := false
	for i, raw := range items {
		for _, member := range []string{"content", "output"} {
			for n, part := range gjson.Get(raw, member).Array() {
				if !part.IsObject() || part.Get("type").Str != typ {
					continue
				}
				other := each(part)
				if other == nil {
					continue
				}
				next, err := sjson.SetRaw(items[i], member+"."+strconv.Itoa(n), string(other))
				if err == nil {
					items[i], changed = next, true
				}
			}
		}
	}
	if !changed {
		return body
	}
	return WithItems(body, items)
}
