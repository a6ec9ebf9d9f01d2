package build_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gatehouse/app/apptest"
	"gatehouse/app/build"
	"gatehouse/client/scan"
	"gatehouse/views"
)

// breakJSON goes to the builder's JSON and writes a letter at its beginning.
func breakJSON(d *apptest.Driver) {
	d.T.Helper()
	d.Press("f3")
	d.Do(views.RunAction{Action: views.ActSourceEdit})
	d.Type("x")
	d.Shows("✗ broken")
}

// typeInForm opens the first value of a group's form and types in it.
func typeInForm(d *apptest.Driver, group, text string) {
	d.T.Helper()
	d.Press("f3")
	for range 3 {
		if d.Focus() == build.OutlinePane {
			break
		}
		d.Press("tab")
	}
	d.GoTo(group)
	d.Press("enter", "enter")
	d.Type(text)
	if !d.Form().Typing() {
		d.T.Fatalf("nothing is typed:\n%s", d.Screen())
	}
}

func TestBrokenJSONStaysWithItsConversation(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		c := d.Desk.Shown()
		d.SaveAs("saved.json")
		d.WaitFor("it is saved", func() bool { return c.Path != "" })
		breakJSON(d)
		if !d.Desk.Document(d.Desk.Shown()).Changed() {
			t.Error("broken text is no change")
		}
		d.Press("esc", "alt+n")
		if d.Desk.Index() != 1 {
			t.Fatal("no other conversation is shown")
		}
		d.Press("f3")
		d.Hides("✗ broken")
		if d.Focus() != build.OutlinePane {
			t.Errorf("the new conversation begins in pane %s", d.Focus())
		}
		d.Do(views.RunAction{Action: views.ActSourceBack})
		d.Hides("hello")
		d.Press("f2")
		d.Type("other")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Do(views.ShowConversation{Index: 0})
		d.Type("more")
		d.Press("enter")
		d.Shows("not sent, the JSON in Build (F3) is broken")
		if d.Composer().Text() != "more" {
			t.Errorf("the text became %q", d.Composer().Text())
		}
		d.Press("f3")
		d.Shows("✗ broken")
		d.Press("alt+z")
		d.Hides("✗ broken")
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
		if got := d.Desk.Shown().Conv.Len(); got != 2 {
			t.Errorf("%d turns", got)
		}
	})
}

func TestALateCheckLandsInItsConversation(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		big := string(scan.Quote(strings.Repeat("word ", 20_000)))
		d.Do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(big)})
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("f3")
		d.Do(views.RunAction{Action: views.ActSourceEdit})
		d.Press("right", "enter") // white space, and then a member
		d.Type(`"top_k": 7,`)
		d.Do(views.RunAction{Action: views.ActNew})
		d.Sleep(time.Second)
		if got := d.ValueAt("/top_k"); got != "" || d.ValueAt("/instructions") != "" {
			t.Errorf("the new conversation has top_k %s", got)
		}
		d.Do(views.ShowConversation{Index: 0})
		if got := d.ValueAt("/top_k"); got != "7" {
			t.Errorf("what was written became %q", got)
		}
	})
}

func TestWhatIsTypedInTheFormGoesOut(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("hello")
		typeInForm(d, "sampling", "0.5")
		d.Press("alt+p")
		d.Shows("Next request")
		d.Shows(`"temperature": 0.5`)
		d.Press("esc")
		typeInForm(d, "sampling", "x")
		d.Press("alt+g")
		d.Shows("not sent, the value typed in the form is invalid")
		d.Press("alt+p")
		d.Hides("Next request")
		d.Press("ctrl+s")
		d.Hides("Save as")
		d.Press("f2")
		d.Shows("not taken")
		d.Press("enter")
		d.Shows("not sent, the value typed in the form in Build (F3)")
		d.Press("f3", "backspace", "alt+g")
		d.WaitFor("the end", d.Idle)
		if got := string(scan.Get(server.Body, "temperature")); got != "0.5" {
			t.Errorf("temperature is %s", got)
		}
	})
}

func TestWhatIsTypedInTheFormStaysInItsConversation(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		typeInForm(d, "sampling", "0.5")
		d.Do(views.RunAction{Action: views.ActNew})
		d.Press("f3")
		d.GoTo("sampling")
		d.Press("enter", "enter", "enter")
		if got := d.ValueAt("/temperature"); got != "" {
			t.Errorf("temperature is %s", got)
		}
		d.Do(views.ShowConversation{Index: 0})
		if got := d.ValueAt("/temperature"); got != "0.5" {
			t.Errorf("temperature was %s", got)
		}
		d.Press("f3")
		d.GoTo("routing")
		d.Press("enter")
		d.Form().Show("/provider")
		d.Press("e")
		d.Type("{")
		d.Do(views.ShowConversation{Index: 1})
		d.Shows("had an invalid value")
		d.Press("f3", "tab")
		if d.Form().Typing() {
			t.Errorf("it is typed on in another conversation:\n%s", d.Screen())
		}
	})
}
