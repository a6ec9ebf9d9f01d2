package rerank_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/views"
)

func TestOneModelFailsAloneAndTheOthersStand(t *testing.T) {
	local := func(o *app.Options) { // as it is outside a test
		o.Connection.Connect = func(context.Context) (string, string, error) { return "http://127.0.0.1:8080/api/v1", "test-key", nil }
	}
	apptest.Run(t, 160, 45, local, func(d *apptest.Driver) {
		d.Press("f5", "e", "x", "+")
		d.Choose("fault/500")
		d.Press("alt+g")
		d.WaitRanked()
		d.Shows("sim/trigram ✓")
		d.Shows("fault/500 ✗")
		d.Shows("(500)")
		row := d.Reranker().Table().Columns
		if why := row[2].Failure; !strings.Contains(why, "Try: fault/500 fails on purpose: choose another model") || strings.Contains(why, "again") {
			t.Errorf("a repeat would fail as it did, and it says %s", why)
		}
		if row[2].Verdict != state.Failed || row[0].Verdict != state.Completed {
			t.Errorf("verdicts %s and %s", row[0].Verdict, row[2].Verdict)
		}
		d.Press("i")
		d.Shows("500")
		if d.Focus().Screen() != "inspect" || d.Look().Exchange() != d.Reranker().Exchange(2) {
			t.Error("the inspector does not show the run")
		}
	})
}

func TestTheGatewaysLimitIsShownAsItsFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.RunAgainst(t, gateway.New(gateway.WithKeys("test-key"), gateway.WithMaxBody(1000)), 120, 35, nil, func(d *apptest.Driver) {
		d.Press("f5", "e", "alt+g")
		d.WaitRanked()
		d.Shows("(413)")
		if got := d.Reranker().Exchange(0).State.Head.Status; got != 413 {
			t.Errorf("status %d", got)
		}
	})
}

// reranker is a service that answers each rerank request by its model.
func reranker(answer func(w http.ResponseWriter, model string)) http.Handler {
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v1/models", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"data":[]}`) })
	server.HandleFunc("POST /api/v1/rerank", func(w http.ResponseWriter, r *http.Request) {
		var request struct{ Model string }
		json.NewDecoder(r.Body).Decode(&request)
		w.Header().Set("Content-Type", "application/json")
		answer(w, request.Model)
	})
	return server
}

// Every shape of a rerank answer is joined by index, and what is odd about it is
// reported.
func TestOddAnswersAreShownAsWhatTheyAre(t *testing.T) {
	answers := map[string]string{
		"odd/unsorted":  `{"results":[{"index":0,"relevance_score":0.1},{"index":2,"relevance_score":0.9},{"index":1,"relevance_score":0.5}]}`,
		"odd/duplicate": `{"results":[{"index":1,"relevance_score":0.9},{"index":1,"relevance_score":0.8},{"index":7,"relevance_score":0.7}]}`,
		"odd/bare":      `[{"index":2,"score":0.9},{"index":0,"score":0.5},{"index":1,"score":0.1}]`,
		"odd/none":      `{"hello":"world"}`,
	}
	apptest.RunAgainst(t, reranker(func(w http.ResponseWriter, model string) { io.WriteString(w, answers[model]) }), 160, 45, nil, func(d *apptest.Driver) {
		d.Press("f5")
		d.Do(views.SetQuery{Text: "q"})
		d.Do(views.AddDocuments{Text: "zero\none\ntwo"})
		for _, slug := range []string{"odd/unsorted", "odd/duplicate", "odd/bare", "odd/none"} {
			d.Do(views.AddReranker{Slug: slug})
		}
		d.Press("alt+g")
		d.WaitRanked()
		row := d.Reranker().Table().Columns
		for i, want := range []string{"[2 1 0]", "[1]", "[2 0 1]"} {
			if got := fmt.Sprint(row[i].Order.Docs); got != want {
				t.Errorf("%s: %s, want %s", row[i].Asked.Slug, got, want)
			}
		}
		if row[3].Order.Len() != 0 || row[3].Verdict != state.Failed {
			t.Errorf("what is no ranking is %s", row[3].Verdict)
		}
		d.Shows("⚠ 1")
		d.Press("tab", "=")
		d.Shows("⚠ the results are unsorted")
		d.Press("G")
		d.Shows("index 7")
	})
}

// What is odd about an answer is described on the screen, whatever its shape, and
// what is not there is not made up.
func TestOddShapesAreSeen(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		shows  []string
	}{
		"missing": {`{"results":[{"index":1,"relevance_score":0.4}]}`, []string{"2 of 3 documents were not returned", "⚠ 1", "–"}},
		"without an index": {`{"results":[{"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`,
			[]string{"results without an index (in the", "⚠ 2"}},
		"without a score": {`{"results":[{"index":2},{"index":0},{"index":1}]}`, []string{"results without a score (index 2, 0,", "the order of the list"}},
		"of a neighbour": {`{"id":"n1","results":[{"index":2,"relevance_score":0.9},{"index":0,"relevance_score":0.5},{"index":1,"relevance_score":0.1}],"meta":{"billed_units":{"search_units":1}}}`,
			[]string{"1 unit", "n1", "0.900"}},
		"more than there are": {`{"results":[{"index":0,"relevance_score":0.9},{"index":9,"relevance_score":0.5},{"index":-1,"relevance_score":0.1}]}`,
			[]string{"does not have (index 9, -"}},
		"another text": {`{"results":[{"index":0,"relevance_score":0.9,"document":{"text":"it is none of them"}},{"index":1,"relevance_score":0.5},{"index":2,"relevance_score":0.1}]}`,
			[]string{"with another text than", "⚠ 1"}},
		"no number":  {`{"results":[{"index":"0","relevance_score":"high"},{"index":1,"relevance_score":0.2},{"index":2,"relevance_score":0.1}]}`, []string{"⚠"}},
		"no list":    {`{"results":{"0":0.5}}`, []string{"no rerank result", "✗"}},
		"an error":   {`{"error":{"code":400,"message":"too many \u001b[31mdocuments"}}`, []string{"too many", "✗"}},
		"no JSON":    {`<html>`, []string{"✗"}},
		"an empty":   {``, []string{"✂", "empty response"}},
		"an evil id": {`{"id":"gen\u001b[2J\u202e","provider":"a\nb","results":[{"index":0,"relevance_score":1}]}`, []string{"2 of 3 documents", "1.000"}},
	} {
		t.Run(name, func(t *testing.T) {
			apptest.RunAgainst(t, reranker(func(w http.ResponseWriter, _ string) { io.WriteString(w, c.answer) }), 160, 45, nil, func(d *apptest.Driver) {
				d.Press("f5")
				d.RerankSet("odd/shape")
				d.Rank()
				d.CheckScreen(160, 45)
				for _, want := range c.shows {
					d.Shows(want)
				}
			})
		})
	}
}

// TestTheTableShowsEverythingWithoutColours: what a background says with colours
// is there without any.
func TestTheTableShowsEverythingWithoutColours(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Send(tea.ColorProfileMsg{Profile: 2}) // ASCII, as with NO_COLOR
		d.Press("e", "alt+g")
		d.WaitRanked()
		d.Press("home")
		var reversed, underlined bool
		for _, sgr := range regexp.MustCompile(`\x1b\[([0-9;:]*)m`).FindAllStringSubmatch(d.View().Content, -1) {
			parts := strings.Split(sgr[1], ";")
			reversed = reversed || slices.Contains(parts, "7")
			underlined = underlined || slices.Contains(parts, "4")
		}
		if !reversed || !underlined {
			t.Errorf("a row is marked: %t, a bar drawn: %t", reversed, underlined)
		}
	})
}

// TestManyRequestsWaitAsTheServiceAsks: a 429 with Retry-After is sent again after the wait.
func TestManyRequestsWaitAsTheServiceAsks(t *testing.T) {
	refused := false
	apptest.RunAgainst(t, reranker(func(w http.ResponseWriter, _ string) {
		if !refused {
			refused = true
			w.Header().Set("Retry-After", "3")
			w.WriteHeader(http.StatusTooManyRequests)
			io.WriteString(w, `{"error":{"code":429,"message":"not now"}}`)
			return
		}
		io.WriteString(w, `{"results":[{"index":0,"relevance_score":0.9}]}`)
	}), 160, 45, nil, func(d *apptest.Driver) {
		d.Press("f5")
		d.Do(views.SetQuery{Text: "q"})
		d.Do(views.AddDocuments{Text: "zero\none"})
		d.Do(views.AddReranker{Slug: "m/x"})
		d.Press("tab", "R")
		d.WaitFor("the refusal", func() bool { return refused })
		d.Sleep(4 * time.Second)
		d.WaitRanked()
		if row := d.Reranker().Table().Columns; !row[0].Ranked {
			t.Errorf("it is %s", row[0].Verdict)
		}
	})
}
