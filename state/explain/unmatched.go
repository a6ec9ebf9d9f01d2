package explain

import (
	"slices"

	"gatehouse/state"
	"gatehouse/state/guard"
)

// lookedThrough is the longest request that is looked through to find what a
// guardrail names, in bytes: it is done wherever a failure is drawn.
const lookedThrough = 4 << 10

// Unmatched reports whether nothing in the request's texts is what the guardrails
// that stopped it name. Of a long request, of one without a text, and where they name
// nothing, that is left open.
func Unmatched(x *state.Exchange) bool {
	if x == nil || x.Failure == nil || !x.Failure.Guardrail || x.IsSaved() || len(x.Request) > lookedThrough {
		return false
	}
	stages := slices.DeleteFunc(guard.Stages(x), func(s guard.Stage) bool { return !s.Blocked() })
	named, texts := false, guard.Texts(x.Request)
	if len(texts) == 0 {
		return false
	}
	for i, f := range guard.Find(texts, stages...) {
		if len(f.Matches) > 0 || f.Cut {
			return false
		}
		named = named || len(stages[i].Patterns) > 0 || stages[i].Flagged != ""
	}
	return named
}
