package redact

import (
	"strings"

	"gatehouse/client/scan"
)

// probability records where a list of tokens with their probabilities begins, and masks the name of
// a member that is a token itself (top_logprobs of the older completions).
func (w *walker) probability(at, end int, name string) (is bool) {
	if w.probs == len(w.levels) {
		w.probs = 0 // a member after it
	}
	switch name {
	case "logprobs", "top_logprobs", "logprobsResult":
		if w.probs == 0 {
			w.probs = len(w.levels)
		}
	case "token", "tokens", "bytes", "logprob", "content", "refusal", "token_logprobs", "text_offset", "prob", "id",
		"topCandidates", "chosenCandidates", "candidates", "tokenId", "token_id", "logProbability":
	default:
		if w.probs > 0 {
			w.spelled(w.content(at, end))
			return true
		}
	}
	return false
}

// token masks a token, its bytes or its number, and returns false for any other value.
func (w *walker) token(at, end int, kind scan.Kind) bool {
	switch kind {
	case scan.String:
		w.spelled(w.content(at, end))
		return true
	case scan.Number:
		switch w.top().name {
		case "bytes", "tokens", "tokenId", "token_id", "id":
			t := w.doc.cut(at, end)
			w.spelled(text{b: t.b, in: number{t}})
			return true
		}
	}
	return false
}

// spelled masks a token of a masked text. All tokens of a body are one hit.
func (w *walker) spelled(t text) {
	s := w.search
	if s.hides != nil {
		s.marks = append(s.marks, mark{}) // without a label
	}
	if !s.overwrite(t, 0, len(t.b)) {
		return
	}
	if s.tokens == 0 {
		place, _, _ := strings.Cut(s.place(), ", ")
		s.hits = append(s.hits, Hit{Kind: Tokens, Place: place + ", logprobs"})
		s.tokens = len(s.hits)
	}
	s.hits[s.tokens-1].Length += len(t.b)
}
