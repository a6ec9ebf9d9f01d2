package archive

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

var (
	rowCount   = flag.Int("archive.rows", 100_000, "exchanges in the archive that is measured")
	archiveDir = flag.String("archive.dir", "", "where that archive stays for the next run; empty: nowhere")
)

// BenchmarkHistory measures what the history screen waits for: opening, the first page,
// the next one, pages of filters and of words. Counts follow.
func BenchmarkHistory(b *testing.B) {
	dir := *archiveDir
	if dir == "" {
		dir = filepath.Join(b.TempDir(), "a")
	}
	if _, err := os.Stat(filepath.Join(dir, databaseName)); err != nil {
		generate(b, dir, *rowCount)
	}
	b.Run("open and first page", func(b *testing.B) {
		for b.Loop() {
			a, err := Open(b.Context(), dir, Options{})
			if err != nil {
				b.Fatal(err)
			}
			page(b, a, Page{Limit: 60})
			a.Close()
		}
	})
	a, err := Open(b.Context(), dir, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	b.Run("next page", func(b *testing.B) {
		before := int64(0)
		for b.Loop() {
			list := page(b, a, Page{Limit: 60, Before: before})
			if before = 0; len(list) == 60 {
				before = list[59].Key
			}
		}
	})
	for _, text := range []string{
		"verdict:failed", "model:vendor3/model7", "model:vendor3/*", "provider:rare", "status:4xx", "guardrail:*", "tool:get_weather",
		"cost>0.9", "tokens>100", "ttft>1900ms", "session:s77", "run:77", "run:*", "-run:*", "since:1h", "path:/v1/embeddings", "path:resp_0001", "path:nothing", "path:resp", "path:v1", "method:get", "caller:program/7", "-verdict:completed status:503", "verdict:failed or guardrail:pii",
		"common", "word777", `"word12 common"`, "word3 verdict:failed", "common verdict:cancelled", "wor*", "word*", "commo* word1*", "wor* word777", "answer*", "w* path:/v1/embeddings", "-path:/v1",
	} {
		q, err := query.Parse(text, time.Now())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.ReplaceAll(text, "/", "|"), func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = len(page(b, a, Page{Query: q, Limit: 60}))
			}
			b.ReportMetric(float64(n), "rows")
		})
	}
	b.Run("count of all", func(b *testing.B) {
		for b.Loop() {
			if _, err := a.Totals(b.Context(), query.Query{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func page(b *testing.B, a *Archive, p Page) []history.Entry {
	list, err := a.List(b.Context(), p)
	if err != nil {
		b.Fatal(err)
	}
	return list
}

// generate makes an archive of n exchanges of the last 30 days, with all but the captures' bodies.
func generate(b *testing.B, dir string, n int) {
	a, err := Open(b.Context(), dir, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	r := rand.New(rand.NewPCG(1, 2))
	const days = 30
	apart := days * 24 * time.Hour / time.Duration(n)
	start := time.Now().Add(-time.Duration(n) * apart)
	var before []run.Clue
	for done := 0; done < n; {
		tx, err := a.db().write.Begin()
		if err != nil {
			b.Fatal(err)
		}
		for ; done < n && done%10_000 != 9_999; done++ {
			e := synthetic(r, done, start.Add(time.Duration(done)*apart))
			id := e.Start.UnixMicro()
			clues := run.Clues{IDs: run.IDs{Session: e.Session}, Names: []run.Clue{{Hash: run.Hash(r.Int64N(1 << 31)), By: run.ByItems}}}
			if e.Turn > 1 {
				clues.After = before
			}
			before = clues.Names
			if err := errors.Join(a.join(tx, id, &e, &clues), a.insertEntry(tx, id, &e)); err != nil {
				b.Fatal(err)
			}
			var words []string
			for range 30 {
				words = append(words, fmt.Sprint("word", int(r.ExpFloat64()*100)))
			}
			words = append(words, "common")
			text := history.Text{Prompts: e.Words, Answers: strings.Join(words, " ")}
			if err := errors.Join(a.insertText(tx, id, &text), a.insertBeginnings(tx, id, &text)); err != nil {
				b.Fatal(err)
			}
		}
		done++
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
}

func synthetic(r *rand.Rand, i int, at time.Time) history.Entry {
	e := history.Entry{
		ID: fmt.Sprintf("%08x%06d", r.Uint32(), i), About: history.About{Origin: history.Playground, Session: fmt.Sprint("s", i/40), Turn: i%40 + 1},
		Start: at,
		Asked: fmt.Sprintf("vendor%d/model%d", r.IntN(12), r.IntN(20)), Provider: fmt.Sprint("Provider", r.IntN(9)),
		Verdict: state.Completed, Status: 200, TTFBUS: 20_000, TTFTUS: 100_000 + r.Int64N(2_000_000), TotalUS: 3_000_000,
		Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: r.IntN(4000), usage.CacheRead: -1, usage.Output: r.IntN(2000), usage.Reasoning: -1}},
		Cost:   r.Float64(), Size: 4000, Words: fmt.Sprintf("the first words of answer %d are these, and they go on", i),
	}
	e.Served = e.Asked
	e.Method, e.Path = "POST", "/api/v1/responses"
	switch {
	case i%100 == 0: // each has another path
		e.Origin, e.Method, e.Path, e.Caller = history.Proxy, "GET", fmt.Sprintf("/v1/responses/resp_%08x", r.Uint32()), "127.0.0.1 agent/1.2"
	case i%10 == 1:
		e.Origin, e.Path, e.Caller = history.Proxy, "/v1/embeddings", fmt.Sprintf("127.0.0.1 program/%d", r.IntN(40))
	}
	switch k := r.IntN(1000); {
	case k < 30:
		e.Verdict, e.Status = state.Failed, []int{400, 403, 429, 500, 503}[k%5]
	case k < 40:
		e.Verdict = state.Cancelled
	case k == 40:
		e.Provider = "rare"
	case k < 60:
		e.Guardrails = []string{"pii"}
	case k < 100:
		e.Tools = []string{"get_weather"}
	}
	return e
}

// BenchmarkFigures measures figures of everything and of a day, by group and over time, as the
// history screen and history stats ask for them.
func BenchmarkFigures(b *testing.B) {
	if *archiveDir == "" {
		b.Skip("no archive: see -archive.dir")
	}
	a, err := Open(b.Context(), *archiveDir, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	if err := a.Flush(b.Context()); err != nil {
		b.Fatal(err)
	}
	for _, d := range stats.Dimensions() {
		texts := []string{"", "since:1d"}
		if d.Name == "provider" { // terms that segments answer, that an index does, and that only rows do
			texts = append(texts, "verdict:completed", "model:vendor3/*", "ttft>1s", "provider:rare", "status:200")
		}
		for _, text := range texts {
			q, err := query.Parse(text, time.Now())
			if err != nil {
				b.Fatal(err)
			}
			b.Run(d.Name+" "+strings.ReplaceAll(text, "/", "|"), func(b *testing.B) {
				var groups, bins, n int
				for b.Loop() {
					x, err := a.Figures(b.Context(), q, d)
					if err != nil {
						b.Fatal(err)
					}
					n, bins, groups = x.Len(), len(x.Bins(stats.Span{}, 100, time.Local)), len(x.Groups(d, 12, time.Local))
				}
				b.ReportMetric(float64(n), "exchanges")
				b.ReportMetric(float64(bins), "bins")
				b.ReportMetric(float64(groups), "groups")
			})
		}
	}
}

// BenchmarkRuns measures pages of runs, and of the exchanges of one.
func BenchmarkRuns(b *testing.B) {
	if *archiveDir == "" {
		b.Skip("no archive: see -archive.dir")
	}
	a, err := Open(b.Context(), *archiveDir, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	for _, text := range []string{"", "verdict:failed", "provider:rare", "run:77", "run:*", "-run:*"} {
		q, err := query.Parse(text, time.Now())
		if err != nil {
			b.Fatal(err)
		}
		b.Run("page "+text, func(b *testing.B) {
			n := 0
			for b.Loop() {
				list, err := ListRuns(b.Context(), a, Page{Query: q, Limit: 40}, nil)
				if err != nil {
					b.Fatal(err)
				}
				n = len(list.Runs)
			}
			b.ReportMetric(float64(n), "runs")
		})
	}
	b.Run("one", func(b *testing.B) {
		for b.Loop() {
			if list, err := a.Run(b.Context(), 77); err != nil || len(list) == 0 {
				b.Fatal(err)
			}
		}
	})
}
