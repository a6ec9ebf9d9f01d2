package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gatehouse/state/rank/dataset"
)

const notes = "Rotating keys\nBilling and invoices\nKey scopes: rotate one\r\n\nAudit log of keys\n"

func TestRerankPrintsARankedTable(t *testing.T) {
	r := program(t, notes, "rerank", "-m", "sim/position", "--query", "rotate a key", "--top-n", "3")
	r.wants(t, exitOK)
	const want = `rank   score  text
   1  1.0000  Rotating keys
   2  0.7500  Billing and invoices
   3  0.5000  Key scopes: rotate one
`
	if r.stdout != want || r.stderr != "" {
		t.Errorf("%s%s", r.stdout, r.stderr)
	}
}

func TestRerankDoesNotCutALongDocument(t *testing.T) {
	long := strings.Repeat("rotating keys ", 100<<10/14) + "end"
	r := program(t, long+"\nBilling\n", "rerank", "-m", "sim/position", "--query", "rotate a key")
	r.wants(t, exitOK)
	want := "rank   score  text\n   1  1.0000  " + long + "\n   2  0.5000  Billing\n"
	if r.stdout != want || r.stderr != "" {
		t.Errorf("%d bytes of %d: %.80q … %s", len(r.stdout), len(want), r.stdout, r.stderr)
	}
}

func TestRerankComparesModels(t *testing.T) {
	r := program(t, notes, "rerank", "-m", "sim/bm25", "-m", "sim/trigram", "-m", "fault/500", "--query", "rotate a key")
	r.wants(t, exitFailed, "fault/500: failed: ")
	const want = `sim/bm25 rank    score  sim/trigram rank   score  text
            1  2.2002                  1  0.4583  Key scopes: rotate one
            2  0.0000=                 2  0.4211  Rotating keys
            3  0.0000=                 4  0.0303  Billing and invoices
            4  0.0000=                 3  0.1481  Audit log of keys

AGREEMENT  sim/bm25 · sim/trigram
Kendall's tau-b   0.707  3 of 6 pairs of documents in the same order
Spearman's rho    0.775  as tau-b, but long moves count more
RBO, p 0.9        0.973  first places count most; 1 equal, 0 nothing shared
overlap@4        4 of 4  among the first 4 of both
`
	if r.stdout != want {
		t.Errorf("%s", r.stdout)
	}
}

// rerankedJSON is one object of rerank --json.
type rerankedJSON struct {
	Status          string
	HTTP            int `json:"http_status"`
	Model, Provider *string
	Results         []struct {
		Index    *int
		Score    *float64 `json:"relevance_score"`
		Document json.RawMessage
	}
	Response json.RawMessage
	Error    *struct{ Code any }
	Usage    json.RawMessage
	Warnings []struct{ Code, Message string }
	Timing   map[string]*float64
	Asked    json.RawMessage
}

// decodeReranked reads one object, and checks that every key is there in the
// contract's order.
func decodeReranked(t *testing.T, out string) (p rerankedJSON) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), &p); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	if got := keys(t, out); got != "status http_status model provider results response error usage warnings timing asked" {
		t.Errorf("keys %s", got)
	}
	return p
}

func (p rerankedJSON) results() string {
	var words []string
	for _, r := range p.Results {
		index, score := "null", "null"
		if r.Index != nil {
			index = fmt.Sprint(*r.Index)
		}
		if r.Score != nil {
			score = fmt.Sprint(*r.Score)
		}
		words = append(words, index+" "+score+" "+string(r.Document))
	}
	return strings.Join(words, "; ")
}

func TestRerankJSON(t *testing.T) {
	r := program(t, `{"model":"sim/position","query":"q","documents":["a",{"text":"b"}]}`, "rerank", "--json")
	r.wants(t, exitOK)
	p := decodeReranked(t, r.stdout)
	if p.Status != "completed" || p.HTTP != 200 || *p.Model != "sim/position" || *p.Provider != "Local" || p.Error != nil || len(p.Warnings) != 0 {
		t.Errorf("%s", r.stdout)
	}
	if got := p.results(); got != `0 1 {"text":"a"}; 1 0.5 {"text":"b"}` {
		t.Error(got)
	}
	if !strings.HasPrefix(string(p.Response), `{"id":"gen-rerank-`) || p.Timing["total_ms"] == nil || p.Timing["ttft_ms"] != nil {
		t.Errorf("%s", r.stdout)
	}
}

func TestRerankJSONOfSeveral(t *testing.T) {
	r := program(t, notes, "rerank", "--json", "--query", "q", "--top-n", "9", "-m", "fault/500", "-m", "sim/bm25")
	r.wants(t, exitFailed)
	var all struct{ Runs []json.RawMessage }
	if err := json.Unmarshal([]byte(r.stdout), &all); err != nil || len(all.Runs) != 2 {
		t.Fatalf("%v in %s", err, r.stdout)
	}
	if a := decodeReranked(t, string(all.Runs[0])); a.Status != "failed" || a.HTTP != 500 || a.Model != nil || a.Results != nil {
		t.Errorf("%+v", a)
	} else if string(a.Asked) != `{"model":"fault/500","top_n":9}` {
		t.Errorf("a failed run cannot be told: asked %s", a.Asked)
	}
	if b := decodeReranked(t, string(all.Runs[1])); b.Status != "completed" || len(b.Results) != 4 {
		t.Errorf("%+v", b)
	}
}

// TestRerankOddShapes answers with what neighbours answer, and with what breaks
// the document's promises.
func TestRerankOddShapes(t *testing.T) {
	for name, c := range map[string]struct {
		answer  string
		code    int
		results string
		warned  string
	}{
		"no model, no documents": {`{"id":"x","results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.1}],"meta":{"billed_units":{"search_units":1}}}`,
			exitOK, `1 0.9 {"text":"b"}; 0 0.1 {"text":"a"}`, ""},
		"a bare array, unsorted": {`[{"index":0,"score":0.1},{"index":1,"score":0.90}]`,
			exitOK, `1 0.9 {"text":"b"}; 0 0.1 {"text":"a"}`, "unsorted"},
		"documents as strings": {`{"results":[{"index":0,"relevance_score":2,"document":"A"},{"index":1,"relevance_score":1,"document":{"text":"B","image":"i"}}]}`,
			exitOK, `0 2 {"text":"A"}; 1 1 {"text":"B","image":"i"}`, "another text than the request's document at that index (index 0, 1)"},
		"twice and outside": {`{"results":[{"index":1,"relevance_score":3},{"index":1,"relevance_score":2},{"index":7,"relevance_score":1},{"relevance_score":0}]}`,
			exitOK, `1 3 {"text":"b"}; 1 2 {"text":"b"}; 7 1 null; null 0 null`, "were not returned"},
		"no scores":     {`{"results":[{"index":1},{"index":0}]}`, exitOK, `1 null {"text":"b"}; 0 null {"text":"a"}`, "without a score"},
		"no results":    {`{"results":[]}`, exitOK, "", "2 of 2 documents"},
		"another thing": {`{"object":"response","status":"completed","output":[]}`, exitFailed, "", ""},
		"an error":      {`{"error":{"code":500,"message":"boom"}}`, exitFailed, "", ""},
		"half":          {`{"results":[{"index":0,`, exitFailed, "", "before its end"},
		"a page":        {`<html>hello`, exitFailed, "", "Content-Type"},
	} {
		t.Run(name, func(t *testing.T) {
			base := answering(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/rerank" {
					t.Errorf("asked %s", r.URL.Path)
				}
				media := "application/json"
				if c.answer[0] == '<' {
					media = "text/html"
				}
				w.Header().Set("Content-Type", media)
				io.WriteString(w, c.answer)
			})
			const body = `{"model":"m/x","query":"q","documents":["a",{"text":"b"}]}`
			r := program(t, body, "rerank", "--json", "--base-url", base)
			r.wants(t, c.code)
			p := decodeReranked(t, r.stdout)
			if p.results() != c.results {
				t.Errorf("%s\nwant %s", p.results(), c.results)
			}
			if warned := fmt.Sprint(p.Warnings); !strings.Contains(warned, c.warned) || c.warned == "" && len(p.Warnings) > 0 {
				t.Errorf("warnings %s", warned)
			}
			if plain := program(t, body, "rerank", "--base-url", base); c.warned != "" {
				plain.wants(t, c.code, "warning", c.warned)
			}
		})
	}
}

// TestRerankSendsWhatWasAsked compares what a server received to the byte.
func TestRerankSendsWhatWasAsked(t *testing.T) {
	var mu sync.Mutex
	var got []string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		got = append(got, string(body)+r.Header.Get("X-Extra"))
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `[]`)
	})
	const odd = "{ \"unknown\" : 1.50,\n\t\"query\":\"\\u0068i\", \"documents\":[\"a\"],\"model\":\"m/x\" }"
	model, err := dataset.NewModel("m/x").With("top_n", []byte("4"))
	if err != nil {
		t.Fatal(err)
	}
	set, err := dataset.Set{}.WithQueryText(0, "q").WithDocuments(dataset.TextDocument("a")).WithModel(0, model).JSON()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file string
		args []string
		want string
	}{
		"as it stands": {"\n" + odd + " \r\n", nil, odd},
		"flags":        {odd, []string{"--query", "<ä>", "--top-n", "2"}, strings.Replace(odd[:len(odd)-1], `"\u0068i"`, `"<ä>"`, 1) + `,"top_n":2}`},
		"lines":        {"a\n\nb", []string{"-m", "m/x", "-q", "q"}, "{\n  \"model\": \"m/x\",\n  \"query\": \"q\",\n  \"documents\": [\n    \"a\",\n    \"b\"\n  ]\n}"},
		"a list":       {`["a", {"text":"b"}]`, []string{"-m", "m/x", "-q", "q"}, "{\n  \"model\": \"m/x\",\n  \"query\": \"q\",\n  \"documents\": [\n    \"a\",\n    {\n      \"text\": \"b\"\n    }\n  ]\n}"},
		"a set":        {string(set), nil, "{\n  \"model\": \"m/x\",\n  \"query\": \"q\",\n  \"documents\": [\n    \"a\"\n  ],\n  \"top_n\": 4\n}"},
		"a header":     {odd, []string{"--header", "X-Extra: e"}, odd + "e"},
		"by force":     {`{"query":`, []string{"--force"}, `{"query":`},
	} {
		got = nil
		program(t, c.file, append([]string{"rerank", "--json", "--base-url", base}, c.args...)...).wants(t, exitOK)
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: sent %q\nwant %q", name, got, c.want)
		}
	}
}

func TestRerankRefusesBeforeItSends(t *testing.T) {
	base := answering(t, func(http.ResponseWriter, *http.Request) { t.Error("it was sent") })
	for name, c := range map[string]struct {
		stdin string
		args  []string
		words []string
	}{
		"nothing":       {" \n", []string{"-m", "m/x", "-q", "q"}, []string{"no documents"}},
		"no model":      {"a", []string{"-q", "q"}, []string{"--model"}},
		"no query":      {"a", []string{"-m", "m/x"}, []string{"--query"}},
		"empty query":   {"a", []string{"-m", "m/x", "-q", ""}, []string{"--query is empty"}},
		"binary":        {"a\x00b", []string{"-m", "m/x", "-q", "q"}, []string{"zero byte at offset 1"}},
		"top_n":         {"a", []string{"-m", "m/x", "-m", "m/y", "-q", "q", "--top-n", "0"}, []string{"top_n: ", "--force"}},
		"faults":        {`{"model":7,"documents":[]}`, nil, []string{"model: ", "documents: ", "query: "}},
		"broken":        {"{\n\"query\" }", nil, []string{"line 2", "--force"}},
		"flag on it":    {"{\n\"query\" }", []string{"-m", "m/x"}, []string{"not a JSON object"}},
		"times":         {"a", []string{"--timeout", "-1s"}, []string{"--timeout"}},
		"authorization": {"a", []string{"--header", "Authorization: x"}, []string{"--header"}},
		"no such file":  {"", []string{"/nowhere/at/all"}, []string{"no such file"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := program(t, c.stdin, append([]string{"rerank", "--base-url", base}, c.args...)...)
			r.wants(t, exitUsage, c.words...)
			if r.stdout != "" || name == "top_n" && strings.Count(r.stderr, "top_n") != 1 {
				t.Errorf("stdout %q, stderr %q", r.stdout, r.stderr)
			}
		})
	}
}

func TestRerankOverTheLimitIsTheGatewaysFailure(t *testing.T) {
	r := program(t, strings.Repeat(strings.Repeat("text ", 1<<10)+"\n", 1<<13), "rerank", "-m", "sim/bm25", "-q", "q")
	r.wants(t, exitFailed, "request too large (413)", "fewer or shorter documents")
	if r.stdout != "" {
		t.Errorf("%.100q", r.stdout)
	}
}

func TestRerankTimeouts(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"results":[`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	for _, flag := range []string{"--timeout", "--idle-timeout"} {
		r := timingOut(t, flag, "a", "rerank", "-m", "m/x", "-q", "q", "--base-url", base)
		r.wants(t, exitFailed, "truncated")
	}
}

// timingOut runs the program with a time in which the head of an answer arrives, however
// busy the machine is, and the rest does not.
func timingOut(t *testing.T, flag, stdin string, args ...string) ran {
	t.Helper()
	for limit := 50 * time.Millisecond; ; limit *= 2 {
		r := program(t, stdin, append(args, flag, limit.String())...)
		if limit > time.Minute || !strings.Contains(r.stderr, "response timeout") {
			return r
		}
	}
}

func TestSignalPrintsTheObjectOfARerank(t *testing.T) {
	hangs := make(chan struct{}, 1)
	base := answering(t, func(_ http.ResponseWriter, r *http.Request) {
		hangs <- struct{}{}
		<-r.Context().Done()
	})
	cmd, stdout, stderr := child(t, "a\n", "rerank", "-q", "q", "-m", "m/hangs", "--base-url", base, "--json")
	<-hangs
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	out, _ := io.ReadAll(stdout)
	_ = cmd.Wait()
	p := decodeReranked(t, string(out))
	if cmd.ProcessState.ExitCode() != 130 || p.Status != "cancelled" || p.Error == nil || p.Error.Code != "cancelled" {
		t.Errorf("exit code %d, %s%s", cmd.ProcessState.ExitCode(), out, stderr)
	}
}

func TestRerankToAClosedStdoutEndsQuietly(t *testing.T) {
	var stderr strings.Builder
	code := run(t.Context(), []string{"rerank", "-m", "sim/bm25", "-q", "q"}, host{
		stdin: strings.NewReader("a"), stdout: &closing{writes: 1}, stderr: &stderr, getenv: func(string) string { return "" },
	})
	if code != exitSignal+int(syscall.SIGPIPE) || stderr.String() != "" {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
}

// TestRerankTableIsSafe: what a document holds cannot break or command the
// table.
func TestRerankTableIsSafe(t *testing.T) {
	r := program(t, `{"model":"sim/position","query":"q","documents":["a\u001b[31m\nb\u202e",{"image":"https://x/y.png"},"日本"]}`, "rerank")
	r.wants(t, exitOK)
	if strings.Count(r.stdout, "\n") != 4 || strings.ContainsAny(r.stdout, "\x1b\u202e") || !strings.Contains(r.stdout, "image https://x/y.png") {
		t.Errorf("%q", r.stdout)
	}
}
