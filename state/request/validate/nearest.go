package validate

import (
	"strings"

	"gatehouse/state/text/spelling"
)

// nearest returns the name that was most likely meant; empty for none. Case and the marks
// between words do not count.
func nearest(name string, names []string) string {
	best, least := "", 3
	for _, known := range names {
		if squeezed(name) == squeezed(known) {
			return known
		}
		most := 2
		if min(len(name), len(known)) < 8 {
			most = 1
		}
		if d := spelling.Distance(name, known); d <= most && d < least && !swapsLetter(name, known) {
			best, least = known, d
		}
	}
	return best
}

func squeezed(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(name))
}

// swapsLetter reports whether two short names of one length differ in a letter: top_n is not
// top_k misspelt.
func swapsLetter(a, b string) bool {
	if len(a) != len(b) || len(a) > 5 {
		return false
	}
	differ := 0
	for i := range len(a) {
		if a[i] != b[i] {
			differ++
		}
	}
	return differ < 2
}
