package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/share"
	"gatehouse/state/share/export"
	"gatehouse/state/share/redact"
	"gatehouse/views"
)

// written are the files in the working directory whose names end so.
func written(t *testing.T, ext string) (texts []string) {
	t.Helper()
	paths, err := filepath.Glob("*" + ext)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	return texts
}

// redacting lets documents be masked by the built-in rules.
func redacting(o *Options) {
	o.Redact = func() (*redact.Rules, error) { return redact.New(nil, "") }
}

func TestASessionIsWrittenToAFileThatReplacesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, redacting, func(d *driver) {
		d.ask("sim/writer", "first question")
		d.ask("sim/writer", "second question")
		d.keys("alt+y")
		d.shows("Copy and export")
		d.shows("● this exchange   ○ the whole session, 2 exchanges")
		d.shows("curl command")
		d.keys("tab")
		d.shows("○ this exchange   ● the whole session, 2 exchanges")
		d.hides("curl command")
		save := func() {
			d.typeText("markdown")
			d.keys("ctrl+s")
			d.until("the path", func() bool { return strings.Contains(d.screen(), "first-question.md") })
			d.keys("enter")
		}
		save()
		d.until("the notice", func() bool { return strings.Contains(d.screen(), "saved first-question.md") })
		d.keys("alt+y", "tab")
		save()
		d.until("the question", func() bool { return strings.Contains(d.screen(), "The file exists") })
		d.keys("enter") // another path is the first row
		d.until("the path again", func() bool { return strings.Contains(d.screen(), "Write to a file") })
		files := written(t, ".md")
		if len(files) != 1 || strings.Count(files[0], "> first question\n") != 1 || strings.Count(files[0], "> second question\n") != 1 {
			t.Errorf("%q", files)
		}
	})
}

func TestWhatIsHandedOverIsMasked(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, redacting, func(d *driver) {
		d.ask("sim/writer", "write to bob@canary.example")
		d.keys("alt+y")
		d.typeText("HAR")
		d.shows("enter file")
		d.keys("enter")
		d.until("the hits", func() bool { return strings.Contains(d.screen(), "private data") })
		d.keys("enter")
		d.until("the path", func() bool { return strings.Contains(d.screen(), "Write to a file") })
		d.shows("masked")
		d.shows("write-to.har") // the name of the file too
		d.keys("enter")
		d.until("the notice", func() bool { return strings.Contains(d.screen(), "saved ") })
		files := written(t, ".har")
		if len(files) != 1 || strings.Contains(files[0], "bob@") {
			t.Errorf("%d files, %.300q", len(files), files)
		}
	})
}

// TestTheKeyOfAFileWritesEveryDocument: also one that becomes a file anyway.
func TestTheKeyOfAFileWritesEveryDocument(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, redacting, func(d *driver) {
		d.ask("sim/writer", "first question")
		for _, name := range []string{"HAR", "HTML", "markdown"} {
			d.keys("alt+y")
			d.typeText(name)
			d.shows("ctrl+s file")
			d.keys("ctrl+s")
			d.until("the path of "+name, func() bool { return strings.Contains(d.screen(), "Write to a file") })
			d.keys("esc")
		}
	})
}

func TestTheMenuIsThereOnEveryScreen(t *testing.T) {
	past(t, func(d *driver) {
		for _, key := range []string{"e", "Y"} {
			d.keys(key)
			d.until("the menu", func() bool { return strings.Contains(d.screen(), "Copy and export") })
			d.shows("Python program")
			d.shows("the whole session")
			d.keys("esc")
		}
		d.keys("enter")
		d.until("the inspector", func() bool { return strings.Contains(d.screen(), "Overview") })
		for _, screen := range []string{"f4", "f2"} {
			d.keys(screen, "alt+y")
			d.shows("Python program")
			d.keys("esc")
		}
		d.do(views.SetModel{Slug: "sim/reasoner"})
		d.keys("f3", "alt+y") // what would be sent next
		d.until("the menu", func() bool { return strings.Contains(d.screen(), "Copy and export") })
		d.hides("response")
		d.choose("request JSON")
		d.until("the notice", func() bool { return strings.Contains(d.screen(), ": request JSON; by ") })
	})
}

func TestARerankIsExportedWithItsModels(t *testing.T) {
	onRerank(t, 140, 35, func(d *driver) {
		d.rerankSet("sim/bm25", "sim/trigram")
		d.rank()
		d.keys("tab", "l", "Y")
		d.shows("● sim/bm25   ○ all models, 2 exchanges")
		d.choose("curl")
		d.until("the notice", func() bool { return strings.Contains(d.screen(), ": curl command; by ") })
	})
}

// TestTheSessionInMemoryIsTheOneOfTheHistory: both ways to a session give the same
// exchanges.
func TestTheSessionInMemoryIsTheOneOfTheHistory(t *testing.T) {
	past(t, func(d *driver) {
		id := lastID(t, d)
		there, err := share.Session(nil, d.m.History.Opened(), id)
		if err != nil {
			t.Fatal(err)
		}
		d.keys("f2")
		here, err := d.m.look().Exchange().Session().Load(nil)
		if err != nil {
			t.Fatal(err)
		}
		texts := func(list []export.Exchange) (all []string) {
			for _, x := range list {
				all = append(all, x.State.ID+" "+x.Title+" "+x.About.Connection+" "+x.State.Text())
			}
			return all
		}
		if got, want := strings.Join(texts(here), "\n"), strings.Join(texts(there), "\n"); got != want || len(here) != 3 {
			t.Errorf("in memory\n%s\nin the history\n%s", got, want)
		}
	})
}

// TestASessionExportHasAllBranches: what was asked and then edited is a part of it.
func TestASessionExportHasAllBranches(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("f2", "tab", "r")
		d.until("the end", d.idle)
		d.keys("alt+y")
		d.shows("the whole session, 4 exchanges")
		there, err := share.Session(nil, d.m.History.Opened(), lastID(t, d))
		if err != nil || len(there) != 4 {
			t.Errorf("%d in the history, %v", len(there), err)
		}
	})
}

// lastID is the id of the exchange that was made last.
func lastID(t *testing.T, d *driver) string {
	t.Helper()
	x := d.m.look().Exchange()
	if x == nil || x.Session() == nil {
		t.Fatal("there is no session")
	}
	return x.State.ID
}
