// Package files reads and writes the files that a person names: what is
// attached to a message, what is opened, what is saved.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

const maxName = 120 // bytes of a file's name, extension included

// Save writes data to a new file in dir and returns its path. The file is
// there whole or not at all, readable by its owner only (0600), and never
// takes the place of another: where name is taken, it becomes "name (2).ext".
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

// place gives the finished file its name. Unlike a rename, a link fails where
// the name is taken. A file system without links gets the bytes written once
// more, to a file that must be new.
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

// Name makes a harmless file name of one that came over the wire: no folder,
// no control or direction character, not hidden, not empty, not too long.
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
