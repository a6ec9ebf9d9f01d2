package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"gatehouse/app/progress"
	"gatehouse/state/rerankset"
)

// Source is a source of documents that the user named: a text file, which rerankset.Read splits;
// a picture, which is a document; or a folder, in which each text file and picture is one.
type Source struct {
	Path      string
	Data      []byte               // of a file
	Format    rerankset.Format     // of a file, if it can be guessed
	Folder    bool                 // the path is a folder
	Documents []rerankset.Document // of a folder, sorted by file name; of a picture
	Images    int                  // number of Documents that are pictures
	Refused   []error              // name and reason of each file of a folder that is no document
}

// Documents reads a file or a folder of at most MaxDocument bytes in all; ~ is the home folder.
// Of a folder it reads the files directly in it that are not hidden. A file that is no text and a
// folder without documents are errors, which name the path and the remedy. The error is a
// *progress.StoppedError if w was stopped. A link out of a folder must lead to an allowed folder.
func Documents(w *progress.Work, path string, allowed ...string) (Source, error) {
	full, err := Expand(path)
	if err != nil {
		return Source{}, err
	}
	if info, err := os.Stat(full); err == nil && info.IsDir() {
		return folder(w, path, full, allowed)
	}
	data, err := Read(path, MaxDocument)
	if err != nil {
		return Source{}, err
	}
	if d, ok := picture(data); ok {
		return Source{Path: path, Documents: []rerankset.Document{d}, Images: 1}, nil
	}
	if err := rerankset.NotText(data); err != nil {
		return Source{}, fmt.Errorf("%s: %w", path, err)
	}
	return Source{Path: path, Data: data, Format: rerankset.Guess(path, data)}, nil
}

func folder(w *progress.Work, path, full string, allowed []string) (Source, error) {
	entries, err := os.ReadDir(full)
	if err != nil {
		return Source{}, explained(path, err)
	}
	reach, err := reachIn(path, allowed...)
	if err != nil {
		return Source{}, err
	}
	s := Source{Path: path, Folder: true}
	left := int64(MaxDocument)
	for i, e := range entries {
		if err := w.Counted("reading", i, len(entries), "files"); err != nil {
			return Source{}, err
		}
		if e.Name()[0] == '.' || e.IsDir() {
			continue
		}
		data, err := one(reach, e.Name(), left)
		switch {
		case errors.Is(err, errSize):
			return Source{}, fmt.Errorf("%s: its files have more than the %d MiB that are read; take some out", path, MaxDocument>>20)
		case err != nil:
			s.Refused = append(s.Refused, fmt.Errorf("%s: %w", e.Name(), err))
			continue
		}
		left -= int64(len(data))
		d, ok := picture(data)
		if ok {
			s.Images++
		} else {
			d = rerankset.FullText(data)
		}
		s.Documents = append(s.Documents, d)
	}
	if len(s.Documents) == 0 {
		why := ""
		if len(s.Refused) > 0 {
			why = " (" + s.Refused[0].Error() + ")"
		}
		return Source{}, fmt.Errorf("%s: no text file or picture is in this folder%s; give one whose files are the documents", path, why)
	}
	return s, nil
}

// errSize is the error of a file larger than the bytes left to read.
var errSize = errors.New("too large")

// one reads a file of a folder as a document.
func one(in Reach, name string, limit int64) ([]byte, error) {
	root, path, err := in.find(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("a link that leads nowhere")
	case err != nil:
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("a link to a folder")
	case !info.Mode().IsRegular():
		return nil, errors.New("no regular file")
	case info.Size() > limit:
		return nil, errSize
	case info.Size() == 0:
		return nil, errors.New("empty")
	}
	data, err := regular(FromHere(in.Path(name)), info, nil, limit, func() (*os.File, error) { return root.Open(path) })
	if err != nil {
		return nil, err
	}
	if _, ok := picture(data); ok {
		return data, nil
	}
	if err := rerankset.NotText(data); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("nothing but white space")
	}
	return data, nil
}

// picture returns a PNG, JPEG, GIF or WebP picture, recognized by its content, as the document
// {"image": its data URL}. The API document does not define the form of an image; the responses
// endpoint accepts a data URL.
func picture(data []byte) (rerankset.Document, bool) {
	media, _ := kind(data)
	if !strings.HasPrefix(media, "image/") {
		return rerankset.Document{}, false
	}
	return rerankset.Document{Raw: []byte(`{"image":` + dataURL(media, data) + "}")}, true
}
