package app

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// during starts a stream that is slow, and looks at its request.
func during(t *testing.T, test func(d *driver, conv *talk.Conversation)) {
	bubble(t, 120, 35, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		conv := d.m.desk.Shown().Conv
		d.until("some of the answer", func() bool { return len(conv.Current.Exchange.Items) > 0 && conv.Current.Exchange.Text() != "" })
		d.typeText("next")
		d.keys("f3")
		d.shows("is added to the items when it ends")
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
		if d.m.composer().Text() != "next and more" || d.outline().Place().Index != 2 {
			t.Errorf("the composer holds %q, the list is at %v", d.m.composer().Text(), d.outline().Place())
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
		d.until("the end", func() bool { d.flush(); return server.count > 0 && d.idle() })
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
		d.shows("editing a message")
		if conv.Current != last || d.m.composer().Text() != "two" {
			t.Fatalf("turn %v is current, the composer holds %q", conv.Current, d.m.composer().Text())
		}
		d.keys("f3")
		d.do(views.Edit{Pointer: "/input/0/content", Value: json.RawMessage(`"1"`)}) // a new branch
		d.hides("editing a message")
		d.keys("alt+z")
		d.keys("f2")
		d.shows("editing a message")
		d.keys("esc")
		if conv.Current != last || d.m.composer().Text() != "draft" {
			t.Errorf("turn %v is current, the composer holds %q", conv.Current, d.m.composer().Text())
		}
	})
}
