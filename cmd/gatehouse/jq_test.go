package main

import (
	"strings"
	"testing"

	"gatehouse/app/effect/config"
)

// TestThePlaygroundRunsFiltersInAChild: one that would hold 1 GB is refused,
// and the next one runs.
func TestThePlaygroundRunsFiltersInAChild(t *testing.T) {
	options, err := playOptions(t.Context(), host{getenv: func(string) string { return "" }}, config.Settings{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := options.Filter(t.Context(), []byte("0"), "reduce range(26) as $i ([1]; .+.)"); err == nil || !strings.Contains(err.Error(), "takes more than 256 MiB") {
		t.Errorf("it ends with %v", err)
	}
	if got, err := options.Filter(t.Context(), []byte(`{"a":1}`), ".a"); err != nil || string(got.Doc) != "1" {
		t.Errorf("%s, %v", got.Doc, err)
	}
}
