package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gatehouse/client/har"
)

// recorded is a cassette of so many exchanges, as its bytes.
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

// TestACassetteIsMendedByWhoReadsIt: wherever a kill stopped the writing of an exchange, the
// first reader mends the file and says so once, if something was lost; those before it stay.
func TestACassetteIsMendedByWhoReadsIt(t *testing.T) {
	before, after := recorded(t, "one", "two"), recorded(t, "one", "two", "three")
	at := len(before) - len("\n]}}\n")
	reaches := []int{0, 1, 2, 3, 4, 5, 6, len(after) - at - 5, len(after) - at - 4, len(after) - at - 1, len(after) - at}
	random := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		reaches = append(reaches, random.IntN(len(after)-at))
	}
	path := filepath.Join(t.TempDir(), "a.har")
	for _, reach := range reaches {
		_ = os.Remove(path + ".bak")
		torn := bytes.Clone(after[:at+reach])
		if reach < 5 {
			torn = append(torn, before[at+reach:]...)
		}
		if err := os.WriteFile(path, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		entries, faults, err := ReadCassette(path)
		kept, backup := os.ReadFile(path + ".bak")
		switch mended := (*MendedError)(nil); {
		case err != nil || len(entries) < 2:
			t.Errorf("%d bytes: %d entries, %v", reach, len(entries), err)
		case len(entries) == 3 && (faults != nil || backup == nil):
			t.Errorf("%d bytes: all are there, and it says %v", reach, faults)
		case len(entries) == 2 && reach > 2 && (!errors.As(faults, &mended) || !bytes.Equal(kept, torn)):
			t.Errorf("%d bytes: it says %v", reach, faults)
		case reach <= 2 && faults != nil:
			t.Errorf("%d bytes: nothing of an exchange was written, and it says %v", reach, faults)
		}
		if file, _ := os.ReadFile(path); !json.Valid(file) {
			t.Errorf("%d bytes: the file is not whole", reach)
		}
		if again, faults, err := ReadCassette(path); err != nil || faults != nil || len(again) != len(entries) {
			t.Errorf("%d bytes, read again: %d entries, %v, %v", reach, len(again), faults, err)
		}
	}
}

// TestACassetteThatGrowsIsNotMended: an exchange that another gatehouse writes at the moment of
// the reading is not called incomplete, neither while it records on nor just after.
func TestACassetteThatGrowsIsNotMended(t *testing.T) {
	whole := recorded(t, "one", "two")
	seen := whole[:len(whole)-40]
	_, torn := har.Read(seen)
	path := filepath.Join(t.TempDir(), "a.har")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "entry 2: it was still being written when the file was read"
	if got := Mend(path, seen, torn); got == nil || got.Error() != want {
		t.Errorf("it was whole a moment later: %v", got)
	}
	c, err := OpenCassette(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := Mend(path, seen, torn); got == nil || got.Error() != want {
		t.Errorf("another records to it: %v", got)
	}
	if file, _ := os.ReadFile(path); !bytes.Equal(file, whole) {
		t.Error("the file was changed")
	}
}
