package rerank_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/views"
)

// A set finds its rankings in the history: in the next launch, and when its file is opened again. Other documents are
// another set.
func TestSetFindsItsAnswersAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	path := filepath.Join(t.TempDir(), "set.json")
	run := func(test func(d *apptest.Driver)) {
		apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
			d.Press("f5")
			test(d)
			d.Quit(nil)
			d.Flush()
			d.Life.Readers.Wait()
			d.History.Close()
		})
	}
	run(func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25", "sim/position"))
		d.Press("tab", "R")
		swept(d)
		d.Press("ctrl+s")
		d.Answer(path)
		d.Flush()
	})
	run(func(d *apptest.Driver) {
		d.Do(views.OpenFile{Path: path})
		d.WaitFor("all are found", func() bool { return d.Reranker().Exchange(1) != nil })
		d.Press("R")
		d.Shows("all 6 requests have been answered")
	})
	run(func(d *apptest.Driver) {
		d.Press("alt+u")
		d.WaitFor("all are found", func() bool { return d.Reranker().Exchange(1) != nil })
	})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(data), "Audit log", "Audit logs", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	run(func(d *apptest.Driver) {
		d.Do(views.OpenFile{Path: path})
		d.Flush()
		d.Press("R")
		swept(d)
		d.Shows("6 of 6 answers")
	})
}
