package redact

import (
	"bytes"
	"errors"
	"testing"

	"gatehouse/client/wire"
)

// TestCompressedRequestIsNotSearchedAsText: a request whose bytes are compressed is refused, although no
// header says that they are.
func TestCompressedRequestIsNotSearchedAsText(t *testing.T) {
	for _, start := range []string{"\x1f\x8b", "\x28\xb5\x2f\xfd"} {
		c := &wire.Capture{Sent: wire.Sent{Body: bytes.Repeat([]byte(start), 4)}}
		if _, _, err := (&Rules{}).Capture(c); !isUnsearchable(err) {
			t.Errorf("%q: %v", start, err)
		}
	}
}

func isUnsearchable(err error) bool {
	_, ok := errors.AsType[*UnsearchableError](err)
	return ok
}
