package desk_test

import (
	"encoding/json"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/state"
	"gatehouse/state/request/talk"
)

func TestEnterWithoutATextSendsWhatWaits(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		conv := d.Desk.Shown().Conv
		d.Press("enter")
		if conv.Len() != 0 || !d.Idle() {
			t.Fatal("an empty conversation was sent")
		}
		items := json.RawMessage(`[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"input_text","text":"Which model are you?"}]}]`)
		if _, err := conv.Edit("/input", items, "", talk.BodyOptions{}); err != nil {
			t.Fatal(err)
		}
		waiting := conv.Current
		body, err := conv.Body("", talk.BodyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		d.Refreshed(nil)
		d.Shows("❯ enter sends what waits for an answer")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Hides("what waits")
		if conv.Current != waiting || waiting.Exchange == nil || waiting.Exchange.Verdict != state.Completed {
			t.Fatalf("turn %d is current, want turn %d answered", conv.Current.ID, waiting.ID)
		}
		if string(waiting.Exchange.Request) != string(body) {
			t.Errorf("sent was\n%s\nwant\n%s", waiting.Exchange.Request, body)
		}
		d.Press("tab", "g")
		d.Shows("Which model are you?")
		d.Press("tab", "enter")
		if !d.Idle() || conv.Len() != 1 {
			t.Error("what was answered was sent again")
		}
	})
}

func TestADocumentAlreadySentIsGoneOnWith(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		conv := d.Desk.Shown().Conv
		first := conv.Current
		if _, err := conv.Edit("/input/0/content", json.RawMessage(`"another"`), "", talk.BodyOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := conv.Edit("/input/1", nil, "", talk.BodyOptions{}); err != nil {
			t.Fatal(err)
		}
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if len(conv.Siblings(first)) != 2 || conv.Current == first || conv.Current.Exchange == nil {
			t.Fatal("the edited item is no branch that was answered")
		}
		if _, ok := conv.Undo(""); !ok {
			t.Fatal("nothing to undo")
		}
		if _, ok := conv.Undo(""); !ok || conv.Current != first {
			t.Error("undo does not lead back to what was said")
		}
		d.Type("two")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if conv.Current.Parent != first {
			t.Errorf("the next turn stands behind turn %d", conv.Current.Parent.ID)
		}
	})
}

func TestARefusedDocumentStaysToBeFixed(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		conv := d.Desk.Shown().Conv
		for pointer, value := range map[string]string{"/input/-": `{"role":"user","content":"Which model are you?"}`, "/model": `"fault/429"`} {
			if _, err := conv.Edit(pointer, json.RawMessage(value), "", talk.BodyOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		sent, err := conv.Body("", talk.BodyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		refused := conv.Current
		if refused.Exchange.Verdict != state.Failed {
			t.Fatalf("the verdict is %s", refused.Exchange.Verdict)
		}
		if now, _ := conv.Body("", talk.BodyOptions{}); string(now) != string(sent) {
			t.Errorf("the document is now\n%s", now)
		}
		d.Shows("❯ enter sends what waits for an answer")
		d.Press("alt+r")
		d.WaitFor("the end", d.Idle)
		if _, err := conv.Edit("/model", json.RawMessage(`"sim/writer"`), "", talk.BodyOptions{}); err != nil {
			t.Fatal(err)
		}
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if n := len(conv.Siblings(refused)); n != 3 || conv.Current.Exchange.Verdict != state.Completed {
			t.Errorf("%d branches, the last is %s", n, conv.Current.Exchange.Verdict)
		}
	})
}
