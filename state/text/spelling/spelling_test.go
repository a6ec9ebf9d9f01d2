package spelling

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	names := []string{"base_url", "model", "persist", "proxy", "ca_file"}
	for word, want := range map[string]string{"base_ulr": "base_url", "Model": "model", "porxy": "proxy", "proxi": "proxy", "zzz": "", "": "", "cafile": "ca_file", "persistent": ""} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// TestWildcard: a pattern means what it would as a regular expression.
func TestWildcard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`[ab/*.]{0,7}`).Draw(t, "pattern")
		text := rapid.StringMatching(`[ab/.]{0,9}`).Draw(t, "text")
		want := regexp.MustCompile(`^` + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`) + `$`).MatchString(text)
		if got := Wildcard(pattern, text); got != want {
			t.Fatalf("%q of %q: %v", text, pattern, got)
		}
	})
}
