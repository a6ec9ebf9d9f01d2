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
	} {
		args := append([]string{"rerank", "-m", "sim/position", "-q", "key", "--field", "text"}, c.args...)
		r := program(t, c.stdin, args...)
		r.wants(t, exitOK)
		if !strings.HasSuffix(r.stdout, "first key\n   2  0.5000  second\n") || r.stderr != "" {
			t.Errorf("%s:\n%s%s", name, r.stdout, r.stderr)
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
