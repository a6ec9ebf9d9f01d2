package archive_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/archive"
)

// TestCallerIsStored: with what it got once the exchange has ended, and without that where
// the program was killed before.
func TestCallerIsStored(t *testing.T) {
	dir := newDir(t)
	_, c := ask(t, `{"model":"sim/writer","stream":true,"input":"hello"}`)
	c.Caller = &wire.Caller{Address: "127.0.0.1:50123", UserAgent: "agent/1.2"}
	c.Delivery = &wire.Delivery{SentUS: 12, HeadUS: -1, FirstUS: 70, LastUS: 80, Missing: 3, Status: 502, Message: "No answer came."}
	os.MkdirAll(filepath.Join(dir, "spool"), 0o700)
	ended, killed := another(c, "ended", c.Start), another(c, "killed", c.Start)
	spool := spooled(t, ended)
	os.WriteFile(filepath.Join(dir, "spool", "gone-ended.spool"), spool, 0o600)
	spool = spooled(t, killed)
	os.WriteFile(filepath.Join(dir, "spool", "gone-killed.spool"), spool[:len(spool)-1], 0o600)
	a := open(t, dir)
	flush(t, a)
	for id, want := range map[string]*wire.Delivery{"ended": c.Delivery, "killed": nil} {
		got := captureOf(t, a, id)
		if !reflect.DeepEqual(got.Caller, c.Caller) || !reflect.DeepEqual(got.Delivery, want) {
			t.Errorf("%s: %+v got %+v", id, got.Caller, got.Delivery)
		}
	}
}

func captureOf(t *testing.T, a *archive.Archive, id string) *wire.Capture {
	t.Helper()
	e, err := a.Find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	c, err := a.Capture(t.Context(), e.Key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
