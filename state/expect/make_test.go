package expect_test

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/expect"
	"gatehouse/state/wiretest"
)

// TestMadeCheckExpectsWhatABrokenAnswerLacks: the exchange that it is made of does not pass it.
func TestMadeCheckExpectsWhatABrokenAnswerLacks(t *testing.T) {
	final := `"output":[{"id":"m","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"{\"days\":90}"}]}]`
	body := func(kind state.Kind, request, body string) *state.Exchange {
		x := state.New(kind, "x", []byte(request))
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, body))
		return x
	}
	const (
		usage = `"usage":{"input_tokens":3,"output_tokens":1,"total_tokens":4}`
		empty = `# The answer is empty; a line with "this time" expects another result.`
	)
	for name, c := range map[string]struct {
		x       *state.Exchange
		lines   []string
		without []string
	}{
		"as expected": {exchange(t, "", ""), []string{`lint = { max_level = "note" }  # no finding of a higher level`, `text_matches = '\S'  # there is a text; other words each time`}, []string{"this time"}},
		"final output empty": {exchange(t, final, `"output":[]`), []string{
			`# Lint found final-output-empty; a line with "this time" expects another result.`,
			`lint = { max_level = "note" }  # this time: final-output-empty`, `text_matches = '\S'  # there is a text`,
		}, nil},
		"a frame that is no JSON": {exchange(t, ": waiting", "{"), []string{
			`lint = { max_level = "note" }  # this time: not-json`, `warnings = []  # this time: undecodable_event`,
		}, nil},
		"empty":            {body(state.Responses, `{"model":"m","input":"hi"}`, `{"object":"response","status":"completed","model":"m","output":[],`+usage+`}`), []string{empty, `text_matches = '\S'  # this time: no text`}, []string{"output_tokens"}},
		"empty completion": {body(state.Chat, `{"model":"m","messages":[]}`, `{"object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"stop"}],`+usage+`}`), []string{empty, `text_matches = '\S'  # this time: no text`}, nil},
		"a call":           {body(state.Responses, `{"model":"m","input":"hi"}`, `{"object":"response","status":"completed","model":"m","output":[{"type":"function_call","name":"f","call_id":"c","arguments":"{}"}],`+usage+`}`), nil, []string{"text_matches", "this time"}},
	} {
		made := string(expect.Make(expect.Source{Exchange: c.x}))
		for _, line := range c.lines {
			if !strings.Contains("\n"+made, "\n"+line) {
				t.Errorf("%s: no %s in\n%s", name, line, made)
			}
		}
		for _, words := range c.without {
			if strings.Contains(made, words) {
				t.Errorf("%s: %s in\n%s", name, words, made)
			}
		}
		if found, _ := expect.Mismatch(c.x); (found != "") != strings.Contains(made, "this time: ") {
			t.Errorf("%s: %q of\n%s", name, found, made)
		}
	}
}
