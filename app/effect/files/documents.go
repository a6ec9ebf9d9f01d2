package files

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gatehouse/app/effect/progress"
	"gatehouse/state/rank/dataset"
)

// Input reads what a path holds for a comparison of rerankers: a data set, a file of documents or of another
// system's ranking, a picture, which is a document, or a folder, in which each text file and picture is one.
// At most MaxDocument bytes are read; ~ is the home folder. Of a folder of documents the files directly in it
// that are not hidden are read, sorted by name. Errors name the path and the remedy. The error is a
// *progress.StoppedError if w was stopped. A link out of a folder must lead to an allowed folder.
func Input(w *progress.Work, path string, c dataset.Choice, allowed ...string) (in dataset.Input, err error) {
	if IsDataSet(path) {
		return dataSet(w, path, c.Depth, allowed)
	}
	full, err := Expand(path)
	if err != nil {
		return in, err
	}
	if info, err := os.Stat(full); err == nil && info.IsDir() {
		return folder(w, path, full, allowed)
	}
	data, err := Read(path, MaxDocument)
	if err != nil {
		return in, err
	}
	if d, ok := picture(data); ok {
		in.Documents, in.Images = []dataset.Document{d}, 1
		return in, nil
	}
	in, err = dataset.ReadInput(path, data, dataset.Guess(path, data), c)
	if err == nil && in.Set != nil {
		err = index(w, in.Set, c.Depth)
	}
	return in, err
}

// index finds the candidates of the queries of a set; depth 0: FirstDepth.
func index(w *progress.Work, set *dataset.Set, depth int) error {
	if err := w.Counted("indexing", 0, len(set.Documents), "documents"); err != nil {
		return err
	}
	*set = set.Retrieved(cmp.Or(depth, dataset.FirstDepth))
	return nil
}

func folder(w *progress.Work, path, full string, allowed []string) (in dataset.Input, err error) {
	entries, err := os.ReadDir(full)
	if err != nil {
		return in, withPath(path, err)
	}
	reach, err := reachIn(path, allowed...)
	if err != nil {
		return in, err
	}
	left := int64(MaxDocument)
	for i, e := range entries {
		if err := w.Counted("reading", i, len(entries), "files"); err != nil {
			return in, err
		}
		if e.Name()[0] == '.' || e.IsDir() {
			continue
		}
		data, err := one(reach, e.Name(), left)
		switch {
		case errors.Is(err, errSize):
			return in, fmt.Errorf("%s: its files have more than the %d MiB that are read; take some out", path, MaxDocument>>20)
		case err != nil:
			in.Refused = append(in.Refused, fmt.Errorf("%s: %w", e.Name(), err))
			continue
		}
		left -= int64(len(data))
		d, ok := picture(data)
		if ok {
			in.Images++
		} else {
			d = dataset.FullText(data)
		}
		in.Documents = append(in.Documents, d)
	}
	if len(in.Documents) == 0 {
		why := ""
		if len(in.Refused) > 0 {
			why = " (" + in.Refused[0].Error() + ")"
		}
		return in, fmt.Errorf("%s: no text file or picture is in this folder%s; give one whose files are the documents", path, why)
	}
	return in, nil
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
	if err := dataset.NotText(data); err != nil {
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
func picture(data []byte) (dataset.Document, bool) {
	media, _ := kind(data)
	if !strings.HasPrefix(media, "image/") {
		return dataset.Document{}, false
	}
	return dataset.Document{Raw: []byte(`{"image":` + dataURL(media, data) + "}")}, true
}

// IsDataSet reports whether a path is a folder with a data set in the layout of BEIR.
func IsDataSet(path string) bool {
	return Exists(filepath.Join(path, dataset.BEIRCorpus))
}

// dataSet reads the folder of a data set, of at most MaxDocument bytes in all.
func dataSet(w *progress.Work, path string, depth int, allowed []string) (in dataset.Input, err error) {
	full, err := Expand(path)
	if err != nil {
		return in, err
	}
	entries, err := os.ReadDir(filepath.Join(full, dataset.BEIRQrels))
	if err != nil {
		return in, withPath(filepath.Join(path, dataset.BEIRQrels), err)
	}
	var splits []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".tsv") {
			splits = append(splits, e.Name())
		}
	}
	b := dataset.BEIR{Split: dataset.Split(splits)}
	if b.Split == "" {
		return in, fmt.Errorf("%s: no .tsv file is in it; the judgements are to be in %s/test.tsv", filepath.Join(path, dataset.BEIRQrels), dataset.BEIRQrels)
	}
	reach, err := reachIn(path, allowed...)
	if err != nil {
		return in, err
	}
	left := int64(MaxDocument)
	for i, file := range []struct {
		name string
		to   *[]byte
	}{{dataset.BEIRCorpus, &b.Corpus}, {dataset.BEIRQueries, &b.Queries}, {filepath.Join(dataset.BEIRQrels, b.Split), &b.Qrels}} {
		if err := w.Counted("reading", i, 3, "files"); err != nil {
			return in, err
		}
		if *file.to, err = one(reach, file.name, left); err != nil {
			return in, fmt.Errorf("%s: %w", filepath.Join(path, file.name), err)
		}
		left -= int64(len(*file.to))
	}
	set, err := b.Read()
	if err != nil {
		return in, fmt.Errorf("%s: %w", path, err)
	}
	in.Set, in.Split = &set, b.Split
	return in, index(w, in.Set, depth)
}

// WriteDataSet writes a data set to a new folder.
func WriteDataSet(path string, b dataset.BEIR) error {
	full, err := Expand(path)
	if err != nil {
		return err
	}
	if Exists(path) {
		return fmt.Errorf("%s: it exists; name a new folder", path)
	}
	if err := os.MkdirAll(filepath.Join(full, dataset.BEIRQrels), 0o700); err != nil {
		return withPath(path, err)
	}
	for name, data := range map[string][]byte{
		dataset.BEIRCorpus: b.Corpus, dataset.BEIRQueries: b.Queries, filepath.Join(dataset.BEIRQrels, b.Split): b.Qrels,
	} {
		if err := Create(filepath.Join(full, name), data); err != nil {
			return err
		}
	}
	return nil
}
