package team_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/archive/team/teamtest"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// initialized is an open store of a new database.
func initialized(t testing.TB) (*team.Store, string) {
	t.Helper()
	url := teamtest.Database(t)
	if _, err := team.Init(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	s, err := team.Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, url
}

var writer = team.Writer{By: "ann", Host: "desk", Program: "test", Source: "archive-of-ann"}

func put(t testing.TB, s *team.Store, w team.Writer, list []team.Shared) {
	t.Helper()
	for some := range slices.Chunk(list, 64) {
		if _, err := s.Put(t.Context(), w, some); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBothEnginesGiveTheSame has the same exchanges in an archive and in the database of a team, and
// asks both the same.
func TestBothEnginesGiveTheSame(t *testing.T) {
	s, _ := initialized(t)
	a := openArchive(t)
	began := time.Date(2026, 11, 3, 20, 0, 0, 0, time.Local)
	fill(t, a, rand.New(rand.NewPCG(1, 2)), 600, began)
	put(t, s, writer, shared(t, a))
	now := began.Add(4 * 24 * time.Hour)
	rapid.Check(t, func(r *rapid.T) {
		text := randomFilter(r)
		q, err := query.Parse(text, now)
		if err != nil {
			r.Fatalf("%s: %v", text, err)
		}
		sameLists(r, a, s, text, archive.Page{Query: q, Limit: rapid.SampledFrom([]int{-1, 1, 7, 100}).Draw(r, "limit")})
		sameFigures(r, a, s, text, q, rapid.SampledFrom(stats.Dimensions()).Draw(r, "by"))
	})
}

func randomFilter(r *rapid.T) string {
	from := func(list ...string) string { return rapid.SampledFrom(list).Draw(r, "part") }
	var terms []string
	for range rapid.IntRange(0, 4).Draw(r, "terms") {
		term := from("", "", "-")
		switch rapid.IntRange(0, 4).Draw(r, "kind") {
		case 0:
			term += from("rate", "limit", "lim*", `"rate limit"`, "rate-limit", "NAIVE", "strasse", "straße", "groß*", "beta42", "wea*", "nothing", `"limit rate"`, "x")
		case 1:
			term += from("model", "served", "provider", "verdict", "origin", "connection", "method", "caller", "reason", "session", "path") + from(":", ":=") +
				from("*", "completed", "failed", "borealis/*", "*small", "send", "WORK", "POST", "codex", "rate_limit", "s-*", "/v1", "A_b", "a%25c", "s-one")
			if strings.Contains(term, "verdict") || strings.Contains(term, "origin") {
				term = strings.Split(term, ":")[0] + ":" + from("*", "fail*", "send*", "*o*")
			}
		case 2:
			term += from("tokens", "cost", "ttft", "total", "lasted", "status", "lost") + from(">", "<", ">=", "<=", ":") + from("0", "1", "200", "404", "1000", "0.01", "2500")
		case 3:
			term += from("guardrail", "tool", "warning", "lint", "cache", "receipt") + from(":", ":=") + "*"
			term = strings.Replace(term, "tool:=*", "tool:=get_weather", 1)
			term = strings.Replace(term, "tool:*", "tool:"+from("*", "get*", "RUN_tests"), 1)
			term = strings.Replace(term, ":=*", ":*", 1)
		case 4:
			term += from("since:2d", "until:1d", "since:80h", "until:2026-11-05", "status:4xx", "since:2026-11-06T03:00", "verdict:blocked", "run:*")
		}
		if terms = append(terms, term); rapid.IntRange(0, 5).Draw(r, "or") == 0 {
			terms = append(terms, "or")
		}
	}
	return strings.TrimSuffix(strings.Join(terms, " "), " or")
}

// plain is an entry as both engines must give it. A team numbers the runs of all archives, and knows
// who shared it.
func plain(list []history.Entry) []history.Entry {
	list = slices.Clone(list)
	for i := range list {
		list[i].By, list[i].Host = "", ""
		if list[i].Run != 0 {
			list[i].Run = 1
		}
	}
	return list
}

func sameLists(t *rapid.T, a *archive.Archive, s *team.Store, text string, p archive.Page) {
	for {
		want, err := a.List(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.List(t.Context(), p)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if !slices.EqualFunc(plain(got), plain(want), func(x, y history.Entry) bool { return reflect.DeepEqual(x, y) }) {
			t.Fatalf("%q before %d: %s", text, p.Before, difference(plain(got), plain(want)))
		}
		if p.Limit < 0 || len(want) < p.Limit {
			break
		}
		if p.Before = want[len(want)-1].Key; p.Limit == 1 {
			break
		}
	}
	want, err := a.Totals(t.Context(), p.Query)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Totals(t.Context(), p.Query)
	if err != nil || got.Count != want.Count || got.Tokens != want.Tokens || math.Abs(got.Cost-want.Cost) > 1e-6 {
		t.Fatalf("%q: %+v, want %+v, %v", text, got, want, err)
	}
}

func difference(got, want []history.Entry) string {
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			return fmt.Sprintf("%d entries, want %d; without %+v", len(got), len(want), want[i])
		case i >= len(want):
			return fmt.Sprintf("%d entries, want %d; with %+v", len(got), len(want), got[i])
		case !reflect.DeepEqual(got[i], want[i]):
			return fmt.Sprintf("%+v\nwant\n%+v", got[i], want[i])
		}
	}
	return ""
}

func sameFigures(t *rapid.T, a *archive.Archive, s *team.Store, text string, q query.Query, by stats.Dimension) {
	want, err := a.Figures(t.Context(), q, by)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Figures(t.Context(), q, by)
	if err != nil {
		t.Fatalf("%q by %s: %v", text, by.Name, err)
	}
	table := func(x *stats.Exchanges) *stats.Table {
		made := stats.TableOf(x, nil, by, stats.Span{}, 20, time.Local)
		made.By = stats.Dimension{} // functions are never equal
		return made
	}
	if by.Name == "run" { // numbered in another way
		for i := range want.Names {
			want.Names[i] = "run"
		}
		for i := range got.Names {
			got.Names[i] = "run"
		}
		if want.Len() != got.Len() {
			t.Fatalf("%q: %d figures, want %d", text, got.Len(), want.Len())
		}
		return
	}
	if !reflect.DeepEqual(table(got), table(want)) {
		t.Fatalf("%q by %s:\n%+v\nwant\n%+v", text, by.Name, table(got), table(want))
	}
}
