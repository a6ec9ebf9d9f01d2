package app

import (
	"encoding/json"
	"testing"

	"gatehouse/state"
	"gatehouse/state/request/talk"
)

func TestEnterWithoutATextSendsWhatWaits(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		conv := d.m.desk.Shown().Conv
		d.keys("enter")
		if conv.Len() != 0 || !d.idle() {
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
		d.m.Refreshed(nil)
		d.shows("❯ enter sends what waits for an answer")
		d.keys("enter")
		d.until("the end", d.idle)
		d.hides("what waits")
		if conv.Current != waiting || waiting.Exchange == nil || waiting.Exchange.Verdict != state.Completed {
			t.Fatalf("turn %d is current, want turn %d answered", conv.Current.ID, waiting.ID)
		}
		if string(waiting.Exchange.Request) != string(body) {
			t.Errorf("sent was\n%s\nwant\n%s", waiting.Exchange.Request, body)
		}
		d.keys("tab", "g")
		d.shows("Which model are you?")
		d.keys("tab", "enter")
		if !d.idle() || conv.Len() != 1 {
			t.Error("what was answered was sent again")
		}
	})
}

func TestADocumentAlreadySentIsGoneOnWith(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		conv := d.m.desk.Shown().Conv
		first := conv.Current
		if _, err := conv.Edit("/input/0/content", json.RawMessage(`"another"`), "", talk.BodyOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := conv.Edit("/input/1", nil, "", talk.BodyOptions{}); err != nil {
			t.Fatal(err)
		}
		d.keys("enter")
		d.until("the end", d.idle)
		if len(conv.Siblings(first)) != 2 || conv.Current == first || conv.Current.Exchange == nil {
			t.Fatal("the edited item is no branch that was answered")
		}
		if _, ok := conv.Undo(""); !ok {
			t.Fatal("nothing to undo")
		}
		if _, ok := conv.Undo(""); !ok || conv.Current != first {
			t.Error("undo does not lead back to what was said")
		}
		d.typeText("two")
		d.keys("enter")
		d.until("the end", d.idle)
		if conv.Current.Parent != first {
			t.Errorf("the next turn stands behind turn %d", conv.Current.Parent.ID)
		}
	})
}

func TestARefusedDocumentStaysToBeFixed(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		conv := d.m.desk.Shown().Conv
		for pointer, value := range map[string]string{"/input/-": `{"role":"user","content":"Which model are you?"}`, "/model": `"fault/429"`} {
			if _, err := conv.Edit(pointer, json.RawMessage(value), "", talk.BodyOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		sent, err := conv.Body("", talk.BodyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		d.keys("enter")
		d.until("the end", d.idle)
		refused := conv.Current
		if refused.Exchange.Verdict != state.Failed {
			t.Fatalf("the verdict is %s", refused.Exchange.Verdict)
		}
		if now, _ := conv.Body("", talk.BodyOptions{}); string(now) != string(sent) {
			t.Errorf("the document is now\n%s", now)
		}
		d.shows("❯ enter sends what waits for an answer")
		d.keys("alt+r")
		d.until("the end", d.idle)
		if _, err := conv.Edit("/model", json.RawMessage(`"sim/writer"`), "", talk.BodyOptions{}); err != nil {
			t.Fatal(err)
		}
		d.keys("enter")
		d.until("the end", d.idle)
		if n := len(conv.Siblings(refused)); n != 3 || conv.Current.Exchange.Verdict != state.Completed {
			t.Errorf("%d branches, the last is %s", n, conv.Current.Exchange.Verdict)
		}
	})
}
