package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/state/history"
	"gatehouse/views"
)

// first is the selected row of the list that is open.
func (d *driver) first() string {
	d.t.Helper()
	for line := range strings.SplitSeq(d.screen(), "\n") {
		if _, row, ok := strings.Cut(line, "▸ "); ok {
			name, _, _ := strings.Cut(row, "  ")
			return name
		}
	}
	d.t.Fatalf("nothing is selected:\n%s", d.screen())
	return ""
}

func TestThePaletteKnowsWhatPeopleType(t *testing.T) {
	bubble(t, 80, 24, nil, func(d *driver) {
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
			d.keys("ctrl+p")
			d.typeText(typed)
			if got := d.first(); got != want {
				t.Errorf("%q finds %q first, want %q", typed, got, want)
			}
			d.keys("esc")
		}
	})
}

// TestThePaletteLeavesOutScatteredLetters where a row has the word itself, and offers
// what works here before what another screen does.
func TestThePaletteLeavesOutScatteredLetters(t *testing.T) {
	bubble(t, 80, 24, nil, func(d *driver) {
		for typed, not := range map[string]string{
			"help": "Go to the longest gap", "cost": "Cut to start of line", "theme": "Duplicate the element",
		} {
			d.keys("ctrl+p")
			d.typeText(typed)
			d.hides(not)
			d.keys("esc")
		}
		d.keys("ctrl+p")
		d.typeText("curl")
		if got := d.first(); got != "Copy as curl" {
			t.Errorf("curl finds %q first", got)
		}
		d.keys("esc", "ctrl+p")
		d.typeText("export")
		if s := d.screen(); !strings.Contains(s, "Export all queries") || strings.Index(s, "Copy or export…") > strings.Index(s, "Export all queries") {
			t.Errorf("what Rerank does stands before what works here:\n%s", s)
		}
		d.keys("esc", "ctrl+p")
		d.typeText("sreasn") // the letters still find what no word finds
		if got := d.first(); got != "Set reasoning" {
			t.Errorf("sreasn finds %q", got)
		}
	})
}

func TestThePaletteLeadsToAField(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		for _, from := range []string{"f2", "f5", "f4"} { // a screen that has places too
			d.keys(from, "ctrl+p")
			d.typeText("system prompt")
			d.keys("enter")
			d.shows("▸  instructions")
		}
	})
}

// TestEveryActionHasAUniqueName in each scope: two rows of one name cannot be told apart.
func TestEveryActionHasAUniqueName(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		for _, screen := range []string{"f2", "f3", "f4", "f5", "f6"} {
			d.keys(screen)
			seen := map[string]views.Action{}
			for _, item := range d.m.paletteRows() {
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

// withUsedFile makes the program store recent choices in a file.
func withUsedFile(path string) func(*Options) {
	return func(o *Options) {
		o.UsedFile = path
		o.History = archiveIn(filepath.Dir(path))
	}
}

func TestTheLastChoiceIsListedFirst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "used.json")
	choose := func(d *driver, name string) {
		d.keys("ctrl+p")
		d.typeText(name)
		d.keys("enter")
		d.flush()
	}
	bubble(t, 100, 30, withUsedFile(path), func(d *driver) {
		choose(d, "choose theme")
		d.keys("esc")
		choose(d, "undo")
		d.keys("ctrl+p")
		defer d.m.History.Close()
		if rows := d.m.paletteRows(); rows[0].Label != "Undo" || rows[1].Label != "Choose theme" {
			t.Errorf("%q and %q stand first", rows[0].Label, rows[1].Label)
		}
	})
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	bubble(t, 100, 30, withUsedFile(path), func(d *driver) { // the next run
		defer d.m.History.Close()
		d.flush()
		if got := d.m.paletteRows()[0].Label; got != "Undo" {
			t.Errorf("%q stands first", got)
		}
	})
	if err := os.WriteFile(path, []byte("{ by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	bubble(t, 100, 30, withUsedFile(path), func(d *driver) {
		defer d.m.History.Close()
		d.flush()
		d.shows("delete that file to start afresh")
		choose(d, "undo")
	})
	if text, _ := os.ReadFile(path); string(text) != "{ by hand" {
		t.Errorf("a file that cannot be read becomes %q", text)
	}
}

func TestChoicesAreNotStoredWithoutAHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "used.json")
	bubble(t, 100, 30, func(o *Options) { o.UsedFile = path }, func(d *driver) {
		d.start(d.m.UseModel("vendor/one"))
		d.flush()
		if !slices.Contains(d.m.Used.Models, "vendor/one") {
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
	bubble(t, 100, 30, withUsedFile(path), func(d *driver) {
		defer d.m.History.Close()
		saved := d.m.SaveView(history.View{Name: "mine", Filter: "model:a"}, 0)
		other := d.m.SaveView(history.View{Name: "other", Filter: "b"}, 1)
		removed := d.m.RemoveView("other")
		d.start(removed)
		d.flush()
		d.start(saved)
		d.start(other)
		d.flush()
	})
	bubble(t, 100, 30, withUsedFile(path), func(d *driver) {
		defer d.m.History.Close()
		d.flush()
		if got := d.m.Used.Views; len(got) != 1 || got[0] != (history.View{Name: "mine", Filter: "model:a"}) {
			t.Errorf("%v", got)
		}
	})
}
