package proxy

import (
	"io"
	"net/http"
	"testing"
	"testing/iotest"
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

// TestTheEndOfAnUploadIsReadOnce: the transport reads on after the last byte, to see that
// nothing follows. An upstream may have answered by then; an error of that read would close
// the connection in the middle of the answer.
func TestTheEndOfAnUploadIsReadOnce(t *testing.T) {
	u, a := newTestUpload(t, "hello", 5)
	buf := make([]byte, 5)
	if n, err := a.Read(buf); n != 5 || err != nil && err != io.EOF {
		t.Fatalf("read %d bytes, %v", n, err)
	}
	if n, err := a.Read(buf); n != 0 || err != io.EOF {
		t.Errorf("behind the end: %d bytes, %v", n, err)
	}
	again, err := u.attempt()
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(again); string(data) != "hello" || err != nil {
		t.Errorf("a second attempt reads %q, %v", data, err)
	}
}

// newTestUpload returns the upload of a body with size bytes of memory, and its first attempt.
func newTestUpload(t *testing.T, body string, size int64) (*upload, io.ReadCloser) {
	t.Helper()
	var m memory
	m.left.Store(size)
	u := newUpload(&served{body}, &m, func() int64 { return 1 })
	a, err := u.attempt()
	if err != nil {
		t.Fatal(err)
	}
	return u, a
}

// TestABodyThatIsNotFullyStored: all of it is read, a second attempt is refused rather than
// begun in the middle, and the memory is given back once the record has ended.
func TestABodyThatIsNotFullyStored(t *testing.T) {
	u, a := newTestUpload(t, "hello", 4)
	if data, err := io.ReadAll(iotest.OneByteReader(a)); string(data) != "hello" || err != nil {
		t.Errorf("read %q, %v", data, err)
	}
	if again, err := u.attempt(); again != nil || err == nil {
		t.Error("a second attempt begins without the beginning")
	}
	if stored := string(u.bytes()); stored != "hell" || u.missing() != 1 {
		t.Errorf("stored %q, %d missing", stored, u.missing())
	}
	u.forget()
	if left := u.memory.left.Load(); left != 4 {
		t.Errorf("%d bytes of memory are left of 4", left)
	}
}
