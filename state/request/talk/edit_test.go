package talk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
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
	return say(c, question, wire.EndClean, wiretest.Event("response.completed", `"response":{"status":"completed","model":"v/m","output":[`+wiretest.Message("m", answer)+`]}`))
}

func TestEditOfAnOldItemMakesABranch(t *testing.T) {
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

func TestComposerTextInTheDocument(t *testing.T) {
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

func TestInputThatIsNotAList(t *testing.T) {
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

func TestFailedEditsChangeNothing(t *testing.T) {
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

func TestLayoutAloneIsNotAnEdit(t *testing.T) {
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

func TestAPointerLeadsToItsValue(t *testing.T) {
	doc := []byte(`{"a/b": [1, {"~": "x"}], "": 2}`)
	for pointer, value := range map[string]string{
		"": string(doc), "/a~1b": `[1, {"~": "x"}]`, "/a~1b/1/~0": `"x"`, "/": "2", "/a~1b/0": "1",
	} {
		from, to, ok := SpanOf(doc, pointer)
		want(t, pointer, fmt.Sprint(string(doc[from:to]), " ", ok), value+" true")
	}
	for _, pointer := range []string{"/none", "/a~1b/2", "/a~1b/-", "a", "//x", "/a~1b/01"} {
		if _, _, ok := SpanOf(doc, pointer); ok {
			t.Error(pointer, "is there")
		}
	}
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
