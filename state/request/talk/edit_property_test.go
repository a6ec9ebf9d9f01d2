package talk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// conversation draws one that was sent, opened or written.
func conversation(t *rapid.T) *Conversation {
	d, err := ParseDraft([]byte(document(t, 2)))
	if err != nil {
		t.Fatal(err)
	}
	c := NewConversation(d)
	for range rapid.IntRange(0, 4).Draw(t, "turns") {
		turn := c.Add(c.Current, nil)
		for range rapid.IntRange(0, 2).Draw(t, "inputs") {
			turn.Input = append(turn.Input, json.RawMessage(item(t)))
		}
		switch rapid.IntRange(0, 3).Draw(t, "how") {
		case 0: // it waits
		case 1: // opened
			turn.Output = append(turn.Output, json.RawMessage(`{"role":"assistant", "content":"a", "x": [ ]}`))
		case 2:
			turn.Exchange = state.NewExchange("x", nil)
			turn.Exchange.Apply(wiretest.Stream(wiretest.Completed(wiretest.Message("m", "answer")))...)
			turn.Exchange.Apply(wiretest.End(wire.EndClean, ""))
		case 3: // it failed, and is left out unless it was in the document
			turn.inDocument = rapid.Bool().Draw(t, "stood")
			turn.Exchange = state.NewExchange("x", nil)
			turn.Exchange.Apply(wiretest.End(wire.EndConnect, ""))
		}
	}
	return c
}

func item(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		string(UserMessage("hi")), string(UserMessage("ho")), `{ "role":"system","content":[ {"type":"input_text","text":"\u0041"} ] }`,
		`{"type":"function_call_output","call_id":"c","output":"1.50"}`, `{"role":"assistant","content":"loaded","n":1e0}`, `5`, `"odd"`, `{ }`,
	}).Draw(t, "item")
}

// spliced is the oracle of an edit: the same edit of the body's bytes.
type spliced struct {
	doc []byte
	err error
	do  func(composer string) (string, error)
}

// someEdit draws an edit of a conversation whose body is doc.
func someEdit(t *rapid.T, c *Conversation, doc []byte) spliced {
	o := BodyOptions{}
	places := listPlaces(doc, "")
	pointer := rapid.SampledFrom(places).Draw(t, "place")[0]
	value := someValue(t, 1)
	if rapid.Bool().Draw(t, "an item") {
		value = item(t)
	}
	path, _ := parsePointer(pointer)
	from, to, _ := SpanOf(doc, pointer)
	n := len(scan.List(doc[from:to]))
	var s spliced
	kind := rapid.IntRange(0, 4).Draw(t, "edit")
	if kind > 1 && (scan.KindOf(doc[from:to]) != scan.Array || n == 0) || len(path) == 0 {
		kind = 0
	}
	switch kind {
	case 0, 2:
		if rapid.Bool().Draw(t, "new") {
			path = append(path, rapid.SampledFrom([]string{"new", "-"}).Draw(t, "name"))
		}
		from, _, _ := SpanOf(doc, "/input")
		if len(path) == 0 || len(path) == 2 && path[0] == "input" && (doc[from] == '"' || doc[from] == 'n') {
			path = []string{"new"} // a string becomes a list: the bytes do not tell how
		}
		s.doc, s.err = setAt(doc, path, []byte(value))
		s.do = func(composer string) (string, error) {
			return c.Edit(scan.Pointer(path...), json.RawMessage(value), composer, o)
		}
	case 1:
		s.doc, _ = deleteAt(doc, path)
		s.do = func(composer string) (string, error) { return c.Edit(pointer, nil, composer, o) }
	case 3:
		i := rapid.IntRange(0, n).Draw(t, "at")
		s.doc, s.err = insertAt(doc, path, i, []byte(value))
		s.do = func(composer string) (string, error) {
			return c.Insert(pointer, i, json.RawMessage(value), composer, o)
		}
	case 4:
		i, j := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
		s.doc, s.err = moveAt(doc, path, i, j)
		s.do = func(composer string) (string, error) { return c.MoveElement(pointer, i, j, composer, o) }
	}
	if s.err == nil && rapid.Bool().Draw(t, "by raw editing") {
		s.do = func(composer string) (string, error) { return c.ReplaceBody(s.doc, composer, o, false) }
	}
	return s
}

// TestEditEqualsAnEditOfTheBytes: an edit of the document is the edit of the bytes
// that are shown, and nothing else; undone and done again too.
func TestEditEqualsAnEditOfTheBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := conversation(t)
		composer := rapid.SampledFrom([]string{"", "next", "hi"}).Draw(t, "composer")
		write := func() []byte {
			out, err := c.Body(composer, BodyOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var plain bytes.Buffer
			if err := json.Indent(&plain, out, "", "  "); err != nil || !bytes.Equal(plain.Bytes(), out) {
				t.Fatalf("laid out otherwise, %v:\n%s", err, out)
			}
			return out
		}
		before := spelledOut(c)
		var bodies [][]byte
		var texts []string
		for range rapid.IntRange(1, 5).Draw(t, "edits") {
			before, text := write(), composer
			s := someEdit(t, c, before)
			left, err := s.do(composer)
			if (err != nil) != (s.err != nil) {
				t.Fatalf("%v, want %v, in\n%s", err, s.err, before)
			}
			if composer = left; err != nil {
				continue
			}
			after := write()
			if want := ordered(t, s.doc); string(after) != want {
				t.Fatalf("became\n%s\nwant\n%s", after, want)
			}
			if !bytes.Equal(before, after) || left != text {
				bodies, texts = append(bodies, before), append(texts, text)
			}
		}
		if now := spelledOut(c); now[:len(before)] != before {
			t.Fatalf("sent turns became\n%s\nwas\n%s", now, before)
		}
		last := write()
		steps := 0
		for i := len(bodies) - 1; i >= 0; i-- {
			var ok bool
			if composer, ok = c.Undo(composer); !ok {
				t.Fatal("nothing to undo")
			}
			steps++
			if got := write(); !bytes.Equal(got, bodies[i]) || composer != texts[i] {
				t.Fatalf("undone to %q\n%s\nwant %q\n%s", composer, got, texts[i], bodies[i])
			}
		}
		for range steps {
			composer, _ = c.Redo(composer)
		}
		if got := write(); !bytes.Equal(got, last) || c.CanRedo() {
			t.Fatalf("done again:\n%s\nwant\n%s", got, last)
		}
		inTree(t, c)
	})
}

// ordered writes a document in the body's order, from its values alone.
func ordered(t *rapid.T, doc []byte) string {
	var b bytes.Buffer
	n := 0
	for _, want := range []string{"model", "instructions", "", "input"} {
		for m := range scan.Members(doc) {
			known := m.Key == "model" || m.Key == "instructions" || m.Key == "input"
			if m.Key != want && (want != "" || known) {
				continue
			}
			if n++; n > 1 {
				b.WriteByte(',')
			}
			b.Write(scan.Quote(m.Key))
			b.WriteByte(':')
			b.Write(m.Value)
		}
	}
	var out bytes.Buffer
	if err := json.Indent(&out, []byte("{"+b.String()+"}"), "", "  "); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// spelledOut returns everything that was sent or opened, in all branches.
func spelledOut(c *Conversation) string {
	var b strings.Builder
	for _, t := range c.turns {
		if t != nil && (t.Exchange != nil || len(t.Output) > 0 && !t.madeByEdit) {
			fmt.Fprintf(&b, "%d %s %s\n", t.ID, t.Input, t.Output)
		}
	}
	return b.String()
}

// inTree checks that the tree is one: what is on the path is found, each turn
// among the children of its parent, once and in order.
func inTree(t *rapid.T, c *Conversation) {
	seen := 0
	var walk func(list []*Turn, parent *Turn)
	walk = func(list []*Turn, parent *Turn) {
		for i, turn := range list {
			seen++
			if turn.Parent != parent || c.Find(turn.ID) != turn || i > 0 && list[i-1].ID >= turn.ID {
				t.Fatalf("turn %d is out of its place", turn.ID)
			}
			walk(turn.Children, turn)
		}
	}
	walk(c.roots, nil)
	if seen != c.Len() {
		t.Fatalf("%d turns are in the tree, %d are counted", seen, c.Len())
	}
	for _, turn := range c.Path() {
		if c.Find(turn.ID) != turn {
			t.Fatalf("turn %d is on the path and not in the tree", turn.ID)
		}
	}
}
