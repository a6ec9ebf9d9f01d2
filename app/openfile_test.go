package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		check := func(d *driver) {
			if got := d.m.desk.Shown().Conv.Draft.Model(); got == "" {
				t.Errorf("%s: it has no model", name)
			}
			d.hides("opened.json*")
			if c.request {
				d.shows("  opened.json")
			} else if name != "no items" {
				d.shows("not saved")
			}
			d.keys("ctrl+s")
			if suggested := d.m.Overlays.Top().Pane.(interface{ Text() string }).Text(); (suggested == path) != c.request || filepath.Dir(suggested) != filepath.Dir(path) {
				t.Errorf("%s: it would be saved as %s", name, suggested)
			}
			d.keys("esc")
		}
		session, err := files.OpenSession(nil, path)
		if err != nil {
			t.Fatal(err)
		}
		bubble(t, 120, 30, func(o *Options) { o.Session = &session }, check)
		bubble(t, 120, 30, nil, func(d *driver) {
			d.do(views.OpenFile{Path: path})
			d.until("it is open", func() bool { return len(d.m.desk.Chats) == 2 })
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
		bubble(t, 120, 30, func(o *Options) { o.Session, o.SessionModel = &session, model }, func(d *driver) {
			if got := d.m.desk.Shown().Conv.Draft.Model(); got != model {
				t.Errorf("the model is %s, want %s", got, model)
			}
			if shows := strings.Contains(d.screen(), "opened.json*"); shows != changed {
				t.Errorf("%s: changed is shown: %v\n%s", model, shows, d.screen())
			}
		})
	}
}

func TestAnEditTakenBackIsNoChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	bubble(t, 120, 30, nil, func(d *driver) {
		edit := func(mark string) {
			d.do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`1`)})
			d.shows(mark)
			d.keys("alt+z")
		}
		edit("not saved")
		d.hides("not saved")
		d.typeText("hello")
		d.saveAs(path)
		d.until("it is saved", func() bool { return strings.Contains(d.screen(), "saved ") })
		edit("session.json*")
		d.hides("session.json*")
		d.shows("session.json")
		if d.m.composer().Text() != "hello" {
			t.Errorf("the composer holds %q", d.m.composer().Text())
		}
	})
}

// TestAShortFileOpensAtOnce: no line says that it is being read.
func TestAShortFileOpensAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.json")
	if err := os.WriteFile(path, []byte(`[{"role":"user","content":"a question"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	m := New(Options{Theme: "dark", Connection: Connection{BaseURL: "http://test.example"}})
	m.resize(160, 40)
	cmd := m.Do(views.OpenFile{Path: path})
	work(m, cmd)
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
		screen int
		shows  []string
	}{
		"a request":      {request, rerankScreen, []string{"what was asked", "second words", "sim/bm25"}},
		"a set":          {set, rerankScreen, []string{"what was asked", "first words", "sim/bm25"}},
		"a comparison":   {comparison, rerankScreen, []string{"what was asked", "second words", "sim/bm25"}},
		"a conversation": {talk, chatScreen, []string{"first words"}},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(path, []byte(c.doc), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{"f2", "f3", "f5"} {
			t.Run(name+" from "+from, func(t *testing.T) {
				bubble(t, 120, 35, nil, func(d *driver) {
					d.keys(from, "tab", "ctrl+o")
					d.answer(path)
					d.until("it is open", func() bool { return d.m.Overlays.Top() == nil && d.m.screens.shown == c.screen })
					d.flush()
					for _, want := range c.shows {
						d.shows(want)
					}
					d.keys("ctrl+q")
					if !d.quit {
						t.Errorf("nothing would be lost, and it asks:\n%s", d.screen())
					}
				})
			})
		}
	}
}

// TestWhatDoesNotOpenSaysSoOnTheRerankScreen: where its path was written.
func TestWhatDoesNotOpenSaysSoOnTheRerankScreen(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		path := filepath.Join(t.TempDir(), "five.json")
		if err := os.WriteFile(path, []byte("5"), 0o600); err != nil {
			t.Fatal(err)
		}
		d.keys("f5", "ctrl+o")
		d.answer(path)
		d.shows("neither a request nor a response")
		if d.m.Overlays.Top() == nil {
			t.Error("the path that was written is gone")
		}
	})
}
