package archive_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/statetest"
)

// open opens an archive whose reports fail the test.
func open(t testing.TB, dir string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold, Report: func(err error) { t.Errorf("reported: %v", err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// newDir is the place of an archive that is not there yet.
func newDir(t testing.TB) string { return filepath.Join(t.TempDir(), "gatehouse") }

func flush(t testing.TB, a *archive.Archive) {
	t.Helper()
	if err := a.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// list is what a query finds, as first words.
func list(t testing.TB, a *archive.Archive, text string) []history.Entry {
	t.Helper()
	q, err := query.Parse(text, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	found, err := a.List(t.Context(), archive.Page{Query: q, Limit: 100})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return found
}

// ask makes an exchange with the local gateway.
func ask(t testing.TB, request string) (*state.Exchange, *wire.Capture) {
	return statetest.Talk(t, request, client.MetadataOn, gateway.WithPace(0))
}

func TestExchangeIsReadCompletely(t *testing.T) {
	for name, request := range map[string]string{
		"stream":   `{"model":"sim/writer","stream":true,"input":"write 20 KB"}`,
		"document": `{"model":"sim/writer","input":"hello there"}`,
		"failure":  `{"model":"fault/404","input":"hello"}`,
		"cut":      `{"model":"fault/cut","stream":true,"input":"hello"}`,
		"large":    `{"model":"sim/writer","stream":true,"input":"write ` + manyBytes() + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, newDir(t))
			x, c := ask(t, request)
			a.Save(history.About{Origin: history.Send, Connection: "local"}, x, c, nil)
			flush(t, a)
			entry, err := a.Find(t.Context(), c.ID[:6])
			if err != nil {
				t.Fatal(err)
			}
			back, err := a.Capture(t.Context(), entry.Key)
			if err != nil {
				t.Fatal(err)
			}
			sameCapture(t, back, c)
			again := files.Fold(entry.About, back)
			if again.Verdict != x.Verdict || again.Text() != x.Text() || !reflect.DeepEqual(again.Warnings, x.Warnings) {
				t.Errorf("folded again it is %s with %d bytes, was %s with %d", again.Verdict, len(again.Text()), x.Verdict, len(x.Text()))
			}
			want := history.Of(entry.About, x, c)
			want.Cache, want.Receipt = entry.Cache, entry.Receipt // which follow from others, and from prices
			if !sameEntry(entry, want) {
				t.Errorf("the entry is\n%+v, want\n%+v", entry, want)
			}
		})
	}
}

// manyBytes is the size of a long answer; under the race detector each byte costs ten times as much.
func manyBytes() string {
	if testing.Short() {
		return "200 KB"
	}
	return "2 MB"
}

// another is the same exchange under another id, at another time.
func another(c *wire.Capture, id string, start time.Time) *wire.Capture {
	a := &wire.Capture{ID: id, Start: start, Sent: c.Sent, Head: c.Head, Timing: c.Timing, End: c.End, Caller: c.Caller, Delivery: c.Delivery}
	a.Body.Append(c.Text().All(), c.End.AtUS)
	return a
}

func sameCapture(t *testing.T, got, want *wire.Capture) {
	t.Helper()
	if got.ID != want.ID || got.Start.UnixMicro() != want.Start.UnixMicro() {
		t.Errorf("%s at %s, want %s at %s", got.ID, got.Start, want.ID, want.Start)
	}
	if !bytes.Equal(got.Sent.Body, want.Sent.Body) || got.Sent.URL != want.Sent.URL || !reflect.DeepEqual(got.Sent.Header, want.Sent.Header) {
		t.Errorf("sent %+v, want %+v", got.Sent, want.Sent)
	}
	if !bytes.Equal(got.Text().All(), want.Text().All()) || !reflect.DeepEqual(got.Text().Chunks(), want.Text().Chunks()) {
		t.Errorf("a body of %d bytes in %d chunks, want %d in %d", got.Text().Len(), len(got.Text().Chunks()), want.Text().Len(), len(want.Text().Chunks()))
	}
	if got.Timing != want.Timing || !reflect.DeepEqual(got.End, want.End) {
		t.Errorf("%+v %+v, want %+v %+v", got.Timing, got.End, want.Timing, want.End)
	}
}

func sameEntry(a, b history.Entry) bool {
	a.Key, b.Key = 0, 0
	same := a.Start.UnixMicro() == b.Start.UnixMicro()
	a.Start, b.Start = time.Time{}, time.Time{}
	a.Tokens.Shared, b.Tokens.Shared = false, false
	for k := range b.Tokens.Counts {
		switch usage.Kind(k) {
		case usage.Input, usage.CacheRead, usage.Output, usage.Reasoning:
		default: // the archive has no column for it
			a.Tokens.Counts[k] = b.Tokens.Counts[k]
		}
	}
	return same && fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}

// openSQL is a second connection to the database of an archive that is open: it waits while the
// archive writes.
func openSQL(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "history.db")+"?_pragma=busy_timeout(60000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestOnlyTheOwnerCanReadIt(t *testing.T) {
	dir := newDir(t)
	a := open(t, dir)
	x, c := ask(t, `{"model":"sim/writer","input":"hello"}`)
	spool := a.Spool(history.About{})
	spool.Begin(c)
	a.Save(history.About{}, x, c, nil)
	flush(t, a)
	filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the rights %#o", path, info.Mode().Perm())
		}
		return nil
	})
}

func TestALaterSchemaIsRefused(t *testing.T) {
	dir := newDir(t)
	open(t, dir).Close()
	db, err := sql.Open("sqlite", filepath.Join(dir, "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	db.Exec("PRAGMA user_version = 99")
	db.Close()
	_, err = archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold})
	if !errors.Is(err, archive.ErrNewer) {
		t.Errorf("opening it gives %v", err)
	}
}

func TestADamagedDatabaseIsSetAside(t *testing.T) {
	dir := newDir(t)
	open(t, dir).Close()
	broken := bytes.Repeat([]byte("no database "), 1000)
	os.WriteFile(filepath.Join(dir, "history.db"), broken, 0o600)
	var said []string
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold, Report: func(err error) { said = append(said, err.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if len(said) != 1 || !strings.Contains(said[0], "damaged") {
		t.Errorf("said: %q", said)
	}
	aside, _ := filepath.Glob(filepath.Join(dir, "history.db.damaged-*"))
	if len(aside) != 1 {
		t.Fatalf("set aside: %v", aside)
	}
	if data, _ := os.ReadFile(aside[0]); !bytes.Equal(data, broken) {
		t.Error("what was set aside is not what was there")
	}
	if found := list(t, a, ""); len(found) != 0 {
		t.Errorf("the new one has %d exchanges", len(found))
	}
}

func TestTwoProgramsWriteAtOnce(t *testing.T) {
	dir := newDir(t)
	x, c := ask(t, `{"model":"sim/writer","input":"hello"}`)
	var wait sync.WaitGroup
	for p := range 2 {
		a := open(t, dir)
		wait.Go(func() {
			for i := range 50 {
				a.Save(history.About{}, x, another(c, fmt.Sprintf("%d-%d", p, i), c.Start), nil)
			}
			if err := a.Flush(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	a := open(t, dir)
	if found := list(t, a, ""); len(found) != 100 {
		t.Errorf("%d exchanges, want 100", len(found))
	}
}

func parsed(t *testing.T, text string) query.Query {
	q, err := query.Parse(text, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func nickname(body string) string {
	for _, n := range []string{"alpha beta gamma", "alpha gamma", "weather", "quixotic", "zephyrs"} {
		if strings.Contains(body, n) {
			return strings.ReplaceAll(n, " ", "-")
		}
	}
	return "?"
}

func TestOpenTakesARelativePath(t *testing.T) {
	t.Chdir(t.TempDir())
	a, err := archive.Open(t.Context(), "data", archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := os.Stat(filepath.Join("data", "history.db")); err != nil {
		t.Error(err)
	}
}
