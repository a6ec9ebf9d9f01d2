package samples

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidwall/sjson"

	"gatehouse/state/lint"
)

const usage = `{"input_tokens":3,"input_tokens_details":{"cached_tokens":0},"output_tokens":9,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":12}`

// response is a response with all that strict clients ask for.
func response(status, output, usage string) string {
	completed := "null"
	if status == "completed" {
		completed = "1767323046"
	}
	return fmt.Sprintf(`{"id":"resp_sample","object":"response","created_at":1767323045,"completed_at":%s,"model":"sim/writer","status":%q,`+
		`"output":%s,"tools":[],"tool_choice":"auto","parallel_tool_calls":true,"error":null,"incomplete_details":null,"instructions":null,`+
		`"metadata":{},"temperature":1,"top_p":1,"presence_penalty":0,"frequency_penalty":0,"background":false,"store":false,"truncation":"disabled",`+
		`"text":{"format":{"type":"text"}},"top_logprobs":0,"service_tier":"default","reasoning":{"effort":null,"summary":null},`+
		`"previous_response_id":null,"prompt_cache_key":null,"safety_identifier":null,"max_output_tokens":null,"max_tool_calls":null,"usage":%s}`,
		completed, status, output, usage)
}

// pieces cuts the text of the samples.
func pieces() []string {
	return []string{"Hello ", "from the ", "sample, ", "in five ", "pieces."}
}

func message(status, content string) string {
	return fmt.Sprintf(`{"id":"msg_1","type":"message","role":"assistant","status":%q,"content":[%s]}`, status, content)
}

func outputText(text string) string {
	return fmt.Sprintf(`{"type":"output_text","text":%s,"annotations":[],"logprobs":[]}`, quote(text))
}

func call(status, args string) string {
	return fmt.Sprintf(`{"id":"fc_1","type":"function_call","call_id":"call_1","name":"get_weather","status":%q,"arguments":%s}`, status, quote(args))
}

func quote(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// events numbers events and names their frames by their types.
func events(all ...string) (frames []frame) {
	for i, data := range all {
		kind, rest, _ := strings.Cut(data, " ")
		data := fmt.Sprintf(`{"type":%q,"sequence_number":%d`, kind, i)
		if rest != "" {
			data += "," + rest
		}
		frames = append(frames, frame{name: kind, data: data + "}"})
	}
	return append(frames, frame{data: "[DONE]"})
}

// spoken is a stream whose answer is a message.
func spoken() *Answer {
	const at = `"item_id":"msg_1","output_index":0,"content_index":0`
	all := []string{
		`response.created "response":` + response("in_progress", "[]", "null"),
		`response.in_progress "response":` + response("in_progress", "[]", "null"),
		`response.output_item.added "output_index":0,"item":` + message("in_progress", ""),
		`response.content_part.added ` + at + `,"part":` + outputText(""),
	}
	for _, p := range pieces() {
		all = append(all, `response.output_text.delta `+at+`,"delta":`+quote(p)+`,"logprobs":[]`)
	}
	whole := message("completed", outputText(Text))
	return streamOf(events(append(all,
		`response.output_text.done `+at+`,"text":`+quote(Text)+`,"logprobs":[]`,
		`response.content_part.done `+at+`,"part":`+outputText(Text),
		`response.output_item.done "output_index":0,"item":`+whole,
		`response.completed "response":`+response("completed", "["+whole+"]", usage))...))
}

// called is a stream whose answer is a function call.
func called() *Answer {
	const at, args = `"item_id":"fc_1","output_index":0`, `{"city":"Bern"}`
	whole := call("completed", args)
	return streamOf(events(
		`response.created "response":`+response("in_progress", "[]", "null"),
		`response.in_progress "response":`+response("in_progress", "[]", "null"),
		`response.output_item.added "output_index":0,"item":`+call("in_progress", ""),
		`response.function_call_arguments.delta `+at+`,"delta":`+quote(args[:8]),
		`response.function_call_arguments.delta `+at+`,"delta":`+quote(args[8:]),
		`response.function_call_arguments.done `+at+`,"name":"get_weather","arguments":`+quote(args),
		`response.output_item.done "output_index":0,"item":`+whole,
		`response.completed "response":`+response("completed", "["+whole+"]", usage)))
}

const (
	delta     = "response.output_text.delta"
	completed = "response.completed"
)

// renumber numbers the events from 0 on, where some were left out or moved.
func renumber(all []frame) []frame {
	n := 0
	for i := range all {
		if strings.HasPrefix(all[i].data, "{") {
			all[i].data = must(sjson.Set(all[i].data, "sequence_number", n))
			n++
		}
	}
	return all
}

func responsesSamples() (all []Sample) {
	add := func(rule string, good *Answer, edits ...edit) {
		all = append(all, Sample{rule, lint.Responses, good, good.but(edits...)})
	}
	said, run := spoken(), called()
	add("final-output-empty", said, set(completed, "response.output", "[]"))
	add("final-output-differs", said, set(completed, "response.output.0.content.0.text", `"Hello."`))
	add("done-differs", said, at(8, func(f *frame) { f.data = strings.Replace(f.data, "pieces.", "pieces. And more.", 1) }))
	add("text-only-in-final", said, without(delta, "response.output_text.done", "response.content_part.done", "response.output_item.done"), renumber)
	add("text-only-in-done", said, without(delta), renumber)
	add("no-item-added", said, without("response.output_item.added"), renumber)
	add("no-part-added", said, without("response.content_part.added"), renumber)
	add("delta-before-item", said, swap(2, 4), renumber)
	add("item-id-changes", said, at(6, func(f *frame) { f.data = strings.Replace(f.data, "msg_1", "msg_2", 1) }))
	add("event-name-missing", said, each("", func(f *frame) { f.name = "" }))
	add("type-missing", said, unset("", "type"))
	add("sequence-missing", said, unset("", "sequence_number"))
	add("sequence-gap", said, at(6, func(f *frame) { f.data = must(sjson.Set(f.data, "sequence_number", 60)) }))
	add("no-created", said, without("response.created", "response.in_progress"), renumber)
	add("no-terminal", said, without(completed, "[DONE]"))
	add("no-done", said, cut(1))
	add("after-terminal", said, insert(-1, frame{name: "response.in_progress", data: string(said.frames[1].data)}), renumber)
	add("status-conflict", said, set(completed, "response.status", `"in_progress"`))
	add("args-differ", run, set("response.function_call_arguments.done", "arguments", quote(`{"city":"Basel"}`)),
		set("response.output_item.done", "item.arguments", quote(`{"city":"Basel"}`)), set(completed, "response.output.0.arguments", quote(`{"city":"Basel"}`)))
	add("args-invalid-json", run, at(4, func(f *frame) { f.data = must(sjson.Set(f.data, "delta", `Bern"`)) }),
		set("response.function_call_arguments.done", "arguments", quote(`{"city":Bern"`)),
		set("response.output_item.done", "item.arguments", quote(`{"city":Bern"`)), set(completed, "response.output.0.arguments", quote(`{"city":Bern"`)))
	add("usage-missing", said, set(completed, "response.usage", "null"))
	add("usage-sum", said, set(completed, "response.usage.total_tokens", "21"))
	broken := said.but(without("response.output_text.done", "response.content_part.done", "response.output_item.done", completed, "[DONE]"))
	fails := func(f frame) *Answer { return broken.but(insert(9, f, frame{data: "[DONE]"})) }
	add("error-event", fails(frame{name: "error", data: `{"type":"error","sequence_number":9,"code":"server_error","message":"the model broke off","param":null}`}),
		at(9, func(f *frame) { *f = frame{data: `{"object":"error","message":"the model broke off","code":500}`} }))
	return all
}
