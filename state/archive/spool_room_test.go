package archive

import (
	"bytes"
	"testing"

	"gatehouse/state/history"
)

// TestADocumentIsReadInOnePiece: joining it, to read what it says, would copy all of it.
func TestADocumentIsReadInOnePiece(t *testing.T) {
	c := answered(1, 3*leastShared)
	s := begun(t, t.TempDir()).Spool(history.About{})
	s.whole(c)
	_, read, err := readSpool(s.path)
	if err != nil {
		t.Fatal(err)
	}
	first := read.Text().Run(0, read.Text().Len())
	if int64(len(first)) != read.Text().Len() || !bytes.Equal(first, c.Text().All()) {
		t.Errorf("%d bytes of %d are in one piece", len(first), read.Text().Len())
	}
	if joined := read.Text().Join(); &joined[0] != &first[0] {
		t.Error("it is copied")
	}
}
