package screen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
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
func redacting(o *app.Options) {
	o.Redact = func() (*redact.Rules, error) { return redact.New(nil, "") }
}

func TestASessionIsWrittenToAFileThatReplacesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		d.Ask("sim/writer", "second question")
		d.Press("alt+y")
		d.Shows("Copy and export")
		d.Shows("● this exchange   ○ the whole session, 2 exchanges")
		d.Shows("curl command")
		d.Press("tab")
		d.Shows("○ this exchange   ● the whole session, 2 exchanges")
		d.Hides("curl command")
		save := func() {
			d.Type("markdown")
			d.Press("ctrl+s")
			d.WaitFor("the path", func() bool { return strings.Contains(d.Screen(), "first-question.md") })
			d.Press("enter")
		}
		save()
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "saved first-question.md") })
		d.Press("alt+y", "tab")
		save()
		d.WaitFor("the question", func() bool { return strings.Contains(d.Screen(), "The file exists") })
		d.Press("enter") // another path is the first row
		d.WaitFor("the path again", func() bool { return strings.Contains(d.Screen(), "Write to a file") })
		files := written(t, ".md")
		if len(files) != 1 || strings.Count(files[0], "> first question\n") != 1 || strings.Count(files[0], "> second question\n") != 1 {
			t.Errorf("%q", files)
		}
	})
}

func TestWhatIsHandedOverIsMasked(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
		d.Ask("sim/writer", "write to bob@canary.example")
		d.Press("alt+y")
		d.Type("HAR")
		d.Shows("enter file")
		d.Press("enter")
		d.WaitFor("the hits", func() bool { return strings.Contains(d.Screen(), "private data") })
		d.Press("enter")
		d.WaitFor("the path", func() bool { return strings.Contains(d.Screen(), "Write to a file") })
		d.Shows("masked")
		d.Shows("write-to.har") // the name of the file too
		d.Press("enter")
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "saved ") })
		files := written(t, ".har")
		if len(files) != 1 || strings.Contains(files[0], "bob@") {
			t.Errorf("%d files, %.300q", len(files), files)
		}
	})
}

// TestTheKeyOfAFileWritesEveryDocument: also one that becomes a file anyway.
func TestTheKeyOfAFileWritesEveryDocument(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		for _, name := range []string{"HAR", "HTML", "markdown"} {
			d.Press("alt+y")
			d.Type(name)
			d.Shows("ctrl+s file")
			d.Press("ctrl+s")
			d.WaitFor("the path of "+name, func() bool { return strings.Contains(d.Screen(), "Write to a file") })
			d.Press("esc")
		}
	})
}

func TestTheMenuIsThereOnEveryScreen(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		for _, key := range []string{"w", "Y"} {
			d.Press(key)
			d.WaitFor("the menu", func() bool { return strings.Contains(d.Screen(), "Copy and export") })
			d.Shows("Python program")
			d.Shows("the whole session")
			d.Press("esc")
		}
		d.Press("enter")
		d.WaitFor("the inspector", func() bool { return strings.Contains(d.Screen(), "Overview") })
		for _, screen := range []string{"f4", "f2"} {
			d.Press(screen, "alt+y")
			d.Shows("Python program")
			d.Press("esc")
		}
		d.Do(views.SetModel{Slug: "sim/reasoner"})
		d.Press("f3", "alt+y") // what would be sent next
		d.WaitFor("the menu", func() bool { return strings.Contains(d.Screen(), "Copy and export") })
		d.Hides("response")
		d.Choose("request JSON")
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), ": request JSON; by ") })
	})
}

func TestARerankIsExportedWithItsModels(t *testing.T) {
	apptest.RunOnRerank(t, 140, 35, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25", "sim/trigram")
		d.Rank()
		d.Press("tab", "l", "Y")
		d.Shows("● sim/bm25   ○ all models, 2 exchanges")
		d.Choose("curl")
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), ": curl command; start gatehouse gateway first; by ") })
	})
}

// TestTheSessionInMemoryIsTheOneOfTheHistory: both ways to a session give the same
// exchanges.
func TestTheSessionInMemoryIsTheOneOfTheHistory(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		id := lastID(t, d)
		there, err := share.Session(nil, d.History.Opened(), id)
		if err != nil {
			t.Fatal(err)
		}
		d.Press("f2")
		here, err := d.Look().Exchange().Session().Load(nil)
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
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("f2", "tab", "r")
		d.WaitFor("the end", d.Idle)
		d.Press("alt+y")
		d.Shows("the whole session, 4 exchanges")
		there, err := share.Session(nil, d.History.Opened(), lastID(t, d))
		if err != nil || len(there) != 4 {
			t.Errorf("%d in the history, %v", len(there), err)
		}
	})
}

// lastID is the id of the exchange that was made last.
func lastID(t *testing.T, d *apptest.Driver) string {
	t.Helper()
	x := d.Look().Exchange()
	if x == nil || x.Session() == nil {
		t.Fatal("there is no session")
	}
	return x.State.ID
}
