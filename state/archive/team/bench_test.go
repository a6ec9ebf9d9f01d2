package team_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

var filled = flag.String("team", "", "address of a database that .ci/team-rows.sql has filled")

// BenchmarkRead reads from a database with very many exchanges: what is asked is in the names.
func BenchmarkRead(b *testing.B) {
	if *filled == "" {
		b.Skip("-team names no database; .ci/team-rows.sql fills one")
	}
	s, err := team.Open(b.Context(), *filled, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for _, text := range []string{"", "verdict:truncated", "guardrail:pii", "by:cleo served:vendor2/*", "tokens>8890", "ttft>1999ms", "rare77", "rare77 thing3*", "path:messages status:429", "tool:get_weather", "session:s77", "model:vendor1/model7 verdict:failed"} {
		q := parse(b, text)
		b.Run("page/"+text, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.List(b.Context(), archive.Page{Query: q, Limit: 100}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	by, _ := stats.DimensionOf("served")
	day := parse(b, "").WithTimeRange(time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -2), time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -1))
	b.Run("figures of a day", func(b *testing.B) {
		for b.Loop() {
			x, err := s.Figures(b.Context(), day, by)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(x.Len()), "exchanges")
		}
	})
	b.Run("totals", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Totals(b.Context(), query.Query{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func parse(b *testing.B, text string) query.Query {
	q, err := query.Parse(text, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	return q
}

// BenchmarkFourWriters has four writers put exchanges, as many a second as they can.
func BenchmarkFourWriters(b *testing.B) {
	url := *filled
	if url == "" {
		_, url = initialized(b)
	}
	r := rand.New(rand.NewPCG(3, 4))
	var made []team.Shared
	for i := range 256 {
		about, c := randomExchange(r, i, time.Now())
		x := files.Fold(about, c)
		k := team.Shared{Capture: c}
		k.Entry, k.Text = entryOf(about, x, c)
		made = append(made, k)
	}
	began, n := time.Now(), 0
	var mu sync.Mutex
	for b.Loop() {
		var all sync.WaitGroup
		for w := range 4 {
			all.Go(func() {
				s, err := team.Open(b.Context(), url, nil)
				if err != nil {
					b.Error(err)
					return
				}
				defer s.Close()
				for batch := range 8 {
					some := make([]team.Shared, 64)
					for i := range some {
						mu.Lock()
						n++
						some[i] = made[n%len(made)]
						some[i].Entry.ID = fmt.Sprintf("b%d-%d-%d", began.UnixNano(), batch, n)
						some[i].Entry.Key = time.Now().UnixMicro() + int64(n)
						mu.Unlock()
					}
					if _, err := s.Put(b.Context(), team.Writer{By: "w", Source: fmt.Sprint("s", w)}, some); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
	}
	b.ReportMetric(float64(n)/time.Since(began).Seconds(), "exchanges/s")
}
