package archive_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// TestChangedRequestIsStoredWithTheOriginal, in the history and in the spool of a program that was killed.
func TestChangedRequestIsStoredWithTheOriginal(t *testing.T) {
	x, c := ask(t, `{"model":"sim/writer","input":"hello there"}`)
	c.Changed = &wire.Changed{By: []string{"model:gpt-* => .model = \"sim/writer\""}, Body: `{"model":"gpt-5","input":"hello there"}`}
	saved, killed := newDir(t), newDir(t)
	_ = os.MkdirAll(filepath.Join(killed, "spool"), 0o700)
	if err := os.WriteFile(filepath.Join(killed, "spool", "gone-x.spool"), spooled(t, c), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{saved, killed} {
		a := open(t, dir)
		if dir == saved {
			a.Save(history.About{Origin: history.Proxy}, x, c, nil)
		}
		flush(t, a)
		found := list(t, a, "changed:yes changed:rule")
		if len(found) != 1 {
			t.Fatalf("%d exchanges", len(found))
		}
		back, err := a.Capture(t.Context(), found[0].Key)
		if err != nil || !reflect.DeepEqual(back.Changed, c.Changed) {
			t.Errorf("%+v, %v", back.Changed, err)
		}
	}
}

// TestARequestThatWaitedIsStored of a program that was killed: it was not sent. Once it is sent it is as decided.
func TestARequestThatWaitedIsStored(t *testing.T) {
	for _, decided := range []bool{false, true} {
		_, c := ask(t, `{"model":"a"}`)
		dir := newDir(t)
		running := open(t, dir)
		spool := running.Spool(history.About{Origin: history.Proxy})
		spool.Begin(&wire.Capture{ID: c.ID, Start: c.Start, Sent: c.Sent, Waits: true})
		if decided {
			sent := c.Sent
			sent.Body = []byte(`{"model":"b"}`)
			spool.Begin(&wire.Capture{ID: c.ID, Start: c.Start, Sent: sent, Changed: &wire.Changed{By: []string{wire.ByHand}, Hand: true, Body: `{"model":"a"}`}})
		}
		files, err := filepath.Glob(filepath.Join(dir, "spool", "*.spool"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%v, %v", files, err)
		}
		left, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		killed := newDir(t)
		_ = os.MkdirAll(filepath.Join(killed, "spool"), 0o700)
		if err := os.WriteFile(filepath.Join(killed, "spool", "gone-x.spool"), left, 0o600); err != nil {
			t.Fatal(err)
		}
		a := open(t, killed)
		flush(t, a)
		found := list(t, a, "verdict:failed")
		if len(found) != 1 || (found[0].Reason == "not_sent") == decided || (found[0].Asked == "b") != decided || (len(found[0].Changed) > 0) != decided {
			t.Errorf("decided %v: %+v", decided, found)
		}
	}
}
