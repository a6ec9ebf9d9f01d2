package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// TestASpoolSurvivesAnyCut: wherever the file of a killed program ends, the chunks that
// are complete in it are read, and the exchange is truncated.
func TestASpoolSurvivesAnyCut(t *testing.T) {
	x, c := ask(t, `{"model":"sim/writer","stream":true,"input":"write 2 KB"}`)
	spool := spooled(t, c)
	body := c.Text().All()
	for cut := len(spool); cut > 0; cut -= max(1, len(spool)/40) {
		dir := newDir(t)
		os.MkdirAll(filepath.Join(dir, "spool"), 0o700)
		os.WriteFile(filepath.Join(dir, "spool", "gone-x.spool"), spool[:cut], 0o600)
		a := open(t, dir)
		flush(t, a)
		found := list(t, a, "")
		if len(found) == 0 { // cut inside the request
			if cut > len(spool)/2 {
				t.Fatalf("cut at %d of %d: nothing was taken in", cut, len(spool))
			}
			a.Close()
			continue
		}
		back, err := a.Capture(t.Context(), found[0].Key)
		if err != nil {
			t.Fatal(err)
		}
		if got := back.Text().All(); !bytes.HasPrefix(body, got) || cut == len(spool) && len(got) < len(body) {
			t.Fatalf("cut at %d of %d: %d bytes that are not the beginning", cut, len(spool), len(got))
		}
		want := state.Truncated
		switch {
		case cut == len(spool):
			want = x.Verdict
		case back.Head == nil:
			want = state.Failed
		case bytes.Contains(back.Text().All(), []byte("response.completed\",")):
			want = found[0].Verdict
		}
		if found[0].Verdict != want {
			t.Fatalf("cut at %d of %d: %s, want %s", cut, len(spool), found[0].Verdict, want)
		}
		a.Close()
	}
}

// spooled is the spool that a capture leaves.
func spooled(t *testing.T, c *wire.Capture) []byte {
	t.Helper()
	dir := newDir(t)
	a := open(t, dir)
	s := a.Spool(history.About{Origin: history.Send})
	s.Begin(c)
	s.Head(c)
	from := int64(0)
	for _, chunk := range c.Text().Chunks() {
		s.Chunk(c.Text().Bytes(from, chunk.End), chunk.AtUS)
		from = chunk.End
	}
	s.End(c)
	files, _ := filepath.Glob(filepath.Join(dir, "spool", "*.spool"))
	if len(files) != 1 {
		t.Fatalf("spools: %v", files)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSpoolsOfALivingProgramAreLeftAlone(t *testing.T) {
	dir := newDir(t)
	living := open(t, dir)
	_, c := ask(t, `{"model":"sim/writer","input":"hello"}`)
	s := living.Spool(history.About{})
	s.Begin(c)
	other := open(t, dir)
	flush(t, other)
	if found := list(t, other, ""); len(found) != 0 {
		t.Errorf("%d exchanges were taken from a program that goes on", len(found))
	}
	s.End(c)
	living.Close()
	next := open(t, dir)
	flush(t, next)
	if found := list(t, next, ""); len(found) != 1 {
		t.Errorf("%d exchanges were taken from a program that has ended, want 1", len(found))
	}
}

// TestWhatCannotBeWrittenWaitsForTheNextStart: an exchange without a spool gets one.
func TestWhatCannotBeWrittenWaitsForTheNextStart(t *testing.T) {
	dir := newDir(t)
	var reported error
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold, Report: func(err error) { reported = err }})
	if err != nil {
		t.Fatal(err)
	}
	db := openSQL(t, dir)
	if _, err := db.Exec("CREATE TRIGGER no BEFORE INSERT ON exchange BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"); err != nil {
		t.Fatal(err)
	}
	x, c := ask(t, `{"model":"sim/writer","input":"hello","stream":true}`)
	a.SaveNow(t.Context(), history.About{Origin: history.Proxy}, x, c)
	var lost *archive.LostError
	if !errors.As(reported, &lost) {
		t.Errorf("reported: %v", reported)
	}
	a.Close()
	if _, err := db.Exec("DROP TRIGGER no"); err != nil {
		t.Fatal(err)
	}
	next := open(t, dir)
	flush(t, next)
	found := list(t, next, "")
	if len(found) != 1 || found[0].Origin != history.Proxy || found[0].ID != c.ID || found[0].Verdict != state.Completed {
		t.Errorf("after the next start: %+v", found)
	}
}

// lastRun is the newest run that has ended; ok is false where there is none.
func lastRun(t *testing.T, a *archive.Archive) (r archive.Run, ok bool, err error) {
	runs, err := a.Runs(t.Context())
	if len(runs) > 0 {
		r = runs[0]
	}
	return r, len(runs) > 0, err
}

// TestProgramsThatStartAtOnceTakeInASpoolOnce: what a killed program left is saved once,
// and none of them complains.
func TestProgramsThatStartAtOnceTakeInASpoolOnce(t *testing.T) {
	dir := newDir(t)
	_, c := ask(t, `{"model":"sim/writer","stream":true,"input":"hello"}`)
	for i := range 20 {
		os.MkdirAll(filepath.Join(dir, "spool"), 0o700)
		left := another(c, fmt.Sprint("left", i), c.Start)
		os.WriteFile(filepath.Join(dir, "spool", fmt.Sprintf("gone%d-x.spool", i)), spooled(t, left), 0o600)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			a, err := archive.Open(context.Background(), dir, archive.Options{Fold: files.Fold, Report: func(err error) { t.Errorf("reported: %v", err) }})
			if err != nil {
				t.Error(err)
				return
			}
			if err := a.Flush(context.Background()); err != nil {
				t.Error(err)
			}
			a.Close()
		})
	}
	wait.Wait()
	if n := len(list(t, open(t, dir), "")); n != 20 {
		t.Errorf("%d exchanges were taken in, want 20", n)
	}
}
