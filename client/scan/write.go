package scan

import (
	"bytes"
	"encoding/json"
)

// MakeObject writes an object from names and values in turn. A value is JSON and
// keeps its spelling.
func MakeObject(members ...any) json.RawMessage {
	b := []byte{'{'}
	for i := 0; i+1 < len(members); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		name, _ := members[i].(string)
		b = append(append(b, Quote(name)...), ':')
		switch v := members[i+1].(type) {
		case []byte:
			b = append(b, v...)
		case json.RawMessage:
			b = append(b, v...)
		}
	}
	return append(b, '}')
}

// MakeArray writes an array of JSON values.
func MakeArray(items []json.RawMessage) json.RawMessage {
	values := make([][]byte, len(items))
	for i, item := range items {
		values[i] = item
	}
	return append(append([]byte{'['}, bytes.Join(values, []byte{','})...), ']')
}
