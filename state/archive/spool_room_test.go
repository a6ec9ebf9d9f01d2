package archive

import (
	"bytes"
	"testing"

	"gatehouse/state/history"
)

// TestADocumentIsReadInOnePiece: joining the pieces of a document would copy it.
func TestADocumentIsReadInOnePiece(t *testing.T) {
	c := answered(1, 3*minShared)
	s := begun(t, t.TempDir()).Spool(history.About{})
	s.complete(c)
	r, err := openSpool(s.path)
	if err != nil {
		t.Fatal(err)
	}
	read := r.capture
	for read.Rest() {
	}
	first := read.Text().Run(0, read.Text().Len())
	if int64(len(first)) != read.Text().Len() || !bytes.Equal(first, c.Text().All()) {
		t.Errorf("%d bytes of %d are in one piece", len(first), read.Text().Len())
	}
	if joined := read.Text().Join(); &joined[0] != &first[0] {
		t.Error("it is copied")
	}
}
