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

// Source is what a person named to take documents from: a text file, whose
// documents rerankset.Read takes out; a picture, which is a document; or a
// folder, each text file and picture in which is one.
type Source struct {
	Path      string
	Data      []byte               // of a file
	Format    rerankset.Format     // of a file, as far as it can be guessed
	Folder    bool                 // the path is a folder
	Documents []rerankset.Document // of a folder, by the names of its files; of a picture
	Images    int                  // of Documents, that are pictures
	Refused   []error              // files of a folder that are no documents, each with its name and why
}

// Documents reads a file or a folder of at most MaxDocument bytes in all; ~ is
// the home folder. Of a folder it takes the files right in it that are not
// hidden. The error names the path and says what to do; a file that is no text
// is one, and so is a folder without any text. It is a *progress.StoppedError where w was
// stopped. A link out of a folder leads to no document, but below an allowed folder.
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
		var large *sizeError
		switch {
		case errors.As(err, &large):
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
			d = rerankset.WholeText(data)
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

// sizeError is the error of a file larger than what is left to read.
type sizeError struct{}

func (*sizeError) Error() string { return "too large" }

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
		return nil, &sizeError{}
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

// picture makes a document of a PNG, JPEG, GIF or WebP picture, by what is in it:
// {"image": its data URL}. The API document does not show what an image looks
// like; a data URL is what the responses endpoint takes.
func picture(data []byte) (rerankset.Document, bool) {
	media, _ := kind(data)
	if !strings.HasPrefix(media, "image/") {
		return rerankset.Document{}, false
	}
	return rerankset.Document{Raw: []byte(`{"image":` + dataURL(media, data) + "}")}, true
}
