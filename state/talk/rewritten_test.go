package talk

import (
	"fmt"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

func TestAnAnswerIsRewritten(t *testing.T) {
	call := func(kind, family, member string) []string {
		return []string{
			wiretest.Event("response.output_item.added", `"output_index":2,"item":{"type":"`+kind+`","call_id":"c","name":"n"}`),
			wiretest.Event("response."+family+".done", `"output_index":2,"`+member+`":"{}"`),
		}
	}
	reasoning := wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"reasoning","id":"r","summary":[],"signature":"s"}`)
	cited := wiretest.Event("response.output_text.annotation.added", `"output_index":1,"item_id":"m","content_index":0,"annotation":{"type":"url_citation","url_citation":{}}`)
	text := wiretest.Delta(1, "m", "hi")
	message := func(status string) string {
		return `{"type":"message","id":"m","role":"assistant","status":"` + status + `","content":[{"type":"output_text","text":"hi","annotations":[]}]}`
	}
	for name, c := range map[string]struct {
		cause wire.EndCause
		data  []string
		want  []string
	}{
		"a call":        {wire.EndClean, append([]string{reasoning, text, cited}, append(call("function_call", "function_call_arguments", "arguments"), wiretest.Completed())...), []string{message("completed"), `{"type":"function_call","call_id":"c","name":"n","arguments":"{}"}`}},
		"a custom call": {wire.EndClean, append(call("custom_tool_call", "custom_tool_call_input", "input"), wiretest.Completed()), []string{`{"type":"custom_tool_call","call_id":"c","name":"n","input":"{}"}`}},
		"a lost answer": {wire.EndLost, append([]string{text}, call("function_call", "function_call_arguments", "arguments")...), []string{message("incomplete")}},
		"no answer":     {wire.EndClean, []string{wiretest.FailedEvent}, nil},
	} {
		turn := say(NewConversation(NewDraft()), "hello", c.cause, c.data...)
		want(t, name, fmt.Sprintf("%s", Rewritten(turn.Exchange)), fmt.Sprint(c.want))
	}
	want(t, "nothing", Rewritten(nil) == nil, true)
}
