package lint_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/state/dialect/lint"
)

var update = flag.Bool("update", false, "write the table of docs/lint.md")

// TestRulesPage wants the table of docs/lint.md to be the program's.
func TestRulesPage(t *testing.T) {
	path := filepath.Join("..", "..", "..", "docs", "lint.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- rules -->\n", "<!-- /rules -->"
	before, rest, _ := strings.Cut(string(page), begin)
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no place for the rules", path)
	}
	var b strings.Builder
	b.WriteString(before + begin + "| Rule | Level | Answers | What is wrong |\n|---|---|---|---|\n")
	for _, r := range lint.Rules() {
		var of []string
		for _, api := range r.APIs {
			of = append(of, api.String())
		}
		if of == nil {
			of = []string{"all"}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.ID, r.Level, strings.Join(of, ", "), r.What)
	}
	b.WriteString(end + after)
	switch {
	case b.String() == string(page):
	case *update:
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the table of docs/lint.md is not the program's; go test ./state/lint -update writes it")
	}
}
