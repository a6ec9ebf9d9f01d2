package app

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gatehouse/app/build"
	"gatehouse/client/scan"
	"gatehouse/views"
)

// breakJSON goes to the builder's JSON and writes a letter at its beginning.
func (d *driver) breakJSON() {
	d.t.Helper()
	d.keys("f3")
	d.do(views.RunAction{Action: views.ActSourceEdit})
	d.typeText("x")
	d.shows("✗ broken")
}

// typeInForm opens the first value of a group's form and types in it.
func (d *driver) typeInForm(group, text string) {
	d.t.Helper()
	d.keys("f3")
	for range 3 {
		if d.m.Focus() == build.OutlinePane {
			break
		}
		d.keys("tab")
	}
	d.goTo(group)
	d.keys("enter", "enter")
	d.typeText(text)
	if !d.form().Typing() {
		d.t.Fatalf("nothing is typed:\n%s", d.screen())
	}
}

func TestBrokenJSONStaysWithItsConversation(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		c := d.m.desk.Shown()
		d.saveAs("saved.json")
		d.until("it is saved", func() bool { return c.Path != "" })
		d.breakJSON()
		if !d.m.desk.Document(d.m.desk.Shown()).Changed() {
			t.Error("broken text is no change")
		}
		d.keys("esc", "alt+n")
		if d.m.desk.Index() != 1 {
			t.Fatal("no other conversation is shown")
		}
		d.keys("f3")
		d.hides("✗ broken")
		if d.m.Focus() != build.OutlinePane {
			t.Errorf("the new conversation begins in pane %s", d.m.Focus())
		}
		d.do(views.RunAction{Action: views.ActSourceBack})
		d.hides("hello")
		d.keys("f2")
		d.typeText("other")
		d.keys("enter")
		d.until("the end", d.idle)
		d.do(views.ShowConversation{Index: 0})
		d.typeText("more")
		d.keys("enter")
		d.shows("not sent, the JSON in Build (F3) is broken")
		if d.m.composer().Text() != "more" {
			t.Errorf("the text became %q", d.m.composer().Text())
		}
		d.keys("f3")
		d.shows("✗ broken")
		d.keys("alt+z")
		d.hides("✗ broken")
		d.keys("alt+g")
		d.until("the end", d.idle)
		if got := d.m.desk.Shown().Conv.Len(); got != 2 {
			t.Errorf("%d turns", got)
		}
	})
}

func TestALateCheckLandsInItsConversation(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		big := string(scan.Quote(strings.Repeat("word ", 20_000)))
		d.do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(big)})
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("f3")
		d.do(views.RunAction{Action: views.ActSourceEdit})
		d.keys("right", "enter") // white space, and then a member
		d.typeText(`"top_k": 7,`)
		d.do(views.RunAction{Action: views.ActNew})
		d.pass(time.Second)
		if got := d.at("/top_k"); got != "" || d.at("/instructions") != "" {
			t.Errorf("the new conversation has top_k %s", got)
		}
		d.do(views.ShowConversation{Index: 0})
		if got := d.at("/top_k"); got != "7" {
			t.Errorf("what was written became %q", got)
		}
	})
}

func TestWhatIsTypedInTheFormGoesOut(t *testing.T) {
	server := newReceived()
	within(t, server, 120, 35, nil, func(d *driver) {
		d.typeText("hello")
		d.typeInForm("sampling", "0.5")
		d.keys("alt+p")
		d.shows("Next request")
		d.shows(`"temperature": 0.5`)
		d.keys("esc")
		d.typeInForm("sampling", "x")
		d.keys("alt+g")
		d.shows("not sent, the value typed in the form is invalid")
		d.keys("alt+p")
		d.hides("Next request")
		d.keys("ctrl+s")
		d.hides("Save as")
		d.keys("f2")
		d.shows("not taken")
		d.keys("enter")
		d.shows("not sent, the value typed in the form in Build (F3)")
		d.keys("f3", "backspace", "alt+g")
		d.until("the end", d.idle)
		if got := string(scan.Get(server.body, "temperature")); got != "0.5" {
			t.Errorf("temperature is %s", got)
		}
	})
}

func TestWhatIsTypedInTheFormStaysInItsConversation(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		d.typeInForm("sampling", "0.5")
		d.do(views.RunAction{Action: views.ActNew})
		d.keys("f3")
		d.goTo("sampling")
		d.keys("enter", "enter", "enter")
		if got := d.at("/temperature"); got != "" {
			t.Errorf("temperature is %s", got)
		}
		d.do(views.ShowConversation{Index: 0})
		if got := d.at("/temperature"); got != "0.5" {
			t.Errorf("temperature was %s", got)
		}
		d.keys("f3")
		d.goTo("routing")
		d.keys("enter")
		d.form().Show("/provider")
		d.keys("e")
		d.typeText("{")
		d.do(views.ShowConversation{Index: 1})
		d.shows("had an invalid value")
		d.keys("f3", "tab")
		if d.form().Typing() {
			t.Errorf("it is typed on in another conversation:\n%s", d.screen())
		}
	})
}
