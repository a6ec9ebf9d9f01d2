package team_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// bomb is 1 GiB of zeros as a column has it, packed.
func bomb(t *testing.T) []byte {
	t.Helper()
	var b strings.Builder
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(8<<20))
	if err != nil {
		t.Fatal(err)
	}
	b.WriteByte('z')
	zeros := make([]byte, 1<<20)
	for range 1 << 10 {
		_, _ = w.Write(zeros)
	}
	w.Close()
	return []byte(b.String())
}

// TestARowThatUnpacksToMoreThanItStates is not shown, and says what is too large; what it costs in memory is bounded.
func TestARowThatUnpacksToMoreThanItStates(t *testing.T) {
	s, url := initialized(t)
	list := some(t, 1)
	list[0].Capture.Sent.Body = []byte(strings.Repeat("a piece of the request ", 10_000))
	put(t, s, writer, list)
	packed := fmt.Sprintf(`'\x%x'::bytea`, bomb(t))
	for column, c := range map[string]struct{ value, what string }{
		"request":  {packed, "the request"},
		"response": {packed, "the answer"},
		"chunks":   {packed, "unpacks to more"},
		"about":    {"convert_to(repeat('[', 20000000), 'UTF8')", "what is known of the exchange"},
		"raw":      {"convert_to(repeat('p', 20000000), 'UTF8')", "the answer"},
	} {
		t.Run(column, func(t *testing.T) {
			exec(t, url, "CREATE TABLE was AS SELECT "+column+" FROM gatehouse.capture")
			defer exec(t, url, "UPDATE gatehouse.capture SET "+column+" = (SELECT "+column+" FROM was); DROP TABLE was")
			exec(t, url, "UPDATE gatehouse.capture SET "+column+" = "+c.value)
			refused(t, s, list[0].Entry.ID, c.what)
		})
	}
	t.Run("one piece 40,000 times", func(t *testing.T) {
		exec(t, url, `UPDATE gatehouse.capture SET request = decode('70' || repeat(encode((SELECT hash FROM gatehouse.piece LIMIT 1), 'hex'), 40000), 'hex')`)
		refused(t, s, list[0].Entry.ID, "the request")
	})
	t.Run("and a size beyond every limit", func(t *testing.T) {
		exec(t, url, "UPDATE gatehouse.exchange SET size = 9000000000000000000")
		exec(t, url, "UPDATE gatehouse.capture SET request = "+packed)
		refused(t, s, list[0].Entry.ID, "the request")
	})
}

func refused(t *testing.T, s archive.Reader, id, what string) {
	t.Helper()
	e, err := s.Find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = s.Capture(t.Context(), e.Key)
	runtime.ReadMemStats(&after)
	if !errors.Is(err, archive.ErrTooLarge) || !strings.Contains(err.Error(), "team:"+id) || !strings.Contains(err.Error(), what) {
		t.Errorf("%v", err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 100<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

// TestATextOfARowThatIsTooLarge is not read, and its place says so.
func TestATextOfARowThatIsTooLarge(t *testing.T) {
	s, url := initialized(t)
	put(t, s, writer, some(t, 2))
	exec(t, url, "UPDATE gatehouse.exchange SET words = repeat('x', 10000000), tools = repeat(',x', 5000000), provider = repeat('y', 100000)")
	list, err := s.List(t.Context(), archive.Page{Limit: -1})
	if err != nil || len(list) != 2 {
		t.Fatal(len(list), err)
	}
	if e := list[0]; e.Words != "(too large to show: 10000000 bytes)" || len(e.Tools) != 1 || len(e.Provider) > 100 {
		t.Errorf("%q, %q, %d bytes of a provider", e.Words, e.Tools, len(e.Provider))
	}
	by, _ := stats.DimensionOf("provider")
	if x, err := s.Figures(t.Context(), query.Query{}, by); err != nil || len(x.Names) != 1 || len(x.Names[0]) > 100 {
		t.Errorf("%v, %v", x, err)
	}
}

// TestFiguresThatNothingCosts are no figures: one row of a colleague must not end the figures of all.
func TestFiguresThatNothingCosts(t *testing.T) {
	for _, cost := range []string{"'NaN'", "'Infinity'", "'-Infinity'", "1e15", "1e308"} {
		s, url := initialized(t)
		list := some(t, 3)
		for i := range list {
			list[i].Entry.Cost, list[i].Entry.Lost = 0.25, -1
		}
		put(t, s, writer, list)
		exec(t, url, "UPDATE gatehouse.exchange SET (cost, lost, tokens, input, total) = ("+cost+", "+cost+", 9e18, 9e18, 9e18) WHERE id = (SELECT max(id) FROM gatehouse.exchange)")
		entries, err := s.List(t.Context(), archive.Page{Limit: -1})
		if err != nil || entries[0].Cost != -1 || entries[0].Lost != -1 || entries[0].TotalUS != -1 {
			t.Errorf("%s: %v, %v", cost, entries, err)
		}
		if totals, err := s.Totals(t.Context(), query.Query{}); err != nil || totals.Count != 3 || totals.Cost != 0.5 || totals.Tokens > 1e6 {
			t.Errorf("%s: %+v, %v", cost, totals, err)
		}
		x, err := s.Figures(t.Context(), query.Query{}, stats.Dimensions()[0])
		if err != nil {
			t.Fatal(cost, err)
		}
		if all := x.All(1); all.Cost.Known != 2 || math.Abs(stats.Dollars(float64(all.Cost.Sum))-0.5) > 1e-9 {
			t.Errorf("%s: %+v", cost, all.Cost)
		}
		q, err := query.Parse("cost>0", time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if found, err := s.List(t.Context(), archive.Page{Query: q, Limit: -1}); err != nil || len(found) != 2 {
			t.Errorf("%s: cost>0 finds %d, %v", cost, len(found), err)
		}
	}
}

// TestARowFromTheFuture is listed by the time at which it was written, once, and is updated there.
func TestARowFromTheFuture(t *testing.T) {
	s, url := initialized(t)
	list := some(t, 3)
	future := time.Date(2099, 1, 2, 3, 4, 5, 0, time.UTC).UnixMicro()
	list[1].Entry.Key = future
	began := time.Now()
	put(t, s, writer, list)
	put(t, s, writer, list)
	list[1].Renew = true
	if gone, err := s.Put(t.Context(), writer, list[1:2]); err != nil || len(gone) > 0 {
		t.Errorf("gone are %v, %v", gone, err)
	}
	entries, err := s.List(t.Context(), archive.Page{Limit: -1})
	if err != nil || len(entries) != 3 {
		t.Fatalf("%d exchanges, %v", len(entries), err)
	}
	if e := entries[0]; e.ID != list[1].Entry.ID || !e.Undated || e.Start.Before(began.Add(-time.Minute)) || e.Start.After(time.Now().Add(time.Minute)) {
		t.Errorf("%s is of %v", e.ID, e.Start)
	}
	if _, err := s.Capture(t.Context(), entries[0].Key); err != nil {
		t.Error(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "SELECT gatehouse.open_day(47118)"); err == nil || !strings.Contains(err.Error(), "out of range") {
		t.Errorf("a day of 2099 was opened: %v", err)
	}
}

// TestUpdatingMovesRowsFromTheFuture that an earlier version took, with their captures, and loses none.
func TestUpdatingMovesRowsFromTheFuture(t *testing.T) {
	s, url := initialized(t)
	list := some(t, 4)
	list[2].Capture.Sent.Body = []byte(strings.Repeat("a piece of the request ", 10_000))
	put(t, s, writer, list)
	const ahead = 70 * 365 * 86400000000
	exec(t, url, `DO $$ DECLARE one record; BEGIN
		FOR one IN SELECT DISTINCT day FROM gatehouse.day LOOP
			EXECUTE replace(replace(pg_get_functiondef('gatehouse.open_day'::regproc), 'floor(', '100000 + floor('), 'open_day', 'open_any');
			PERFORM gatehouse.open_any(one.day + 70 * 365);
			UPDATE gatehouse.piece SET day = day + 70 * 365 WHERE day = one.day;
		END LOOP;
		UPDATE gatehouse.exchange SET id = id + `+fmt.Sprint(ahead)+`; UPDATE gatehouse.capture SET exchange = exchange + `+fmt.Sprint(ahead)+`; ALTER TABLE gatehouse.exchange DROP COLUMN fault; UPDATE gatehouse.about SET version = 16; END $$`)
	if lines, err := team.Init(t.Context(), url); err != nil || !strings.Contains(lines[0], "updated") {
		t.Fatal(lines, err)
	}
	entries, err := s.List(t.Context(), archive.Page{Limit: -1})
	if err != nil || len(entries) != 4 {
		t.Fatalf("%d exchanges, %v", len(entries), err)
	}
	for i, e := range entries {
		if e.ID != list[3-i].Entry.ID || e.Start.After(time.Now().Add(time.Minute)) {
			t.Errorf("%d is %s, of %v", i, e.ID, e.Start)
		}
		if c, err := s.Capture(t.Context(), e.Key); err != nil || len(c.Sent.Body) != len(list[3-i].Capture.Sent.Body) {
			t.Errorf("%s: %v", e.ID, err)
		}
	}
}

// TestBodiesThatNobodyWouldReadAreWithheld: the row states their size, and an error names it in their place.
func TestBodiesThatNobodyWouldReadAreWithheld(t *testing.T) {
	s, url := initialized(t)
	list := some(t, 1)
	body := &wire.Body{}
	body.Adopt(bytes.Repeat([]byte{'a'}, 256<<20), []wire.Chunk{{End: 256 << 20, AtUS: 7}})
	list[0].Capture.Body.Replace(body)
	put(t, s, writer, list)
	e, err := s.Find(t.Context(), list[0].Entry.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Capture(t.Context(), e.Key); err == nil || !strings.Contains(err.Error(), "team:"+e.ID) || !strings.Contains(err.Error(), "its request and answer have 268 MB and were not shared") {
		t.Errorf("%d bytes: %v", e.Size, err)
	}
	exec(t, url, "DO $$ BEGIN ASSERT (SELECT count(*) FROM gatehouse.piece) = 0; END $$")
}
