package patch_test

import (
	"strings"
	"testing"

	"gatehouse/gateway/intent"
	"gatehouse/gateway/patch"
)

func TestOf(t *testing.T) {
	for _, c := range []struct{ prompt, operation, path, diff string }{
		{"Use apply_patch to add a line to README.md.", patch.Update, "README.md", "@@\n+Simulated by"},
		{"Add the line 'x' to the end of README.md", patch.Update, "README.md", "@@\n+x\n"},
		{"Use apply_patch on README.md.", patch.Update, "README.md", "@@\n-the line that was there"},
		{"Use apply_patch to show that README.md is there", patch.Update, "README.md", "@@\n-the line that was there"},
		{"Fix main.go", patch.Update, "main.go", "@@\n-the line that was there"},
		{`Replace "a b" with "c" in main.go`, patch.Update, "main.go", "@@\n-a b\n+c\n"},
		{"Remove the second line from main.go", patch.Update, "simulated.txt", "@@\n-the line"},
		{"Create docs/x.md with 'hello'", patch.Create, "docs/x.md", "+hello\n"},
		{"Create a summary in README.md", patch.Update, "README.md", "@@\n-the line"},
		{"Create a file with 'hello'", patch.Create, "simulated.txt", "+hello\n"},
		{"Delete README.md", patch.Delete, "README.md", ""},
		{"Delete the file README.md.", patch.Delete, "README.md", ""},
		{"Write 'x' to b.txt and delete a.txt", patch.Delete, "a.txt", ""},
		{"Delete the file and look at README.md", patch.Update, "README.md", "@@\n-the line"},
		{"Fix main.go, do not delete README.md", patch.Update, "main.go", "@@"},
		{"Delete the word 'x' in README.md", patch.Update, "README.md", "@@"},
	} {
		p := patch.Of(intent.Of(c.prompt))
		if p.Operation != c.operation || p.Path != c.path || !strings.HasPrefix(p.Diff, c.diff) {
			t.Errorf("%q: %q", c.prompt, p)
		}
	}
}

func TestEnvelope(t *testing.T) {
	got := patch.Of(intent.Of("Add the line 'x' to README.md")).Envelope()
	if got != "*** Begin Patch\n*** Update File: README.md\n@@\n+x\n*** End Patch" {
		t.Errorf("%q", got)
	}
	if got := patch.Nowhere().Envelope(); strings.Contains(got, "Delete") || strings.Contains(got, "Add") {
		t.Errorf("%q", got)
	}
}
