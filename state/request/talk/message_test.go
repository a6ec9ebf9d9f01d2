package talk

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
)

// someMessage draws a message of the user in one of the shapes that the
// document allows.
func someMessage(t *rapid.T) string {
	part := func() string {
		return rapid.SampledFrom([]string{
			`{"type":"input_text","text":"notes.txt:\n\nwords"}`, `{"type":"input_text","text":"hi"}`, `{"text":"\u0041","type":"input_text","extra":1e0}`,
			image, `{"type":"input_file","filename":"a.pdf","file_data":"x"}`, `{"type":"new"}`,
		}).Draw(t, "part")
	}
	switch rapid.IntRange(0, 3).Draw(t, "shape") {
	case 0:
		return `{"role":"user","content":"h\u0069"}`
	case 1:
		return `{"id":"m","status":"completed","type":"message","role":"user","content":"hi"}`
	}
	content := part()
	for range rapid.IntRange(0, 3).Draw(t, "more parts") {
		content += ", " + part()
	}
	return `{"type":"message", "id":"m", "content":[ ` + content + ` ],"role":"user"}`
}

// anyConversation draws one with turns of several items and messages of any
// shape among them.
func anyConversation(t *rapid.T) *Conversation {
	c := conversation(t)
	for turn := range c.Turns() {
		for i := range turn.Input {
			if rapid.Bool().Draw(t, "a message") {
				turn.Input[i] = json.RawMessage(someMessage(t))
			}
		}
	}
	return c
}

// rewritten is what a message becomes when its text is replaced, computed again
// with decoded JSON.
func rewritten(t *rapid.T, item json.RawMessage, text string) any {
	m := decoded(t, item).(map[string]any)
	if _, short := m["content"].(string); short {
		m["content"] = text
		return m
	}
	parts := m["content"].([]any)
	for _, part := range parts {
		if p := part.(map[string]any); p["text"] != nil {
			p["text"] = text
			return m
		}
	}
	m["content"] = append([]any{map[string]any{"type": "input_text", "text": text}}, parts...)
	return m
}

func decoded(t *rapid.T, doc []byte) any {
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	return v
}

// decodedInput returns the items of the body, decoded; none where it has no list.
func decodedInput(t *rapid.T, c *Conversation, composer string) []any {
	body, err := c.Body(composer, BodyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := []any{}
	for _, item := range scan.Elements(scan.Get(body, "input")) {
		out = append(out, decoded(t, item))
	}
	return out
}

// TestEditedTurnIsItsLeadingItemsAndTheNewMessage: whatever the conversation and
// whatever turn is edited, its branch has the items before the edited one, the
// new message, and nothing of what followed.
func TestEditedTurnIsItsLeadingItemsAndTheNewMessage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConversation(t)
		if c.Len() == 0 {
			return
		}
		turn := c.Find(rapid.IntRange(1, c.Len()).Draw(t, "turn"))
		c.Select(turn.Parent)
		want := decodedInput(t, c, "")
		c.Select(c.Leaf(turn))
		at, ok := turn.Message()
		if !ok { // its items are edited in place
			c.Reopen(turn, "being written")
			for _, item := range turn.Input {
				want = append(want, decoded(t, item))
			}
			if got := decodedInput(t, c, ""); !reflect.DeepEqual(got, want) {
				t.Fatalf("the branch of turn %d holds\n%v\nwant\n%v", turn.ID, got, want)
			}
			return
		}
		for _, item := range turn.Input[:at] {
			want = append(want, decoded(t, item))
		}
		text, parts := SplitMessage(turn.Input[at])
		if rapid.Bool().Draw(t, "another text") || text == "" {
			text += "new words"
		}
		want = append(want, rewritten(t, turn.Input[at], text))

		c.SetEdited(turn)
		c.SetAttachments(parts)
		c.Select(turn.Parent)
		if got := decodedInput(t, c, text); !reflect.DeepEqual(got, want) {
			t.Fatalf("turn %d would be asked again with\n%v\nwant\n%v", turn.ID, got, want)
		}
		branch := c.TurnToSend(turn.Parent, c.ComposedItems(text))
		c.SetAttachments(nil)
		c.SetEdited(nil)
		if got := decodedInput(t, c, ""); !reflect.DeepEqual(got, want) || branch.Parent != turn.Parent {
			t.Fatalf("the branch of turn %d holds\n%v\nwant\n%v", turn.ID, got, want)
		}
	})
}

// TestDocumentEditWhileATurnIsEdited: also where items
// precede the edited message in its turn.
func TestDocumentEditWhileATurnIsEdited(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConversation(t)
		if c.Len() == 0 {
			return
		}
		turn := c.Find(rapid.IntRange(1, c.Len()).Draw(t, "turn"))
		at, ok := turn.Message()
		if !ok {
			return
		}
		text, parts := SplitMessage(turn.Input[at])
		c.SetEdited(turn)
		c.SetAttachments(parts)
		c.Select(turn.Parent)
		write := func() []byte {
			out, err := c.Body(text, BodyOptions{})
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			before, from := write(), c.Current
			s := someEdit(t, c, before)
			left, err := s.do(text)
			if (err != nil) != (s.err != nil) {
				t.Fatalf("%v, want %v, in\n%s", err, s.err, before)
			}
			if err != nil {
				continue
			}
			if text = left; c.Current != from {
				c.SetEdited(nil) // the branch is in the document
			}
			if after, want := write(), ordered(t, s.doc); string(after) != want {
				t.Fatalf("became\n%s\nwant\n%s\nwas\n%s", after, want, before)
			}
		}
		inTree(t, c)
	})
}

func TestReopenCanBeUndone(t *testing.T) {
	c, err := Open([]byte(`{"input":[{"type":"function_call_output","call_id":"c","output":"1"},{"role":"assistant","content":"two"},{"role":"user","content":"three"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	c.SetAttachments([]json.RawMessage{json.RawMessage(image)})
	before, _ := c.Body("being written", BodyOptions{})
	left := c.Reopen(c.Find(1), "being written")
	if items := bodyItems(t, c, left); len(items) != 1 || !c.Pending() {
		t.Errorf("reopened, it holds %v", items)
	}
	back, _ := c.Undo(left)
	if after, _ := c.Body(back, BodyOptions{}); !bytes.Equal(before, after) {
		t.Errorf("taken back:\n%s\nwas\n%s", after, before)
	}
}
