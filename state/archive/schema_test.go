package archive

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"testing"

	"gatehouse/state/history"
)

// TestSchemaHasItsNumber: whoever changes the tables raises history.Version, so that a database of
// other tables is set aside, and writes the new sum here.
func TestSchemaHasItsNumber(t *testing.T) {
	const number, sum = 18, "90c21f9db331b212"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(newSchema)))[:16]; history.Version != number || got != sum {
		t.Errorf("schema %d has the sum %s, want %d and %s", history.Version, got, number, sum)
	}
}

// TestEarlierSchemaIsUpdated: the exchanges stay, and later ones are added to them.
func TestEarlierSchemaIsUpdated(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	fullHistory(t, dir, "DROP INDEX exchange_fault", "ALTER TABLE exchange DROP COLUMN fault", "DROP INDEX exchange_changed", "ALTER TABLE exchange DROP COLUMN changed", "DROP INDEX exchange_purpose", "ALTER TABLE exchange DROP COLUMN purpose", "ALTER TABLE exchange DROP COLUMN spoken", "PRAGMA user_version = 14")
	a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	c, about := answered(4, 300), history.About{Origin: history.Send}
	a.SaveNow(t.Context(), about, folded(about, c), c)
	list, err := a.List(t.Context(), Page{Limit: -1})
	if err != nil || len(list) != 4 {
		t.Errorf("%d exchanges, %v", len(list), err)
	}
}
