package imports

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/request/intake"
)

// source is a file to import.
type source struct {
	path  string
	named bool // by the user; else it was found in a folder
	at    time.Time
}

// kind is the kind of a file.
type kind int

const (
	isOther kind = iota
	isHAR
	isCurl
	isBatch
	isSpans
	isCollection
)

func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xFF\xFE")) || bytes.HasPrefix(data, []byte("\xFE\xFF")) ||
		bytes.HasPrefix(data, []byte("{\x00")) || bytes.HasPrefix(data, []byte("\x00{"))
}

// find returns the files at some paths; of folders those that are not hidden, at any depth.
func (i *Import) find(paths []string) []source {
	var all []source
	for _, path := range paths {
		full, err := files.Expand(path)
		if err != nil {
			i.Faults = append(i.Faults, err)
			continue
		}
		info, err := os.Stat(full)
		if err != nil || !info.IsDir() { // reading it returns the error
			all = append(all, newSource(path, true, info))
			continue
		}
		err = filepath.WalkDir(full, func(name string, d fs.DirEntry, err error) error {
			hidden := name != full && d != nil && d.Name()[0] == '.'
			switch {
			case err != nil:
				i.Faults = append(i.Faults, err)
				if d != nil && d.IsDir() {
					return fs.SkipDir
				}
			case hidden && d.IsDir():
				return fs.SkipDir
			case !hidden && d.Type().IsRegular():
				info, _ := d.Info() // without it the time is unknown
				all = append(all, newSource(name, false, info))
			}
			return nil
		})
		if err != nil {
			i.Faults = append(i.Faults, err)
		}
	}
	return all
}

func newSource(path string, named bool, info fs.FileInfo) source {
	s := source{path: path, named: named, at: time.Unix(0, 0)}
	if info != nil {
		s.at = info.ModTime()
	}
	return s
}

// read returns the content of the file. The error names it.
func (s source) read() ([]byte, error) { return files.Read(s.path, files.MaxStream) }

// kind returns the kind of a file, judged by its content.
func (s source) kind(data []byte) kind {
	switch {
	case har.LooksLikeHAR(data):
		return isHAR
	case intake.LooksLikeBatch(data):
		return isBatch
	case intake.IsOTLP(data):
		return isSpans
	case intake.IsPostman(data):
		return isCollection
	case scan.KindOf(wire.TrimBOM(data)) == scan.Object || int64(len(data)) > files.MaxDocument:
		return isOther
	}
	if _, err := intake.Curl(data, unread); errors.Is(err, intake.ErrNoCurl) {
		return isOther
	}
	return isCurl
}

// unread reads no file: a command is recognized without the files that it names.
func unread(string) ([]byte, error) { return nil, fs.ErrNotExist }
