package state

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

// declaredCodes are all declared codes of warnings.
func declaredCodes(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "verdict.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(v.Names[0].Name, "Warn") {
			return true
		}
		if lit, ok := v.Values[0].(*ast.BasicLit); ok {
			if code, err := strconv.Unquote(lit.Value); err == nil {
				all = append(all, code)
			}
		}
		return true
	})
	return all
}

// TestEveryWarningHasASentence: each code, and each another one.
func TestEveryWarningHasASentence(t *testing.T) {
	contract := strings.Fields("no_done no_terminal connection_lost idle_timeout undecodable_event sequence_gap unknown_event content_type unterminated_frame refusal after_terminal line_cap body_cap")
	all := declaredCodes(t)
	if len(all) < len(contract) {
		t.Fatalf("only %q were found", all)
	}
	codes := map[string]string{}
	x := NewExchange("x", nil)
	for _, code := range append(all, contract...) {
		words := x.KindOf(code).Meaning
		if !strings.HasSuffix(words, ".") || strings.Contains(code, "_") && strings.Contains(words, code) {
			t.Errorf("%s: %q", code, words)
		}
		if other, twice := codes[words]; twice && other != code {
			t.Errorf("%s says what %s says: %q", code, other, words)
		}
		codes[words] = code
	}
	if words := x.KindOf("never heard of").Meaning; words != "" {
		t.Error(words)
	}
}

// TestARefusalIsCompleteOnlyWhereTheAnswerIs: with another verdict it is not called so.
func TestARefusalIsCompleteOnlyWhereTheAnswerIs(t *testing.T) {
	x := NewExchange("x", nil)
	for verdict, complete := range map[Verdict]bool{Completed: true, Incomplete: false, Truncated: false, Running: false} {
		x.Verdict = verdict
		if words := x.KindOf(WarnRefusal).Meaning; strings.Contains(words, "is a complete answer") != complete {
			t.Errorf("%s: %q", verdict, words)
		}
	}
}
