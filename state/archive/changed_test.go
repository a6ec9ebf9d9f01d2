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
