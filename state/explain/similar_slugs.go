package explain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/spelling"
)

// SimilarSlugs returns at most n of the known slugs that are similar to a mistyped one,
// the most similar first.
func SimilarSlugs(slug string, known []string, n int) []string {
	type found struct {
		slug string
		far  int
	}
	var list []found
	low := strings.ToLower(slug)
	_, name, _ := strings.Cut(low, "/")
	for _, k := range known {
		if k == slug {
			continue
		}
		other := strings.ToLower(k)
		_, otherName, _ := strings.Cut(other, "/")
		far := spelling.Distance(low, other)
		if name != "" && name == otherName || low == otherName {
			far = min(far, 1) // the vendor alone is wrong or missing
		}
		if far <= max(2, len(slug)/4) {
			list = append(list, found{k, far})
		}
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(a.far, b.far) })
	var out []string
	for _, f := range list[:min(n, len(list))] {
		out = append(out, f.slug)
	}
	return out
}

// number reads a JSON number.
func number(v []byte) (float64, bool) {
	f, err := strconv.ParseFloat(string(v), 64)
	return f, err == nil
}

func headAt(x *state.Exchange) time.Time {
	if x.Head == nil {
		return time.Time{}
	}
	return x.Head.At
}
