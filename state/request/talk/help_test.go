package talk

import (
	"testing"
)

func want(t *testing.T, what, got, wanted any) {
	t.Helper()
	if got != wanted {
		t.Errorf("%s: got %v, want %v", what, got, wanted)
	}
}
