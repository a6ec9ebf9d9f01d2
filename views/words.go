package views

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// leastBefore is how much of the word before the last is worth drawing cut, in cells:
// "added" alone does not tell what was.
const leastBefore = 8

// TypeEnd is as many of the last words of an event's type as fit in so many
// cells: types tell themselves apart at their ends.
func TypeEnd(name string, cells int) string {
	for rest := name; ; {
		i := strings.IndexAny(rest, "._")
		if i < 0 {
			return ansi.TruncateLeft(name, ansi.StringWidth(name)-cells+1, "…")
		}
		before := rest
		if rest = rest[i+1:]; ansi.StringWidth(rest) > cells {
			continue
		}
		if !strings.ContainsAny(rest, "._") && ansi.StringWidth(rest)+leastBefore <= cells {
			return ansi.TruncateLeft(before, ansi.StringWidth(before)-cells+1, "…")
		}
		return rest
	}
}
