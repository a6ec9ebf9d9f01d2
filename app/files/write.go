package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gatehouse/app/progress"
)

// ErrExists is the error of a file that is there and was not to be replaced.
var ErrExists = errors.New("the file exists; ask for it to be replaced, or give another name")

// Write writes a file as a person named it; ~ is the home folder. The file is
// there whole or as it was before, whatever happens meanwhile, and readable by
// its owner only (0600). One that is there is replaced only when told to, else
// the error is ErrExists. A link stays, and what it leads to is replaced
// or made.
func Write(path string, data []byte, replace bool) error {
	return WriteShown(nil, path, data, replace)
}

// WriteShown is Write that says how far it is, and can be stopped: then the error is a
// *progress.StoppedError, and the file is as it was before.
func WriteShown(w *progress.Work, path string, data []byte, replace bool) error {
	full, err := Expand(path)
	if err != nil {
		return err
	}
	if full, err = followed(full); err != nil {
		return explained(path, err)
	}
	switch info, err := os.Stat(full); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: a folder; give the name of a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s: not a regular file; give another name", path)
	case err == nil && !replace:
		return fmt.Errorf("%s: %w", path, ErrExists)
	}
	temp, err := temporary(w, filepath.Dir(full), data)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: the folder %s does not exist; make it, or give another path", path, filepath.Dir(path))
	}
	var stopped *progress.StoppedError
	if errors.As(err, &stopped) {
		return stopped
	}
	if err != nil {
		return explained(path, err)
	}
	defer os.Remove(temp)
	if replace {
		err = os.Rename(temp, full)
	} else if err = place(temp, full, data); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %w", path, ErrExists)
	}
	if err != nil {
		return explained(path, err)
	}
	if dir, err := os.Open(filepath.Dir(full)); err == nil { // the name, too, must outlive a crash
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

// maxLinks is how many links may lead to one another, as Linux has it.
const maxLinks = 40

// followed is where a path leads in the end, be anything there or not.
func followed(path string) (string, error) {
	for range maxLinks {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(target) {
			// Not Join: a folder before ".." may be a link itself.
			target = filepath.Dir(path) + string(filepath.Separator) + target
		}
		path = target
	}
	return "", errors.New("links that lead to one another; give another name")
}
