package archive

import (
	"os"
	"testing"
)

// TestMain lets no test wait for the disk: what a machine loses that stops is SQLite's business.
func TestMain(m *testing.M) {
	readWrite.Add("_pragma", "synchronous(OFF)")
	os.Exit(m.Run())
}
