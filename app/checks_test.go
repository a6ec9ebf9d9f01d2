package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
func (d *driver) runFile() {
	d.t.Helper()
	d.keys("t")
	d.shows("Run a file of checks")
	d.typeText("c.toml")
	d.keys("enter")
}

// TestChecksRunOnWhatTheFilterShows: on all of it and nothing else, whatever they name, and what
// was not met leads to its frame.
func TestChecksRunOnWhatTheFilterShows(t *testing.T) {
	checksIn(t, "[[check]]\nname = \"whole\"\nrecorded = \"last\"\n[check.expect]\nverdict = \"completed\"\n"+
		"[[check]]\nname = \"short\"\nrecorded = \"nothing\"\n[check.expect]\nevents = [\"response.created\", \"response.completed\"]\n")
	past(t, func(d *driver) {
		d.keys("/")
		d.typeText("verdict:completed")
		d.until("the two", func() bool { return strings.Contains(d.screen(), "2 of 3") })
		d.keys("enter", "t")
		d.shows("on 2 exchanges of the history that verdict:completed shows")
		d.keys("esc")
		d.runFile()
		d.until("the report", func() bool { return strings.Contains(d.screen(), "Checks of c.toml") })
		d.shows("1 of 2 checks failed on 2 exchanges of the history that verdict:completed shows")
		d.shows("short   failed: 2 of 2 exchanges")
		d.shows("c.toml:10: events: expected response.created, response.completed, got")
		d.shows("✓ whole: 2 exchanges")
		d.shows("enter show frame")
		d.keys("enter")
		d.until("the frame", func() bool { return d.m.Focus() == inspect.EventsPane })
		d.shows("F9 runs the checks again")
		d.hides("Checks of c.toml")
		d.keys("esc")
		if d.m.Focus() != history.ListPane {
			t.Errorf("esc leads to %s", d.m.Focus())
		}
		d.keys("f9")
		d.until("the report again", func() bool { return strings.Contains(d.screen(), "Checks of c.toml") })
		if err := os.WriteFile("c.toml", []byte("[[check]]\nrecorded = \"last\"\nexpect.verdict = \"completed\"\nexpect.cots = 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		d.keys("r")
		d.until("what is wrong", func() bool { return strings.Contains(d.screen(), "nothing was checked") })
		d.shows("c.toml:4: unknown key check.expect.cots")
		d.shows("r  correct the file, then run it again")
		d.keys("esc")
		d.hides("nothing was checked")
	})
}

// TestChecksThatCannotRunSayWhy where the path is written, or in the notice.
func TestChecksThatCannotRunSayWhy(t *testing.T) {
	checksIn(t, "")
	past(t, func(d *driver) {
		d.keys("f9")
		d.shows("no check was saved or run yet; M makes one of an exchange, t in the history runs a file of checks")
		d.keys("t")
		d.typeText("other.toml")
		d.keys("enter")
		d.until("no file", func() bool { return strings.Contains(d.screen(), "no such file; check the path") })
		d.keys("esc", "/")
		d.typeText("quixotic")
		d.until("no exchange", func() bool { return strings.Contains(d.screen(), "Nothing matches the filter.") })
		d.keys("enter", "t")
		d.shows("no exchange to check. Nothing matches the filter.")
		d.hides("Run a file of checks")
	})
}

// TestEscStopsChecks: then nothing is reported, and the dialog is closed. Until then no others begin.
func TestEscStopsChecks(t *testing.T) {
	checksIn(t, "[[check]]\nrecorded = \"last\"\nexpect.jq = \".\"\n")
	ended := make(chan error, 3)
	bubble(t, 120, 35, func(o *Options) {
		o.History = archiveIn(t.TempDir())
		o.Filter = func(ctx context.Context, _ []byte, _ string) (tree.Filtered, error) {
			<-ctx.Done()
			ended <- ctx.Err()
			return tree.Filtered{}, ctx.Err()
		}
	}, func(d *driver) {
		d.ask("sim/writer", "a question")
		d.keys("esc", "f6")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "sim/writer") })
		d.runFile()
		d.until("how far it is", func() bool { return strings.Contains(d.screen(), "checking: 0 of 1 exchanges · esc stops") })
		d.keys("enter")
		d.until("what runs", func() bool { return strings.Contains(d.screen(), "the checks of c.toml still run") })
		d.keys("esc")
		d.flush()
		if len(ended) != 1 {
			t.Error("the filter still runs")
		}
		d.hides("Run a file of checks")
		d.hides("Checks of")
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

// TestACheckThatWasSavedRunsByOneKey: on the exchange that it was made of, also where nothing is
// saved.
func TestACheckThatWasSavedRunsByOneKey(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, nil, func(d *driver) {
		d.ask("sim/writer", "a question")
		d.keys("alt+y")
		d.typeText("check")
		d.keys("ctrl+s")
		d.until("the path", func() bool { return strings.Contains(d.screen(), "a-question.toml") })
		d.keys("enter")
		d.until("the key", func() bool { return strings.Contains(d.screen(), "; F9 runs it") })
		d.keys("f9")
		d.until("the report", func() bool {
			return strings.Contains(d.screen(), "1 check passed on the exchange it came from")
		})
		d.keys("esc")
		made, err := os.ReadFile("a-question.toml")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("a-question.toml", []byte(strings.Replace(string(made), `verdict = "completed"`, `verdict = "failed"`, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		d.keys("f9")
		d.until("the failure", func() bool { return strings.Contains(d.screen(), "verdict: expected failed, got completed") })
		d.shows("enter show exchange")
		d.keys("enter")
		d.flush()
		if d.m.Focus() != inspect.OverviewPane {
			t.Errorf("enter leads to %s", d.m.Focus())
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
	past(t, func(d *driver) {
		d.keys("t")
		d.typeText("c.toml")
		d.keys("enter")
		d.until("what is wrong", func() bool { return strings.Contains(d.screen(), "nothing was checked") })
		d.shows("--allow-files")
		d.hides("canary")
		d.keys("esc")
		d.m.AllowFiles = []string{other}
		d.keys("f9")
		d.until("the report", func() bool {
			return strings.Contains(d.screen(), "checks failed") || strings.Contains(d.screen(), "check failed")
		})
		d.shows("text_schema: expected JSON that fits")
	})
}
