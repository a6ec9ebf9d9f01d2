package files

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/state/rank/dataset"
)

func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDocumentsOfAFile(t *testing.T) {
	path := put(t, t.TempDir(), "notes.csv", "id,text\n1,a\n")
	in, err := Input(nil, path, dataset.Choice{})
	if err != nil || in.Format != dataset.CSV || !slices.Equal(in.Fields, []string{"id", "text"}) || in.Missing != "query" || in.Documents != nil {
		t.Errorf("%+v, %v", in, err)
	}
	in, err = Input(nil, path, dataset.Choice{Field: "text"})
	if err != nil || in.Fields != nil || len(in.Documents) != 1 || in.Documents[0].Text != "a" {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestDocumentsOfAFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"b.txt": "second", "a.md": "# first\n", ".hidden": "no", "c.png": "\x89PNG\x00", "d.txt": "", "e.txt": " \n"} {
		put(t, dir, name, text)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := Input(nil, dir, dataset.Choice{})
	if err != nil || len(s.Documents) != 2 {
		t.Fatalf("%+v, %v", s, err)
	}
	if s.Documents[0].Text != "# first" || s.Documents[1].Text != "second" {
		t.Errorf("%q", s.Documents)
	}
	if len(s.Refused) != 3 || !strings.HasPrefix(s.Refused[0].Error(), "c.png: no text") || s.Refused[1].Error() != "d.txt: empty" || s.Refused[2].Error() != "e.txt: nothing but white space" {
		t.Errorf("%v", s.Refused)
	}
}

func TestPicturesAreDocuments(t *testing.T) {
	dir := t.TempDir()
	png := put(t, dir, "b.png", "\x89PNG\r\n\x1a\n\x00\x00")
	put(t, dir, "a.txt", "words")
	const want = `{"image":"data:image/png;base64,iVBORw0KGgoAAA=="}`
	one, err := Input(nil, png, dataset.Choice{})
	if err != nil || len(one.Documents) != 1 || one.Images != 1 || string(one.Documents[0].Raw) != want || !one.Documents[0].HasImage() {
		t.Errorf("%s, %v", one.Documents, err)
	}
	all, err := Input(nil, dir, dataset.Choice{})
	if err != nil || len(all.Documents) != 2 || all.Images != 1 || all.Documents[0].Text != "words" || string(all.Documents[1].Raw) != want {
		t.Errorf("%s, %v", all.Documents, err)
	}
}

func TestDocumentsRefused(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		put(t, dir, "x.bin", "a\x00b"): "x.bin: no text: a zero byte at offset 1",
		filepath.Join(dir, "none"):     "no such file",
		t.TempDir():                    "no text file or picture is in this folder",
	} {
		_, err := Input(nil, path, dataset.Choice{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
