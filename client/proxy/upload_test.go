package proxy

import (
	"io"
	"net/http"
	"testing"
)

// served is a request's body as net/http hands it to a handler: once the answer has begun,
// it may not be read any more.
type served struct{ left string }

func (s *served) Read(p []byte) (int, error) {
	if s.left == "" {
		return 0, http.ErrBodyReadAfterClose
	}
	n := copy(p, s.left)
	if s.left = s.left[n:]; s.left == "" {
		return n, io.EOF
	}
	return n, nil
}

// TestTheEndOfAnUploadIsReadOnce: the transport reads on behind the last byte, to see that
// nothing follows. An upstream may have answered by then; an error of that read would close
// the connection in the middle of the answer.
func TestTheEndOfAnUploadIsReadOnce(t *testing.T) {
	u := newUpload(&served{"hello"}, func() int64 { return 1 })
	a := u.attempt()
	buf := make([]byte, 5)
	if n, err := a.Read(buf); n != 5 || err != nil && err != io.EOF {
		t.Fatalf("read %d bytes, %v", n, err)
	}
	if n, err := a.Read(buf); n != 0 || err != io.EOF {
		t.Errorf("behind the end: %d bytes, %v", n, err)
	}
	if data, err := io.ReadAll(u.attempt()); string(data) != "hello" || err != nil {
		t.Errorf("a second attempt reads %q, %v", data, err)
	}
}
