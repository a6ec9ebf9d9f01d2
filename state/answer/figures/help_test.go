package figures

import (
	"fmt"
	"testing"

	"gatehouse/state/dialect/usage"
)

func want(t *testing.T, what, got, wanted any) {
	t.Helper()
	if got != wanted {
		t.Errorf("%s: got %v, want %v", what, got, wanted)
	}
}

// counted returns the counts of a footer; -1 is not known.
func counted(in, cached, out, reasoning int) usage.Counts {
	c := usage.None()
	c[usage.Input], c[usage.CacheRead], c[usage.Output], c[usage.Reasoning] = in, cached, out, reasoning
	return c
}

// footer is all that a footer shows of tokens.
func footer(t Tokens) string {
	return fmt.Sprint(TokenFigures(t), t.Odd, t.Estimated, t.Shared)
}
