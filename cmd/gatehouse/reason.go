package main

import (
	"fmt"
	"strings"

	"gatehouse/state"
	"gatehouse/state/explain"
)

// reason is the line for stderr on how an exchange ended: the verdict, what
// happened, the gateway's words, what to try. It is empty when it completed.
func reason(x *state.Exchange, about explain.Context) string {
	if x.Verdict == state.Completed {
		return ""
	}
	plain, ok := explain.Exchange(x, about)
	if !ok {
		return strings.TrimSuffix(string(x.Verdict)+": "+x.Reason, ": ")
	}
	line := string(x.Verdict) + ": " + plain.Title
	if plain.Message != "" {
		line += ": " + strings.TrimSuffix(plain.Message, ".")
	}
	if len(plain.Suggestions) > 0 {
		line += "; try: " + strings.Join(plain.SuggestionTexts(), ", or ")
	}
	return line
}

// altered is the line for stderr on where the record differs from the wire:
// secrets that were overwritten, bytes that were not kept. It is empty when all
// is as it came.
func altered(x *state.Exchange) string {
	var parts []string
	if x.Redacted > 0 {
		parts = append(parts, fmt.Sprintf("known secrets are overwritten with * (%d bytes)", x.Redacted))
	}
	if x.Dropped > 0 {
		parts = append(parts, fmt.Sprintf("%d bytes of the response were not kept", x.Dropped))
	}
	if len(parts) == 0 {
		return ""
	}
	return "note: " + strings.Join(parts, "; ")
}
