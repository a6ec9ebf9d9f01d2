package history

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// passed are exchanges of a program that used the proxy, and one of ours.
func passed() []history.Entry {
	of := func(kind state.Kind, method, path, words string, status int) history.Entry {
		e := history.Entry{
			About: history.About{Origin: history.Proxy, Kind: kind}, Request: history.Request{Method: method, Path: path, Caller: "127.0.0.1 agent/1"},
			Asked: "gpt-x", Verdict: state.Completed, Status: status, TTFTUS: 100_000, TotalUS: 400_000, LastedUS: 400_000, Cost: -1,
			Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: 34, usage.Output: 212}}, Words: words,
		}
		if status >= 400 {
			e.Verdict, e.Tokens = state.Failed, figures.Tokens{Counts: usage.Counts{usage.Input: -1, usage.Output: -1}}
		}
		return e
	}
	unanswered := of(state.Other, "GET", "/v1/models", "", 502)
	unanswered.ByProxy, unanswered.Asked, unanswered.TTFTUS = true, "", -1
	ours := of(state.Responses, "POST", "/api/v1/responses", "asked here", 200)
	ours.Origin, ours.Caller = history.Playground, ""
	all := []history.Entry{
		of(state.Chat, "POST", "/api/v1/chat/completions", "How is the weather?", 200),
		of(state.Other, "POST", "/v1/embeddings", "a text", 200),
		unanswered,
		of(state.Other, "DELETE", "/v1/a\x1b[31mb", "", 404),
		of(state.Responses, "POST", "/v1/responses", "", 200),
		ours,
	}
	for i := range all {
		all[i].Key, all[i].ID, all[i].Start = int64(len(all)-i), string(rune('a'+i)), now.Add(-time.Duration(i)*time.Minute)
	}
	return all
}

// TestRequestsOfOtherProgramsAreNamed: in a column if it fits, else before the words; and without an
// answer, what the program got.
func TestRequestsOfOtherProgramsAreNamed(t *testing.T) {
	viewstest.Sizes(t, "passed", func(width, height int) views.Pane {
		styles := themes.Dark()
		l := NewList(&styles, views.NewKeys(views.DefaultCommands()), views.History, views.ActOpenRow, views.ActFind)
		l.SetEntries(passed(), true, now)
		l.SetSize(width, height)
		return l
	}, viewstest.Screen)
}

func TestAPathIsCutFromItsBeginning(t *testing.T) {
	for request, want := range map[string]string{
		"GET /v1/models":                     "GET /v1/models",
		"POST /api/v1/chat/completions":      "POST …/v1/chat/completions",
		"WS /api/v1/deployments/responses":   "WS …/deployments/responses",
		"WS connection /api/v1/responses":    "WS connection …/responses",
		"WS connection /v1/realtime-answers": "WS connection",
		"GET /v1/a-very-long-name-of-a-job":  "GET …ry-long-name-of-a-job",
	} {
		if got := cutRequest(request, 26); got != want || text.Width(got) > 26 {
			t.Errorf("%q, want %q", got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		request := rapid.StringOf(rapid.RuneFrom([]rune("a /長é"))).Draw(t, "request")
		cells := rapid.IntRange(0, 20).Draw(t, "cells")
		if got := Draw(&history.Column{Cell: history.Cell{Cut: history.AtPath}}, request, cells); text.Width(got) != cells {
			t.Errorf("%q in %d cells is %q", request, cells, got)
		}
	})
}

// TestRequestIsCutAtTheFirstSlashThatFits: what is measured segment by segment is
// what measuring the path from each slash finds.
func TestRequestIsCutAtTheFirstSlashThatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.StringOfN(rapid.SampledFrom([]rune("/ab界é\u0301👩")), 0, 40, -1).Draw(t, "path")
		cells := rapid.IntRange(1, 30).Draw(t, "cells")
		want := ""
		for at, r := range path {
			if at > 0 && r == '/' && text.Width(path[at:]) <= cells {
				want = path[at:]
				break
			}
		}
		if got := lastSegments(path, cells); got != want {
			t.Fatalf("%q in %d cells is %q, want %q", path, cells, got, want)
		}
	})
}

// BenchmarkCutRequest is a row of a path that is nothing but slashes.
func BenchmarkCutRequest(b *testing.B) {
	request := "GET " + strings.Repeat("/", 1024)
	for b.Loop() {
		cutRequest(request, 26)
	}
}
