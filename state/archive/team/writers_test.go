package team_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// some are shared exchanges of another archive.
func some(t *testing.T, n int) []team.Shared {
	t.Helper()
	a := openArchive(t)
	fill(t, a, rand.New(rand.NewPCG(3, 4)), n, time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC))
	return shared(t, a)
}

// exec runs a statement as the owner of a database.
func exec(t *testing.T, url, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func listed(t *testing.T, s *team.Store) int {
	t.Helper()
	list, err := s.List(t.Context(), archive.Page{Limit: -1})
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// TestWhatTwoPeopleImportedIsThereOnce: its name follows from its content, and its time from that of a
// file, which is another on each machine.
func TestWhatTwoPeopleImportedIsThereOnce(t *testing.T) {
	s, _ := initialized(t)
	list := some(t, 3)
	put(t, s, writer, list)
	list[0].Entry.Key += int64(5 * time.Minute / time.Microsecond)
	put(t, s, team.Writer{By: "bob", Source: "archive-of-bob"}, list)
	if n := listed(t, s); n != 3 {
		t.Errorf("%d exchanges, want 3", n)
	}
}

// TestWhatWasRemovedDoesNotComeBack when something of it changes on the machine that it is from.
func TestWhatWasRemovedDoesNotComeBack(t *testing.T) {
	s, url := initialized(t)
	list := some(t, 3)
	put(t, s, writer, list)
	exec(t, url, "DELETE FROM gatehouse.exchange WHERE name = '"+list[1].Entry.ID+"'")
	for i := range list {
		list[i].Renew = true
	}
	gone, err := s.Put(t.Context(), writer, list)
	if err != nil || len(gone) != 1 || gone[0] != 1 {
		t.Errorf("gone are %v, %v", gone, err)
	}
	if n := listed(t, s); n != 2 {
		t.Errorf("%d exchanges, want 2", n)
	}
}

// TestAnOlderProgramStopsWriting once another has updated the database.
func TestAnOlderProgramStopsWriting(t *testing.T) {
	s, url := initialized(t)
	list := some(t, 2)
	put(t, s, writer, list[:1])
	exec(t, url, "UPDATE gatehouse.about SET version = version + 1")
	if _, err := s.Put(t.Context(), writer, list[1:]); !errors.Is(err, team.ErrNewer) {
		t.Errorf("it wrote on: %v", err)
	}
}

// TestAPieceThatSomebodyReplacedIsNotShown as a part of the body of another.
func TestAPieceThatSomebodyReplacedIsNotShown(t *testing.T) {
	s, url := initialized(t)
	list := some(t, 1)
	r, body := rand.New(rand.NewPCG(5, 6)), make([]byte, 200<<10)
	for i := range body {
		body[i] = byte('a' + r.IntN(26))
	}
	list[0].Capture.Sent.Body = body
	put(t, s, writer, list)
	e, err := s.Find(t.Context(), list[0].Entry.ID)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := s.Capture(t.Context(), e.Key); err != nil || !bytes.Equal(c.Sent.Body, body) {
		t.Fatalf("it is not whole: %v", err)
	}
	exec(t, url, "UPDATE gatehouse.piece SET data = (SELECT data FROM gatehouse.piece ORDER BY hash LIMIT 1)")
	if c, err := s.Capture(t.Context(), e.Key); err == nil {
		t.Errorf("%d bytes were shown", len(c.Sent.Body))
	}
}

// TestFiguresAreTheSameBehindAPooler for which the address asks for the simple protocol.
func TestFiguresAreTheSameBehindAPooler(t *testing.T) {
	s, address := initialized(t)
	put(t, s, writer, some(t, 60))
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	v := u.Query()
	v.Set("default_query_exec_mode", "simple_protocol")
	u.RawQuery = v.Encode()
	plain, err := team.Open(t.Context(), u.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	for _, d := range stats.Dimensions() {
		q, _ := query.Parse("", time.Now())
		want, err := s.Figures(t.Context(), q, d)
		if err != nil {
			t.Fatal(err)
		}
		got, err := plain.Figures(t.Context(), q, d)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := got.All(1), want.All(1); got.Len() == 0 || a.Cost != b.Cost || a.TTFT != b.TTFT || len(got.Names) != len(want.Names) {
			t.Errorf("by %s: %+v, want %+v", d.Name, a, b)
		}
	}
}
