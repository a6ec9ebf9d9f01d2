package app

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestAFormWithoutFieldsNeverHasTheKeys(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web"}]`)})
		d.keys("f3")
		d.goTo("web")
		d.keys("enter", "f2")
		d.do(views.Edit{Pointer: "/plugins", Value: nil})
		d.keys("f3")
		if d.m.Focus() != outlinePane {
			t.Errorf("pane %s has the keys", d.m.Focus())
		}
		d.keys("tab")
		if d.m.Focus() != sourcePane {
			t.Errorf("tab leads to pane %s", d.m.Focus())
		}
		d.keys("shift+tab")
		if d.m.Focus() != outlinePane {
			t.Errorf("and back to pane %s", d.m.Focus())
		}
		r := d.m.rect(formPane)
		d.send(tea.MouseClickMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseLeft})
		if d.settle(); d.m.Focus() == formPane {
			t.Error("a click gives it the keys")
		}
	})
}

func TestAPasteIntoAFormThatIsNotWrittenInSaysWhereItGoes(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.keys("f3", "tab")
		d.send(tea.PasteMsg{Content: `{"model":"sim/coder"}`})
		d.settle()
		d.shows("to write in a field, then paste")
	})
}

func TestTheJSONFollowsTheForm(t *testing.T) {
	bubble(t, 120, 25, nil, func(d *driver) {
		var patterns []string
		for i := range 40 {
			patterns = append(patterns, string(scan.Quote("vendor-"+itoa(i)+"/*")))
		}
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"auto-router","allowed_models":[` + strings.Join(patterns, ",") + `],"cost_tier":"high"}]`)})
		d.keys("f3")
		d.goTo("auto-router")
		d.keys("enter")
		source := func() string { return d.m.builder.source.View() }
		if strings.Contains(source(), "cost_tier") {
			t.Fatal("all of it is in view")
		}
		d.m.builder.form.Show("/plugins/0/cost_tier")
		d.keys("right")
		if !strings.Contains(source(), "cost_tier") {
			t.Errorf("the edited line is not in view:\n%s", d.screen())
		}
		d.m.builder.form.Show("/plugins/0/allowed_models/3")
		d.keys("down")
		if !strings.Contains(source(), "vendor-4/*") {
			t.Errorf("the selected line is not in view:\n%s", d.screen())
		}
	})
}

func TestTheFormOfHeadersFollowsTheKeyThatSetsOne(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.keys("f3")
		d.goTo("headers")
		d.shows("◂ on ▸")
		d.do(views.RunAction{Action: views.ActMetadata})
		d.hides("◂ on ▸")
		d.shows("◂ off ▸")
	})
}

func TestBlanksAreNoMessage(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("  ")
		d.keys("ctrl+j", "f3")
		d.hides(`"input"`)
		if d.m.desk.Changed() {
			t.Error("blanks are something to save")
		}
	})
}

func TestASaveThatIsAskedAboutIsOfItsConversation(t *testing.T) {
	inFolder(t, map[string]string{"a.json": "{}\n"})
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("first")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("ctrl+s", "ctrl+u")
		d.typeText("a.json")
		_, cmd := d.m.Update(keyPress("enter"))
		for _, save := range []tea.Cmd{cmd} {
			d.m.Update(nil)
			d.do(views.RunAction{Action: views.ActNew}) // before the answer comes
			d.start(save)
		}
		d.until("it asks", func() bool { return strings.Contains(d.screen(), "The file exists") })
		d.keys("down", "enter")
		d.until("it is saved", func() bool { return strings.Contains(d.screen(), "saved") })
		if data, err := os.ReadFile("a.json"); err != nil || !strings.Contains(string(data), "first") {
			t.Errorf("%v, the file holds %s", err, data)
		}
		if d.m.desk.All()[0].Path != "a.json" || d.m.desk.All()[1].Path != "" {
			t.Error("the wrong conversation counts as saved")
		}
	})
}

func TestAPasteLandsInItsConversation(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		cmd := d.m.desk.AttachPasted("/no/such/file")
		d.keys("alt+n")
		d.start(cmd)
		d.settle()
		if d.m.composer.Text() != "" {
			t.Errorf("it is in %q", d.m.composer.Text())
		}
		d.do(views.ShowConversation{Index: 0})
		if d.m.composer.Text() != "/no/such/file" {
			t.Errorf("in its own conversation is %q", d.m.composer.Text())
		}
	})
}

func TestAnotherFileOfTheSameLengthIsAChange(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, nil, func(d *driver) {
		c := d.m.desk.Shown()
		part := func(data string) []json.RawMessage {
			return []json.RawMessage{json.RawMessage(`{"type":"input_image","image_url":"` + data + `"}`)}
		}
		c.Conv.Attach(part("aaa"))
		d.do(views.SaveSession{Path: "saved.json"})
		d.until("it is saved", func() bool { return c.Path != "" })
		if d.m.desk.Changed() {
			t.Error("it is as it was saved")
		}
		c.Conv.Attach(part("bbb"))
		if !d.m.desk.Changed() {
			t.Error("another file is no change")
		}
	})
}
