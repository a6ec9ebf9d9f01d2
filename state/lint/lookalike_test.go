package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/lint"
	"gatehouse/state/wiretest"
)

// responseWith is a whole response with an output and a usage that adds up.
func responseWith(status, output string) string {
	return fmt.Sprintf(`{"status":%q,"output":%s,"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}}`, status, output)
}

// numbered gives each event the next sequence_number, and a line with its type.
func numbered(events ...string) (frames []wire.Arrival) {
	all := wiretest.Stream(events...)
	n := 0
	for i := range all {
		a := &all[i]
		if a.Kind == wire.ArrivedHead {
			a.Head.Header.Set("Cache-Control", "no-store")
			continue
		}
		if !a.Decoded {
			continue
		}
		data := fmt.Sprintf(`{"sequence_number":%d,%s`, n, strings.TrimPrefix(string(a.Frame.Data), "{"))
		*a = wiretest.Frame(data, a.Frame.AtUS)
		a.Frame.HasEvent, a.Frame.Event = true, a.Event.Type
		n++
	}
	return all
}

// TestWhatLooksLikeADeviationAndIsNone plays answers that come near to a rule and keep it.
func TestWhatLooksLikeADeviationAndIsNone(t *testing.T) {
	const (
		created = `{"type":"response.created","response":{"status":"in_progress"}}`
		added   = `{"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"message","content":[]}}`
		part    = `{"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}}`
		said    = `{"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":%q}`
		item    = `{"id":"m","type":"message","content":[{"type":"output_text","text":%q}]}`
	)
	final := func(status, output string) string {
		return fmt.Sprintf(`{"type":"response.%s","response":%s}`, status, responseWith(status, output))
	}
	message := func(text string) string { return "[" + fmt.Sprintf(item, text) + "]" }
	chatPiece := func(choice string) string { return `{"choices":[{"index":0,` + choice + `}]}` }
	own := map[string][]string{
		"no output, and none was streamed":                 {created, final("incomplete", "[]"), "[DONE]"},
		"a thought whose text is in the final event alone": {created, final("completed", `[{"type":"reasoning","content":[{"type":"reasoning_text","text":"hm"}]}]`), "[DONE]"},
		"a message without text":                           {created, added, part, final("completed", message("")), "[DONE]"},
		"a part that is in the item when it is added":      {created, strings.Replace(added, `[]`, `[{"type":"output_text","text":""}]`, 1), fmt.Sprintf(said, "Hi"), final("completed", message("Hi")), "[DONE]"},
		"a call that a limit cut off": {created, `{"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"function_call","arguments":""}}`,
			`{"type":"response.function_call_arguments.delta","item_id":"m","output_index":0,"delta":"{\"a"}`,
			`{"type":"response.function_call_arguments.done","item_id":"m","output_index":0,"arguments":"{\"a"}`,
			final("incomplete", `[{"id":"m","type":"function_call","status":"incomplete","arguments":"{\"a"}]`), "[DONE]"},
		"a thought that the final event leaves out, which is no loss of text": {created,
			strings.NewReplacer(`:0,"item"`, `:1,"item"`).Replace(added), strings.Replace(part, `_index":0,"content`, `_index":1,"content`, 1),
			strings.Replace(fmt.Sprintf(said, "Hi"), `output_index":0`, `output_index":1`, 1), final("completed", message("Hi")), "[DONE] "},
		"two items at one output_index": {created, added, part, fmt.Sprintf(said, "a"), strings.Replace(added, `"m"`, `"n"`, 1), strings.Replace(part, `"m"`, `"n"`, 1),
			strings.Replace(fmt.Sprintf(said, "x"), `"m"`, `"n"`, 1), final("completed", "["+fmt.Sprintf(item, "a")+","+strings.Replace(fmt.Sprintf(item, "x"), `"m"`, `"n"`, 1)+"]"), "[DONE]"},
		"heartbeats in between":           {created, added, part, ":", `{"type":"ping"}`, fmt.Sprintf(said, "Hi"), final("completed", message("Hi")), "[DONE]"},
		"the same text spelled otherwise": {created, added, part, fmt.Sprintf(said, "é"), strings.ReplaceAll(final("completed", message("é")), "é", `\u00e9`), "[DONE]"},
		"one character in halves":         {created, added, part, strings.Replace(fmt.Sprintf(said, "@"), "@", `\ud83d`, 1), strings.Replace(fmt.Sprintf(said, "@"), "@", `\ude00`, 1), final("completed", message("😀")), "[DONE]"},
		"two items that take turns": {created, added, strings.NewReplacer(`:0,"item"`, `:1,"item"`, `"m"`, `"n"`).Replace(added), part,
			strings.NewReplacer(`_index":0,"content`, `_index":1,"content`, `"m"`, `"n"`).Replace(part), fmt.Sprintf(said, "a"),
			strings.NewReplacer(`output_index":0`, `output_index":1`, `"m"`, `"n"`).Replace(fmt.Sprintf(said, "x")), fmt.Sprintf(said, "b"),
			final("completed", "["+fmt.Sprintf(item, "ab")+","+strings.Replace(fmt.Sprintf(item, "x"), `"m"`, `"n"`, 1)+"]"), "[DONE]"},
		"text on an item that has no parts": {created, `{"type":"response.output_item.added","output_index":0,"item":{"id":"a","type":"gate:advisor"}}`,
			`{"type":"response.output_text.delta","item_id":"a","output_index":0,"content_index":0,"delta":"Hi"}`, final("completed", `[{"id":"a","type":"gate:advisor"}]`), "[DONE]"},
		"an error, and the failed response behind it": {created, `{"type":"error","message":"broke off","code":null}`,
			`{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"broke off"}}}`, "[DONE]"},
		"a failed response without usage and output": {created, `{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"broke off"}}}`, "[DONE]"},
	}
	for name, events := range own {
		expectNothing(t, state.Responses, name, append(numbered(events...), wiretest.End(wire.EndClean, "")))
	}
	for name, events := range map[string][]string{
		"usage with no choices": {chatPiece(`"delta":{"role":"assistant","content":"Hi"},"finish_reason":null`), chatPiece(`"delta":{},"finish_reason":"stop"`), `{"choices":[],"usage":{"prompt_tokens":1}}`, "[DONE]"},
		"a call that names itself in the first piece alone": {chatPiece(`"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]},"finish_reason":null`),
			chatPiece(`"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]},"finish_reason":null`), chatPiece(`"delta":{},"finish_reason":"tool_calls"`), "[DONE]"},
		"the id of a call with every piece of it": {chatPiece(`"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]},"finish_reason":null`),
			chatPiece(`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"}"}}]},"finish_reason":null`), chatPiece(`"delta":{},"finish_reason":"tool_calls"`), "[DONE]"},
		"no usage where none was asked for": {chatPiece(`"delta":{"role":"assistant","content":"Hi"},"finish_reason":"stop"`), "[DONE]"},
		"a call that a limit cut off":       {chatPiece(`"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"a"}}]},"finish_reason":null`), chatPiece(`"delta":{},"finish_reason":"length"`), "[DONE]"},
		"a role of nothing":                 {chatPiece(`"delta":{"role":null,"content":""},"finish_reason":null`), chatPiece(`"delta":{"role":"assistant","content":"Hi"},"finish_reason":"stop"`), "[DONE]"},
		"roles of two choices":              {`{"choices":[{"index":0,"delta":{"role":"assistant"},"finish_reason":"stop"},{"index":1,"delta":{"role":"assistant"},"finish_reason":"stop"}]}`, "[DONE]"},
	} {
		all := wiretest.Stream(events...)
		all[0].Head.Header.Set("Cache-Control", "no-cache")
		expectNothing(t, state.Chat, name, append(all, wiretest.End(wire.EndClean, "")))
	}
}

// TestOnlyWhatTheServiceDidIsFound ends a stream on the client's side: what is missing then is
// not the service's doing.
func TestOnlyWhatTheServiceDidIsFound(t *testing.T) {
	events := numbered(`{"type":"response.created","response":{}}`, `torn:{"type":"resp`)
	for _, cause := range []wire.EndCause{wire.EndCancelled, wire.EndTimeout, wire.EndHungUp, wire.EndKilled} {
		expectNothing(t, state.Responses, string(cause), append(events[:len(events):len(events)], wiretest.End(cause, "")))
	}
}

// TestDocumentsThatAreGood are answers that are no streams.
func TestDocumentsThatAreGood(t *testing.T) {
	for name, body := range map[string]string{
		"a failed response":                 `{"status":"failed","error":{"code":"server_error","message":"broke off"},"output":[]}`,
		"one that goes on":                  `{"status":"in_progress","output":[]}`,
		"a call that a limit cut off":       `{"status":"incomplete","output":[{"type":"function_call","arguments":"{\"a"}],"usage":{"input_tokens":1}}`,
		"an empty one that is whole, usage": `{"status":"completed","output":[],"usage":{"input_tokens":1,"output_tokens":0,"total_tokens":1}}`,
	} {
		expectNothing(t, state.Responses, name, []wire.Arrival{wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, body)})
	}
}

func expectNothing(t *testing.T, kind state.Kind, name string, arrivals []wire.Arrival) {
	t.Helper()
	x := state.New(kind, "x", []byte(`{"stream":true}`))
	x.Apply(arrivals...)
	for _, f := range x.Findings() {
		t.Errorf("%s: found %s (%s) in frames %v", name, f.Rule.ID, f.Detail, f.Frames)
	}
}

func TestFindingsAreThoseOfTheWorstFirst(t *testing.T) {
	x := state.New(state.Responses, "x", nil)
	x.Apply(append(wiretest.Stream(`{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hi"}]}]}}`), wiretest.End(wire.EndClean, ""))...)
	before := lint.Error
	for _, f := range x.Findings() {
		if f.Rule.Level > before {
			t.Errorf("%s of level %v comes behind one of level %v", f.Rule.ID, f.Rule.Level, before)
		}
		before = f.Rule.Level
	}
	if len(x.Findings()) < 4 {
		t.Errorf("only %d findings", len(x.Findings()))
	}
}
