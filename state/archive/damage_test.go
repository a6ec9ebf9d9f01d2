package archive

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// folded derives an exchange in the detail that these tests need.
func folded(about history.About, c *wire.Capture) *state.Exchange {
	for c.Rest != nil && c.Rest() {
	}
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

func saveAnswered(a *Archive, c *wire.Capture) {
	about := history.About{Origin: history.Send, Session: "s1"}
	a.SaveNow(context.Background(), about, folded(about, c), c)
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
			size = minShared + 5
		}
		captures = append(captures, answered(n, size))
		saveAnswered(a, captures[n])
	}
	a.SaveSession(Session{ID: "s1", State: []byte(`{}`), Turns: []SessionTurn{{1, []byte(`{"a":1}`)}, {2, []byte(`{"a":2}`)}}})
	if err := errors.Join(a.Flush(t.Context()), a.Close()); err != nil {
		t.Fatal(err)
	}
	file, err = os.ReadFile(filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	return file, captures
}

// pagesOf returns the pages without which an exchange's row, capture and large bodies cannot be read,
// by its key: theirs, those above them, and those of the schema. Rows are on the leaves of their
// table in the order of their keys, as the paths of dbstat are.
func pagesOf(t *testing.T, file []byte) map[int64][]uint32 {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := openSQLite(path, 1, readWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows := func(statement string, args ...any) [][]any {
		list, err := rowsOf(t.Context(), db, statement, args...)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	pages := map[int64][]uint32{}
	var schema []uint32
	for _, r := range rows("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'") {
		schema = append(schema, uint32(r[0].(int64)))
	}
	for table, keys := range map[string]string{
		"exchange": "SELECT id FROM exchange ORDER BY id",
		"capture":  "SELECT exchange FROM capture ORDER BY exchange",
		"blob":     "SELECT exchange FROM blob_use ORDER BY hash",
	} {
		left, on := rows(keys), map[string][]int64{} // keys of the rows on a leaf, by its path
		above := slices.Clone(schema)
		for _, r := range rows("SELECT path, pageno, pagetype, ncell FROM dbstat WHERE name = ? ORDER BY pagetype, path", table) {
			path, page := r[0].(string), uint32(r[1].(int64))
			switch leaf, cell, _ := strings.Cut(path, "+"); r[2] {
			case "internal":
				above = append(above, page)
			case "leaf":
				for range r[3].(int64) {
					key := left[0][0].(int64)
					left, on[path], pages[key] = left[1:], append(on[path], key), append(append(pages[key], page), above...)
				}
			case "overflow":
				at := strings.LastIndexByte(strings.TrimSuffix(leaf, "/"), '/')
				n, err := strconv.ParseInt(leaf[at+1:], 16, 64)
				if err != nil {
					t.Fatal(path, cell, err)
				}
				key := on[leaf[:at+1]][n]
				pages[key] = append(pages[key], page)
			}
		}
	}
	return pages
}

// pageSize is that of the databases here.
const pageSize = 4096

var everyPage = flag.Bool("every-page", false, "damage every page of a history, not one of eight")

// harm is a damaged file, and which of its pages are not as they were.
type harm struct {
	name   string
	file   []byte
	broken func(page uint32) bool
}

// harms yields copies of a file with a page overwritten, a bit flipped, or the end cut off.
func harms(file []byte) iter.Seq[harm] {
	return func(yield func(harm) bool) {
		r := rand.New(rand.NewPCG(uint64(len(file)), 33))
		at := func(n int) harm {
			page := uint32(n/pageSize) + 1
			return harm{fmt.Sprintf("at %d of page %d", n%pageSize, page), bytes.Clone(file), func(p uint32) bool { return p == page }}
		}
		step := pageSize
		if !*everyPage {
			step *= 8
		}
		for n := 0; n < len(file); n += step {
			h := at(n)
			for i := range pageSize {
				h.file[n+i] = byte(r.IntN(256))
			}
			if h.name = "overwritten " + h.name; !yield(h) {
				return
			}
		}
		for range 100 {
			n := r.IntN(len(file))
			h := at(n)
			h.file[n] ^= 1 << r.IntN(8)
			if h.name = "flipped " + h.name; !yield(h) {
				return
			}
		}
		for range 10 {
			n := r.IntN(len(file))
			h := at(n)
			h.file, h.broken = h.file[:n], func(uint32) bool { return true } // the middle of a table may be lost with its ends
			if h.name = "cut " + h.name; !yield(h) {
				return
			}
		}
	}
}

// TestDamagedHistory: wherever it is damaged, the next exchange is saved, and every exchange that SQL
// reaches by pages that are as they were is in the history again.
func TestDamagedHistory(t *testing.T) {
	if testing.Short() {
		t.Skip("it damages a hundred and more copies of a history, which takes minutes with the race detector")
	}
	file, captures := sample(t)
	partsOf := pagesOf(t, file)
	if len(partsOf) != len(captures) {
		t.Fatalf("%d exchanges are on the pages, of %d", len(partsOf), len(captures))
	}
	type sum struct{ cases, aside, want, back int }
	sums := map[string]*sum{}
	for h := range harms(file) {
		want := map[string]*wire.Capture{}
		for _, c := range captures {
			if !slices.ContainsFunc(partsOf[c.Start.UnixMicro()], h.broken) {
				want[c.ID] = c
			}
		}
		t.Run(h.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a")
			if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, databaseName), h.file, 0o600)); err != nil {
				t.Fatal(err)
			}
			kind, _, _ := strings.Cut(h.name, " ")
			if sums[kind] == nil {
				sums[kind] = &sum{}
			}
			n := sums[kind]
			back, aside := savesOn(t, dir, captures, want)
			if n.cases++; aside {
				n.aside++
			}
			n.want, n.back = n.want+len(captures), n.back+back
		})
	}
	for kind, n := range sums {
		if n.back == 0 {
			t.Errorf("%s: no exchange is there", kind)
		}
		t.Logf("%s: %d cases, %d set aside; %d of %d exchanges are there, %.2f %%", kind, n.cases, n.aside, n.back, n.want, 100*float64(n.back)/float64(n.want))
	}
}

// finish waits for all that an archive does when nothing else is to be done, which may find damage.
func finish(a *Archive) error {
	for {
		more := false
		err := a.wait(context.Background(), func() (err error) { more, err = a.indexSome(); return err })
		if err != nil || !more {
			return err
		}
	}
}

// savesOn saves an exchange in a damaged history, reads all others, and recovers the histories
// that were set aside for that, if any were. It wants some of the exchanges to be there then,
// and counts all that are.
func savesOn(t *testing.T, dir string, all []*wire.Capture, want map[string]*wire.Capture) (back int, aside bool) {
	t.Helper()
	recovered := map[string]bool{}
	for run := range 3 { // the second finds what the first left
		var reports []string
		a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { reports = append(reports, err.Error()) }})
		if err != nil {
			t.Fatalf("run %d: %v", run, err)
		}
		saveAnswered(a, answered(1000+run, 300))
		if a.Failing() {
			t.Errorf("run %d: nothing is saved: %q", run, reports)
		}
		if err := finish(a); err != nil {
			t.Errorf("run %d: %v: %q", run, err, reports)
		}
		for _, c := range all {
			_, _ = captureOf(a, c.ID)
		}
		for _, line := range reports {
			if run == 2 || len(line) > 600 {
				t.Errorf("run %d reports %s", run, line)
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
		back = 0
		for _, c := range all {
			got, err := captureOf(a, c.ID)
			if err != nil { // without its row it has another ID
				got, err = a.Capture(t.Context(), c.Start.UnixMicro())
			}
			if err == nil && bytes.Equal(got.Text().All(), c.Text().All()) && bytes.Equal(got.Sent.Body, c.Sent.Body) {
				back++
			} else if want[c.ID] != nil {
				t.Errorf("run %d: %s is not there: %v; %q", run, c.ID, err, reports)
			}
		}
		list, err := a.List(t.Context(), Page{Limit: 1}) // its pages are sound, wherever it was saved
		if err != nil || len(list) == 0 || list[0].ID != fmt.Sprintf("id%06d", 1000+run) {
			t.Errorf("run %d: the list begins with %v, %v", run, list, err)
		}
		if err := a.Close(); err != nil {
			t.Logf("run %d: closing: %v", run, err)
		}
		if len(reports) == 0 {
			break // the first left nothing that was not there before
		}
	}
	return back, len(recovered) > 0
}

func captureOf(a *Archive, id string) (*wire.Capture, error) {
	e, err := a.Find(context.Background(), id)
	if err != nil {
		return nil, err
	}
	return a.Capture(context.Background(), e.Key)
}
