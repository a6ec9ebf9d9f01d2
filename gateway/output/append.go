package output

import (
	"strconv"

	"gatehouse/gateway/event"
)

// appendInt appends a member with a number, with a comma before it.
func appendInt(b []byte, name string, n int) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	return strconv.AppendInt(b, int64(n), 10)
}

// appendText appends a member with a string, with a comma before it.
func appendText(b []byte, name, text string) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	return event.AppendString(b, text)
}

// place is the members that say which part of which item an event is about.
func (s *Stage) place(id, part string) []byte {
	b := appendText(nil, "item_id", id)
	b = appendInt(b, "output_index", s.Index)
	if part != "" {
		b = appendInt(b, part, 0)
	}
	return b
}
