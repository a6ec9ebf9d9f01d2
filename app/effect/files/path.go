package files

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// MaxDocument is the maximal size of an opened document in bytes: twice what the local gateway
// accepts.
const MaxDocument = 64 << 20

// MaxStream is the maximal size in bytes of an answer saved as received: each event of a text has
// some 200 bytes there.
const MaxStream = 256 << 20

// Expand replaces a ~ at the beginning of a path by the home folder. It returns any other path
// unchanged: relative ones start at the working directory.
func Expand(path string) (string, error) {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && rest[0] != filepath.Separator && rest[0] != '/' {
		return path, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("%s: there is no home folder; write the full path", path)
	}
	return home + rest, nil
}

// Exists reports whether there is something at a path, which may begin with ~.
func Exists(path string) bool {
	full, err := Expand(path)
	if err != nil {
		return false
	}
	_, err = os.Stat(full)
	return err == nil
}

// FromHere returns a path below the working directory as a relative one.
func FromHere(path string) string {
	here, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return filepath.ToSlash(filepath.Clean(path))
	}
	if short, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(short) {
		path = short
	}
	return filepath.ToSlash(path)
}

// Read reads a file of at most limit bytes; ~ is the home folder. Its errors name the path and
// the remedy.
func Read(path string, limit int64) ([]byte, error) {
	full, err := Expand(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(full)
	return regular(path, info, err, limit, func() (*os.File, error) { return os.Open(full) })
}

// regular reads a regular file of at most limit bytes; err is the error of finding it.
func regular(path string, info fs.FileInfo, err error, limit int64, open func() (*os.File, error)) ([]byte, error) {
	switch {
	case err != nil:
		return nil, withPath(path, err)
	case info.IsDir():
		return nil, fmt.Errorf("%s: a folder; give the path of a file in it", path)
	case !info.Mode().IsRegular(): // a pipe or a device may never end
		return nil, fmt.Errorf("%s: not a regular file; copy what it gives to one", path)
	case info.Size() > limit:
		return nil, tooLarge(path, info.Size(), limit)
	}
	f, err := open()
	if err != nil {
		return nil, withPath(path, err)
	}
	defer f.Close()
	data := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead)) // avoids copies
	size, err := data.ReadFrom(io.LimitReader(f, limit+1))              // the file may grow meanwhile
	if err != nil {
		return nil, withPath(path, err)
	}
	if size > limit {
		return nil, tooLarge(path, size, limit)
	}
	return data.Bytes(), nil
}

func tooLarge(path string, size, limit int64) error {
	return fmt.Errorf("%s: %.1f MiB, more than the %d MiB that are read", path, float64(size)/(1<<20), limit>>20)
}

// withPath returns the error of a file with its path and a remedy.
func withPath(path string, err error) error {
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such file; check the path, which counts from the working directory", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: no permission; change its rights or give another path", path)
	case errors.As(err, &at):
		return fmt.Errorf("%s: %w", path, at.Err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

const maxCompletions = 1000

// Complete returns the paths that begin with prefix, folders with a trailing slash. Hidden files
// are listed only if the prefix has their dot. If nothing matches, it ignores case.
func Complete(prefix string) []string {
	if prefix == "~" {
		return []string{"~/"}
	}
	written, base := filepath.Split(prefix)
	dir, err := Expand(written)
	if err != nil {
		return nil
	}
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil
	}
	list := completions(entries, written, dir, func(name string) bool {
		return strings.HasPrefix(name, base) && (name[0] != '.' || base != "")
	})
	if len(list) == 0 && base != "" {
		low := strings.ToLower(base)
		list = completions(entries, written, dir, func(name string) bool { return strings.HasPrefix(strings.ToLower(name), low) })
	}
	slices.Sort(list)
	return list
}

func completions(entries []fs.DirEntry, written, dir string, fits func(name string) bool) []string {
	var list []string
	for _, e := range entries {
		name := e.Name()
		if !fits(name) {
			continue
		}
		folder := e.IsDir()
		if e.Type()&fs.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(dir, name))
			folder = err == nil && info.IsDir()
		}
		if folder {
			name += "/"
		}
		if list = append(list, written+name); len(list) == maxCompletions {
			break
		}
	}
	return list
}
