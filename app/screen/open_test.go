package screen_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/files"
	"gatehouse/views"
)

// TestAFileOpensAlikeAtTheStartAndLater names a file at the start and opens it later: only a
// request is a saved session, so that nothing else is offered to be replaced.
func TestAFileOpensAlikeAtTheStartAndLater(t *testing.T) {
	for name, c := range map[string]struct {
		doc     string
		request bool
	}{
		"a request":  {`{"model":"sim/coder","input":[{"role":"user","content":"a question"}]}`, true},
		"a response": {`{"object":"response","model":"sim/coder","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"an answer"}]}]}`, false},
		"a list":     {`[{"role":"user","content":"a question"}]`, false},
		"a text":     {`"a question"`, false},
		"no items":   {`[]`, false},
	} {
		path := filepath.Join(t.TempDir(), "opened.json")
		if err := os.WriteFile(path, []byte(c.doc), 0o600); err != nil {
			t.Fatal(err)
		}
		check := func(d *apptest.Driver) {
			if got := d.Desk.Shown().Conv.Draft.Model(); got == "" {
				t.Errorf("%s: it has no model", name)
			}
			d.Hides("opened.json*")
			if c.request {
				d.Shows("  opened.json")
			} else if name != "no items" {
				d.Shows("not saved")
			}
			d.Press("ctrl+s")
			if suggested := d.Overlays.Top().Pane.(interface{ Text() string }).Text(); (suggested == path) != c.request || filepath.Dir(suggested) != filepath.Dir(path) {
				t.Errorf("%s: it would be saved as %s", name, suggested)
			}
			d.Press("esc")
		}
		session, err := files.OpenSession(nil, path)
		if err != nil {
			t.Fatal(err)
		}
		apptest.Run(t, 120, 30, func(o *app.Options) { o.Session = &session }, check)
		apptest.Run(t, 120, 30, nil, func(d *apptest.Driver) {
			d.Do(views.OpenFile{Path: path})
			d.WaitFor("it is open", func() bool { return len(d.Desk.Chats) == 2 })
			check(d)
		})
	}
}

func TestAModelGivenWithTheFileIsAnEdit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "opened.json")
	if err := os.WriteFile(path, []byte(`{"model":"sim/coder","input":"hi"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for model, changed := range map[string]bool{"sim/writer": true, "sim/coder": false} {
		session, err := files.OpenSession(nil, path)
		if err != nil {
			t.Fatal(err)
		}
		apptest.Run(t, 120, 30, func(o *app.Options) { o.Session, o.SessionModel = &session, model }, func(d *apptest.Driver) {
			if got := d.Desk.Shown().Conv.Draft.Model(); got != model {
				t.Errorf("the model is %s, want %s", got, model)
			}
			if shows := strings.Contains(d.Screen(), "opened.json*"); shows != changed {
				t.Errorf("%s: changed is shown: %v\n%s", model, shows, d.Screen())
			}
		})
	}
}

func TestAnEditTakenBackIsNoChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	apptest.Run(t, 120, 30, nil, func(d *apptest.Driver) {
		edit := func(mark string) {
			d.Do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`1`)})
			d.Shows(mark)
			d.Press("alt+z")
		}
		edit("not saved")
		d.Hides("not saved")
		d.Type("hello")
		d.SaveAs(path)
		d.WaitFor("it is saved", func() bool { return strings.Contains(d.Screen(), "saved ") })
		edit("session.json*")
		d.Hides("session.json*")
		d.Shows("session.json")
		if d.Composer().Text() != "hello" {
			t.Errorf("the composer holds %q", d.Composer().Text())
		}
	})
}

// TestAShortFileOpensAtOnce: no line says that it is being read.
func TestAShortFileOpensAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.json")
	if err := os.WriteFile(path, []byte(`[{"role":"user","content":"a question"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	m := app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://test.example"}})
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 40})
	cmd := m.Do(views.OpenFile{Path: path})
	apptest.Perform(m, cmd)
	if view := m.View().Content; strings.Contains(view, "reading ") || !strings.Contains(view, "a question") {
		t.Errorf("it was not opened:\n%s", view)
	}
}

// TestAFileOpensOnItsScreen: whichever screen is shown, named at the start or
// opened later.
func TestAFileOpensOnItsScreen(t *testing.T) {
	const (
		request    = `{"model":"sim/bm25","query":"what was asked","documents":["first words","second words"],"top_n":1}`
		set        = `{"kind":"rerank-set","queries":["what was asked"],"documents":["first words"],"models":["sim/bm25"]}`
		comparison = `{"query":"what was asked","marks_for":null,"counts_from":{"index":0,"ranks":1},"columns":[{"label":"sim/bm25","asked":{"query":"what was asked","model":"sim/bm25","top_n":1}}],` +
			`"agreement":[],"documents":[{"index":0,"mark":2,"ranks":[1],"document":"first words"},{"index":1,"mark":null,"ranks":[null],"document":"second words"}]}`
		talk = `{"model":"sim/writer","input":[{"role":"user","content":"first words"}]}`
	)
	dir := t.TempDir()
	for name, c := range map[string]struct {
		doc    string
		screen string
		shows  []string
	}{
		"a request":      {request, "rerank", []string{"what was asked", "second words", "sim/bm25"}},
		"a set":          {set, "rerank", []string{"what was asked", "first words", "sim/bm25"}},
		"a comparison":   {comparison, "rerank", []string{"what was asked", "second words", "sim/bm25"}},
		"a conversation": {talk, "chat", []string{"first words"}},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(path, []byte(c.doc), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{"f2", "f3", "f5"} {
			t.Run(name+" from "+from, func(t *testing.T) {
				apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
					d.Press(from, "tab", "ctrl+o")
					d.Answer(path)
					d.WaitFor("it is open", func() bool { return d.Overlays.Top() == nil && d.Focus().Screen() == c.screen })
					d.Flush()
					for _, want := range c.shows {
						d.Shows(want)
					}
					d.Press("ctrl+q")
					if !d.HasQuit {
						t.Errorf("nothing would be lost, and it asks:\n%s", d.Screen())
					}
				})
			})
		}
	}
}

// TestWhatDoesNotOpenSaysSoOnTheRerankScreen: where its path was written.
func TestWhatDoesNotOpenSaysSoOnTheRerankScreen(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		path := filepath.Join(t.TempDir(), "five.json")
		if err := os.WriteFile(path, []byte("5"), 0o600); err != nil {
			t.Fatal(err)
		}
		d.Press("f5", "ctrl+o")
		d.Answer(path)
		d.Shows("neither a request nor a response")
		if d.Overlays.Top() == nil {
			t.Error("the path that was written is gone")
		}
	})
}
