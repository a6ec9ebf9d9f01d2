package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestAFlagThatMeansOneThingIsRefusedTwice: the value before would be dropped without a word.
func TestAFlagThatMeansOneThingIsRefusedTwice(t *testing.T) {
	for line, flag := range map[string]string{
		"send -m sim/writer -m sim/coder -p hi":       "--model",
		"-m sim/writer send --model sim/coder -p hi":  "--model",
		"send -p hi --timeout 1s --timeout=2s":        "--timeout",
		"rerank -m sim/bm25 -q a --top-n 1 --top-n 2": "--top-n",
		"rerank -m sim/bm25 -q a --field x --field y": "--field",
		"history list -n 1 -n 2":                      "--limit",
		"validate --as responses --as rerank":         "--as",
		"export last --as json -o a.json -o b.json":   "--output",
		"send -p hi --json --json=false":              "--json",
		"--config a.toml --config b.toml send -p hi":  "--config",
	} {
		program(t, "{}", strings.Fields(line)...).wants(t, exitUsage, flag+" is given twice")
	}
	program(t, "", "send", "-m", "sim/writer", "-m", "sim/writer", "-p", "hi").wants(t, exitOK) // nothing is dropped
	program(t, "", "send", "-m", "sim/writer", "-p", "hi", "-p", "").wants(t, exitUsage, "--prompt is empty")
}

// TestEveryPromptIsAMessage, one after the other.
func TestEveryPromptIsAMessage(t *testing.T) {
	var got string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	message := func(text string) string { return `{"type":"message","role":"user","content":"` + text + `"}` }
	for _, c := range []struct{ file, want string }{
		{"", `[` + message("A") + `,` + message("B") + `]`},
		{`{"input":"first"}`, `[` + message("first") + `,` + message("A") + `,` + message("B") + `]`},
		{`[{"role":"user","content":"first"}]`, `[{"role":"user","content":"first"},` + message("A") + `,` + message("B") + `]`},
	} {
		program(t, c.file, "send", "--base-url", base, "--no-stream", "-p", "A", "-p", "B").wants(t, exitOK)
		var sent struct{ Input json.RawMessage }
		if err := json.Unmarshal([]byte(got), &sent); err != nil || string(sent.Input) != c.want {
			t.Errorf("%q: %v sent %s, want %s", c.file, err, sent.Input, c.want)
		}
	}
}

// rankedQueries is what rerank --json prints of several queries.
type rankedQueries struct {
	Queries []struct {
		Query string
		Runs  []struct {
			Status  string
			Results []struct{ Index int }
			Asked   struct{ Model string }
			Figures *struct{ NDCG *float64 }
		}
		Agreement []json.RawMessage
	}
}

func rankedJSON(t *testing.T, stdin string, args ...string) rankedQueries {
	t.Helper()
	r := program(t, stdin, append([]string{"rerank", "--json"}, args...)...)
	r.wants(t, exitOK)
	var all rankedQueries
	if err := json.Unmarshal([]byte(r.stdout), &all); err != nil {
		t.Fatalf("%v in %s", err, r.stdout)
	}
	return all
}

// TestEveryQueryIsRanked: of documents and of a request, by one model and by several.
func TestEveryQueryIsRanked(t *testing.T) {
	const request = `{"model":"sim/bm25","query":"nothing","documents":["rotate a key","billing","audit log"]}`
	for name, c := range map[string]struct {
		stdin string
		args  []string
		runs  int
	}{
		"lines":                 {"rotate a key\nbilling\naudit log", []string{"-m", "sim/bm25"}, 1},
		"lines, two models":     {"rotate a key\nbilling\naudit log", []string{"-m", "sim/bm25", "-m", "sim/trigram"}, 2},
		"a request":             {request, nil, 1},
		"a request, two models": {request, []string{"-m", "sim/bm25", "-m", "sim/trigram"}, 2},
	} {
		all := rankedJSON(t, c.stdin, append(c.args, "-q", "billing", "-q", "audit log")...)
		if len(all.Queries) != 2 || all.Queries[0].Query != "billing" || all.Queries[1].Query != "audit log" {
			t.Errorf("%s: %+v", name, all)
			continue
		}
		for i, q := range all.Queries {
			if len(q.Runs) != c.runs || len(q.Agreement) != c.runs-1 || q.Runs[0].Results[0].Index != i+1 || q.Runs[0].Figures != nil {
				t.Errorf("%s: %+v", name, q)
			}
		}
	}
	r := program(t, "rotate a key\nbilling", "rerank", "-m", "sim/bm25", "-q", "billing", "-q", "rotate")
	r.wants(t, exitOK)
	if got := r.stdout; !strings.HasPrefix(got, "query: billing\nrank") || !strings.Contains(got, "\n\nquery: rotate\nrank") || strings.Contains(got, "nDCG") {
		t.Error(got)
	}
}

// TestASavedSetRunsAllItsQueries, and its marks say how good each ranking is.
func TestASavedSetRunsAllItsQueries(t *testing.T) {
	set := `{"kind":"` + string(setKind(t)) + `","documents":["rotate a key","billing","audit log"],"models":[{"model":"sim/bm25"},{"model":"sim/trigram"}],
		"queries":[{"query":"rotate","marks":{"0":3,"1":0}},{"query":"billing","marks":{"0":2}},"audit"]}`
	ndcg := func(all rankedQueries) (figures []float64) {
		for _, q := range all.Queries {
			for _, run := range q.Runs {
				if run.Figures != nil {
					figures = append(figures, *run.Figures.NDCG)
				}
			}
		}
		return figures
	}
	all := rankedJSON(t, set)
	if f := ndcg(all); len(all.Queries) != 3 || len(f) != 4 || f[0] != 1 || f[1] != 1 || f[2] >= 1 || all.Queries[2].Runs[0].Figures != nil {
		t.Errorf("%d queries, nDCG %v", len(all.Queries), f)
	}
	if all := rankedJSON(t, set, "-q", "billing", "-q", " rotate ", "-q", "new"); len(all.Queries) != 3 || len(ndcg(all)) != 4 || all.Queries[2].Runs[0].Figures != nil {
		t.Errorf("%+v", all)
	}
	r := program(t, set, "rerank", "-q", "rotate")
	r.wants(t, exitOK)
	if !strings.Contains(r.stdout, "BY YOUR MARKS  2 of 3 marked\n         nDCG@10     RR     AP\nbm25       1.000  1.000  1.000\n") || strings.Contains(r.stdout, "query:") {
		t.Error(r.stdout)
	}
	r = program(t, set, "rerank", "--json", "-m", "sim/bm25", "-q", "rotate")
	if r.wants(t, exitOK); !strings.Contains(r.stdout, `"figures":{"k":10,"ndcg":1,`) {
		t.Error(r.stdout)
	}
	if r = program(t, set, "rerank"); strings.Count(r.stdout, "query: ") != 3 || strings.Count(r.stdout, "BY YOUR MARKS") != 2 || !strings.Contains(r.stdout, "OVER ALL QUERIES  3 queries\n") {
		t.Error(r.stdout)
	}
}
