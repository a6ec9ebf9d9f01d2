package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"gatehouse/client/har"
)

// errRecording is the error of a cassette that another program appends to.
var errRecording = errors.New("another gatehouse records to it; end that one, or give another file")

// errLocked is the error of a file that another program has locked.
var errLocked = errors.New("locked")

// OpenCassette opens a file to append to, or creates it, readable by its owner only (0600), and
// locks it until it is closed. The error names the file, which is unchanged then: it cannot be
// written, is no HTTP Archive, or is locked by another program.
func OpenCassette(path string) (*Cassette, error) {
	full, err := Expand(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(full); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file; give another name", path)
	}
	f, err := os.OpenFile(full, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the folder %s does not exist; make it, or give another path", path, filepath.Dir(path))
	}
	if err != nil {
		return nil, explained(path, err)
	}
	c, err := lockCassette(f, full)
	if err != nil {
		return nil, explained(path, errors.Join(err, f.Close()))
	}
	return c, nil
}

// lockCassette locks a file and reads it as a cassette. On a file system without locks, other
// programs may use it too.
func lockCassette(f *os.File, full string) (*Cassette, error) {
	if err := lock(f); errors.Is(err, errLocked) {
		return nil, errRecording
	}
	c, err := cassetteOf(f, full)
	if err == nil {
		c.narrowed, err = narrow(f)
	}
	return c, err
}

// narrow removes the rights of other users to a file, and reports whether they had any.
func narrow(f *os.File) (had bool, err error) {
	info, err := f.Stat()
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 { // Windows has no such rights
		return false, err
	}
	return true, f.Chmod(info.Mode().Perm() &^ 0o077)
}

// cassetteOf finds where a file is appended to, and repairs a truncated one. If that removes
// anything, it first copies the file.
func cassetteOf(f *os.File, path string) (*Cassette, error) {
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	c := &Cassette{to: f}
	if len(data) == 0 {
		empty, end, err := har.Empty()
		if err != nil {
			return nil, err
		}
		c.end = end
		_, err = f.WriteAt(empty, 0)
		return c, err
	}
	if c.end, err = har.EndOf(data); err != nil {
		return nil, fmt.Errorf("not an HTTP Archive (HAR) that can be appended to: %w; give the name of another file, or of a new one", err)
	}
	if !c.end.Torn {
		return c, nil
	}
	if c.end.Lost {
		c.cut.Bytes = len(data) - int(c.end.At)
		if c.cut.Backup, err = backUp(path, data); err != nil {
			return nil, fmt.Errorf("its last entry breaks off, and the file cannot be copied before it is repaired: %w", err)
		}
	}
	return c, c.closeList()
}

// backUp copies a file to the first unused name with .bak. It replaces no older copy, which may be
// the only one of its content.
func backUp(path string, data []byte) (string, error) {
	for n := 1; ; n++ {
		name := path + ".bak"
		if n > 1 {
			name = fmt.Sprintf("%s%d", name, n)
		}
		if err := Write(name, data, false); !errors.Is(err, ErrExists) {
			return name, err
		}
	}
}
