// Package files reads and writes the files that the user names: attachments, opened and saved
// files.
package files

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"gatehouse/app/effect/progress"
	"gatehouse/state/share/redact"
)

// ErrExists is the error of an existing file that was not to be replaced.
var ErrExists = errors.New("the file exists; ask for it to be replaced, or give another name")

// Create writes a new file that the user named; ~ is the home folder. The file is written
// atomically, readable by its owner only (0600). A link to a file is followed, one that leads to none is an error. An existing file is the error
// ErrExists.
func Create(path string, data []byte) error { return WriteShown(nil, path, data, false, nil) }

// Replace is Create, but replaces an existing file.
func Replace(path string, data []byte) error { return WriteShown(nil, path, data, true, nil) }

// WriteShown is Replace, or Create without replace, with progress. If w is stopped, the error is a
// *progress.StoppedError, and the file is unchanged. check, which may be nil, is called when the text
// is on the disk but not yet at path; if it returns an error, so does WriteShown, and the file is
// unchanged.
func WriteShown(w *progress.Work, path string, data []byte, replace bool, check func() error) error {
	full, err := Expand(path)
	if err != nil {
		return err
	}
	named := full
	if full, err = Resolve(full); err != nil {
		return withPath(path, err)
	}
	switch info, err := os.Stat(full); {
	case full != named && errors.Is(err, fs.ErrNotExist): // whoever made the link would choose where a file is made
		return fmt.Errorf("%s: a link to %s, which does not exist; give another name, or remove the link", path, full)
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
		return withPath(path, err)
	}
	defer os.Remove(temp)
	if check != nil {
		if err := check(); err != nil {
			return err
		}
	}
	if replace {
		err = os.Rename(temp, full)
	} else if err = place(temp, full, data); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %w", path, ErrExists)
	}
	if err != nil {
		return withPath(path, err)
	}
	if dir, err := os.Open(filepath.Dir(full)); err == nil { // the name must survive a crash, too
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

const maxLinks = 40 // as on Linux

// Resolve returns the path of the file that a symbolic link leads to, which need not exist.
func Resolve(path string) (string, error) {
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

const maxName = 120 // bytes of a file's name, extension included

// Save writes data to a new file in dir and returns its path. The file is written atomically,
// readable by its owner only (0600), and replaces no other: if name exists, it becomes
// "name (2).ext".
func Save(dir, name string, data []byte) (path string, err error) {
	temp, err := temporary(nil, dir, data)
	if err != nil {
		return "", err
	}
	defer os.Remove(temp)
	name = Name(name)
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := 1; n < 10_000; n++ {
		path = filepath.Join(dir, name)
		if n > 1 {
			path = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", stem, n, ext))
		}
		err = place(temp, path, data)
		if !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
	return "", err
}

// place gives the finished file its name. Unlike a rename, a link fails if the name exists. On a
// file system without links the bytes are written again, to a file that must be new.
func place(temp, path string, data []byte) error {
	err := os.Link(temp, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

// Name returns a harmless file name for a received one: no folder, no control or direction
// character, not hidden, not empty, not too long.
func Name(name string) string {
	name = strings.ReplaceAll(strings.ToValidUTF8(name, ""), "\\", "/")
	name = name[strings.LastIndexByte(name, '/')+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`<>:"|?*`, r) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimRight(strings.TrimLeft(name, ". "), ". ")
	if name == "" {
		return "result.bin"
	}
	if len(name) > maxName {
		ext := filepath.Ext(name)
		if len(ext) > 16 {
			ext = ""
		}
		name = strings.ToValidUTF8(name[:maxName-len(ext)], "") + ext
	}
	return name
}

// The part of a title in the name of a file.
const (
	nameWords = 5
	nameRunes = 48
)

// NameOf returns a name for a file, made of the first words of a title with what is private masked, or
// of none if the title has no words.
func NameOf(title, none, ext string) string {
	title, _ = redact.BuiltIn().Text(title, "title")
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := []rune(cmp.Or(strings.Join(words[:min(len(words), nameWords)], "-"), none))
	return Name(string(name[:min(len(name), nameRunes)]) + ext)
}

// Free returns the path of a file that does not exist yet: path itself, or path with a number
// after the name, hello-2.toml. Another program may create it meanwhile.
func Free(path string) string {
	ext := filepath.Ext(path)
	free := path
	for n := 2; n < 10_000; n++ {
		if _, err := os.Lstat(free); err != nil {
			return free
		}
		free = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), n, ext)
	}
	return path
}
