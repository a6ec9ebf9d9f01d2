package build_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/client/scan"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// during starts a stream that is slow, and looks at its request.
func during(t *testing.T, test func(d *apptest.Driver, conv *talk.Conversation)) {
	apptest.Run(t, 120, 35, apptest.Slow, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		conv := d.Desk.Shown().Conv
		d.WaitFor("some of the answer", func() bool { return len(conv.Current.Exchange.Items) > 0 && conv.Current.Exchange.Text() != "" })
		d.Type("next")
		d.Press("f3")
		d.Shows("is added to the items when it ends")
		if d.Idle() {
			t.Fatal("the stream has ended")
		}
		test(d, conv)
	})
}

func TestAnEditDuringAStreamFreezesNoAnswer(t *testing.T) {
	during(t, func(d *apptest.Driver, conv *talk.Conversation) {
		running := conv.Current
		d.Do(views.Edit{Pointer: "/temperature", Value: json.RawMessage("0.5")})
		d.Do(views.Edit{Pointer: "/input/1/content", Value: json.RawMessage(`"after"`)})
		if d.ValueAt("/input/1/role") != `"user"` || conv.Current != running {
			t.Fatalf("the running answer is edited:\n%s", d.Body())
		}
		d.Do(views.Edit{Pointer: "/input/0/content", Value: json.RawMessage(`"another"`)})
		if strings.Contains(string(d.Body()), "assistant") {
			t.Errorf("a part of an answer is in the branch:\n%s", d.Body())
		}
		d.Press("alt+z")
		d.WaitFor("the end", d.Idle)
		if conv.Current != running || d.ValueAt("/input/1/role") != `"assistant"` || d.ValueAt("/input/2/content") != `"after"` {
			t.Errorf("in the end:\n%s", d.Body())
		}
		if got := d.ValueAt("/input/1/status"); got == `"incomplete"` {
			t.Error("the answer is not whole")
		}
	})
}

func TestTypingStaysAtItsItemWhenAnAnswerComesInBeforeIt(t *testing.T) {
	during(t, func(d *apptest.Driver, conv *talk.Conversation) {
		d.Do(views.ShowPlace{Pointer: "/input/1/content"})
		d.Press("enter")
		d.Type(" and more")
		d.WaitFor("the end", d.Idle)
		d.Press("enter")
		if got := d.ValueAt("/input/2/content"); got != `"next and more"` {
			t.Errorf("it became %s in\n%s", got, d.Body())
		}
		if d.Composer().Text() != "next and more" || d.Outline().Place().Index != 2 {
			t.Errorf("the composer holds %q, the list is at %v", d.Composer().Text(), d.Outline().Place())
		}
	})
}

func TestRawEditingOverTheEndOfAStreamKeepsTheAnswer(t *testing.T) {
	during(t, func(d *apptest.Driver, conv *talk.Conversation) {
		d.Do(views.RunAction{Action: views.ActSourceEdit})
		d.Press("ctrl+home", "right", "enter")
		d.Type(`"top_k": 7`)
		d.Shows("✗ broken")
		d.WaitFor("the end", d.Idle)
		d.Type(`,`)
		if d.ValueAt("/top_k") != "7" || d.ValueAt("/input/1/role") != `"assistant"` || d.ValueAt("/input/2/content") != `"next"` {
			t.Errorf("it became\n%s", d.Body())
		}
	})
}

func TestAnElementIsAddedWhereItWasAskedFor(t *testing.T) {
	during(t, func(d *apptest.Driver, conv *talk.Conversation) {
		d.Do(views.AddElement{Pointer: "/input", Index: 2})
		d.WaitFor("the end", d.Idle)
		d.Press("enter")
		if d.ValueAt("/input/2/content") != `"next"` || d.ValueAt("/input/3") == "" {
			t.Errorf("it became\n%s", d.Body())
		}
	})
}

func TestAnotherRequestThanTheCheckedOneIsNotSent(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 120, 35, nil, func(d *apptest.Driver) {
		big := string(scan.Quote(strings.Repeat("word ", 80_000)))
		d.Do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(big)})
		d.Type("hello")
		_, cmd := d.Update(apptest.Key("enter"))
		d.Shows("checking the request")
		d.Do(views.Edit{Pointer: "/model", Value: json.RawMessage(`"sim/coder"`)})
		d.Start(cmd)
		d.WaitFor("the end", func() bool { d.Flush(); return server.Count > 0 && d.Idle() })
		if got := scan.Text(scan.Get(server.Body, "model")); got != "sim/coder" {
			t.Errorf("sent for %s", got)
		}
	})
}

func TestTheBuilderWhileAnOldTurnIsEdited(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		for _, text := range []string{"one", "two"} {
			d.Type(text)
			d.Press("enter")
			d.WaitFor("the end", d.Idle)
		}
		conv := d.Desk.Shown().Conv
		last := conv.Current
		d.Type("draft")
		d.Do(views.EditResend{Turn: last.ID})
		d.Press("f3")
		if d.ValueAt("/input/2/content") != `"two"` || d.ValueAt("/input/3") != "" {
			t.Errorf("the branch would be\n%s", d.Body())
		}
		d.Do(views.Edit{Pointer: "/temperature", Value: json.RawMessage("0.5")})
		d.Do(views.Edit{Pointer: "/input/2/content", Value: json.RawMessage(`"2"`)})
		d.Press("alt+z", "esc")
		d.Shows("editing a message")
		if conv.Current != last || d.Composer().Text() != "two" {
			t.Fatalf("turn %v is current, the composer holds %q", conv.Current, d.Composer().Text())
		}
		d.Press("f3")
		d.Do(views.Edit{Pointer: "/input/0/content", Value: json.RawMessage(`"1"`)}) // a new branch
		d.Hides("editing a message")
		d.Press("alt+z")
		d.Press("f2")
		d.Shows("editing a message")
		d.Press("esc")
		if conv.Current != last || d.Composer().Text() != "draft" {
			t.Errorf("turn %v is current, the composer holds %q", conv.Current, d.Composer().Text())
		}
	})
}
