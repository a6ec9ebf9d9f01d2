package edit

import "testing"

func TestWordBeforeTheCursor(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "one": "one", "one ": "", "one two": "two", `a my\ file`: `my\ file`, "first\nlast": "last", "a\t@b": "@b", `\ x`: `\ x`,
	} {
		e := New()
		e.Set(text)
		if got := e.Word(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		e.ReplaceWord("new")
		if got := e.Text(); got != text[:len(text)-len(want)]+"new" {
			t.Errorf("%q became %q", text, got)
		}
	}
}
