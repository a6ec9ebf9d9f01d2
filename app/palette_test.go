package app_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/state/history"
	"gatehouse/views"
)

// selectedRow returns the selected row of the list that is open.
func selectedRow(d *apptest.Driver) string {
	d.T.Helper()
	for line := range strings.SplitSeq(d.Screen(), "\n") {
		if _, row, ok := strings.Cut(line, "▸ "); ok {
			name, _, _ := strings.Cut(row, "  ")
			return name
		}
	}
	d.T.Fatalf("nothing is selected:\n%s", d.Screen())
	return ""
}

func TestThePaletteKnowsWhatPeopleType(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		for typed, want := range map[string]string{
			"exit": "Quit", "close": "Quit", "quit": "Quit", ":q": "Quit",
			"llm": "Choose the model", "switch model": "Choose the model", "model": "Choose the model",
			"new": "New conversation", "new chat": "New conversation", "clear": "New conversation",
			"retry": "Send again", "regenerate": "Send again", "help": "Show all keys", "shortcuts": "Show all keys",
			"dark mode": "Choose theme", "load": "Open a file", "search": "Find", "clipboard": "Copy or export…",
			"stop": "Stop, or go back", "cancel": "Stop, or go back", "jq": "Filter with jq", "server": "Connections", "api key": "Connections", "proxy": "Connections",
			"temperature": "Set temperature", "system prompt": "Set instructions", "max tokens": "Set max_output_tokens",
			"thinking": "Set reasoning", "json mode": "Set text", "streaming": "Set stream", "attach": "Attach a file",
			"upload": "Attach a file", "theme": "Choose theme", "export": "Copy or export…", "web search": "Add a plugin, tool or item", "copy as curl": "Copy as curl",
		} {
			d.Press("ctrl+p")
			d.Type(typed)
			if got := selectedRow(d); got != want {
				t.Errorf("%q finds %q first, want %q", typed, got, want)
			}
			d.Press("esc")
		}
	})
}

// TestThePaletteLeavesOutScatteredLetters where a row has the word itself, and offers
// what works here before what another screen does.
func TestThePaletteLeavesOutScatteredLetters(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		for typed, not := range map[string]string{
			"help": "Go to the longest gap", "cost": "Cut to start of line", "theme": "Duplicate the element",
		} {
			d.Press("ctrl+p")
			d.Type(typed)
			d.Hides(not)
			d.Press("esc")
		}
		d.Press("ctrl+p")
		d.Type("curl")
		if got := selectedRow(d); got != "Copy as curl" {
			t.Errorf("curl finds %q first", got)
		}
		d.Press("esc", "ctrl+p")
		d.Type("export")
		if s := d.Screen(); !strings.Contains(s, "Export all queries") || strings.Index(s, "Copy or export…") > strings.Index(s, "Export all queries") {
			t.Errorf("what Rerank does stands before what works here:\n%s", s)
		}
		d.Press("esc", "ctrl+p")
		d.Type("sreasn") // the letters still find what no word finds
		if got := selectedRow(d); got != "Set reasoning" {
			t.Errorf("sreasn finds %q", got)
		}
	})
}

// TestThePaletteListsWhatDoesSomethingFirst: what was used last, the focused page's, everywhere's; the
// rest is below, and dim.
func TestThePaletteListsWhatDoesSomethingFirst(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		place := func(label string) (at int, dim bool) {
			t.Helper()
			for i, row := range d.PaletteRows() {
				if row.Label == label {
					return i, row.Dim
				}
			}
			t.Fatalf("no row %q", label)
			return 0, false
		}
		live := func(label string, want bool) {
			t.Helper()
			if at, dim := place(label); dim == want {
				t.Errorf("%q is row %d, dim %v", label, at, dim)
			}
		}
		for _, label := range []string{"Send again", "Answer the function call", "Make a check…", "Edit this turn", "Show or hide the side column"} {
			live(label, false)
		}
		live("Choose the model", true)
		d.Ask("sim/writer", "hello")
		for _, label := range []string{"Send again", "Make a check…", "Edit this turn"} {
			live(label, true)
		}
		live("Answer the function call", false)
		dimmed := false
		for _, row := range d.PaletteRows() {
			if dimmed && !row.Dim && row.Label != "Attach a file" {
				t.Errorf("%q is below dim rows", row.Label)
			}
			dimmed = dimmed || row.Dim
		}
		d.Press("f6")
		mark, _ := place("Mark for a comparison")
		if model, _ := place("Choose the model"); mark > model {
			t.Error("what the list does is below what works everywhere")
		}
		d.Start(d.UseAction(views.ActTheme))
		if at, dim := place("Choose theme"); at != 0 || dim {
			t.Errorf("what was used last is row %d, dim %v", at, dim)
		}
	})
}

func TestThePaletteLeadsToAField(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		for _, from := range []string{"f2", "f5", "f4"} { // a screen that has places too
			d.Press(from, "ctrl+p")
			d.Type("system prompt")
			d.Press("enter")
			d.Shows("▸  instructions")
		}
	})
}

// TestEveryActionHasAUniqueName in each scope: two rows of one name cannot be told apart.
func TestEveryActionHasAUniqueName(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		for _, screen := range []string{"f2", "f3", "f4", "f5", "f6"} {
			d.Press(screen)
			seen := map[string]views.Action{}
			for _, item := range d.PaletteRows() {
				name := item.Label + " " + item.Words
				if other, ok := seen[name]; ok {
					t.Errorf("%s: %s and %s are both %q", screen, other, item.Action, name)
				}
				seen[name] = item.Action
				if len(strings.Fields(item.Label)) > 7 || strings.ToUpper(item.Label[:1]) != item.Label[:1] {
					t.Errorf("%s: %q is no name", item.Action, item.Label)
				}
			}
		}
	})
}

func TestTheLastChoiceIsListedFirst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "used.json")
	choose := func(d *apptest.Driver, name string) {
		d.Press("ctrl+p")
		d.Type(name)
		d.Press("enter")
		d.Flush()
	}
	apptest.Run(t, 100, 30, apptest.WithUsedFile(path), func(d *apptest.Driver) {
		choose(d, "choose theme")
		d.Press("esc")
		choose(d, "undo")
		d.Press("ctrl+p")
		defer d.History.Close()
		if rows := d.PaletteRows(); rows[0].Label != "Undo" || rows[1].Label != "Choose theme" {
			t.Errorf("%q and %q stand first", rows[0].Label, rows[1].Label)
		}
	})
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	apptest.Run(t, 100, 30, apptest.WithUsedFile(path), func(d *apptest.Driver) { // the next run
		defer d.History.Close()
		d.Flush()
		if got := d.PaletteRows()[0].Label; got != "Undo" {
			t.Errorf("%q stands first", got)
		}
	})
	if err := os.WriteFile(path, []byte("{ by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	apptest.Run(t, 100, 30, apptest.WithUsedFile(path), func(d *apptest.Driver) {
		defer d.History.Close()
		d.Flush()
		d.Shows("delete that file to start afresh")
		choose(d, "undo")
	})
	if text, _ := os.ReadFile(path); string(text) != "{ by hand" {
		t.Errorf("a file that cannot be read becomes %q", text)
	}
}

func TestChoicesAreNotStoredWithoutAHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "used.json")
	apptest.Run(t, 100, 30, func(o *app.Options) { o.UsedFile = path }, func(d *apptest.Driver) {
		d.Start(d.UseModel("vendor/one"))
		d.Flush()
		if !slices.Contains(d.Used.Models, "vendor/one") {
			t.Error("this run forgets it")
		}
	})
	if _, err := os.Stat(path); err == nil {
		t.Error("it is written")
	}
}

// TestSavedViewsReachTheNextLaunch: also where the later of two changes is written first.
func TestSavedViewsReachTheNextLaunch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "used.json")
	apptest.Run(t, 100, 30, apptest.WithUsedFile(path), func(d *apptest.Driver) {
		defer d.History.Close()
		saved := d.SaveView(history.View{Name: "mine", Filter: "model:a"}, 0)
		other := d.SaveView(history.View{Name: "other", Filter: "b"}, 1)
		removed := d.RemoveView("other")
		d.Start(removed)
		d.Flush()
		d.Start(saved)
		d.Start(other)
		d.Flush()
	})
	apptest.Run(t, 100, 30, apptest.WithUsedFile(path), func(d *apptest.Driver) {
		defer d.History.Close()
		d.Flush()
		if got := d.Used.Views; len(got) != 1 || got[0] != (history.View{Name: "mine", Filter: "model:a"}) {
			t.Errorf("%v", got)
		}
	})
}
