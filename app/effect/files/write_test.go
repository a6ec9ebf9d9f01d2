package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func contents(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWriteReplacesOnlyOnRequest(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "session.json")
	if err := Create(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, []byte("two")); !errors.Is(err, ErrExists) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want ErrExists with the path", err)
	}
	if got := contents(t, path); got != "one" {
		t.Errorf("the file holds %q", got)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Replace(path, []byte("three")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 || contents(t, path) != "three" {
		t.Errorf("replaced: %v, %v", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files are left, want one", len(entries))
	}
}

func TestWriteKeepsALinkAndReplacesItsTarget(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.json"), filepath.Join(dir, "link.json")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := Create(link, []byte("new")); !errors.Is(err, ErrExists) {
		t.Errorf("got %v, want ErrExists", err)
	}
	if err := Replace(link, []byte("new")); err != nil || contents(t, target) != "new" {
		t.Errorf("%v, the target holds %q", err, contents(t, target))
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
}

// TestWriteMakesNothingWhereALinkLeads: whoever made the link would choose the place.
func TestWriteMakesNothingWhereALinkLeads(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "kept"), 0o700); err != nil {
		t.Fatal(err)
	}
	link, next, round := filepath.Join(dir, "link.json"), filepath.Join(dir, "next.json"), filepath.Join(dir, "round.json")
	for name, target := range map[string]string{link: "next.json", next: "kept/made.json", round: "round.json"} {
		if err := os.Symlink(target, name); err != nil {
			t.Skip(err)
		}
	}
	for _, write := range []func(string, []byte) error{Create, Replace} {
		if err := write(link, []byte("new")); err == nil || !strings.Contains(err.Error(), "made.json, which does not exist") {
			t.Errorf("written through a link to no file: %v", err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "kept", "made.json")); err == nil {
		t.Error("a file was made where the link leads")
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if err := Replace(round, nil); err == nil || !strings.Contains(err.Error(), "lead to one another") {
		t.Errorf("links in a circle: %v", err)
	}
}

// TestWriteChecksBeforeTheRename: what another program wrote while the text was written stays.
func TestWriteChecksBeforeTheRename(t *testing.T) {
	dir := t.TempDir()
	path, changed := filepath.Join(dir, "a"), errors.New("changed")
	err := WriteShown(nil, path, []byte("mine"), true, func() error {
		if temp, err := filepath.Glob(filepath.Join(dir, ".gatehouse-*")); err != nil || len(temp) != 1 || contents(t, temp[0]) != "mine" {
			t.Errorf("%v, %v", temp, err)
		}
		return errors.Join(os.WriteFile(path, []byte("theirs"), 0o600), changed)
	})
	if !errors.Is(err, changed) || contents(t, path) != "theirs" {
		t.Errorf("%v, %q", err, contents(t, path))
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
}

func TestPathsThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	none := filepath.Join(dir, "none", "x.json")
	for path, want := range map[string]string{none: "does not exist", dir: "a folder"} {
		if err := Replace(path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Write %s: %v, want %q", path, err, want)
		}
	}
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{none: "no such file", dir: "a folder", large: "2.0 MiB, more than the 1 MiB", os.DevNull: "not a regular file"} {
		if _, err := Read(path, 1<<20); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("Read %s: %v, want %q", path, err, want)
		}
	}
}

func TestHomeAndCompletion(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	if err := os.MkdirAll(filepath.Join(home, "papers", "deep"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"papers/report.pdf", "papers/Report 2.pdf", "papers/.hidden", "pages.txt"} {
		if err := Create("~/"+name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := Read("~/pages.txt", 100); err != nil || string(data) != "pages.txt" {
		t.Errorf("%q, %v", data, err)
	}
	t.Chdir(filepath.Join(home, "papers"))
	for prefix, want := range map[string]string{
		"~":                   "~/",
		"~/pa":                "~/pages.txt ~/papers/",
		"~/papers/":           "~/papers/Report 2.pdf ~/papers/deep/ ~/papers/report.pdf",
		"~/papers/.":          "~/papers/.hidden",
		"~/papers/rep":        "~/papers/report.pdf",
		"~/papers/REP":        "~/papers/Report 2.pdf ~/papers/report.pdf",
		"re":                  "report.pdf",
		"":                    "Report 2.pdf deep/ report.pdf",
		"./d":                 "./deep/",
		"../pa":               "../pages.txt ../papers/",
		home + "/pages":       home + "/pages.txt",
		"~/none/x":            "",
		"~nobody/x":           "",
		"~/pages.txt/further": "",
	} {
		if got := strings.Join(Complete(prefix), " "); got != want {
			t.Errorf("%q is completed to %q, want %q", prefix, got, want)
		}
	}
}
