package main

import (
	"strings"
	"testing"

	"gatehouse/state/history"
)

// TestAQueryThatFindsTooMuch is refused before any of it is read into memory.
func TestAQueryThatFindsTooMuch(t *testing.T) {
	s := source{query: "origin:proxy"}
	if err := s.fits([]history.Entry{{Size: maxReplayed}}); err != nil {
		t.Error(err)
	}
	err := s.fits([]history.Entry{{Size: maxReplayed}, {Size: 1 << 20}})
	if err == nil || !strings.Contains(err.Error(), "finds 2 exchanges of 1025 MiB together; at most 1024 MiB are replayed") {
		t.Error(err)
	}
}
