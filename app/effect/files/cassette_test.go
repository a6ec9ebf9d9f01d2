package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"gatehouse/client/har"
	"gatehouse/client/wire"
)

func exchange(id string) har.Entry {
	c := &wire.Capture{ID: id, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean}, Head: &wire.Head{Status: 200}}
	c.Body.Append([]byte(strings.Repeat(id, 100)), 5)
	return har.Entry{Capture: c}
}

// ids are those of the exchanges in a file.
func ids(t *testing.T, path string) (list []string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := har.Read(data)
	if err != nil {
		t.Errorf("%v in %s", err, data)
	}
	for _, e := range entries {
		list = append(list, e.Capture.ID)
	}
	return list
}

// TestACassetteGrows: a new one is its owner's alone; one that is there is appended to, and
// by one program at a time.
func TestACassetteGrows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.har")
	for run := range 3 {
		c, err := OpenCassette(path)
		if err != nil || c.Entries() != 20*run {
			t.Fatal(c, err)
		}
		if _, err := OpenCassette(path); locks && !errors.Is(err, errRecording) {
			t.Errorf("opened twice: %v", err)
		}
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				if err := c.Append(exchange(fmt.Sprintf("%d-%d", run, i))); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if err := c.Close(); err != nil || len(ids(t, path)) != 20*(run+1) {
			t.Errorf("%v: %v", err, ids(t, path))
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestWhatIsNoCassette: it is refused with its name, and left as it is.
func TestWhatIsNoCassette(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"notes.txt": "hello", "request.json": `{"model":"m"}`, "broken.har": "{\"log\":{\"entries\":[\n{},\n7\n{}]}}"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := OpenCassette(path)
		if now, _ := os.ReadFile(path); err == nil || !strings.Contains(err.Error(), name) || string(now) != text {
			t.Errorf("%s: %v, now %q", name, err, now)
		}
	}
	for path, want := range map[string]string{dir: "not a regular file", filepath.Join(dir, "none", "a.har"): "does not exist"} {
		if _, err := OpenCassette(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// fullDisk writes at most space bytes of each write.
type fullDisk struct {
	*os.File
	space int
}

func (d *fullDisk) WriteAt(p []byte, at int64) (int, error) {
	if len(p) <= d.space {
		return d.File.WriteAt(p, at)
	}
	n, _ := d.File.WriteAt(p[:d.space], at)
	return n, syscall.ENOSPC
}

// TestManyOpenACassetteAtOnce: one gets it.
func TestManyOpenACassetteAtOnce(t *testing.T) {
	if !locks {
		t.Skip("no locks")
	}
	for range 50 {
		path := filepath.Join(t.TempDir(), "a.har")
		got := make(chan *Cassette, 4)
		for range cap(got) {
			go func() {
				c, err := OpenCassette(path)
				if err != nil && !errors.Is(err, errRecording) {
					t.Error(err)
				}
				got <- c
			}()
		}
		var owner *Cassette
		for range cap(got) {
			if c := <-got; c != nil && owner != nil {
				t.Error("two have it")
			} else if c != nil {
				owner = c
			}
		}
		if owner == nil {
			t.Fatal("nobody records to the file")
		}
		owner.Close()
	}
}

// TestAFullDisk: earlier exchanges are preserved, and with space again further ones are appended.
func TestAFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.har")
	c, err := OpenCassette(path)
	if err != nil {
		t.Fatal(err)
	}
	file := c.to.(*os.File)
	disk := &fullDisk{file, 1 << 20}
	c.to = disk
	for i, space := range []int{1 << 20, 100, 7, 1 << 20} {
		disk.space = space
		if err := c.Append(exchange(fmt.Sprint("e", i))); (err != nil) != (space < 1000) {
			t.Errorf("%d: %v", i, err)
		}
		if i > 0 && i < 3 && len(ids(t, path)) != 1 {
			t.Errorf("after a failed write: %v", ids(t, path))
		}
	}
	if got := fmt.Sprint(ids(t, path)); got != "[e0 e3]" || c.Missing() != 2 {
		t.Errorf("%s, %d missing", got, c.Missing())
	}
}

// TestATornCassetteIsCopied: what is cut off is counted, and preserved in a copy of the file.
func TestATornCassetteIsCopied(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.har")
	c, err := OpenCassette(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Append(exchange("one")), c.Close()); err != nil {
		t.Fatal(err)
	}
	complete, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for run, name := range []string{path + ".bak", path + ".bak2"} {
		torn := complete[:len(complete)-40-run]
		if err := os.WriteFile(path, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := OpenCassette(path)
		if err != nil || c.Entries() != 0 || c.Removed().Backup != name || c.Removed().Bytes < 100 {
			t.Fatalf("%+v, %v", c, err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Fatal(info, err)
		}
		if kept, _ := os.ReadFile(name); string(kept) != string(torn) {
			t.Errorf("the copy has %d bytes, the file had %d", len(kept), len(torn))
		}
	}
	if err := os.WriteFile(path, complete[:len(complete)-2], 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err = OpenCassette(path); err != nil || c.Entries() != 1 || c.Removed().Bytes != 0 {
		t.Fatalf("only the end was missing: %+v, %v", c, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}
