package main

import (
	"slices"
	"testing"
)

// TestTheFolderIsNoSecret: masked, it would make every path that is shown unreadable.
func TestTheFolderIsNoSecret(t *testing.T) {
	got := secretVariables([]string{"PWD=/home/me", "A_TOKEN=x", "DB_PASSWORD=y=z", "HOME=/home/me"})
	if want := []string{"A_TOKEN", "DB_PASSWORD"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
