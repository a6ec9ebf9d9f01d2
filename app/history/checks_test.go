package history_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/history"
	"gatehouse/app/inspect"
	"gatehouse/state/json/tree"
)

// checksIn writes a file of checks into a new working directory.
func checksIn(t *testing.T, text string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("c.toml", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// runFile runs c.toml on what the history shows.
func runFile(d *apptest.Driver) {
	d.T.Helper()
	d.Press("t")
	d.Shows("Run a file of checks")
	d.Type("c.toml")
	d.Press("enter")
}

// TestChecksRunOnWhatTheFilterShows: on all of it and nothing else, whatever they name, and what
// was not met leads to its frame.
func TestChecksRunOnWhatTheFilterShows(t *testing.T) {
	checksIn(t, "[[check]]\nname = \"whole\"\nrecorded = \"last\"\n[check.expect]\nverdict = \"completed\"\n"+
		"[[check]]\nname = \"short\"\nrecorded = \"nothing\"\n[check.expect]\nevents = [\"response.created\", \"response.completed\"]\n")
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("/")
		d.Type("verdict:completed")
		d.WaitFor("the two", func() bool { return strings.Contains(d.Screen(), "2 of 3") })
		d.Press("enter", "t")
		d.Shows("on 2 exchanges of the history that verdict:completed shows")
		d.Press("esc")
		runFile(d)
		d.WaitFor("the report", func() bool { return strings.Contains(d.Screen(), "Checks of c.toml") })
		d.Shows("1 of 2 checks failed on 2 exchanges of the history that verdict:completed shows")
		d.Shows("short   failed: 2 of 2 exchanges")
		d.Shows("c.toml:10: events: expected response.created, response.completed, got")
		d.Shows("✓ whole: 2 exchanges")
		d.Shows("enter show frame")
		d.Press("enter")
		d.WaitFor("the frame", func() bool { return d.Focus() == inspect.EventsPane })
		d.Shows("F9 runs the checks again")
		d.Hides("Checks of c.toml")
		d.Press("esc")
		if d.Focus() != history.ListPane {
			t.Errorf("esc leads to %s", d.Focus())
		}
		d.Press("f9")
		d.WaitFor("the report again", func() bool { return strings.Contains(d.Screen(), "Checks of c.toml") })
		d.Press("j", "j")
		before := d.Screen()
		d.Press("r")
		d.Flush()
		if after := d.Screen(); after != before {
			t.Errorf("run again, the report is at another place:\n%s\nwas\n%s", after, before)
		}
		if err := os.WriteFile("c.toml", []byte("[[check]]\nrecorded = \"last\"\nexpect.verdict = \"completed\"\nexpect.cots = 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		d.Press("r")
		d.WaitFor("what is wrong", func() bool { return strings.Contains(d.Screen(), "nothing was checked") })
		d.Shows("c.toml:4: unknown key check.expect.cots")
		d.Shows("r  correct the file, then run it again")
		d.Press("esc")
		d.Hides("nothing was checked")
	})
}

// TestChecksThatCannotRunSayWhy where the path is written, or in the notice.
func TestChecksThatCannotRunSayWhy(t *testing.T) {
	checksIn(t, "")
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("f9")
		d.Shows("no check was saved or run yet; M makes one of an exchange, t in the history runs a file of checks")
		d.Press("t")
		d.Type("other.toml")
		d.Press("enter")
		d.WaitFor("no file", func() bool { return strings.Contains(d.Screen(), "no such file; check the path") })
		d.Press("esc", "/")
		d.Type("quixotic")
		d.WaitFor("no exchange", func() bool { return strings.Contains(d.Screen(), "Nothing matches the filter.") })
		d.Press("enter", "t")
		d.Shows("no exchange to check. Nothing matches the filter.")
		d.Hides("Run a file of checks")
	})
}

// TestEscStopsChecks: then nothing is reported, and the dialog is closed. Until then no others begin.
func TestEscStopsChecks(t *testing.T) {
	checksIn(t, "[[check]]\nrecorded = \"last\"\nexpect.jq = \".\"\n")
	ended := make(chan error, 3)
	apptest.Run(t, 120, 35, func(o *app.Options) {
		o.History = apptest.ArchiveIn(t.TempDir())
		o.Filter = func(ctx context.Context, _ []byte, _ string) (tree.Filtered, error) {
			<-ctx.Done()
			ended <- ctx.Err()
			return tree.Filtered{}, ctx.Err()
		}
	}, func(d *apptest.Driver) {
		d.Ask("sim/writer", "a question")
		d.Press("esc", "f6")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "sim/writer") })
		runFile(d)
		d.WaitFor("how far it is", func() bool { return strings.Contains(d.Screen(), "checking: 0 of 1 exchanges · esc stops") })
		d.Press("enter")
		d.WaitFor("what runs", func() bool { return strings.Contains(d.Screen(), "the checks of c.toml still run") })
		d.Press("esc")
		d.Flush()
		if len(ended) != 1 {
			t.Error("the filter still runs")
		}
		d.Hides("Run a file of checks")
		d.Hides("Checks of")
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

// TestACheckThatWasSavedRunsByOneKey: on the exchange that it was made of, also where nothing is
// saved.
func TestACheckThatWasSavedRunsByOneKey(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "a question")
		d.Press("alt+y")
		d.Type("check")
		d.Press("ctrl+s")
		d.WaitFor("the path", func() bool { return strings.Contains(d.Screen(), "a-question.toml") })
		d.Press("enter")
		d.WaitFor("the key", func() bool { return strings.Contains(d.Screen(), "; F9 runs it") })
		d.Press("f9")
		d.WaitFor("the report", func() bool {
			return strings.Contains(d.Screen(), "1 check passed on the exchange it came from")
		})
		d.Press("esc")
		made, err := os.ReadFile("a-question.toml")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("a-question.toml", []byte(strings.Replace(string(made), `verdict = "completed"`, `verdict = "failed"`, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		d.Press("f9")
		d.WaitFor("the failure", func() bool { return strings.Contains(d.Screen(), "verdict: expected failed, got completed") })
		d.Shows("enter show exchange")
		d.Press("enter")
		d.Flush()
		if d.Focus() != inspect.OverviewPane {
			t.Errorf("enter leads to %s", d.Focus())
		}
	})
}

// TestChecksReadNoFileOutsideTheirFolder: the report names the file and the flag, and nothing of
// what the file holds; a folder that the user allowed is read.
func TestChecksReadNoFileOutsideTheirFolder(t *testing.T) {
	other := t.TempDir()
	schema := filepath.Join(other, "schema.json")
	if err := os.WriteFile(schema, []byte(`{"type":"string","title":"canary"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	checksIn(t, "[[check]]\nrecorded = \"last\"\n[check.expect]\ntext_schema = '"+schema+"'\n")
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("t")
		d.Type("c.toml")
		d.Press("enter")
		d.WaitFor("what is wrong", func() bool { return strings.Contains(d.Screen(), "nothing was checked") })
		d.Shows("--allow-files")
		d.Hides("canary")
		d.Press("esc")
		d.AllowFiles = []string{other}
		d.Press("f9")
		d.WaitFor("the report", func() bool {
			return strings.Contains(d.Screen(), "checks failed") || strings.Contains(d.Screen(), "check failed")
		})
		d.Shows("text_schema: expected JSON that fits")
	})
}
