package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/screen"
	"gatehouse/views"
)

func TestEscLeadsFromTheFormToTheListToTheChat(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.keys("f3", "enter")
		for _, want := range []screen.ID{formPane, outlinePane, composerPane} {
			if d.m.Focus() != want {
				t.Errorf("the keys are with pane %s, want %s", d.m.Focus(), want)
			}
			d.keys("esc")
		}
		d.keys("f3", "tab", "tab")
		d.shows("esc list")
		d.keys("esc")
		if d.m.Focus() != outlinePane {
			t.Errorf("from the JSON esc leads to pane %s", d.m.Focus())
		}
		d.shows("esc chat")
	})
}

func TestWhatAPlaceIsStandsInItsTitleOnly(t *testing.T) {
	bubble(t, 160, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web","x":1},{"id":"none"}]`)})
		d.do(views.Edit{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"f"},{"type":"unheard"}]`)})
		d.keys("f3")
		for pointer, hidden := range map[string]string{"/plugins/0": "/plugins/0/id", "/tools/0": "/tools/0/type", "/plugins/1": "", "/tools/1": ""} {
			d.do(views.ShowPlace{Pointer: pointer})
			d.keys("shift+tab")
			d.m.builder.form.Show(pointer + "/" + map[bool]string{true: "id", false: "type"}[strings.HasPrefix(pointer, "/plugins")])
			if got := d.m.builder.form.Selected(); (hidden == "") != strings.HasSuffix(got, "/id") && (hidden == "") != strings.HasSuffix(got, "/type") {
				t.Errorf("%s: the form leads to %s", pointer, got)
			}
		}
	})
}

func TestAPanelsToolsStartFromTheServices(t *testing.T) {
	bubble(t, 120, 40, func(o *Options) { o.Service = "acme" }, func(d *driver) {
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"fusion"}]`)})
		d.keys("f3")
		d.goTo("fusion")
		d.keys("enter")
		d.m.builder.form.Show("/plugins/0/tools")
		d.keys("a")
		d.typeText("web s")
		d.keys("enter")
		if got := d.at("/plugins/0/tools"); got != `[{"type":"acme:web_search"}]` {
			t.Errorf("tools are %s", got)
		}
	})
}

func TestWhatTheFormLeavesOutIsListed(t *testing.T) {
	bubble(t, 120, 40, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"pareto-router"}]`)})
		d.keys("f3")
		d.goTo("pareto")
		d.keys("enter")
		d.shows("more  (enter)")
		for range 30 {
			d.keys("j")
			if d.keys("enter"); d.m.Overlays.Top() != nil {
				break
			}
			d.keys("esc")
			if d.m.Focus() == outlinePane {
				d.keys("enter")
			}
		}
		d.shows("What the plugin comes to")
		d.hides("… and")
	})
}

func TestTabCompletesAPathInTheText(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("reports of may", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"q1.txt", "q2.txt"} {
		if err := os.WriteFile(filepath.Join("reports of may", name), []byte("figures"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bubble(t, 120, 30, nil, func(d *driver) {
		lists := func(words string) {
			t.Helper()
			d.until("the list", func() bool { return strings.Contains(d.screen(), words) })
		}
		d.typeText("look at @rep")
		lists("tab complete")
		d.keys("tab")
		lists("q2.txt")
		d.keys("tab")
		if got := d.m.composer.Text(); got != `look at @reports\ of\ may/q` {
			t.Errorf("the text is %q", got)
		}
		d.typeText("2")
		lists("▸ reports of may/q2.txt")
		d.keys("tab", "enter")
		d.until("it is attached", func() bool { return len(d.m.desk.Shown().Conv.Attached()) == 1 })
		if d.m.Focus() != composerPane || d.m.composer.Text() != "look at " {
			t.Errorf("pane %s has the keys, the text is %q", d.m.Focus(), d.m.composer.Text())
		}
		d.keys("tab")
		if d.m.Focus() != transcriptPane {
			t.Error("tab does not lead to the next pane without a list")
		}
	})
}
