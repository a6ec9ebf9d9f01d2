package archive

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// TestFiguresOfSegmentsAreThoseOfTheRows compares, for every dimension and several spans of time,
// what is read from segments with what is read from the rows, also after exchanges were deleted,
// restored, and added among the others.
func TestFiguresOfSegmentsAreThoseOfTheRows(t *testing.T) {
	if testing.Short() {
		t.Skip("many exchanges, one thing after the other: minutes under the race detector, for nothing")
	}
	a, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.few = 10
	start := time.Now().Add(-24 * time.Hour).Truncate(time.Second)
	r := rand.New(rand.NewPCG(1, 2))
	add := func(from, n int) {
		t.Helper()
		tx, err := a.db().write.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for i := from; i < from+n; i++ {
			e := synthetic(r, i, start.Add(time.Duration(i)*7*time.Second))
			e.Undated = i%97 == 0
			if err := a.insertEntry(tx, e.Start.UnixMicro(), &e); err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	seal := func() {
		t.Helper()
		if err := a.wait(t.Context(), func() error {
			for {
				if more, err := a.sealSome(); err != nil || !more {
					return err
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	same := func(when string, segments int) {
		t.Helper()
		var n int
		if err := a.db().read.QueryRow("SELECT count(*) FROM segment").Scan(&n); err != nil || n != segments {
			t.Errorf("%s: %d segments, not %d: %v", when, n, segments, err)
		}
		for _, d := range stats.Dimensions() {
			if when != "sealed" && d.Name != "tool" && d.Name != "hour" {
				continue
			}
			texts := []string{"", "since:" + start.Add(3*time.Hour).Format("2006-01-02T15:04:05"), "since:20h until:18h"}
			if d.Name == "tool" && (when == "sealed" || when == "one deleted") { // with segments alone, and with rows between them
				texts = append(texts, "model:vendor3/*", "-verdict:completed since:20h", "served:VENDOR1/model2", "provider:Provider1 -tool:*", "tool:get_weather", "guardrail:pii", "ttft>1s tokens>2k",
					"-total>1s", "path:/v1/*", "-caller:*", "session:s7", "-connection:*", "-run:*", "provider:rare", "status:200", "-path:/v1/embeddings ttft>1s since:20h", "verdict:failed or guardrail:pii")
			}
			for _, text := range texts {
				got, want := figuresOf(t, a, text, d), figuresOfRows(t, a, text, d)
				if got.Len() == 0 && text != "-total>1s" || !reflect.DeepEqual(groups(got, d), groups(want, d)) {
					t.Errorf("%s, %s of %q: %d exchanges, by rows %d", when, d.Name, text, got.Len(), want.Len())
				}
			}
		}
	}
	add(0, 3*segmentSize+100)
	same("before", 0)
	seal()
	same("sealed", 3)
	key := start.Add(700 * 7 * time.Second).UnixMicro()
	if err := a.Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	same("one deleted", 2)
	seal()
	same("sealed again", 3)
	if err := a.Restore(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	same("restored", 2)
	start = start.Add(time.Second)
	add(10, 20)
	start = start.Add(-time.Second)
	same("added among them", 2)
	seal()
	same("and sealed", 4)
}

func figuresOf(t *testing.T, a *Archive, text string, d stats.Dimension) *stats.Exchanges {
	t.Helper()
	q, err := query.Parse(text, time.Now().Truncate(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	x, err := a.Figures(t.Context(), q, d)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// figuresOfRows reads them from the rows alone.
func figuresOfRows(t *testing.T, a *Archive, text string, d stats.Dimension) *stats.Exchanges {
	t.Helper()
	q, err := query.Parse(text, time.Now().Truncate(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := a.db().read.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	r := figuresReader{archive: a, by: d, from: conn}
	defer r.close()
	where, args := a.where(t.Context(), q)
	if err := r.rows(t.Context(), where, args...); err != nil {
		t.Fatal(err)
	}
	return &r.into
}

func groups(x *stats.Exchanges, d stats.Dimension) []stats.Group { return x.Groups(d, 10, time.UTC) }

// FuzzSegment reads damaged segments: the result is an error or figures.
func FuzzSegment(f *testing.F) {
	var x stats.Exchanges
	for i := range 5 {
		e := synthetic(rand.New(rand.NewPCG(1, uint64(i))), i, time.UnixMicro(int64(i)*1e6))
		x.Add(&e, e.Provider)
	}
	f.Add(packFigures(&x), packNames(&x))
	f.Fuzz(func(t *testing.T, figures, names []byte) {
		var x stats.Exchanges
		n, err := unpackFigures(&x, figures)
		if err == nil {
			err = unpackNames(&x, names, n)
		}
		if err == nil {
			x.Groups(stats.Dimensions()[0], 3, time.UTC)
		}
	})
}
