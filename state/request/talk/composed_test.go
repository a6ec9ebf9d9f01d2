package talk

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/client/scan"
)

const image = `{"type":"input_image","image_url":"data:image/png;base64,AAAA"}`

// attachedConversation has one turn, and an image attached to what is written.
func attachedConversation(t *testing.T) *Conversation {
	t.Helper()
	c, err := Open([]byte(`{"model":"a","input":[{"role":"user","content":"one"},{"role":"assistant","content":"two"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	c.SetAttachments([]json.RawMessage{json.RawMessage(image)})
	return c
}

// bodyItems returns the items of the body, compact.
func bodyItems(t *testing.T, c *Conversation, composer string) []string {
	t.Helper()
	body, err := c.Body(composer, BodyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, item := range scan.Elements(scan.Get(body, "input")) {
		out = append(out, strings.Join(strings.Fields(string(item)), ""))
	}
	return out
}

func TestAttachmentsAreSentWithTheText(t *testing.T) {
	c := attachedConversation(t)
	for composer, want := range map[string]string{
		"":     `{"type":"message","role":"user","content":[` + image + `]}`,
		"look": `{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},` + image + `]}`,
	} {
		items := bodyItems(t, c, composer)
		if len(items) != 3 || items[2] != want {
			t.Errorf("%q: %v, want last %s", composer, items, want)
		}
	}
	c.SetAttachments(nil)
	if items := bodyItems(t, c, ""); len(items) != 2 {
		t.Errorf("taken away, it still stands there: %v", items)
	}
}

func TestEditKeepsAttachments(t *testing.T) {
	c := attachedConversation(t)
	left, err := c.Edit("/input/0/content", json.RawMessage(`"other"`), "look", BodyOptions{})
	if err != nil || left != "look" || len(c.Attachments()) != 1 {
		t.Fatalf("%v, left %q with %d parts", err, left, len(c.Attachments()))
	}
	if items := bodyItems(t, c, left); len(items) != 3 || !strings.Contains(items[2], "input_image") {
		t.Errorf("got %v", items)
	}
}

func TestEditOfTheComposedMessageMakesItAnItem(t *testing.T) {
	for _, composer := range []string{"look", ""} {
		c := attachedConversation(t)
		pointer := "/input/2/content/0/detail"
		left, err := c.Edit(pointer, json.RawMessage(`"low"`), composer, BodyOptions{})
		if err != nil || left != "" || c.Attachments() != nil {
			t.Fatalf("%q: %v, left %q with %d parts", composer, err, left, len(c.Attachments()))
		}
		if items := bodyItems(t, c, left); len(items) != 3 || !strings.Contains(items[2], `"detail":"low"`) {
			t.Errorf("%q: %v", composer, items)
		}
		back, ok := c.Undo(left)
		if !ok || back != composer || len(c.Attachments()) != 1 {
			t.Errorf("undo: %q with %d parts", back, len(c.Attachments()))
		}
		if _, ok := c.Redo(back); !ok || c.Attachments() != nil {
			t.Errorf("redo leaves %d parts", len(c.Attachments()))
		}
	}
}

func TestStringContentBecomesAListWithAttachments(t *testing.T) {
	c, err := Open([]byte(`{"input":"one"}`))
	if err != nil {
		t.Fatal(err)
	}
	c.SetAttachments([]json.RawMessage{json.RawMessage(image)})
	if items := bodyItems(t, c, ""); len(items) != 2 {
		t.Errorf("got %v", items)
	}
}
