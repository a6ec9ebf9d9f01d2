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

// answeredElsewhere adds a turn that an exchange of another API answered.
func answeredElsewhere(c *Conversation, kind state.Kind, cause wire.EndCause, data ...string) *Turn {
	t := c.Add(c.Current, []json.RawMessage{UserMessage("hello")})
	t.Exchange = state.New(kind, "x", []byte(`{"stream":true}`))
	t.Exchange.Apply(wiretest.Stream(data...)...)
	t.Exchange.Apply(wiretest.End(cause, ""))
	return t
}

// TestAnAnswerOfAnotherAPIGoesOn: all of it is shown, what /responses takes is sent again,
// and what it does not take is listed.
func TestAnAnswerOfAnotherAPIGoesOn(t *testing.T) {
	delta := func(members, more string) string {
		return `{"model":"m","choices":[{"index":0,"delta":{` + members + `}` + more + `}]}`
	}
	block := func(index int, start string, deltas ...string) (frames []string) {
		at := fmt.Sprintf(`"index":%d`, index)
		frames = append(frames, `{"type":"content_block_start",`+at+`,"content_block":`+start+`}`)
		for _, d := range deltas {
			frames = append(frames, `{"type":"content_block_delta",`+at+`,"delta":`+d+`}`)
		}
		return append(frames, `{"type":"content_block_stop",`+at+`}`)
	}
	join := func(lists ...[]string) (all []string) {
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	message := func(status, model string) string {
		return `{"type":"message","role":"assistant","status":"` + status + `","content":[{"type":"output_text","text":"hi","annotations":[]}],"model": "` + model + `"}`
	}
	thought, text := delta(`"reasoning_content":"hm"`, ""), delta(`"content":"hi"`, "")
	cited := delta(`"annotations":[{"type":"url_citation","url_citation":{"url":"https://x"}}]`, "")
	call := delta(`"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]`, "")
	custom := delta(`"tool_calls":[{"index":0,"id":"c","type":"custom","custom":{"name":"n","input":"{}"}}]`, "")
	const functionCall = `{"type":"function_call","call_id":"c","name":"n","arguments":"{}"}`
	for name, c := range map[string]struct {
		kind  state.Kind
		cause wire.EndCause
		data  []string
		shown string
		sent  []string
		lost  []string
	}{
		"a chat": {
			state.Chat, wire.EndClean, []string{thought, text, cited, call, delta("", `,"finish_reason":"tool_calls"`), "[DONE]"},
			"reasoning message function_call", []string{message("completed", "m"), functionCall},
			[]string{"answer: its reasoning is not sent again", "answer: its citations are not sent again"},
		},
		"a custom call": {
			state.Chat, wire.EndClean, []string{custom, delta("", `,"finish_reason":"tool_calls"`), "[DONE]"},
			"custom_tool_call", []string{`{"type":"custom_tool_call","call_id":"c","name":"n","input":"{}"}`}, nil,
		},
		"a lost chat": {
			state.Chat, wire.EndLost, []string{text, call},
			"message function_call", []string{message("incomplete", "m")}, []string{"answer: its unfinished calls are not sent again"},
		},
		"no answer": {state.Chat, wire.EndClean, []string{`{"error":{"message":"no"}}`}, "", nil, nil},
		"Anthropic's": {
			state.Messages, wire.EndClean, join(
				[]string{`{"type":"message_start","message":{"model":"claude","content":[]}}`},
				block(0, `{"type":"thinking","thinking":""}`, `{"type":"thinking_delta","thinking":"hm"}`, `{"type":"signature_delta","signature":"s"}`),
				block(1, `{"type":"server_tool_use","id":"s1","name":"web_search","input":{}}`, `{"type":"input_json_delta","partial_json":"{}"}`),
				block(2, `{"type":"web_search_tool_result","tool_use_id":"s1","content":[]}`),
				block(3, `{"type":"text","text":""}`, `{"type":"text_delta","text":"hi"}`, `{"type":"citations_delta","citation":{"url":"https://x"}}`),
				[]string{`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"message_stop"}`},
			),
			"reasoning server_tool_use web_search_tool_result message", []string{message("completed", "claude")},
			[]string{
				"answer: its reasoning is not sent again", "answer: its items of the type server_tool_use are not sent again",
				"answer: its items of the type web_search_tool_result are not sent again", "answer: its citations are not sent again",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			turn := answeredElsewhere(NewConversation(NewDraft()), c.kind, c.cause, c.data...)
			var shown []string
			for _, it := range turn.Items() {
				shown = append(shown, it.Type)
			}
			want(t, "shown", strings.Join(shown, " "), c.shown)
			want(t, "sent", fmt.Sprintf("%s", turn.Answer(BodyOptions{ModelAlways})), fmt.Sprint(c.sent))
			want(t, "lost", strings.Join(LeftOut(turn.Exchange), "\n"), strings.Join(c.lost, "\n"))
		})
	}
	ours := say(NewConversation(NewDraft()), "hello", wire.EndClean, wiretest.Delta(0, "m", "hi"))
	want(t, "our own", LeftOut(ours.Exchange) == nil, true)
}

// TestAnAnswerOfAnotherAPIComesBack: a saved conversation sends the same after it was
// restored with its exchanges.
func TestAnAnswerOfAnotherAPIComesBack(t *testing.T) {
	c := NewConversation(NewDraft())
	turn := answeredElsewhere(c, state.Chat, wire.EndClean, `{"model":"m","choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}`, "[DONE]")
	before := body(t, c, "more", BodyOptions{})
	back, err := Restore(c.Save(same), []SavedTurn{turn.Save(same)}, func(string) (*state.Exchange, *wire.Capture) { return turn.Exchange, nil })
	if err != nil {
		t.Fatal(err)
	}
	want(t, "sent", body(t, back, "more", BodyOptions{}), before)
	if !strings.Contains(before, `"hi"`) {
		t.Error(before)
	}
}

// TestTheToolsOfAnotherAPIAreThoseOffered, in the form that arguments are checked with.
func TestTheToolsOfAnotherAPIAreThoseOffered(t *testing.T) {
	c := NewConversation(NewDraft())
	turn := c.Add(nil, nil)
	turn.Exchange = state.New(state.Chat, "x", []byte(`{"messages":[],"tools":[{"type":"function","function":{"name":"n"}}]}`))
	turn.Capture = &wire.Capture{Sent: wire.Sent{URL: "http://x/v1/chat/completions"}}
	for _, tool := range scan.Elements(c.OfferedTools(turn)) { // where check.FunctionTool looks
		want(t, "found", scan.Text(scan.Get(tool, "type"))+" "+scan.Text(scan.Get(tool, "name")), "function n")
	}
	want(t, "any", len(c.OfferedTools(turn)) > len("[]"), true)
}

// TestFirstChoiceIsRewrittenByItsEnd, however another one ended.
func TestFirstChoiceIsRewrittenByItsEnd(t *testing.T) {
	for body, all := range map[string]string{
		`{"choices":[{"message":{"tool_calls":[{"id":"c","function":{"name":"n","arguments":"{}"}}]},"finish_reason":"tool_calls"},{"message":{"content":"two"},"finish_reason":"length"}]}`: `[{"type":"function_call","call_id":"c","name":"n","arguments":"{}"}]`,
		`{"choices":[{"message":{"content":"hi"},"finish_reason":"length"},{"message":{"content":"two"},"finish_reason":"stop"}]}`:                                                           `[{"type":"message","role":"assistant","status":"incomplete","content":[{"type":"output_text","text":"hi","annotations":[]}]}]`,
	} {
		x := state.New(state.Chat, "x", nil)
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, body))
		turn := NewConversation(NewDraft()).Add(nil, nil)
		turn.Exchange = x
		want(t, body, fmt.Sprintf("%s", turn.Answer(BodyOptions{ModelAlways})), all)
	}
}
