package team

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"gatehouse/state/history"
)

// TestSchemaHasItsNumber: whoever changes the tables raises history.Version, so that a database of
// other tables is set aside, and writes the new sum here.
func TestSchemaHasItsNumber(t *testing.T) {
	const number, sum = 18, "d76deaddd7d70ffa"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(newSchema)))[:16]; history.Version != number || got != sum {
		t.Errorf("schema %d has the sum %s, want %d and %s", history.Version, got, number, sum)
	}
}
