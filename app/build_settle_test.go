package app

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gatehouse/client/scan"
	"gatehouse/state/talk"
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
		if d.m.Focus() == outlinePane {
			break
		}
		d.keys("tab")
	}
	d.goTo(group)
	d.keys("enter", "enter")
	d.typeText(text)
	if !d.m.builder.form.Typing() {
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
		d.do(views.SaveSession{Path: "saved.json"})
		d.until("it is saved", func() bool { return c.Path != "" })
		d.breakJSON()
		if !d.m.desk.Changed() {
			t.Error("broken text is no change")
		}
		d.keys("esc", "alt+n")
		if d.m.desk.Index() != 1 {
			t.Fatal("no other conversation is shown")
		}
		d.keys("f3")
		d.hides("✗ broken")
		if d.m.Focus() != outlinePane {
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
		d.shows("nothing was sent, the JSON in Build (F3) is broken")
		if d.m.composer.Text() != "more" {
			t.Errorf("the text became %q", d.m.composer.Text())
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

func TestALateCheckLandsInItsOwnConversation(t *testing.T) {
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
		d.shows("What goes out")
		d.shows(`"temperature": 0.5`)
		d.keys("esc")
		d.typeInForm("sampling", "x")
		d.keys("alt+g")
		d.shows("nothing was sent, what is typed in the form cannot be taken")
		d.keys("alt+p")
		d.hides("What goes out")
		d.keys("ctrl+s")
		d.hides("Save as")
		d.keys("f2")
		d.shows("not taken")
		d.keys("enter")
		d.shows("nothing was sent, what is typed in the form in Build (F3)")
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
		d.m.builder.form.Show("/provider")
		d.keys("e")
		d.typeText("{")
		d.do(views.ShowConversation{Index: 1})
		d.shows("was no value")
		d.keys("f3", "tab")
		if d.m.builder.form.Typing() {
			t.Errorf("it is typed on in another conversation:\n%s", d.screen())
		}
	})
}

// during starts a stream that is slow, and looks at its request.
func during(t *testing.T, test func(d *driver, conv *talk.Conversation)) {
	bubble(t, 120, 35, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		conv := d.m.desk.Shown().Conv
		d.until("some of the answer", func() bool { return len(conv.Current.Exchange.Items) > 0 && conv.Current.Exchange.Text() != "" })
		d.typeText("next")
		d.keys("f3")
		d.shows("joins the items when it has ended")
		if d.idle() {
			t.Fatal("the stream has ended")
		}
		test(d, conv)
	})
}

func TestAnEditDuringAStreamFreezesNoAnswer(t *testing.T) {
	during(t, func(d *driver, conv *talk.Conversation) {
		running := conv.Current
		d.do(views.Edit{Pointer: "/temperature", Value: json.RawMessage("0.5")})
		d.do(views.Edit{Pointer: "/input/1/content", Value: json.RawMessage(`"after"`)})
		if d.at("/input/1/role") != `"user"` || conv.Current != running {
			t.Fatalf("the running answer is edited:\n%s", d.body())
		}
		d.do(views.Edit{Pointer: "/input/0/content", Value: json.RawMessage(`"another"`)})
		if strings.Contains(string(d.body()), "assistant") {
			t.Errorf("a part of an answer is in the branch:\n%s", d.body())
		}
		d.keys("alt+z")
		d.until("the end", d.idle)
		if conv.Current != running || d.at("/input/1/role") != `"assistant"` || d.at("/input/2/content") != `"after"` {
			t.Errorf("in the end:\n%s", d.body())
		}
		if got := d.at("/input/1/status"); got == `"incomplete"` {
			t.Error("the answer is not whole")
		}
	})
}

func TestTypingStaysAtItsItemWhenAnAnswerComesInBeforeIt(t *testing.T) {
	during(t, func(d *driver, conv *talk.Conversation) {
		d.do(views.ShowPlace{Pointer: "/input/1/content"})
		d.keys("enter")
		d.typeText(" and more")
		d.until("the end", d.idle)
		d.keys("enter")
		if got := d.at("/input/2/content"); got != `"next and more"` {
			t.Errorf("it became %s in\n%s", got, d.body())
		}
		if d.m.composer.Text() != "next and more" || d.m.builder.outline.Place().Index != 2 {
			t.Errorf("the composer holds %q, the list is at %v", d.m.composer.Text(), d.m.builder.outline.Place())
		}
	})
}

func TestRawEditingOverTheEndOfAStreamKeepsTheAnswer(t *testing.T) {
	during(t, func(d *driver, conv *talk.Conversation) {
		d.do(views.RunAction{Action: views.ActSourceEdit})
		d.keys("ctrl+home", "right", "enter")
		d.typeText(`"top_k": 7`)
		d.shows("✗ broken")
		d.until("the end", d.idle)
		d.typeText(`,`)
		if d.at("/top_k") != "7" || d.at("/input/1/role") != `"assistant"` || d.at("/input/2/content") != `"next"` {
			t.Errorf("it became\n%s", d.body())
		}
	})
}

func TestAnElementIsAddedWhereItWasAskedFor(t *testing.T) {
	during(t, func(d *driver, conv *talk.Conversation) {
		d.do(views.AddElement{Pointer: "/input", Index: 2})
		d.until("the end", d.idle)
		d.keys("enter")
		if d.at("/input/2/content") != `"next"` || d.at("/input/3") == "" {
			t.Errorf("it became\n%s", d.body())
		}
	})
}

func TestAnotherRequestThanTheCheckedOneIsNotSent(t *testing.T) {
	server := newReceived()
	within(t, server, 120, 35, nil, func(d *driver) {
		big := string(scan.Quote(strings.Repeat("word ", 80_000)))
		d.do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(big)})
		d.typeText("hello")
		_, cmd := d.m.Update(keyPress("enter"))
		d.shows("checking the request")
		d.do(views.Edit{Pointer: "/model", Value: json.RawMessage(`"sim/coder"`)})
		d.start(cmd)
		d.until("the end", func() bool { d.settle(); return server.count > 0 && d.idle() })
		if got := scan.Text(scan.Get(server.body, "model")); got != "sim/coder" {
			t.Errorf("sent for %s", got)
		}
	})
}

func TestTheBuilderWhileAnOldTurnIsEdited(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		for _, text := range []string{"one", "two"} {
			d.typeText(text)
			d.keys("enter")
			d.until("the end", d.idle)
		}
		conv := d.m.desk.Shown().Conv
		last := conv.Current
		d.typeText("draft")
		d.do(views.EditResend{Turn: last.ID})
		d.keys("f3")
		if d.at("/input/2/content") != `"two"` || d.at("/input/3") != "" {
			t.Errorf("the branch would be\n%s", d.body())
		}
		d.do(views.Edit{Pointer: "/temperature", Value: json.RawMessage("0.5")})
		d.do(views.Edit{Pointer: "/input/2/content", Value: json.RawMessage(`"2"`)})
		d.keys("alt+z", "esc")
		d.shows("editing turn 2")
		if conv.Current != last || d.m.composer.Text() != "two" {
			t.Fatalf("turn %v is current, the composer holds %q", conv.Current, d.m.composer.Text())
		}
		d.keys("f3")
		d.do(views.Edit{Pointer: "/input/0/content", Value: json.RawMessage(`"1"`)}) // a branch of its own
		d.hides("editing turn")
		d.keys("alt+z")
		d.keys("f2")
		d.shows("editing turn 2")
		d.keys("esc")
		if conv.Current != last || d.m.composer.Text() != "draft" {
			t.Errorf("turn %v is current, the composer holds %q", conv.Current, d.m.composer.Text())
		}
	})
}

func TestFilesBesideUnsentTextComeBack(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		conv := d.m.desk.Shown().Conv
		conv.Attach([]json.RawMessage{json.RawMessage(`{"type":"input_file","filename":"notes.pdf","file_data":"x"}`)})
		d.typeText("look")
		d.do(views.EditResend{Turn: conv.Current.ID})
		d.hides("notes.pdf")
		d.keys("esc")
		d.shows("notes.pdf")
		if d.m.composer.Text() != "look" || len(conv.Attached()) != 1 {
			t.Errorf("%q with %d files", d.m.composer.Text(), len(conv.Attached()))
		}
	})
}
