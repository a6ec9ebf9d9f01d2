package archive

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// folded derives an exchange as far as these tests need it.
func folded(about history.About, c *wire.Capture) *state.Exchange {
	x := state.New(about.Kind, c.ID, c.Sent.Body)
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: c.Head},
		wire.Arrival{Kind: wire.ArrivedEnd, End: c.End, Body: c.Text().All()})
	return x
}

// answered is an exchange with a large or a small answer.
func answered(n, size int) *wire.Capture {
	c := &wire.Capture{
		ID: fmt.Sprintf("id%06d", n), Start: time.UnixMicro(1_790_000_000_000_000 + int64(n)*1_000_000), Timing: wire.NoTiming(),
		Sent: wire.Sent{Method: "POST", URL: fmt.Sprintf("https://gate.example/v1/responses/%d", n%7), Body: fmt.Appendf(nil, `{"model":"m%d","input":"question %d"}`, n%5, n)},
		Head: &wire.Head{Status: 200, Header: map[string][]string{"Content-Type": {"application/json"}}, AtUS: 10}, End: &wire.End{Cause: wire.EndClean, AtUS: 99},
	}
	r := rand.New(rand.NewPCG(uint64(n), 3))
	words := make([]byte, size/2)
	for i := range words {
		words[i] = byte(r.IntN(256))
	}
	c.Body.Append(fmt.Appendf(nil, `{"id":"r%d","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"answer %d %s"}]}]}`, n, n, hex.EncodeToString(words)), 50)
	return c
}

func keepAnswered(a *Archive, c *wire.Capture) {
	about := history.About{Origin: history.Send, Session: "s1"}
	a.KeepWhole(context.Background(), about, folded(about, c), c)
}

// sample is a history with exchanges of all sizes and a conversation, as it is on the disk.
func sample(t *testing.T) (file []byte, captures []*wire.Capture) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a")
	a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 40 {
		size := 300
		switch {
		case n%5 == 1:
			size = 9_000
		case n == 20:
			size = leastShared + 5
		}
		captures = append(captures, answered(n, size))
		keepAnswered(a, captures[n])
	}
	a.KeepSession(Session{ID: "s1", State: []byte(`{}`), Turns: []SessionTurn{{1, []byte(`{"a":1}`)}, {2, []byte(`{"a":2}`)}}})
	if err := errors.Join(a.Flush(t.Context()), a.Close()); err != nil {
		t.Fatal(err)
	}
	file, err = os.ReadFile(filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	return file, captures
}

// noted notes which pages are read.
type noted struct {
	io.ReaderAt
	pages []uint32
}

func (r *noted) ReadAt(b []byte, at int64) (int, error) {
	r.pages = append(r.pages, uint32(at/pageSize)+1)
	return r.ReaderAt.ReadAt(b, at)
}

// ownPages are the pages that an exchange's row, capture and large bodies are on, by its key.
func ownPages(file []byte) map[int64][]uint32 {
	r := &noted{ReaderAt: bytes.NewReader(file)}
	p := &pages{file: r, count: uint32(len(file) / pageSize)}
	own, blobs, uses := map[int64][]uint32{}, map[string][]uint32{}, map[int64]string{}
	free := p.free()
	r.pages = nil
	for n, rec := range p.records(free) {
		at := append([]uint32{n}, r.pages...)
		r.pages = nil
		switch {
		case shapes[0].is(rec), shapes[1].is(rec):
			own[rec.id] = append(own[rec.id], at...)
		case shapes[2].is(rec):
			blobs[string(rec.values[0].([]byte))] = at
		}
		if shapes[1].is(rec) {
			if body, ok := rec.values[3].([]byte); ok && body[0] == bodyShared {
				uses[rec.id] = string(body[1:])
			}
		}
	}
	for id, hash := range uses {
		own[id] = append(own[id], blobs[hash]...)
	}
	return own
}

// harm damages a file at a random place, and returns which pages are not whole then.
func harm(file []byte, seed uint64) (damaged []byte, how string, broken func(page uint32) bool) {
	r := rand.New(rand.NewPCG(seed, 33))
	damaged = bytes.Clone(file)
	at := r.IntN(len(file))
	page := uint32(at/pageSize) + 1
	only := func(n uint32) bool { return n == page }
	switch seed % 4 {
	case 0:
		damaged[at] ^= 1 << r.IntN(8)
		return damaged, fmt.Sprintf("bit flipped at %d of page %d", at%pageSize, page), only
	case 1:
		for i := range 16 {
			damaged[min(at+i, int(page)*pageSize-1)] ^= byte(1 + r.IntN(255))
		}
		return damaged, fmt.Sprintf("bytes flipped at %d of page %d", at%pageSize, page), only
	case 2:
		return damaged[:at], fmt.Sprintf("cut at %d of page %d", at%pageSize, page), func(n uint32) bool { return n >= page }
	}
	clear(damaged[(page-1)*pageSize : page*pageSize])
	return damaged, fmt.Sprintf("page %d zeroed", page), only
}

// TestADamagedHistoryGoesOn: wherever it is damaged, what is saved next is saved, and every
// exchange whose own pages are whole comes back.
func TestADamagedHistoryGoesOn(t *testing.T) {
	file, captures := sample(t)
	own := ownPages(file)
	if len(own) != len(captures) {
		t.Fatalf("%d exchanges are on the pages, of %d", len(own), len(captures))
	}
	places := 200
	if testing.Short() {
		places = 20
	}
	recovered := 0
	for seed := range uint64(places) {
		damaged, how, broken := harm(file, seed)
		want := map[string]*wire.Capture{}
		for _, c := range captures {
			whole := true
			for _, n := range own[c.Start.UnixMicro()] {
				whole = whole && !broken(n)
			}
			if whole {
				want[c.ID] = c
			}
		}
		if !t.Run(fmt.Sprintf("%d %s", seed, how), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a")
			if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, databaseName), damaged, 0o600)); err != nil {
				t.Fatal(err)
			}
			if goesOn(t, dir, want) {
				recovered++
			}
		}) {
			continue
		}
	}
	t.Logf("%d of %d histories were set aside and recovered", recovered, places)
}

// settle waits for all that an archive does when nothing else is to be done, which may find damage.
func settle(a *Archive) error {
	for {
		more := false
		err := a.wait(context.Background(), func() (err error) { more, err = a.indexSome(); return err })
		if err != nil || !more {
			return err
		}
	}
}

// goesOn saves an exchange in a damaged history, and wants what was whole in it back. It
// returns whether the history was set aside for that.
func goesOn(t *testing.T, dir string, want map[string]*wire.Capture) (aside bool) {
	t.Helper()
	recovered := map[string]bool{}
	for run := range 3 { // the second finds what the first left
		var said []string
		a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { said = append(said, err.Error()) }})
		if err != nil {
			t.Fatalf("run %d: %v", run, err)
		}
		keepAnswered(a, answered(1000+run, 300))
		if a.Failing() {
			t.Errorf("run %d: nothing is saved: %q", run, said)
		}
		if err := settle(a); err != nil {
			t.Errorf("run %d: %v: %q", run, err, said)
		}
		for _, line := range said {
			if run == 2 {
				t.Errorf("said again: %s", line)
			}
			if len(line) > 600 {
				t.Errorf("said at length: %s", line)
			}
		}
		for _, f := range asideIn(dir) {
			if recovered[f] {
				continue
			}
			recovered[f] = true
			if _, err := a.Recover(t.Context(), f, func(int, int) error { return nil }); err != nil && !errors.Is(err, ErrNothing) {
				t.Errorf("run %d: %v", run, err)
			}
		}
		var lost []string
		for id, c := range want {
			if back, err := captureOf(a, id); err != nil || !bytes.Equal(back.Text().All(), c.Text().All()) || !bytes.Equal(back.Sent.Body, c.Sent.Body) {
				lost = append(lost, fmt.Sprint(id, ": ", err))
			}
		}
		list, err := a.List(t.Context(), Page{Limit: 1}) // its own pages are whole, wherever it was saved
		if err != nil || len(list) == 0 || list[0].ID != fmt.Sprintf("id%06d", 1000+run) {
			t.Errorf("run %d: the list begins with %v, %v", run, list, err)
		}
		if len(lost) > 0 {
			t.Errorf("run %d: %d of %d did not come back, as %s; %q", run, len(lost), len(want), lost[0], said)
		}
		if err := a.Close(); err != nil {
			t.Logf("run %d: closing: %v", run, err)
		}
		if len(said) == 0 {
			break // the first left nothing that was not there before
		}
	}
	return len(recovered) > 0
}

func captureOf(a *Archive, id string) (*wire.Capture, error) {
	e, err := a.Find(context.Background(), id)
	if err != nil {
		return nil, err
	}
	return a.Capture(context.Background(), e.Key)
}
