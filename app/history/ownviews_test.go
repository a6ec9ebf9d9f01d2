package history

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	past "gatehouse/state/history"
)

func viewsIn(t *testing.T, content string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, viewsFile), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, _, err := readViews(filepath.Join(dir, viewsFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		names = append(names, v.Name)
	}
	return names
}

// TestSavingAViewKeepsThoseInTheFile: also those that were not read yet, and those that
// another program saved meanwhile.
func TestSavingAViewKeepsThoseInTheFile(t *testing.T) {
	dir := viewsIn(t, `[{"Name":"one","Filter":"a"}]`)
	var here, there ownViews
	here.queue(withView(past.View{Name: "two"}, 0))
	if _, err := here.sync(dir); err != nil {
		t.Fatal(err)
	}
	there.queue(withView(past.View{Name: "three"}, 9))
	if _, err := there.sync(dir); err != nil {
		t.Fatal(err)
	}
	here.queue(withoutView("two"))
	in, err := here.sync(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := namesIn(t, dir); !slices.Equal(got, []string{"one", "three"}) || len(in.list) != 2 {
		t.Errorf("the file has %q, %v is shown", got, in.list)
	}
}

// TestViewsAreChangedInTheOrderOfTheKeys: whichever of the writing Cmds runs first.
func TestViewsAreChangedInTheOrderOfTheKeys(t *testing.T) {
	dir := viewsIn(t, `[]`)
	var file ownViews
	saved, undone := file.queue(withView(past.View{Name: "a"}, 0)), file.queue(withoutView("a"))
	second, err := file.sync(dir)
	if err != nil {
		t.Fatal(err)
	}
	first, err := file.sync(dir)
	if err != nil || saved.err != nil || undone.err != nil {
		t.Fatal(err, saved.err, undone.err)
	}
	if got := namesIn(t, dir); len(got) > 0 || first.number <= second.number {
		t.Errorf("the file has %q; readings %d and %d", got, second.number, first.number)
	}
}

func TestAFileOfViewsThatCannotBeReadIsKept(t *testing.T) {
	const damaged = `[{"Name":"one","Filter":"a"},`
	dir := viewsIn(t, damaged)
	var file ownViews
	if _, err := file.sync(dir); err == nil {
		t.Error("reading a damaged file told no error")
	}
	c := file.queue(withView(past.View{Name: "two"}, 0))
	if _, err := file.sync(dir); err != nil || c.err != nil {
		t.Fatal(err, c.err)
	}
	if kept, err := os.ReadFile(c.aside); err != nil || string(kept) != damaged {
		t.Errorf("kept %q, %v", kept, err)
	}
	if got := namesIn(t, dir); !slices.Equal(got, []string{"two"}) {
		t.Errorf("the file has %q", got)
	}
}

func TestViewsThatAreNotWrittenSayWhy(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, viewsFile), 0o700); err != nil { // reading it fails
		t.Fatal(err)
	}
	var file ownViews
	c := file.queue(withView(past.View{Name: "two"}, 0))
	if _, err := file.sync(dir); err == nil || c.err == nil || c.aside != "" {
		t.Errorf("told %v, %v, %q", err, c.err, c.aside)
	}
}
