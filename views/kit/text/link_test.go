package text

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTerminalsThatTakeLinks(t *testing.T) {
	for term, want := range map[string]bool{"xterm-256color": true, "tmux-256color": true, "": true, "linux": false, "dumb": false, "eterm-color": false, "vt220": false} {
		if got := TakesLinks(func(string) string { return term }); got != want {
			t.Errorf("TERM=%s: %v", term, got)
		}
	}
}

func TestUnlinkedKeepsTheRest(t *testing.T) {
	const linked = "\x1b[1ma \x1b]8;id=1;https://e.org/\ab\x1b[m c" + LinkOff + " d \x1b]8;;http://e.org\ae" + LinkOff
	if got := Unlinked(linked); got != "\x1b[1ma b\x1b[m c d e" {
		t.Errorf("it is %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		line := Guard(strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "é", "\x1b]8;;https://e.org\a", LinkOff, "\x1b]8;;file:///\a", "\x1b]8;", "\a", "\x1b[1m", "\x1b", ";"})).Draw(t, "pieces"), ""))
		if got := Unlinked(line); strings.Contains(got, "\x1b]8") || len(got) > len(line) || Guard(got) != got {
			t.Fatalf("%q became %q", line, got)
		}
	})
}
