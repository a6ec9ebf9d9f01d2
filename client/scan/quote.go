package scan

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

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
