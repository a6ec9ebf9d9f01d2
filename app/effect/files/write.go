package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gatehouse/app/effect/progress"
)

// ErrExists is the error of an existing file that was not to be replaced.
var ErrExists = errors.New("the file exists; ask for it to be replaced, or give another name")

// Write writes a file that the user named; ~ is the home folder. The file is written atomically,
// readable by its owner only (0600). Without replace an existing file is the error ErrExists. A
// link is followed.
func Write(path string, data []byte, replace bool) error {
	return WriteShown(nil, path, data, replace)
}

// WriteShown is Write with progress. If w is stopped, the error is a *progress.StoppedError, and the
// file is unchanged.
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
	if dir, err := os.Open(filepath.Dir(full)); err == nil { // the name must survive a crash, too
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

const maxLinks = 40 // as on Linux

// followed returns the path after following all links; it need not exist.
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

const pieceSize = 4 << 20 // bytes written at once; the work can be stopped between two

// temporary writes and syncs data to a new file (0600) in a folder and returns its path. After an
// error there is no file.
func temporary(w *progress.Work, dir string, data []byte) (path string, err error) {
	f, err := os.CreateTemp(dir, ".gatehouse-*")
	if err != nil {
		return "", err
	}
	written := 0
	for piece := range slices.Chunk(data, pieceSize) {
		if _, err = f.Write(piece); err != nil {
			break
		}
		written += len(piece)
		if err = w.Counted("writing", written, len(data), progress.Bytes); err != nil {
			break
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}
