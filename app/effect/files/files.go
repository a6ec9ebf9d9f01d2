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
	"strings"
	"unicode"
)

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

// NameOf returns a name for a file, made of the first words of a title, or of none if the title
// has no words.
func NameOf(title, none, ext string) string {
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
