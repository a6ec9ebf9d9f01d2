package history_test

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// wordsOf returns the first words of an exchange with a complete answer.
func wordsOf(request, response string) string {
	x := state.NewExchange("x", []byte(request))
	c := &wire.Capture{Sent: wire.Sent{Body: []byte(request)}, Timing: wire.NoTiming()}
	end := &wire.End{Cause: wire.EndClean}
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}}, wire.Arrival{Kind: wire.ArrivedEnd, End: end, Body: []byte(response), Timing: &c.Timing})
	return history.Of(history.About{}, x, c).Words
}

func TestFirstWordsAreOfWhatWasAsked(t *testing.T) {
	const answered = `{"object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"It is **cold**."}]}]}`
	for _, c := range []struct{ request, response, want string }{
		{`{"input":"How is the weather?"}`, answered, "How is the weather?"},
		{`{"input":[{"role":"user","content":"one"},{"role":"assistant","content":"ONE"},{"role":"user","content":"two"}]}`, answered, "two"},
		{`{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"-3"}]}`, answered, "It is cold."},
		{`{}`, `{"error":{"code":400,"message":"no input"}}`, "no input"},
	} {
		if got := wordsOf(c.request, c.response); got != c.want {
			t.Errorf("%s: %q, want %q", c.request, got, c.want)
		}
	}
}

// TestWordsOfOtherAPIs: of a chat and of messages too the last question is shown, and
// earlier texts are found.
func TestWordsOfOtherAPIs(t *testing.T) {
	const asked = `{"system":"rules","messages":[{"role":"system","content":"rules"},{"role":"user","content":"one"},{"role":"assistant","content":"ONE"},` +
		`{"role":"tool","tool_call_id":"c","content":"-3"},{"role":"user","content":[{"type":"text","text":"two"}]}]}`
	for kind, answer := range map[state.Kind]string{
		state.Chat:     `{"choices":[{"message":{"reasoning":"hm","content":"It is"},"finish_reason":"stop"}]}`,
		state.Messages: `{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"It is"}],"stop_reason":"end_turn"}`,
	} {
		x := state.New(kind, "x", []byte(asked))
		c := &wire.Capture{Sent: wire.Sent{Body: []byte(asked)}}
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}}, wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(answer)})
		if got := history.Asked(x, c); got != "two" {
			t.Errorf("%s asks %q", kind, got)
		}
		want := history.Text{Prompts: "two\n", Answers: "It is\n", Thoughts: "hm\n", Calls: "-3\n"}
		if got := history.TextOf(x, c); got != want {
			t.Errorf("%s: %+v, want %+v", kind, got, want)
		}
	}
}

func TestFirstWordsPreserveMasks(t *testing.T) {
	for text, want := range map[string]string{
		"My mail is ****************, **home** /home/***/x": "My mail is ****************, home /home/***/x",
		"****************":    "****************",
		"*** is the user":     "*** is the user",
		"what is src/**/*.go": "what is src/**/*.go",
		"# **Plan**":          "Plan",
		"* **first**":         "first",
		"*first*":             "first*",
	} {
		if got := wordsOf(`{"input":"`+text+`"}`, `{}`); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
