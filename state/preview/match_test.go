package preview

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A pattern means what it would as a regular expression.
func TestPatterns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`[ab/*.]{0,7}`).Draw(t, "pattern")
		slug := rapid.StringMatching(`[ab/.]{0,9}`).Draw(t, "slug")
		like := regexp.MustCompile(`^` + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`) + `$`)
		if got := matches(pattern, slug); got != like.MatchString(slug) {
			t.Fatalf("%q of %q: %v", slug, pattern, got)
		}
	})
}
