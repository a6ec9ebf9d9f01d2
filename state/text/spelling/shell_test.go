package spelling

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestAShellReadsTheWordsThatWereWritten: whatever is in them, at any position.
func TestAShellReadsTheWordsThatWereWritten(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	text := rapid.OneOf(
		rapid.StringMatching(`[a-c =~'"$*?#!&|;<>\\{}\[\]()`+"`"+`\n-]{0,6}`),
		rapid.String().Filter(func(s string) bool { return !strings.Contains(s, "\x00") }),
	)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(text, 1, 5).Draw(t, "words")
		for name, line := range map[string]string{"written": ShellLine(words), "quoted": quoted(words)} {
			out, err := exec.Command(sh, "-c", `set -- `+line+`; for w in "$@"; do printf '%s\0' "$w"; done`).Output()
			if err != nil {
				t.Fatalf("%s: %s: %v", name, line, err)
			}
			if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, words) {
				t.Fatalf("%s as %s: read as %q, not %q", name, line, got, words)
			}
		}
	})
}

func quoted(words []string) string {
	var all []string
	for _, w := range words {
		all = append(all, ShellQuote(w))
	}
	return strings.Join(all, " ")
}

func TestAWordThatNeedsNoQuotesHasNone(t *testing.T) {
	for _, s := range []string{"keys.json", "/tmp/ä-b_c.json", "--model=vendor/model:free", "user@host", "50%"} {
		if got := ShellWord(s); got != s {
			t.Errorf("%s is written as %s", s, got)
		}
	}
	for _, s := range []string{"", "my keys", "~/keys", "=ls", "$HOME", "a\xff"} {
		if got := ShellWord(s); got != ShellQuote(s) {
			t.Errorf("%s is written as %s", s, got)
		}
	}
}
