package talk

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

func ids(turns []*Turn) string {
	s := ""
	for _, t := range turns {
		s += fmt.Sprint(t.ID)
	}
	return s
}

func TestTree(t *testing.T) {
	c := NewConversation(NewDraft())
	want(t, "empty path", len(c.Path()), 0)
	one := c.Add(nil, nil)
	two := c.Add(one, nil)
	three := c.Add(two, nil)
	four := c.Add(one, nil) // two, edited
	want(t, "path", ids(c.Path()), "14")
	want(t, "siblings", ids(c.Siblings(two)), "24")
	five := c.Add(nil, nil) // the first message, edited
	want(t, "path of the new root", ids(c.Path()), "5")
	want(t, "roots", ids(c.Siblings(one)), "15")
	want(t, "find", c.Find(3), three)
	for _, id := range []int{0, 6, -1} {
		if c.Find(id) != nil {
			t.Errorf("found turn %d", id)
		}
	}
	c.Select(c.Leaf(one))
	want(t, "the branch that was shown last", c.Current, four)
	c.Select(c.Leaf(two))
	want(t, "path", ids(c.Path()), "123")
	want(t, "leaf", c.Leaf(one), three)
	want(t, "leaf of a leaf", c.Leaf(five), five)
	before := c.Version
	c.Select(nil)
	want(t, "before the first turn", len(c.Path()), 0)
	want(t, "version", c.Version, before+1)
	want(t, "turns", c.Len(), 5)
}

// say adds a turn that was answered by the arrivals.
func say(c *Conversation, text string, cause wire.EndCause, data ...string) *Turn {
	t := c.Add(c.Current, []json.RawMessage{UserMessage(text)})
	t.Exchange = state.NewExchange("x", []byte(wiretest.StreamRequest))
	t.Exchange.Apply(wiretest.Stream(data...)...)
	t.Exchange.Apply(wiretest.End(cause, ""))
	return t
}

func body(t *testing.T, c *Conversation, composer string, o BodyOptions) string {
	t.Helper()
	b, err := c.Body(composer, o)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b) {
		t.Fatalf("not JSON: %s", b)
	}
	return string(b)
}

func TestBodyOrderAndSpelling(t *testing.T) {
	d := draft(t, `{"x-unknown":{"b":1.50,"a":[]},"stream":true,"instructions":"be <brief>","temperature":1e0,"model":"a/b"}`)
	c := NewConversation(d)
	want(t, "body", body(t, c, "hi \"you\" <é>", BodyOptions{}), `{
  "model": "a/b",
  "instructions": "be <brief>",
  "x-unknown": {
    "b": 1.50,
    "a": []
  },
  "stream": true,
  "temperature": 1e0,
  "input": [
    {
      "type": "message",
      "role": "user",
      "content": "hi \"you\" <é>"
    }
  ]
}`)
}

func TestBodyOfANewConversation(t *testing.T) {
	c := NewConversation(NewDraft())
	want(t, "nothing said", body(t, c, "", BodyOptions{}), "{\n  \"stream\": true\n}")
}

// TestBodyReturnsItemsVerbatim: ids, signatures and unknown members included.
func TestBodyReturnsItemsVerbatim(t *testing.T) {
	c := NewConversation(NewDraft())
	reasoning := `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAA=","signature":"s\u0041","x":1.0}`
	answer := `{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"hi","annotations":[]}]}`
	say(c, "hello", wire.EndClean, wiretest.Event("response.completed", `"response":{"status":"completed","model":"v/served","output":[`+reasoning+`,`+answer+`]}`), "[DONE]")
	got := inputOf(t, c, "next", BodyOptions{})
	want(t, "items", len(got), 4)
	want(t, "reasoning", got[1], reasoning)
	want(t, "message", got[2], answer)
	want(t, "with its model", inputOf(t, c, "next", BodyOptions{ModelAlways})[2], answer[:len(answer)-1]+`,"model":"v/served"}`)
}

// TestInvalidUTF8IsReplacedInTheBody: an item that holds bytes which are no UTF-8
// does not make the next request one that nobody can read.
func TestInvalidUTF8IsReplacedInTheBody(t *testing.T) {
	c := NewConversation(NewDraft())
	item := "{\"type\":\"reasoning\",\"id\":\"r\xff\",\"summary\":[],\"s\":\"ü\x83\xc3\"}"
	say(c, "hello", wire.EndClean, wiretest.Event("response.completed", `"response":{"status":"completed","output":[`+item+`]}`), "[DONE]")
	want(t, "item", inputOf(t, c, "next", BodyOptions{})[1], `{"type":"reasoning","id":"r�","summary":[],"s":"ü��"}`)
	if _, err := Open([]byte(body(t, c, "next", BodyOptions{}))); err != nil {
		t.Error(err)
	}
}

// inputOf returns the items that would be sent, without their layout.
func inputOf(t *testing.T, c *Conversation, composer string, o BodyOptions) []string {
	t.Helper()
	var doc struct{ Input []json.RawMessage }
	if err := json.Unmarshal([]byte(body(t, c, composer, o)), &doc); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, item := range doc.Input {
		out = append(out, compact(t, item))
	}
	return out
}

func compact(t *testing.T, v []byte) string {
	t.Helper()
	var b []byte
	in := false
	for i, c := range v {
		if c == '"' && (i == 0 || v[i-1] != '\\') {
			in = !in
		}
		if in || c != ' ' && c != '\n' {
			b = append(b, c)
		}
	}
	return string(b)
}

// TestTheModelIsWrittenWhereItIsPinned: strict services refuse the member, and nothing but
// pin_model of the auto-router reads it.
func TestTheModelIsWrittenWhereItIsPinned(t *testing.T) {
	answer := `{"type":"message","role":"assistant","content":"hi"}`
	named := answer[:len(answer)-1] + `,"model":"v/served"}`
	for plugins, pinned := range map[string]bool{
		`[{"id":"auto-router","pin_model":true}]`:                                         true,
		`[{"id":"web"},{"id":"auto-router","cost_tier":"low","pin_model":true}]`:          true,
		`[{"id":"auto-router","pin_model":false},{"id":"auto-router","pin_model": true}]`: true,
		`[{"id":"auto-router"}]`:                       false,
		`[{"id":"auto-router","pin_model":false}]`:     false,
		`[{"id":"auto-router","pin_model":"true"}]`:    false,
		`[{"id":"auto-beta-router","pin_model":true}]`: false,
		`{"id":"auto-router","pin_model":true}`:        false,
		`[]`:                                           false, `null`: false,
	} {
		c := NewConversation(draft(t, `{"plugins":`+plugins+`}`))
		say(c, "hello", wire.EndClean, wiretest.Event("response.completed", `"response":{"status":"completed","model":"v/served","output":[`+answer+`]}`), "[DONE]")
		wanted := answer
		if pinned {
			wanted = named
		}
		want(t, plugins, inputOf(t, c, "next", BodyOptions{})[1], wanted)
		want(t, plugins+" always", inputOf(t, c, "next", BodyOptions{ModelAlways})[1], named)
		want(t, plugins+" never", inputOf(t, c, "next", BodyOptions{ModelNever})[1], answer)
	}
}

// TestPinningLaterNamesTheModelsOfEarlierAnswers, and an edit of the request as it is shown
// changes no answer by that.
func TestPinningLaterNamesTheModelsOfEarlierAnswers(t *testing.T) {
	c := NewConversation(NewDraft())
	turn := say(c, "hello", wire.EndClean, wiretest.Event("response.completed", `"response":{"status":"completed","model":"v/served","output":[`+wiretest.Message("m", "hi")+`]}`), "[DONE]")
	named := func() bool { return strings.Contains(inputOf(t, c, "next", BodyOptions{})[1], `"model":"v/served"`) }
	want(t, "at first", named(), false)
	if _, err := c.Edit("/plugins", json.RawMessage(`[{"id":"auto-router","pin_model":true}]`), "next", BodyOptions{}); err != nil {
		t.Fatal(err)
	}
	want(t, "pinned", named(), true)
	doc := strings.Replace(body(t, c, "next", BodyOptions{}), `"pin_model": true`, `"pin_model": false`, 1)
	if _, err := c.ReplaceBody([]byte(doc), "next", BodyOptions{}, false); err != nil {
		t.Fatal(err)
	}
	want(t, "no longer", named(), false)
	want(t, "the answer is the one that came", c.Current == turn, true)
}

func TestModelMemberOfTheServiceStays(t *testing.T) {
	c := NewConversation(NewDraft())
	message := `{"type":"message","role":"assistant","model":"own","content":"hi"}`
	say(c, "hello", wire.EndClean, wiretest.Event("response.completed", `"response":{"status":"completed","model":"v/served","output":[`+message+`]}`), "[DONE]")
	want(t, "kept", inputOf(t, c, "", BodyOptions{})[1], message)
	want(t, "taken away", inputOf(t, c, "", BodyOptions{ModelNever})[1], `{"type":"message","role":"assistant","content":"hi"}`)
}

func TestItemsReturnedOfAnUnfinishedTurn(t *testing.T) {
	fullReasoning := `{"type":"reasoning","id":"r","summary":[]}`
	doneReasoning := wiretest.Event("response.output_item.done", `"output_index":0,"item":`+fullReasoning)
	partialText := wiretest.Delta(1, "m", "half an ans")
	partialCall := wiretest.Event("response.function_call_arguments.delta", `"output_index":2,"item_id":"f","delta":"{\"a\""`)
	partialReasoning := wiretest.Event("response.reasoning_text.delta", `"output_index":0,"item_id":"r","delta":"hm"`)
	half := `{"type":"message","id":"m","role":"assistant","status":"incomplete","content":[{"type":"output_text","text":"half an ans","annotations":[]}]}`
	user := string(UserMessage("hello"))
	incomplete := wiretest.Event("response.incomplete", `"response":{"status":"incomplete","output":[`+fullReasoning+`,{"type":"message","id":"m","role":"assistant","status":"incomplete","content":"half"},{"type":"function_call","call_id":"c","name":"f","arguments":"{","status":"incomplete"}]}`)
	tests := []struct {
		name  string
		cause wire.EndCause
		data  []string
		back  []string
		sent  bool
	}{
		{"cancelled", wire.EndCancelled, []string{doneReasoning, partialText, partialCall}, []string{user, fullReasoning, half}, true},
		{"truncated", wire.EndLost, []string{doneReasoning, partialText, partialCall}, []string{user, fullReasoning, half}, true},
		{"failed with output", wire.EndClean, []string{partialText, wiretest.FailedEvent}, []string{user, half}, true},
		{"partial reasoning only", wire.EndCancelled, []string{partialReasoning}, nil, false},
		{"partial call only", wire.EndLost, []string{partialCall}, nil, false},
		{"failed without output", wire.EndClean, []string{wiretest.FailedEvent}, nil, false},
		{"incomplete", wire.EndClean, []string{incomplete}, []string{user, fullReasoning, `{"type":"message","id":"m","role":"assistant","status":"incomplete","content":"half"}`}, true},
		{"incomplete without output", wire.EndClean, []string{wiretest.Event("response.incomplete", `"response":{"status":"incomplete","output":[]}`)}, []string{user}, true},
		{"completed without output", wire.EndClean, []string{wiretest.Completed()}, []string{user}, true},
		{"completed, streamed only", wire.EndClean, []string{partialText, wiretest.Completed()}, []string{user, `{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"half an ans","annotations":[]}]}`}, true},
		{"completed call, streamed only", wire.EndClean, []string{wiretest.Event("response.output_item.added", `"output_index":0,"item":{"type":"function_call","id":"f","call_id":"c","name":"n","arguments":""}`), wiretest.Event("response.function_call_arguments.done", `"output_index":0,"item_id":"f","arguments":"{}"`), wiretest.Completed()}, []string{user, `{"type":"function_call","id":"f","call_id":"c","name":"n","arguments":"{}"}`}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := NewConversation(NewDraft())
			turn := say(c, "hello", tt.cause, tt.data...)
			got := inputOf(t, c, "next", BodyOptions{})
			want(t, "the new message", got[len(got)-1], string(UserMessage("next")))
			got = got[:len(got)-1]
			want(t, "items", fmt.Sprint(got), fmt.Sprint(tt.back))
			sent, reason := turn.Included()
			want(t, "sent", sent, tt.sent)
			want(t, "reason given", reason != "", !tt.sent)
		})
	}
}

// TestItemsDeliveredWithLessText: of a message whose full item lacks the text that was streamed, the
// text goes back; a reasoning item goes back as it is, for its signature.
func TestItemsDeliveredWithLessText(t *testing.T) {
	c := NewConversation(NewDraft())
	reasoning := `{"type":"reasoning","id":"r","summary":[],"encrypted_content":"g="}`
	say(c, "hello", wire.EndClean,
		wiretest.Event("response.reasoning_text.delta", `"output_index":0,"item_id":"r","content_index":0,"delta":"hm"`), wiretest.Delta(1, "m", "streamed"),
		wiretest.Completed(reasoning, `{"type":"message","id":"m","role":"assistant","content":[]}`))
	got := inputOf(t, c, "", BodyOptions{})
	want(t, "items", len(got), 3)
	want(t, "reasoning", got[1], reasoning)
	want(t, "message", got[2], `{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"streamed","annotations":[]}]}`)
}

func TestPartialRefusalIsReturned(t *testing.T) {
	c := NewConversation(NewDraft())
	say(c, "hello", wire.EndLost, wiretest.Event("response.refusal.delta", wiretest.Address+`,"content_index":0,"delta":"I won"`))
	want(t, "refusal", inputOf(t, c, "", BodyOptions{})[1],
		`{"type":"message","id":"i1","role":"assistant","status":"incomplete","content":[{"type":"refusal","refusal":"I won"}]}`)
}

func TestUnsentTurnIsInTheBody(t *testing.T) {
	c := NewConversation(NewDraft())
	c.Add(nil, []json.RawMessage{UserMessage("pending")})
	want(t, "items", len(inputOf(t, c, "", BodyOptions{})), 1)
}

func TestTurnOfAnExchange(t *testing.T) {
	c := NewConversation(NewDraft())
	turn := say(c, "hi", wire.EndClean, wiretest.Event("response.completed", `"response":{"model":"v/m","output":[`+wiretest.Message("m", "yo")+`]}`))
	want(t, "model", turn.Model(), "v/m")
	want(t, "items", len(turn.Items()), 1)
}

// TestCompleteAnswerIsReturnedVerbatim: reasoning with its signature, and the calls.
func TestCompleteAnswerIsReturnedVerbatim(t *testing.T) {
	items := []string{
		`{"type":"reasoning","id":"rs","summary":[{"type":"summary_text","text":"**Plan** look it up"}],"encrypted_content":"gAAAA=","signature":"sig"}`,
		`{"type":"function_call","id":"f1","call_id":"c1","name":"get_weather","arguments":"{\"city\":\"Paris\"}","status":"completed"}`,
		`{"type":"function_call","id":"f2","call_id":"c2","name":"get_weather","arguments":"{\"city\":\"Rome\"}","status":"completed"}`,
	}
	x := state.NewExchange("x1", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(wiretest.Completed(items...), "[DONE]")...)
	x.Apply(wiretest.End(wire.EndClean, ""))
	var back []string
	for _, item := range (&Turn{Exchange: x}).Answer(BodyOptions{}) {
		back = append(back, string(item))
	}
	want(t, "items", strings.Join(back, "\n"), strings.Join(items, "\n"))
}
