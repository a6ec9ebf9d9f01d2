package talk

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

func open(t *testing.T, doc string) *Conversation {
	t.Helper()
	c, err := Open([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestOpenRequestMakesTurns(t *testing.T) {
	c := open(t, `{"model":"a/b","input":[
		{"role":"developer","content":"rules"},{"role":"user","content":"one"},
		{"type":"reasoning","id":"r","summary":[{"type":"summary_text","text":"s"}]},{"type":"message","role":"assistant","content":"first"},
		{"role":"user","content":"two"},
		{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},
		{"type":"function_call_output","call_id":"c","output":"42"},
		{"type":"service:web_search","status":"completed"},{"role":"assistant","content":[{"type":"output_text","text":"second"}]},
		{"role":"user","content":"three"}]}`)
	path := c.Path()
	want(t, "turns", len(path), 4)
	want(t, "first", len(path[0].Input), 2)
	want(t, "its answer", len(path[0].Output), 2)
	want(t, "call", len(path[1].Output), 1)
	want(t, "its output begins a turn", len(path[2].Input), 1)
	second := path[2].Items()[1]
	want(t, "answer to it", second.Type+" "+second.Parts()[0].Text(), "message second")
	want(t, "not answered yet", len(path[3].Output), 0)
	want(t, "model", c.Draft.Model(), "a/b")
	if _, ok := c.Draft.Get("/input"); ok {
		t.Error("the draft has input")
	}
}

func TestOpenStringAndArray(t *testing.T) {
	c := open(t, ` "hello \u00e9" `)
	want(t, "string", body(t, c, "", BodyOptions{}), "{\n  \"stream\": true,\n  \"input\": \"hello \\u00e9\"\n}")
	want(t, "as an item", string(c.Current.Input[0]), string(UserMessage("hello é")))
	want(t, "with more", len(inputOf(t, c, "more", BodyOptions{})), 2)
	c = open(t, `[{"role":"user","content":"hi"}]`)
	want(t, "array", inputOf(t, c, "", BodyOptions{})[0], `{"role":"user","content":"hi"}`)
}

func TestEditOfAnOpenedString(t *testing.T) {
	c := open(t, `"hello"`)
	c.Add(nil, []json.RawMessage{UserMessage("edited")})
	want(t, "the branch is sent", inputOf(t, c, "", BodyOptions{})[0], string(UserMessage("edited")))
}

func TestItemsThatCountAsAnswers(t *testing.T) {
	for item, answered := range map[string]bool{
		`{"type":"compaction"}`: true, `{"type":"mcp_list_tools"}`: true, `{"type":"mcp_approval_request"}`: true, `{"type":"mcp_approval_response"}`: false,
		`{"type":"computer_call"}`: true, `{"type":"computer_call_output"}`: false, `{"type":"x:fusion"}`: true, `{"type":"item_reference"}`: false,
		`{"role":"assistant"}`: true, `{"role":"system"}`: false, `{"type":"message","role":"developer"}`: false, `5`: false,
	} {
		turn := open(t, "["+item+"]").Current
		want(t, item, len(turn.Output) == 1, answered)
	}
}

func TestOpenResponse(t *testing.T) {
	c := open(t, `{"id":"resp","object":"response","model":"v/m","instructions":"brief","status":"completed",
		"output":[{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"hi"}]}]}`)
	want(t, "model", c.Draft.Model(), "v/m")
	v, _ := c.Draft.Get("/instructions")
	want(t, "instructions", string(v), `"brief"`)
	got := inputOf(t, c, "and?", BodyOptions{})
	want(t, "items", len(got), 2)
	want(t, "as it came", strings.HasSuffix(got[0], `"text":"hi"}]}`), true)
	want(t, "with its model", strings.HasSuffix(inputOf(t, c, "and?", BodyOptions{ModelAlways})[0], `,"model":"v/m"}`), true)
	want(t, "who answered", c.Current.Model(), "v/m")
}

// TestDocumentThatOnlyLooksLikeAResponseOpens: a member that appears twice is read as one or
// as the other.
func TestDocumentThatOnlyLooksLikeAResponseOpens(t *testing.T) {
	for _, doc := range []string{
		`{"object":"x","object":"response"}`, `{"output":null,"output":[]}`, `{"output":[],"output":null}`, `{"object":"response"}`,
		`{"object":"response","error":{}}`, `{"output":[],"status":5}`, `{"object":"response","status":"failed"}`, `{"output":[],"error":"x"}`,
	} {
		c := open(t, doc)
		if x := c.Current; x != nil && x.Exchange != nil && x.Exchange.Running() {
			t.Errorf("%s is running", doc)
		}
	}
}

// TestOpenedResponseHasItsExchange: its verdict, its failure, its routing and
// its usage; it was not sent, so nothing of it is running or has a time.
func TestOpenedResponseHasItsExchange(t *testing.T) {
	c := open(t, `{"id":"r","object":"response","status":"failed","model":"v/m","error":{"code":"server_error","message":"boom"},"output":[],
		"usage":{"input_tokens":3},"service_metadata":{"requested":"a","strategy":"direct"}}`)
	if c.Current.SentExchange() != nil {
		t.Error("it counts as sent")
	}
	x := c.Current.Exchange
	want(t, "verdict", x.Verdict, state.Failed)
	want(t, "failure", x.Failure.Message, "boom")
	want(t, "routing", string(x.Routing), `{"requested":"a","strategy":"direct"}`)
	want(t, "usage", string(x.Usage), `{"input_tokens":3}`)
	want(t, "warnings", len(x.Warnings), 0)
	want(t, "request known", x.Known.Request, false)
	want(t, "waits for an answer", c.Pending(), false)
	want(t, "end", x.End == nil, true)
}

func TestOpenErrors(t *testing.T) {
	for _, doc := range []string{"5", "true", "null", `{"input":5}`} {
		if _, err := Open([]byte(doc)); !errors.Is(err, ErrOpen) {
			t.Errorf("%s: %v", doc, err)
		}
	}
	for _, doc := range []string{`{"input":"a","input":"b"}`, `{"input":null,"stream":true,"input":[]}`} {
		if _, err := Open([]byte(doc)); !errors.Is(err, ErrInputTwice) {
			t.Errorf("%s: %v", doc, err)
		}
	}
	if _, err := Open([]byte("{\n\"a\":}")); err == nil || !strings.Contains(err.Error(), "line 2, column 5") {
		t.Errorf("broken JSON: %v", err)
	}
}

// TestOpenedRequestIsSentUnchanged: what is opened and sent unchanged is the same
// document, whatever is in it; only the layout and the place of model,
// instructions and input are the writer's.
func TestOpenedRequestIsSentUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		input := rapid.SampledFrom([]string{
			"", `"text"`, `[]`, `null`, `[{"role":"user","content":"a"}]`, `["odd",5,null]`,
			`[{"role":"assistant","content":"b","model":"x"},{"type":"reasoning","summary":null},{"x":1.0}]`,
		}).Draw(t, "input")
		doc := strings.TrimSuffix(document(t, 2), "}")
		if input != "" {
			comma := ","
			if doc == "{" {
				comma = ""
			}
			doc += comma + `"input":` + input
		}
		c, err := Open([]byte(doc + "}"))
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.Body("", BodyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		before, after := listPlaces([]byte(doc+"}"), ""), listPlaces(out, "")
		if len(before) != len(after) {
			t.Fatalf("%s\nbecame\n%s", doc+"}", out)
		}
		for i, p := range before {
			if p != after[i] && p[1] != "{ }" && p[1] != "[ ]" {
				t.Fatalf("%v became %v", p, after[i])
			}
		}
		again, err := Open(out)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := again.Body("", BodyOptions{}); err != nil || string(second) != string(out) {
			t.Fatalf("saved and opened again: %s\n%s", out, second)
		}
	})
}

// TestConversationSurvivesSaveAndOpen: what a chat sent, saved and opened, sends
// the same again.
func TestConversationSurvivesSaveAndOpen(t *testing.T) {
	c := NewConversation(NewDraft())
	say(c, "one", wire.EndClean, wiretest.Event("response.completed", `"response":{"status":"completed","model":"v/m","output":[`+wiretest.Message("a", "first")+`]}`))
	say(c, "two", wire.EndLost, wiretest.Delta(0, "b", "sec"))
	say(c, "three", wire.EndClean, wiretest.FailedEvent)
	file := body(t, c, "four", BodyOptions{})
	want(t, "opened again", body(t, open(t, file), "", BodyOptions{}), file)
}
