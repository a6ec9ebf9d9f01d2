package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gatehouse/app/effect/progress"
	"gatehouse/state/rank/dataset"
)

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
		return in, explained(filepath.Join(path, dataset.BEIRQrels), err)
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
		return explained(path, err)
	}
	for name, data := range map[string][]byte{
		dataset.BEIRCorpus: b.Corpus, dataset.BEIRQueries: b.Queries, filepath.Join(dataset.BEIRQrels, b.Split): b.Qrels,
	} {
		if err := Write(filepath.Join(full, name), data, false); err != nil {
			return err
		}
	}
	return nil
}
