package checks

import (
	"errors"
	"os"
	"path/filepath"

	"gatehouse/app/files"
	"gatehouse/state/expect"
)

// Read reads a check file, and what is beside it. The error is an *expect.Broken, or names the
// path and says what to do.
func Read(path string) ([]*expect.Check, error) {
	data, err := files.Read(path, files.MaxDocument)
	if err != nil {
		return nil, err
	}
	return expect.Parse(files.FromHere(path), data, func(name string) ([]byte, error) {
		data, err := files.Read(beside(path, name), files.MaxDocument)
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return data, err
	})
}

// beside is a file that a check file names.
func beside(path, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
}
