package wiretest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

// Draw draws the arrivals of an exchange: events of all kinds with right
// and wrong addresses, frames that are no event, any head or none, any end.
func Draw(t *rapid.T) []wire.Arrival {
	var out []wire.Arrival
	streamed := rapid.Bool().Draw(t, "streamed")
	if rapid.IntRange(0, 9).Draw(t, "head") > 0 {
		status := rapid.SampledFrom([]int{200, 200, 200, 429, 307}).Draw(t, "status")
		media := rapid.SampledFrom([]string{"text/event-stream", "application/json", ""}).Draw(t, "media")
		out = append(out, Head(status, media, streamed))
	}
	data := rapid.SliceOfN(rapid.Custom(drawFrame), 0, 30).Draw(t, "frames")
	for i, d := range data {
		out = append(out, Frame(d, int64(1000*i)))
	}
	if rapid.IntRange(0, 9).Draw(t, "ends") > 0 {
		cause := rapid.SampledFrom([]wire.EndCause{wire.EndClean, wire.EndLost, wire.EndCancelled, wire.EndIdle, wire.EndLineCap}).Draw(t, "cause")
		body := rapid.SampledFrom([]string{"", "{", `{"status":"completed","output":[{"type":"message","content":"x"}]}`, `{"error":"e"}`, "<html>"}).Draw(t, "body")
		out = append(out, End(cause, body))
	}
	return out
}

func drawFrame(t *rapid.T) string {
	if rapid.IntRange(0, 12).Draw(t, "odd") == 0 {
		return rapid.SampledFrom([]string{":c", "[DONE]", "{", "torn:{}", "torn:x", "[1]", `{"error":{"message":"m"}}`, "null", "torn:[DONE]"}).Draw(t, "frame")
	}
	kind := rapid.SampledFrom(Types()).Draw(t, "type")
	var members []string
	add := func(name string, values ...string) {
		if v := rapid.SampledFrom(append(values, "")).Draw(t, name); v != "" {
			members = append(members, fmt.Sprintf("%q:%s", name, v))
		}
	}
	add("output_index", "0", "1", "2", "0", "99999999999", "-4", `"x"`)
	add("item_id", `"a"`, `"b"`, `"c"`, `"a"`, "7")
	add("content_index", "0", "1", "0", "5")
	add("summary_index", "0", "1")
	add("delta", `"he"`, `"llo"`, `"\ud800"`, `{"stdout":"o"}`, `""`)
	add("text", `"hello"`, `""`, "3")
	add("arguments", `"{}"`, `{"a":1}`)
	add("model", `"m/1"`, `"m/2"`)
	add("sequence_number", "0", "1", "7")
	add("part", `{"type":"output_text","text":"hello","annotations":[{}]}`, `{"type":"refusal","refusal":"no"}`, `{"type":"odd"}`, "5")
	add("item", drawItem(t), drawItem(t))
	if strings.HasPrefix(kind, "response.c") || strings.HasPrefix(kind, "response.f") || strings.HasPrefix(kind, "response.i") {
		add("response", `{"status":"completed","output":[`+drawItem(t)+`,`+drawItem(t)+`]}`, `{"status":"in_progress","usage":{"output_tokens":3}}`, `{"output":null,"error":{"code":1}}`)
	}
	return Event(kind, strings.Join(members, ","))
}

func drawItem(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		`{"type":"message","id":"a","status":"completed","content":[{"type":"output_text","text":"hello"}]}`,
		`{"type":"message","id":"b","content":"plain"}`, `{"type":"message","content":null}`,
		`{"type":"reasoning","id":"c","summary":["s"],"content":[{"type":"reasoning_text","text":"t"}]}`,
		`{"type":"function_call","id":"a","call_id":"k","name":"f","arguments":"{\"x\":1}"}`,
		`{"type":"service:advisor","id":"b"}`, `{"type":"odd","id":"c"}`, `{}`,
		`{"type":"shell_call","action":{"commands":["ls","pwd"]}}`, `{"type":"apply_patch_call","operation":{"diff":"+"}}`,
	}).Draw(t, "item")
}

// Types returns the types of the events that are drawn.
func Types() []string {
	return []string{
		"response.created", "response.in_progress", "response.completed", "response.incomplete", "response.failed", "error",
		"response.output_item.added", "response.output_item.done", "response.content_part.added", "response.content_part.done",
		"response.output_text.delta", "response.output_text.delta", "response.output_text.done", "response.output_text.annotation.added",
		"response.refusal.delta", "response.reasoning_text.delta", "response.reasoning_summary_text.delta",
		"response.reasoning_summary_part.added", "response.function_call_arguments.delta", "response.function_call_arguments.done",
		"response.custom_tool_call_input.delta", "response.web_search_call.searching", "response.image_generation_call.partial_image",
		"response.shell_call_command.added", "response.shell_call_output_content.delta", "response.audio.delta",
		"response.fusion_call.panel.delta", "response.fusion_call.panel.failed", "response.fusion_call.analysis.completed",
		"response.debug", "keepalive", "response.odd.delta", "odd", "",
	}
}
