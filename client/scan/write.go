package scan

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// MakeObject returns an object of alternate names and values. A value is JSON and is not
// changed.
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

// MakeArray returns an array of JSON values.
func MakeArray(items []json.RawMessage) json.RawMessage {
	values := make([][]byte, len(items))
	for i, item := range items {
		values[i] = item
	}
	return append(append([]byte{'['}, bytes.Join(values, []byte{','})...), ']')
}

// Quote returns s as a JSON string without escapes for HTML; bytes that are not UTF-8
// become U+FFFD (RFC 8259, section 8.1).
func Quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return []byte(`""`) // a string always encodes
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// UTF8 returns a document unchanged if it is UTF-8, else a copy in which each byte that is
// not becomes U+FFFD.
func UTF8(doc []byte) []byte {
	if utf8.Valid(doc) {
		return doc
	}
	return []byte(string([]rune(string(doc))))
}
