package archive

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"gatehouse/state/history"
)

// TestSchemaHasItsNumber: whoever changes the tables raises history.Version, so that a database of
// other tables is set aside, and writes the new sum here.
func TestSchemaHasItsNumber(t *testing.T) {
	const number, sum = 14, "6ef8e0f5d9a00e37"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(firstSchema)))[:16]; history.Version != number || got != sum {
		t.Errorf("schema %d has the sum %s, want %d and %s", history.Version, got, number, sum)
	}
}
