package check

import "strings"

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
		if d := distance(name, known); d <= most && d < least && !swapsLetter(name, known) {
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

// maxName is the longest name that is compared, in bytes.
const maxName = 64

// distance is the number of letters that were left out, added, mistaken or exchanged with
// the one beside them.
func distance(a, b string) int {
	if len(a) > maxName || len(b) > maxName {
		return maxName
	}
	var before, above, row [maxName + 1]int
	for j := range len(b) + 1 {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			mistaken := above[j-1]
			if a[i-1] != b[j-1] {
				mistaken++
			}
			row[j] = min(above[j]+1, row[j-1]+1, mistaken)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
