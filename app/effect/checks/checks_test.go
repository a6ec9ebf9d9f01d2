package checks

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/app/effect/progress"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/share/export"
)

// read writes a check file and reads it.
func read(t *testing.T, text string) []*expect.Check {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestAnExchangeThatIsAtHandNeedsNoHistory: checks that name its id or nothing mean it, others
// what they name.
func TestAnExchangeThatIsAtHandNeedsNoHistory(t *testing.T) {
	all := read(t, `
[[check]]
request = { model = "m" }
expect.verdict = "completed"
[[check]]
recorded = "x1"
expect.verdict = "failed"
[[check]]
recorded = "x2"
expect.verdict = "completed"
`)
	x := state.NewExchange("", nil)
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(`{"status":"completed","output":[]}`)})
	r := Records{
		Given: &export.Exchange{State: x, Capture: &wire.Capture{ID: "x1"}},
		Open:  func(context.Context) (*archive.Archive, error) { return nil, errors.New("there is no history") },
	}
	w := progress.Begin(t.Context(), progress.Step{})
	tasks, err := r.Tasks(w, all)
	if err != nil || r.OnlyGiven(all) || !r.OnlyGiven(all[:2]) {
		t.Fatal(err, r.OnlyGiven(all), r.OnlyGiven(all[:2]))
	}
	results, err := RunParallel(w, 2, all, tasks)
	if err != nil || len(results) != 3 {
		t.Fatal(results, err)
	}
	if first, second := results[0], results[1]; !first.Passed() || second.Passed() || second.Failed()[0].Got != "completed" {
		t.Errorf("%+v\n%+v", first, second)
	}
	if third := results[2].Failed(); len(third) != 1 || !strings.Contains(third[0].Got, "there is no history") {
		t.Errorf("%+v", third)
	}
}

// TestResultsHaveTheOrderOfTheChecks whatever the order of the tasks. A task may be
// held against several.
func TestResultsHaveTheOrderOfTheChecks(t *testing.T) {
	a, b := &expect.Check{Name: "a"}, &expect.Check{Name: "b"}
	task := func(ids ...string) (t Task) {
		t.Checks = []*expect.Check{b, a}[:len(ids)]
		t.Run = func(context.Context) (runs []expect.Run) {
			for _, id := range ids {
				runs = append(runs, expect.Run{Exchange: id})
			}
			return runs
		}
		return t
	}
	w := progress.Begin(t.Context(), progress.Step{})
	results, err := RunParallel(w, 3, []*expect.Check{a, b}, []Task{task("1b", "1a"), task("2b"), task("3b", "3a")})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{{"1a", "3a"}, {"1b", "2b", "3b"}} {
		var got []string
		for _, run := range results[i].Runs {
			got = append(got, run.Exchange)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", results[i].Name, got, want)
		}
	}
	if s := w.Step(); s.Done != 3 || s.Total != 3 {
		t.Errorf("%+v", s)
	}
}

// TestStoppedWorkBeginsNoFurtherTask and reports nothing.
func TestStoppedWorkBeginsNoFurtherTask(t *testing.T) {
	w := progress.Begin(t.Context(), progress.Step{})
	began := 0
	one := Task{Run: func(context.Context) []expect.Run {
		began++
		w.Stop()
		return nil
	}}
	_, err := RunParallel(w, 1, nil, []Task{one, one, one})
	var stopped *progress.StoppedError
	if !errors.As(err, &stopped) || began != 1 {
		t.Errorf("%v after %d tasks", err, began)
	}
}

// TestCheckFileInTheHomeFolderNamesTheHistory: it may name no file there, but "last" is none.
func TestCheckFileInTheHomeFolderNamesTheHistory(t *testing.T) {
	all := read(t, "[[check]]\nrecorded = \"last\"\nexpect.verdict = \"completed\"\n")
	home := filepath.Dir(all[0].File)
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	opened := errors.New("the history was asked")
	r := Records{Open: func(context.Context) (*archive.Archive, error) { return nil, opened }}
	w := progress.Begin(t.Context(), progress.Step{})
	if _, err := r.find(w, all[0]); !errors.Is(err, opened) {
		t.Error(err)
	}
	all[0].Recorded = "c.toml"
	if _, err := r.find(w, all[0]); err == nil || !strings.Contains(err.Error(), "--allow-files ") {
		t.Error(err)
	}
}
