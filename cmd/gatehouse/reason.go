package main

import (
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
	if len(plain.Try) > 0 {
		line += "; try: " + strings.Join(plain.Try, ", or ")
	}
	return line
}
