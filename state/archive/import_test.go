package archive_test

import (
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// TestAnImportJoinsNoSessionOfOurs: a session is shared completely, and nobody asked for
// what a file has added to it.
func TestAnImportJoinsNoSessionOfOurs(t *testing.T) {
	a := open(t, newDir(t))
	x, c := ask(t, `{"model":"sim/writer","input":"hello"}`)
	a.Save(history.About{Origin: history.Playground, Session: "ours", Turn: 1}, x, c, nil)
	a.SaveSession(archive.Session{ID: "begun", State: []byte("state")})
	flush(t, a)
	for id, session := range map[string][2]string{
		"first": {"ours", "import-ours"}, "second": {"ours", "import-ours"}, "third": {"begun", "import-begun"},
		"fourth": {"theirs", "theirs"}, "fifth": {"theirs", "theirs"}, "sixth": {"", ""},
	} {
		other := &wire.Capture{ID: id, Start: c.Start, Sent: c.Sent, Timing: wire.NoTiming()}
		about := history.About{Origin: history.Import, Session: session[0], Turn: 1}
		if added, err := a.Import(t.Context(), about, files.Fold(about, other), other); !added || err != nil {
			t.Fatal(id, added, err)
		}
		e, err := a.Find(t.Context(), id)
		if err != nil || e.Session != session[1] {
			t.Errorf("%s of the session %q is in %q, %v", id, session[0], e.Session, err)
		}
	}
	if ours, err := a.Find(t.Context(), c.ID); err != nil || ours.Session != "ours" {
		t.Errorf("%+v, %v", ours, err)
	}
}
