package archive

import (
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// TestWaitingExchangesAreWrittenTogether: one that cannot be written stops none of the others, and
// its spool stays; what was queued later is written later.
func TestWaitingExchangesAreWrittenTogether(t *testing.T) {
	a := begun(t, filepath.Join(t.TempDir(), "a"))
	if err := a.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.db().write.Exec("CREATE TRIGGER no BEFORE INSERT ON exchange WHEN NEW.name = 'id000002' BEGIN SELECT RAISE(ABORT, 'no'); END"); err != nil {
		t.Fatal(err)
	}
	begin, written := make(chan struct{}), ""
	a.enqueue(job{do: func() error { <-begin; return nil }})
	for n := 1; n <= 5; n++ {
		c := answered(n, 10)
		s := a.Spool(history.About{})
		s.complete(c)
		a.Save(history.About{}, folded(history.About{}, c), c, s)
	}
	a.enqueue(job{do: func() error { written = strings.Join(found(t, a, "", 9), " "); return nil }})
	spooled := func(c *wire.Capture) {
		s := a.Spool(history.About{})
		s.complete(c)
		if err := a.SaveSpool(t.Context(), s); err != nil {
			t.Error(err)
		}
	}
	close(begin)
	spooled(answered(7, 10))
	if written != "5 4 3 1" || strings.Join(found(t, a, "", 9), " ") != "7 5 4 3 1" {
		t.Errorf("written: %s, in the end %v", written, found(t, a, "", 9))
	}
	if left := spoolsOf(a); len(left) != 1 || !strings.Contains(left[0], "id000002") || !a.Failing() {
		t.Errorf("spools left: %v", left)
	}
}

func spoolsOf(a *Archive) []string {
	files, _ := filepath.Glob(filepath.Join(a.spools, "*"+spoolSuffix))
	return files
}
