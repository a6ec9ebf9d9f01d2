package lab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/state/history"
	"gatehouse/views"
)

func runLab(t *testing.T, change func(*app.Options), test func(d *apptest.Driver)) {
	t.Helper()
	apptest.Run(t, 120, 35, change, test)
}

func TestLabRunsAndShowsFiguresAndAnswers(t *testing.T) {
	runLab(t, nil, func(d *apptest.Driver) {
		d.OpenLab(t, apptest.LabFile)
		d.Shows("passed · 2 cases × 2 variants × 2")
		d.Shows("R runs 8 requests without an answer")
		d.RunLab()
		d.Shows("8 of 8 answers")
		d.Shows("2 of 2")
		d.Shows("0 of 2")
		d.Shows("51 % to 100 %") // Wilson, of 4 of 4
		d.Shows("WHO SERVED")
		d.Hides("all queries")
		d.Press("right")
		d.Shows("completed · 2 cases")
		d.Press("right")
		d.Shows("TTFT · 2 cases")
		d.Press("j", "enter")
		d.Shows("by the writer   case 2 of 2")
		d.Shows("2 of 2 the same")
		d.Shows("served: expected sim/writer, got sim/coder")
		d.Press("(")
		d.Shows("greets   case 1 of 2")
		d.Press("esc")
		d.Shows("TTFT · 2 cases")
		d.Press("R")
		d.Shows("every case has its answers")
	})
}

// The variants are next to one another where both get 38 cells, else below it.
func TestAnswersAreSideBySideWhereTheWidthSuffices(t *testing.T) {
	for width, adjacent := range map[int]bool{80: true, 78: false} {
		apptest.Run(t, width, 24, nil, func(d *apptest.Driver) {
			d.OpenLab(t, apptest.LabFile)
			d.RunLab()
			d.Press("enter")
			if line := d.LineWith("writer"); strings.Contains(line, "coder") != adjacent {
				t.Errorf("%d cells: %q", width, line)
			}
		})
	}
}

// What has an answer is found in the history when the file is opened again, and is not asked again.
func TestLabFindsItsAnswersAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	with := func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }
	end := func(d *apptest.Driver) {
		d.Quit(nil)
		d.Flush()
		d.Life.Readers.Wait()
		d.History.Close()
	}
	runLab(t, with, func(d *apptest.Driver) {
		d.OpenLab(t, apptest.LabFile)
		d.RunLab()
		d.Press("enter", "enter")
		d.WaitFor("the exchange is inspected", func() bool { return strings.Contains(d.Screen(), "alt+0 returns to the lab") })
		end(d)
	})
	of := apptest.Saved(t, dir)
	if len(of) != 8 || of[0].Origin != history.Lab || of[0].Variant == "" || of[0].Repeat == 0 {
		t.Fatalf("%d exchanges are saved, %+v", len(of), of[0].About)
	}
	runLab(t, with, func(d *apptest.Driver) {
		d.OpenLab(t, strings.Replace(apptest.LabFile, "repeat = 2", "repeat = 3", 1))
		d.Shows("2 of 2")
		d.Shows("R runs 4 requests without an answer")
		d.RunLab()
		d.Shows("4 of 4 answers")
		end(d)
	})
	if n := len(apptest.Saved(t, dir)); n != 12 {
		t.Errorf("%d exchanges are saved", n)
	}
}

// Marks are given without the names of the variants, count for the same answers, and are saved with the lab.
func TestAnswersAreJudgedBlind(t *testing.T) {
	runLab(t, nil, func(d *apptest.Driver) {
		d.OpenLab(t, apptest.LabFile)
		d.RunLab()
		d.Press("u")
		d.Shows("answer 1 of 4 to mark")
		d.Hides("your mark")
		d.Hides("coder  ")
		d.Press("enter")
		d.Shows("not inspected while marking: it names the variant")
		d.Press("3", "2", ")", "0")
		d.Shows("3 answers marked, 1 left")
		d.Shows("your mark · 2 cases")
		d.Press("u")
		d.Shows("answer 1 of 1 to mark")
		d.Press("esc", "alt+z")
		d.Press("u")
		d.Shows("answer 1 of 2 to mark")
		d.Press("esc", "ctrl+s")
		d.Answer(filepath.Join(t.TempDir(), "marked.toml"))
		d.Flush()
		data, err := os.ReadFile(d.Laboratory().File().Path)
		if err != nil || strings.Count(string(data), "[[mark]]") != 2 {
			t.Errorf("%v\n%s", err, data)
		}
		d.OpenLab(t, string(data))
	})
}

// From nothing: prompts are added, then models, then it runs.
func TestLabBeginsEmpty(t *testing.T) {
	runLab(t, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "from the conversation")
		d.Press("esc", "alt+0")
		d.Shows("a adds prompts: typed, of a file, of the conversation, of the history")
		d.Press("R")
		d.Shows("no prompt yet; a adds prompts")
		d.Press("a")
		d.Choose("Type")
		d.Type("What is a key?")
		d.Press("ctrl+j")
		d.Type("What is a route?")
		d.Press("enter")
		d.WaitFor("they are added", func() bool { return strings.Contains(d.Screen(), "added 2 prompts") })
		d.Press("a")
		d.Choose("conversation")
		d.WaitFor("it is added", func() bool { return strings.Contains(d.Screen(), "from the conversation") })
		file := filepath.Join(t.TempDir(), "more.csv")
		if err := os.WriteFile(file, []byte("id,question\n1,Why?\n2,\"Who, and when?\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		d.Press("a")
		d.Choose("A file")
		d.Answer(file)
		d.WaitFor("the column is asked for", func() bool { return strings.Contains(d.Screen(), "Which one holds the prompt?") })
		d.Press("enter")
		d.WaitFor("they are added", func() bool { return strings.Contains(d.Screen(), "Who, and when?") })
		d.Press("+")
		d.Choose("sim/writer")
		d.WaitFor("it is added", func() bool { return strings.Contains(d.Screen(), "added the variant sim/writer") })
		d.Shows("5 cases × 1 variant")
		d.WaitFor("the requests are written", d.Laboratory().Ready)
		d.RunLab()
		d.Shows("5 of 5 answers")
		d.Press("p")
		d.Shows("served 100 % of sim/writer")
		d.Press("enter")
		d.Choose("new variant")
		d.WaitFor("it is pinned", func() bool { return strings.Contains(d.Screen(), "added the variant sim/writer, Local") })
		d.WaitFor("the requests are written", d.Laboratory().Ready)
		d.Shows("R runs 5 requests without an answer") // the answers of the others stay
		d.Press("alt+z")
		d.WaitFor("the requests are written", d.Laboratory().Ready)
		d.Press("R")
		d.Shows("every case has its answers")
	})
}

// Escape stops a run; what has arrived stays, and R runs the rest.
func TestLabIsStopped(t *testing.T) {
	slow := strings.Replace(strings.Replace(apptest.LabFile, "sim/coder", "fault/slow", 1), "repeat = 2", "repeat = 9", 1)
	runLab(t, nil, func(d *apptest.Driver) {
		d.OpenLab(t, slow)
		d.Press("R")
		d.WaitFor("an answer arrived", func() bool { return strings.Contains(d.Screen(), "1 of") })
		d.Press("esc")
		d.Shows("runs the rest")
		d.WaitFor("all have ended", func() bool { return d.Laboratory().Running() == 0 })
		d.RunLab()
		d.Hides("runs what failed again")
		d.Press("R")
		d.Shows("every case has its answers")
	})
}

// A file with faults is not opened, and the faults are shown where its path was typed.
func TestLabWithFaultsIsNotOpened(t *testing.T) {
	runLab(t, nil, func(d *apptest.Driver) {
		path := filepath.Join(t.TempDir(), "broken.toml")
		if err := os.WriteFile(path, []byte("[[variant]]\nname = \"a\"\nrequest = 3\n[[check]]\nname = \"x\"\nrequest = {}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		d.Do(views.OpenFile{Path: path})
		d.WaitFor("the fault", func() bool { return strings.Contains(d.Screen(), "variant.request is a number") })
	})
}
