package rank

import (
	"context"

	"gatehouse/gateway/output"
)

// Trigram is the similarity of pg_trgm: of the runs of three characters that
// query and text have between them, the share that they have in common, from 0
// to 1. A word is padded with two spaces before it and one behind, so that its
// beginning counts for more. It finds words that are written in another way,
// which [BM25] does not.
func Trigram(ctx context.Context, query string, texts []string) []float64 {
	asked := trigrams(query)
	scores := make([]float64, len(texts))
	for i, text := range texts {
		if ctx.Err() != nil {
			break
		}
		found := trigrams(text)
		common := 0
		for t := range found {
			if asked[t] {
				common++
			}
		}
		if all := len(asked) + len(found) - common; all > 0 {
			scores[i] = float64(common) / float64(all)
		}
	}
	return scores
}

// trigrams is the set of the trigrams of a text's words.
func trigrams(text string) map[[3]rune]bool {
	set := map[[3]rune]bool{}
	for w := range output.Words(text) {
		last := [3]rune{' ', ' ', ' '}
		for _, r := range w + " " {
			last = [3]rune{last[1], last[2], r}
			set[last] = true
		}
	}
	return set
}
