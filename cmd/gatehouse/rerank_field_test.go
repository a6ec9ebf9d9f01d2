package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRerankTakesAColumn(t *testing.T) {
	const table, lines = "id,text\n1,first key\n2,second\n", `{"id":"a","text":"first key"}` + "\n" + `{"id":"b","text":"second"}` + "\n"
	csv := filepath.Join(t.TempDir(), "docs.csv")
	if err := os.WriteFile(csv, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		stdin string
		args  []string
	}{
		"CSV":                   {"", []string{csv}},
		"CSV of standard input": {table, nil},
		"JSONL":                 {lines, []string{"-"}},
		"JSONL with a model":    {strings.ReplaceAll(lines, `"id"`, `"model"`), nil},
	} {
		args := append([]string{"rerank", "-m", "sim/position", "-q", "key", "--field", "text"}, c.args...)
		r := program(t, c.stdin, args...)
		r.wants(t, exitOK)
		if !strings.HasSuffix(r.stdout, "first key\n   2  0.5000  second\n") || r.stderr != "" {
			t.Errorf("%s:\n%s%s", name, r.stdout, r.stderr)
		}
	}
	for _, one := range []string{`{"text":"first key"}`, `{"text":"first key","model":"b","query":"c"}` + "\n", `{"model":"a","text":{"words":"first key"}}`} {
		field := "text"
		if strings.Contains(one, "words") {
			field = "text.words"
		}
		r := program(t, one, "rerank", "-m", "sim/position", "-q", "key", "--field", field)
		r.wants(t, exitOK)
		if r.stdout != "rank   score  text\n   1  1.0000  first key\n" {
			t.Errorf("%s:\n%s%s", one, r.stdout, r.stderr)
		}
	}
	r := program(t, "", "rerank", "-m", "sim/position", "-q", "key", csv)
	r.wants(t, exitOK, "name it with --field: id, text")
	if !strings.Contains(r.stdout, "1,first key") {
		t.Errorf("without --field:\n%s", r.stdout)
	}
	program(t, "", "rerank", "-m", "sim/position", "-q", "key", "--field", "body", csv).wants(t, exitUsage, `no column "body"; it has id, text`)
	program(t, `{"query":"q","documents":["a"]}`, "rerank", "-m", "sim/position", "--field", "text").wants(t, exitUsage, "--field is for")
}

// TestRerankFieldSaysWhatTheObjectIs: what is neither a request nor a set is not
// called one.
func TestRerankFieldSaysWhatTheObjectIs(t *testing.T) {
	r := program(t, `{"data":[{"text":"a"}]}`, "rerank", "-m", "sim/position", "-q", "key", "--field", "text")
	r.wants(t, exitUsage, "no list of documents", "this object has data")
	if strings.Contains(r.stderr, "request or a set") {
		t.Error(r.stderr)
	}
	r = program(t, `{"documents":[{"body":"a"}]}`, "rerank", "-m", "sim/position", "-q", "key", "--field", "body")
	r.wants(t, exitOK)
}

func TestRerankTakesStructuredDocuments(t *testing.T) {
	r := program(t, "[\n {\"text\":\"one\"},\n {\"text\":\"two\",\"image\":\"https://x/y.png\"}\n]", "rerank", "-m", "sim/position", "-q", "key")
	r.wants(t, exitOK)
	if r.stdout != "rank   score  text\n   1  1.0000  one\n   2  0.5000  two\n" || r.stderr != "" {
		t.Errorf("%s%s", r.stdout, r.stderr)
	}
}

func TestRerankTakesAListOfStrings(t *testing.T) {
	for _, list := range []string{`["one", "two"]`, `["one", {"text": "two"}]`} {
		r := program(t, list, "rerank", "-m", "sim/position", "-q", "key")
		r.wants(t, exitOK)
		if r.stdout != "rank   score  text\n   1  1.0000  one\n   2  0.5000  two\n" || r.stderr != "" {
			t.Errorf("%s: %s%s", list, r.stdout, r.stderr)
		}
	}
}

func TestRerankMarksTies(t *testing.T) {
	r := program(t, "a\nb\nc\n", "rerank", "-m", "sim/bm25", "-m", "sim/position", "-q", "zzz")
	r.wants(t, exitOK)
	if strings.Count(r.stdout, "0.0000=") != 3 || strings.Contains(r.stdout, "1.0000=") || !strings.Contains(r.stdout, "no tau-b or rho: sim/bm25 gives all documents the same score\n") {
		t.Error(r.stdout)
	}
	r = program(t, "a\nb\nc\n", "rerank", "--json", "-m", "sim/bm25", "-m", "sim/position", "-m", "fault/500", "-q", "zzz")
	if !strings.HasSuffix(r.stdout, `"agreement":[{"a":"sim/bm25","b":"sim/position","tau_b":null,"rho":null,"rbo":1,"p":0.9,"overlap":3,"k":3,"in_both":3,"in_any":3}]}`+"\n") {
		t.Error(r.stdout)
	}
}

// Two lists without a document in common are no reversal of each other: the output has the number
// of documents that both returned.
func TestRerankCountsDocumentsReturnedByBoth(t *testing.T) {
	ask := []string{"rerank", "-m", "sim/bm25", "-m", "sim/position", "-q", "beta", "--top-n", "1"}
	r := program(t, "alpha\nbeta\n", ask...)
	if !strings.HasSuffix(r.stdout, "0 of 2\n") || !strings.Contains(r.stdout, "returned by both") {
		t.Error(r.stdout)
	}
	r = program(t, "alpha\nbeta\n", append(ask, "--json")...)
	if !strings.HasSuffix(r.stdout, `"tau_b":-1,"rho":-1,"rbo":0,"p":0.9,"overlap":0,"k":1,"in_both":0,"in_any":2}]}`+"\n") {
		t.Error(r.stdout)
	}
}

// TestABrokenRerankSpeaksOfNoStream: a rerank is one JSON object.
func TestABrokenRerankSpeaksOfNoStream(t *testing.T) {
	ask := []string{"rerank", "-q", "a", "-m"}
	for _, r := range []ran{
		program(t, "a\nb\n", append(ask, "fault/cut")...),
		timingOut(t, "--idle-timeout", "a\nb\n", append(ask, "fault/stall")...),
		timingOut(t, "--timeout", "a\nb\n", append(ask, "fault/stall")...),
	} {
		r.wants(t, exitFailed, "truncated")
		if strings.Contains(r.stderr, "final event") || strings.Contains(r.stderr, "stream") {
			t.Error(r.stderr)
		}
	}
}
