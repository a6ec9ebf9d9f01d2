package archive

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// TestALargeBodyIsStoredInParts that are small, and go with its exchange.
func TestALargeBodyIsStoredInParts(t *testing.T) {
	a, err := Open(t.Context(), filepath.Join(t.TempDir(), "a"), Options{Fold: folded, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	sizes := []int{2*partSize + 7, 3 * partSize, minLarge + 1}
	for i, size := range sizes {
		c := answered(i, size)
		a.SaveNow(t.Context(), history.About{}, folded(history.About{}, c), c)
		got, err := a.Capture(t.Context(), c.Start.UnixMicro())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Text().All(), c.Text().All()) || len(got.Text().Chunks()) != len(c.Text().Chunks()) {
			t.Errorf("%d bytes are not read as they were written", size)
		}
	}
	var most, parts int
	if err := a.db().read.QueryRow("SELECT max(length(data)), count(*) FROM blob").Scan(&most, &parts); err != nil || most > partSize+partSize/100 || parts < len(sizes) {
		t.Errorf("%d parts, of up to %d bytes: %v", parts, most, err)
	}
	if _, err := a.Prune(t.Context(), Limits{All: true}); err != nil {
		t.Fatal(err)
	}
	if err := a.db().read.QueryRow("SELECT count(*) FROM blob").Scan(&parts); err != nil || parts != 0 {
		t.Errorf("%d parts are left of nothing: %v", parts, err)
	}
}

// TestABriefProgramLeavesALargeSpool, also one that it wrote, to one that has time.
func TestABriefProgramLeavesALargeSpool(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	options := Options{Fold: folded, Report: func(err error) { t.Error(err) }}
	c := answered(1, minLarge+1)
	for range 2 { // the second finds what the first left
		a, err := OpenBriefly(t.Context(), dir, options)
		if err != nil {
			t.Fatal(err)
		}
		if c != nil {
			s := a.Spool(history.About{})
			s.complete(c)
			a.Save(history.About{}, folded(history.About{}, c), c, s)
		}
		if err := a.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := found(t, a, "", 9); len(got) != 0 || a.Left() != 0 {
			t.Errorf("a brief program has %v, and %d are left to it", got, a.Left())
		}
		a.Close()
		c = nil
	}
	a, err := Open(t.Context(), dir, options)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.Flush(t.Context()); err != nil || !a.LeftLarge() {
		t.Fatalf("%d are left: %v", a.Left(), err)
	}
	if err := a.TakeInLeft(t.Context(), func(int, int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if got := found(t, a, "", 9); len(got) != 1 {
		t.Errorf("the history has %v", got)
	}
}

// TestALongStreamIsTakenInPieceByPiece: of its body, one that is folded has only what is being read, and all is stored.
func TestALongStreamIsTakenInPieceByPiece(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	c := answered(1, 0)
	c.Head.Header = http.Header{"Content-Type": {"text/event-stream"}}
	c.Decoded = &wire.Body{}
	for c.Decoded.Len() < 2*minLarge {
		frame := []byte(": " + strings.Repeat(rand.Text(), 600) + "\n\n")
		c.Decoded.Append(frame, 7)
		c.Body.Append(frame[:len(frame)/2], 7)
	}
	frames, most := 0, 0
	fold := func(about history.About, c *wire.Capture) *state.Exchange {
		x := state.FromCapture(about.Kind, c)
		for a := range client.Replay(c) {
			x.Apply(a)
			if frames++; frames%100 == 0 {
				most = max(most, len(c.Text().All())+len(c.Body.All()))
			}
		}
		return x
	}
	a, err := Open(t.Context(), dir, Options{Fold: fold, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	s := a.Spool(history.About{})
	s.complete(c)
	if err := a.SaveSpool(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if most == 0 || most > 1<<20 {
		t.Errorf("while %d frames are folded, up to %d bytes of the bodies are in memory", frames, most)
	}
	got, err := a.Capture(t.Context(), c.Start.UnixMicro())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range [][2]*wire.Body{{c.Decoded, got.Decoded}, {&c.Body, &got.Body}} {
		if !bytes.Equal(b[0].All(), b[1].All()) || !slices.Equal(b[0].Chunks(), b[1].Chunks()) {
			t.Error("what is stored differs from what arrived")
		}
	}
}
