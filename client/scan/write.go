package scan

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
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

// Quote writes s as a JSON string without escaping what HTML would need; bytes
// that are no UTF-8 become U+FFFD, for JSON is UTF-8 (RFC 8259, 8.1).
func Quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return []byte(`""`) // a string always encodes
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// UTF8 returns a document as it is where it is UTF-8. Of another each byte that is
// none becomes U+FFFD, as in Quote, in a copy.
func UTF8(doc []byte) []byte {
	if utf8.Valid(doc) {
		return doc
	}
	return []byte(string([]rune(string(doc))))
}
