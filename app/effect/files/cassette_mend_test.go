package files

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gatehouse/client/har"
)

// recorded returns the bytes of a cassette with n exchanges.
func recorded(t *testing.T, names ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.har")
	c, err := OpenCassette(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := c.Append(exchange(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestTornCassettesAreReadUpToTheLastEntry: wherever a kill stopped the writing of an exchange,
// those before it are read, and the file stays as it is until somebody records to it.
func TestTornCassettesAreReadUpToTheLastEntry(t *testing.T) {
	before, after := recorded(t, "one", "two"), recorded(t, "one", "two", "three")
	at := len(before) - len("\n]}}\n")
	reaches := []int{0, 1, 2, 3, 4, 5, 6, len(after) - at - 5, len(after) - at - 4, len(after) - at - 1, len(after) - at}
	random := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		reaches = append(reaches, random.IntN(len(after)-at))
	}
	path := filepath.Join(t.TempDir(), "a.har")
	for _, reach := range reaches {
		torn := bytes.Clone(after[:at+reach])
		if reach < 5 {
			torn = append(torn, before[at+reach:]...)
		}
		if err := os.WriteFile(path, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		entries, faults, err := ReadCassette(path)
		switch {
		case err != nil || len(entries) < 2:
			t.Errorf("%d bytes: %d entries, %v", reach, len(entries), err)
		case len(entries) == 3 && faults != nil:
			t.Errorf("%d bytes: all are there, with %v", reach, faults)
		case len(entries) == 2 && reach > 2 && !errors.Is(faults, har.ErrTorn):
			t.Errorf("%d bytes: the fault is %v", reach, faults)
		case reach <= 2 && faults != nil:
			t.Errorf("%d bytes: nothing of an exchange was written, with %v", reach, faults)
		}
		if file, _ := os.ReadFile(path); !bytes.Equal(file, torn) {
			t.Errorf("%d bytes: the file was changed", reach)
		}
		c, err := OpenCassette(path)
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
		if again, faults, err := ReadCassette(path); err != nil || faults != nil || len(again) != len(entries) {
			t.Errorf("%d bytes, opened to record: %d entries, %v, %v", reach, len(again), faults, err)
		}
	}
}
