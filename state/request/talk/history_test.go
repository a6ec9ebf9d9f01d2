package talk

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// sendPending answers the document as it is.
func sendPending(c *Conversation, answer string) *Turn {
	t := c.TurnToSend(c.Current, nil)
	t.Exchange = state.NewExchange("x", nil)
	t.Exchange.Apply(wiretest.Stream(wiretest.Completed(wiretest.Message("m", answer)))...)
	t.Exchange.Apply(wiretest.End(wire.EndClean, ""))
	return t
}

func undo(t *testing.T, c *Conversation) {
	t.Helper()
	if _, ok := c.Undo(""); !ok {
		t.Fatal("nothing to undo")
	}
}

func TestSendingPendingItems(t *testing.T) {
	c := NewConversation(NewDraft())
	want(t, "an empty conversation does not wait", c.Pending(), false)
	want(t, "a turn without input", len(c.TurnToSend(nil, nil).Input), 0)
	c = NewConversation(NewDraft())
	edited(t, c, "/input/-", string(UserMessage("one")), "")
	waiting := c.Current
	want(t, "it waits", c.Pending(), true)
	want(t, "the turn that waits is asked with", sendPending(c, "first"), waiting)
	want(t, "it does not wait any more", c.Pending(), false)
	want(t, "asked again, a turn behind it", c.TurnToSend(c.Current, nil).Parent, waiting)
}

// TestItemsInTheDocumentStayWithoutAnAnswer: a request that is refused
// can be corrected and sent again; what the user typed into the composer is left
// out, for it would be asked twice.
func TestItemsInTheDocumentStayWithoutAnAnswer(t *testing.T) {
	for _, input := range []string{`"as a text"`, `[{"role":"system","content":"rules"},{"role":"user","content":"hi"}]`} {
		c := open(t, `{"input":`+input+`}`)
		before := body(t, c, "", BodyOptions{})
		fail := func() *Turn {
			turn := c.TurnToSend(c.Current, nil)
			turn.Exchange = state.NewExchange("x", []byte(wiretest.StreamRequest))
			turn.Exchange.Apply(wiretest.End(wire.EndConnect, ""))
			return turn
		}
		one := fail()
		want(t, "it stands", body(t, c, "", BodyOptions{}), before)
		want(t, "and waits", c.Pending(), true)
		two := fail()
		want(t, "sent again it is a branch", ids(c.Siblings(one)), "12")
		want(t, "what was sent is untouched", one.Exchange != two.Exchange, true)
		edited(t, c, "/input", `["mended"]`, "")
		want(t, "mended, another", ids(c.Siblings(one)), "123")
		undo(t, c)
		want(t, "and back", c.Current, two)
		sendPending(c, "at last")
		want(t, "answered", c.Pending(), false)
		items := len(inputOf(t, c, "", BodyOptions{}))
		typed := say(c, "more", wire.EndConnect)
		want(t, "what was typed is left out", len(inputOf(t, c, "", BodyOptions{})), items)
		want(t, "and does not wait", c.Pending(), false)
		_, reason := typed.Included()
		want(t, "with a reason", reason != "", true)
	}
}

func TestUndoAfterSendingKeepsTheAnswer(t *testing.T) {
	c := NewConversation(NewDraft())
	answered(c, "one", "first")
	edited(t, c, "/temperature", "1", "")
	edited(t, c, "/input/0/content", `"1"`, "")
	edited(t, c, "/input/1", "", "")
	sent := sendPending(c, "again")
	undo(t, c)
	want(t, "the answer is still there", c.Find(sent.ID), sent)
	want(t, "and not on the path", len(inputOf(t, c, "", BodyOptions{})), 2)
	undo(t, c)
	undo(t, c)
	want(t, "all undone", c.CanUndo(), false)
	want(t, "two branches", len(c.roots), 2)
	for c.CanRedo() {
		c.Redo("")
	}
	want(t, "done again, with its answer", len(inputOf(t, c, "", BodyOptions{})), 2)
	want(t, "the same turn", c.Current, sent)
}

func TestUndoOfAFieldKeepsTheConversation(t *testing.T) {
	c := NewConversation(NewDraft())
	edited(t, c, "/temperature", "1", "")
	sent := answered(c, "one", "first")
	undo(t, c)
	want(t, "nobody goes back before what was said", c.Current, sent)
	_, there := c.Draft.Get("/temperature")
	want(t, "the field is gone", there, false)
}

func TestOutsideEditsOfTheDraftCanBeUndone(t *testing.T) {
	c := NewConversation(NewDraft())
	edited(t, c, "/temperature", "1", "")
	if err := c.Draft.SetModel("a/b"); err != nil {
		t.Fatal(err)
	}
	want(t, "it can be undone", c.CanUndo(), true)
	undo(t, c)
	want(t, "the model goes first", string(c.Draft.Bytes()), "{\n  \"stream\": true,\n  \"temperature\": 1\n}")
	c.Redo("")
	want(t, "and comes back", c.Draft.Model(), "a/b")
	undo(t, c)
	if err := c.Draft.SetModel("c/d"); err != nil {
		t.Fatal(err)
	}
	want(t, "what was undone is gone for good", c.CanRedo(), false)
	undo(t, c)
	undo(t, c)
	want(t, "the first draft", string(c.Draft.Bytes()), string(NewDraft().Bytes()))
}

func TestTypingIsOneUndoStep(t *testing.T) {
	c := open(t, `{"input":[{"role":"user","content":"hi"}]}`)
	typed := func(text string, together bool) {
		t.Helper()
		doc := fmt.Sprintf(`{"x":%q,"input":[{"role":"user","content":%q}]}`, text, text)
		if _, err := c.ReplaceBody([]byte(doc), "", BodyOptions{}, together); err != nil {
			t.Fatal(err)
		}
	}
	before := body(t, c, "", BodyOptions{})
	typed("a", false)
	typed("ab", true)
	typed("abc", true)
	want(t, "turns", c.Len(), 1)
	typed("X", false)
	undo(t, c)
	want(t, "another step of its own", strings.Contains(body(t, c, "", BodyOptions{}), `"abc"`), true)
	typed("abcd", true)
	undo(t, c)
	want(t, "nothing is joined over an undo", strings.Contains(body(t, c, "", BodyOptions{}), `"abc"`), true)
	undo(t, c)
	want(t, "what was typed is one step", body(t, c, "", BodyOptions{}), before)
	c.Redo("")
	want(t, "also forwards", strings.Contains(body(t, c, "", BodyOptions{}), `"abc"`), true)
}

func TestHistoryIsBounded(t *testing.T) {
	c := NewConversation(NewDraft())
	for i := range maxSteps + 10 {
		edited(t, c, "/n", fmt.Sprint(i), "")
	}
	n := 0
	for c.CanUndo() {
		undo(t, c)
		n++
	}
	want(t, "steps", n, maxSteps)
	c = NewConversation(NewDraft())
	big := `"` + strings.Repeat("x", maxHistory/8) + `"`
	for i := range 20 {
		edited(t, c, fmt.Sprintf("/input/%d", i), big, "")
	}
	want(t, "bytes", c.history.size <= maxHistory, true)
	undo(t, c)
	want(t, "the last can be undone", len(c.items("", BodyOptions{})), 19)
}

// large is a request of 5 MB: a picture, and a hundred small items after it.
func large(b *testing.B) *Conversation {
	var items []json.RawMessage
	picture := `{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,` + strings.Repeat("QUJD", 5<<20/4) + `"}]}`
	items = append(items, json.RawMessage(picture))
	for i := range 100 {
		items = append(items, UserMessage(fmt.Sprint("question ", i)))
	}
	c, err := Open([]byte(`{"model":"a/b","temperature":1,"input":` + string(scan.MakeArray(items)) + `}`))
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// BenchmarkEdit edits a request of 5 MB and writes it: a field, an item, and
// the document by raw editing.
func BenchmarkEdit(b *testing.B) {
	o := BodyOptions{}
	write := func(b *testing.B, c *Conversation) {
		if _, err := c.Body("next", o); err != nil {
			b.Fatal(err)
		}
	}
	for name, pointer := range map[string]string{"field": "/temperature", "item": "/input/50/content"} {
		b.Run(name, func(b *testing.B) {
			c := large(b)
			i := 0
			for b.Loop() {
				i++
				if _, err := c.Edit(pointer, json.RawMessage(fmt.Sprint(i)), "next", o); err != nil {
					b.Fatal(err)
				}
				write(b, c)
			}
		})
	}
	b.Run("first of 10000 items", func(b *testing.B) {
		var items []json.RawMessage
		for i := range 5000 {
			items = append(items, UserMessage(fmt.Sprint("question ", i)), json.RawMessage(`{"type":"message","role":"assistant","content":"`+strings.Repeat("answer ", 100)+`"}`))
		}
		c, err := Open(scan.MakeArray(items))
		if err != nil {
			b.Fatal(err)
		}
		i := 0
		for b.Loop() {
			i++
			if _, err := c.Edit("/input/0/content", json.RawMessage(fmt.Sprint(i)), "next", o); err != nil {
				b.Fatal(err)
			}
			write(b, c)
		}
	})
	b.Run("raw", func(b *testing.B) {
		c := large(b)
		doc, _ := c.Body("next", o)
		at := strings.Index(string(doc), `"temperature": 1`)
		i := 0
		for b.Loop() {
			i++
			doc[at+len(`"temperature": `)] = byte('0' + i%10)
			if _, err := c.ReplaceBody(doc, "next", o, true); err != nil {
				b.Fatal(err)
			}
			write(b, c)
		}
	})
}
