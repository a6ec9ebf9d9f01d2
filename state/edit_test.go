package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/raw"
)

// edited makes an edit and returns what is left of the composer's text.
func edited(t *testing.T, c *Conversation, pointer, value, composer string) string {
	t.Helper()
	var v json.RawMessage
	if value != "" {
		v = json.RawMessage(value)
	}
	left, err := c.Edit(pointer, v, composer, BodyOptions{})
	if err != nil {
		t.Fatalf("%s = %s: %v", pointer, value, err)
	}
	return left
}

func answered(c *Conversation, question, answer string) *Turn {
	return say(c, question, wire.EndClean, ev("response.completed", `"response":{"status":"completed","model":"v/m","output":[`+message("m", answer)+`]}`))
}

func TestAnEditOfAnOldItemIsABranch(t *testing.T) {
	c := NewConversation(NewDraft())
	one := answered(c, "one", "first")
	two := answered(c, "two", "second")
	edited(t, c, "/input/2/content", `"2"`, "")
	want(t, "the turn before stays", c.Current.Parent, one)
	want(t, "the edited one stands beside", ids(c.Siblings(two)), "23")
	want(t, "what was said is untouched", string(two.Input[0]), string(UserMessage("two")))
	want(t, "its answer is part of the new branch", len(c.Current.Output), 1)
	got := inputOf(t, c, "", BodyOptions{})
	want(t, "items", len(got), 4)
	want(t, "edited", got[2], string(UserMessage("2")))
	edited(t, c, "/input/2/content", `"3"`, "")
	want(t, "an edit of what was never sent takes its place", len(c.Siblings(two)), 2)
	want(t, "turns", c.Len(), 3)
	want(t, "the turn it took the place of is not found", c.Find(3) == nil, true)
	edited(t, c, "/input/2/content", `"two"`, "")
	want(t, "back to the words that were said", inputOf(t, c, "", BodyOptions{})[2], string(UserMessage("two")))
}

func TestTheComposersTextInTheDocument(t *testing.T) {
	make := func() *Conversation {
		c := NewConversation(NewDraft())
		answered(c, "one", "first")
		return c
	}
	c := make()
	want(t, "stays while its item stays", edited(t, c, "/input/0/content", `"1"`, "next"), "next")
	c = make()
	want(t, "is edited as an item", edited(t, c, "/input/2/content", `"after"`, "next"), "after")
	want(t, "and is no turn", c.Len(), 1)
	want(t, "becomes an item that is no plain message", edited(t, c, "/input/2/role", `"system"`, "next"), "")
	want(t, "which waits", c.Pending(), true)
	c = make()
	want(t, "is taken away", edited(t, c, "/input/2", "", "next"), "")
	want(t, "alone", len(inputOf(t, c, "", BodyOptions{})), 2)
	left, err := c.Insert("/input", 3, UserMessage("then"), "next", BodyOptions{})
	want(t, "with an item behind it", fmt.Sprint(left, err), "<nil>")
	want(t, "it is an item", len(inputOf(t, c, "", BodyOptions{})), 4)
	want(t, "both in one turn", len(c.Current.Input), 2)
	c = make()
	left, err = c.MoveElement("/input", 2, 0, "next", BodyOptions{})
	want(t, "moved", fmt.Sprint(left, err), "<nil>")
	want(t, "to the beginning", inputOf(t, c, "", BodyOptions{})[0], string(UserMessage("next")))
	back, ok := c.Undo("")
	want(t, "is given back", fmt.Sprint(back, " ", ok), "next true")
	back, _ = c.Redo("newer")
	want(t, "what was written since stays", back, "newer")
}

func TestInputThatIsNoList(t *testing.T) {
	c := open(t, `{"input": "h\u0069"}`)
	edited(t, c, "/temperature", "1.50", "")
	want(t, "as it was spelled", body(t, c, "", BodyOptions{}), "{\n  \"temperature\": 1.50,\n  \"input\": \"h\\u0069\"\n}")
	edited(t, c, "/input", `"ho\/"`, "")
	want(t, "another string", body(t, c, "", BodyOptions{}), "{\n  \"temperature\": 1.50,\n  \"input\": \"ho\\/\"\n}")
	want(t, "said", string(c.Current.Input[0]), string(UserMessage("ho/")))
	edited(t, c, "/input", "["+string(UserMessage("ho/"))+"]", "")
	want(t, "the same as a list", strings.Contains(body(t, c, "", BodyOptions{}), `"input": [`), true)
	c.Undo("")
	if _, err := c.Insert("/input", 1, UserMessage("more"), "", BodyOptions{}); err != nil {
		t.Fatal(err)
	}
	want(t, "a list when one is needed", len(inputOf(t, c, "", BodyOptions{})), 2)
	for _, odd := range []string{"5", `{"a":1}`, "null", "[]"} {
		edited(t, c, "/input", odd, "")
		var doc struct{ Input json.RawMessage }
		if err := json.Unmarshal([]byte(body(t, c, "", BodyOptions{})), &doc); err != nil {
			t.Fatal(err)
		}
		want(t, "kept as it is", compact(t, doc.Input), odd)
	}
	edited(t, c, "/input/-", string(UserMessage("a")), "")
	want(t, "the first item", len(inputOf(t, c, "", BodyOptions{})), 1)
	edited(t, c, "/input/0", "", "")
	want(t, "and none again", strings.Contains(body(t, c, "", BodyOptions{}), `"input": []`), true)
	edited(t, c, "/input", "", "")
	want(t, "none at all", body(t, c, "", BodyOptions{}), "{\n  \"temperature\": 1.50\n}")
}

func TestEditsThatFail(t *testing.T) {
	c := open(t, `{"a":{},"input":[{"role":"user","content":"hi"}]}`)
	before, turns := body(t, c, "next", BodyOptions{}), c.Len()
	o := BodyOptions{}
	fails := map[string]func() (string, error){
		"no JSON":             func() (string, error) { return c.Edit("/a", json.RawMessage("{"), "next", o) },
		"no such item":        func() (string, error) { return c.Edit("/input/7/x", json.RawMessage("1"), "next", o) },
		"below a string":      func() (string, error) { return c.Edit("/input/0/content/x", json.RawMessage("1"), "next", o) },
		"not a pointer":       func() (string, error) { return c.Edit("a", json.RawMessage("1"), "next", o) },
		"no document":         func() (string, error) { return c.Edit("", nil, "next", o) },
		"an array":            func() (string, error) { return c.Edit("", json.RawMessage("[]"), "next", o) },
		"no place":            func() (string, error) { return c.Insert("/input", 3, UserMessage("x"), "next", o) },
		"no array":            func() (string, error) { return c.Insert("/a", 0, json.RawMessage("1"), "next", o) },
		"insert what is none": func() (string, error) { return c.Insert("/input", 0, json.RawMessage("x"), "next", o) },
		"no move":             func() (string, error) { return c.MoveElement("/input", 0, 2, "next", o) },
		"no list":             func() (string, error) { return c.MoveElement("/none", 0, 1, "next", o) },
		"input twice":         func() (string, error) { return c.ReplaceBody([]byte(`{"input":"a","input":"b"}`), "next", o, false) },
	}
	for name, f := range fails {
		left, err := f()
		if err == nil || left != "next" {
			t.Errorf("%s: %v, %q", name, err, left)
		}
		want(t, name, body(t, c, "next", o), before)
	}
	want(t, "turns", c.Len(), turns)
	want(t, "nothing to undo", c.CanUndo(), false)
	for _, pointer := range []string{"/none", "/a/none", "/input/9", "/input/0/none"} {
		edited(t, c, pointer, "", "")
	}
	want(t, "what is not there is not taken away", c.CanUndo(), false)
	if _, err := c.ReplaceBody([]byte(`{"input":"a","input":"b"}`), "", o, false); !errors.Is(err, ErrInputTwice) {
		t.Error(err)
	}
}

func TestLayoutIsNoEdit(t *testing.T) {
	c := open(t, `{"x":1,"model":"a/b","input":[{"role":"user","content":"hi"}]}`)
	v := c.Draft.Version()
	for _, doc := range []string{
		`{"input":[{"role":"user","content":"hi"},{"type":"message","role":"user","content":"next"}],"model":"a/b","x":1}`,
		body(t, c, "next", BodyOptions{}), " \n" + body(t, c, "next", BodyOptions{}) + "\n",
	} {
		left, err := c.ReplaceBody([]byte(doc), "next", BodyOptions{}, false)
		want(t, "left", fmt.Sprint(left, err), "next<nil>")
	}
	want(t, "draft", c.Draft.Version(), v)
	want(t, "turns", c.Len(), 1)
	want(t, "undo", c.CanUndo(), false)
}

// conversation draws one that was said, sent, opened or written.
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
			turn.Exchange = NewExchange("x", nil)
			turn.Exchange.Apply(stream(completed(message("m", "answer")))...)
			turn.Exchange.Apply(endOf(wire.EndClean, ""))
		case 3: // it failed, and is left out unless it stood in the document
			turn.stood = rapid.Bool().Draw(t, "stood")
			turn.Exchange = NewExchange("x", nil)
			turn.Exchange.Apply(endOf(wire.EndConnect, ""))
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
	path, _ := tokens(pointer)
	from, to, _ := PlaceOf(doc, pointer)
	n := len(elements(doc[from:to]))
	var s spliced
	kind := rapid.IntRange(0, 4).Draw(t, "edit")
	if kind > 1 && (raw.KindOf(doc[from:to]) != raw.Array || n == 0) || len(path) == 0 {
		kind = 0
	}
	switch kind {
	case 0, 2:
		if rapid.Bool().Draw(t, "new") {
			path = append(path, rapid.SampledFrom([]string{"new", "-"}).Draw(t, "name"))
		}
		from, _, _ := PlaceOf(doc, "/input")
		if len(path) == 0 || len(path) == 2 && path[0] == "input" && (doc[from] == '"' || doc[from] == 'n') {
			path = []string{"new"} // a string becomes a list: the bytes do not tell how
		}
		s.doc, s.err = setAt(doc, path, []byte(value))
		s.do = func(composer string) (string, error) {
			return c.Edit(Pointer(path...), json.RawMessage(value), composer, o)
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

// TestAnEditIsThatOfTheBytes: an edit of the document is the edit of the bytes
// that are shown, and nothing else; undone and done again likewise.
func TestAnEditIsThatOfTheBytes(t *testing.T) {
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
		said := told(c)
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
		if now := told(c); now[:len(said)] != said {
			t.Fatalf("what was said became\n%s\nwas\n%s", now, said)
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
		for m := range raw.Members(doc) {
			known := m.Key == "model" || m.Key == "instructions" || m.Key == "input"
			if m.Key != want && (want != "" || known) {
				continue
			}
			if n++; n > 1 {
				b.WriteByte(',')
			}
			b.Write(raw.Quote(m.Key))
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

// told is everything that was sent or opened, in all branches.
func told(c *Conversation) string {
	var b strings.Builder
	for _, t := range c.turns {
		if t != nil && (t.Exchange != nil || len(t.Output) > 0 && !t.drafted) {
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

func TestPlaceOfAndBack(t *testing.T) {
	doc := []byte(`{"a/b": [1, {"~": "x"}], "": 2}`)
	for pointer, value := range map[string]string{
		"": string(doc), "/a~1b": `[1, {"~": "x"}]`, "/a~1b/1/~0": `"x"`, "/": "2", "/a~1b/0": "1",
	} {
		from, to, ok := PlaceOf(doc, pointer)
		want(t, pointer, fmt.Sprint(string(doc[from:to]), " ", ok), value+" true")
		if pointer != "" {
			want(t, pointer+" and back", PointerAt(doc, from), pointer)
		}
	}
	for _, pointer := range []string{"/none", "/a~1b/2", "/a~1b/-", "a", "//x", "/a~1b/01"} {
		if _, _, ok := PlaceOf(doc, pointer); ok {
			t.Error(pointer, "is there")
		}
	}
	want(t, "behind everything", PointerAt(doc, len(doc)+10), "")
	want(t, "a long index", Pointer("a", strconv.Itoa(12), "/~"), "/a/12/~1~0")
}

// FuzzReplaceBody: whatever is put in the document's place is refused, or is
// what is written then, and undo gives back what was there.
func FuzzReplaceBody(f *testing.F) {
	for _, doc := range []string{
		`{"input":[{"role":"user","content":"hi"},{"type":"message","role":"user","content":"next"}]}`, `{"input":"\u00e9"}`, `{"input":{"a":[]},"model":1}`,
		`{}`, `[]`, `{"input":[],"input":[]}`, `{"a":1,"a":2,"input":null}`, `{"input":[[[]],"x",1e5]}`, `{"\u0069nput":[1]}`, "{\"a\":\"\xff\"}",
	} {
		f.Add([]byte(doc), "next")
	}
	f.Fuzz(func(t *testing.T, doc []byte, composer string) {
		c, err := Open([]byte(`{"x":1,"input":[{"role":"user","content":"hi"},{"role":"assistant","content":"ho"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		before, err := c.Body(composer, BodyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		left, err := c.ReplaceBody(doc, composer, BodyOptions{}, false)
		after, bodyErr := c.Body(left, BodyOptions{})
		if err != nil {
			if left != composer || !bytes.Equal(after, before) {
				t.Fatalf("%v, and the document became\n%s", err, after)
			}
			return
		}
		if bodyErr != nil {
			return // too deep
		}
		if again, err := c.ReplaceBody(after, left, BodyOptions{}, false); err != nil || again != left {
			t.Fatalf("%v: what is written is no document: %q", err, after)
		}
		if n := len(listPlaces(doc, "")); n != len(listPlaces(after, "")) {
			t.Fatalf("%q became\n%s", doc, after)
		}
		if left, ok := c.Undo(left); ok {
			if got, _ := c.Body(left, BodyOptions{}); left != composer || !bytes.Equal(got, before) {
				t.Fatalf("undone:\n%s\nwas\n%s", got, before)
			}
		} else if !bytes.Equal(after, before) {
			t.Fatal("nothing to undo")
		}
	})
}
