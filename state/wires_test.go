package state

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/wiretest"
)

// The streams of this file are complete conversations of public servers of this
// convention, as wire-notes §5 and §11 describe them.

// TestStreamOfACallingModel: reasoning with a signature, then two calls whose
// arguments interleave, as the order of §5.3 allows.
func TestStreamOfACallingModel(t *testing.T) {
	call := func(id, callID, arguments, status string) string {
		return `{"type":"function_call","id":"` + id + `","call_id":"` + callID + `","name":"get_weather","arguments":"` + arguments + `","status":"` + status + `"}`
	}
	reasoning := `{"type":"reasoning","id":"rs","summary":[{"type":"summary_text","text":"**Plan** look it up"}],"encrypted_content":"gAAAA=","signature":"sig"}`
	paris, rome := call("f1", "c1", `{\"city\":\"Paris\"}`, "completed"), call("f2", "c2", `{\"city\":\"Rome\"}`, "completed")
	x := fold(t,
		wiretest.Event("response.created", `"sequence_number":0,"response":{"id":"r","status":"in_progress","model":"m"}`),
		wiretest.Event("response.in_progress", `"sequence_number":1,"response":{"id":"r","status":"in_progress"}`),
		wiretest.Event("response.output_item.added", `"sequence_number":2,"output_index":0,"item":{"type":"reasoning","id":"rs","summary":[]}`),
		wiretest.Event("response.reasoning_summary_part.added", `"sequence_number":3,"output_index":0,"item_id":"rs","summary_index":0,"part":{"type":"summary_text","text":""}`),
		wiretest.Event("response.reasoning_summary_text.delta", `"sequence_number":4,"output_index":0,"item_id":"rs","summary_index":0,"delta":"**Plan** look"`),
		wiretest.Event("response.reasoning_summary_text.delta", `"sequence_number":5,"output_index":0,"item_id":"rs","summary_index":0,"delta":" it up"`),
		wiretest.Event("response.reasoning_summary_text.done", `"sequence_number":6,"output_index":0,"item_id":"rs","summary_index":0,"text":"**Plan** look it up"`),
		wiretest.Event("response.reasoning_summary_part.done", `"sequence_number":7,"output_index":0,"item_id":"rs","summary_index":0,"part":{"type":"summary_text","text":"**Plan** look it up"}`),
		wiretest.Event("response.output_item.done", `"sequence_number":8,"output_index":0,"item":`+reasoning),
		wiretest.Event("response.output_item.added", `"sequence_number":9,"output_index":1,"item":`+call("f1", "c1", "", "in_progress")),
		wiretest.Event("response.output_item.added", `"sequence_number":10,"output_index":2,"item":`+call("f2", "c2", "", "in_progress")),
		wiretest.Event("response.function_call_arguments.delta", `"sequence_number":11,"output_index":2,"item_id":"f2","delta":"{\"city\":"`),
		wiretest.Event("response.function_call_arguments.delta", `"sequence_number":12,"output_index":1,"item_id":"f1","delta":"{\"city\":\"Paris\"}"`),
		wiretest.Event("response.function_call_arguments.delta", `"sequence_number":13,"output_index":2,"item_id":"f2","delta":"\"Rome\"}"`),
		wiretest.Event("response.function_call_arguments.done", `"sequence_number":14,"output_index":2,"item_id":"f2","name":"get_weather","arguments":"{\"city\":\"Rome\"}"`),
		wiretest.Event("response.output_item.done", `"sequence_number":15,"output_index":2,"item":`+rome),
		wiretest.Event("response.output_item.done", `"sequence_number":16,"output_index":1,"item":`+paris),
		wiretest.Event("response.completed", `"sequence_number":17,"response":{"id":"r","status":"completed","model":"m","output":[`+reasoning+`,`+paris+`,`+rome+`],"usage":{"input_tokens":9,"output_tokens":40,"output_tokens_details":{"reasoning_tokens":12}}}`),
		"[DONE]",
	)
	want(t, "verdict and warnings", string(x.Verdict)+codes(x), "completed")
	want(t, "items", describeAll(x), `reasoning summary_text=**Plan** look it up | function_call input={"city":"Paris"} | function_call input={"city":"Rome"}`)
	want(t, "call", x.Items[2].Name()+" "+x.Items[2].CallID()+" "+x.Items[2].Status(), "get_weather c2 completed")
	want(t, "no text", x.Text(), "")
	want(t, "reasoning tokens", usedOf(x)[usage.Reasoning], 12)

	var came []string
	for _, it := range x.Items {
		came = append(came, string(it.Raw))
	}
	want(t, "all of it as it came", strings.Join(came, "\n"), strings.Join([]string{reasoning, paris, rome}, "\n"))
}

// TestStreamOfOllama: a summary without its part, no [DONE], calls whose .done
// lacks the name.
func TestStreamOfOllama(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.created", `"sequence_number":0,"response":{"id":"r","status":"in_progress"}`),
		wiretest.Event("response.output_item.added", `"sequence_number":1,"output_index":0,"item":{"id":"rs","type":"reasoning","summary":[]}`),
		wiretest.Event("response.reasoning_summary_text.delta", `"sequence_number":2,"item_id":"rs","output_index":0,"summary_index":0,"delta":"hm"`),
		wiretest.Event("response.output_item.added", `"sequence_number":3,"output_index":1,"item":{"id":"fc","type":"function_call","call_id":"c","name":"f","arguments":""}`),
		wiretest.Event("response.function_call_arguments.done", `"sequence_number":4,"item_id":"fc","output_index":1,"arguments":"{}"`),
		wiretest.Event("response.completed", `"sequence_number":5,"response":{"id":"r","status":"completed","output":[{"id":"rs","type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"hm"},{"id":"fc","type":"function_call","call_id":"c","name":"f","arguments":"{}"}]}`),
	)
	want(t, "verdict and warnings", string(x.Verdict)+" "+codes(x), "completed no_done")
	want(t, "items", describeAll(x), "reasoning summary_text=hm | function_call input={}")
	want(t, "name", x.Items[1].Name(), "f")
}

// TestStreamOfLlamaCpp: in_progress again and again with extra members,
// all numbers zero.
func TestStreamOfLlamaCpp(t *testing.T) {
	progress := wiretest.Event("response.in_progress", `"sequence_number":0,"response":{"id":"r","status":"in_progress"},"prompt_progress":{"processed":5}`)
	x := fold(t, progress, progress, progress,
		wiretest.Event("response.output_text.delta", `"sequence_number":0,"output_index":0,"item_id":"m","content_index":0,"delta":"hi","timings":{"predicted_ms":1}`),
		wiretest.Event("response.completed", `"sequence_number":0,"response":{"status":"completed","output":[],"usage":{"input_tokens":1}}`), "[DONE]")
	want(t, "verdict", x.Verdict, Completed)
	want(t, "text", x.Text(), "hi")
	want(t, "one warning, counted", codes(x), WarnSequence)
	want(t, "count", x.Warnings[0].Count, 4)
	want(t, "usage without output tokens", string(x.Usage), `{"input_tokens":1}`)
}

// TestStreamOfOpenResponses: another name for reasoning, an extension event,
// a nested error followed by the failed response.
func TestStreamOfOpenResponses(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.reasoning.delta", `"output_index":0,"item_id":"r","content_index":0,"delta":"think","obfuscation":"xxxx"`),
		wiretest.Event("response.reasoning.done", `"output_index":0,"item_id":"r","content_index":0,"text":"think!"`),
		wiretest.Event("acme:telemetry", `"sequence_number":3,"load":0.5`),
		wiretest.Event("error", `"sequence_number":4,"error":{"type":"server_error","code":"overloaded","message":"too much","param":null}`),
		wiretest.Event("response.failed", `"sequence_number":5,"response":{"id":"r","status":"failed","model":"m","error":{"code":"overloaded","message":"too much"},"usage":{"output_tokens":7}}`),
		"[DONE]")
	want(t, "verdict", x.Verdict, Failed)
	want(t, "message", x.Failure.Message, "too much")
	want(t, "items", describeAll(x), "reasoning reasoning_text=think!")
	want(t, "the extension is told", codes(x), WarnReplaced+" "+WarnUnknown)
	want(t, "usage of the failed response", usedOf(x)[usage.Output], 7)
	want(t, "its model", x.Model, "m")
}

// TestStreamOfAProxy: chat comments rewrapped as data, an error in chat style,
// and then nothing.
func TestStreamOfAProxy(t *testing.T) {
	x := foldEnd(t, wire.EndLost, ":OPENROUTER PROCESSING", " : OPENROUTER PROCESSING", wiretest.Delta(0, "m", "par"),
		`{"error":{"code":502,"message":"Provider returned error","metadata":{"provider_name":"Atlas"}},"user_id":"u1"}`)
	want(t, "verdict", x.Verdict, Failed)
	want(t, "kept", x.Text(), "par")
	want(t, "metadata", string(x.Failure.Metadata), `{"provider_name":"Atlas"}`)
	want(t, "user", *x.Failure.UserID, "u1")
	want(t, "warnings", codes(x), "undecodable_event connection_lost")
}

// TestStreamOfServerTools: a search, its sources, an image in pieces, and an
// answer with citations.
func TestStreamOfServerTools(t *testing.T) {
	search := `{"type":"service:web_search","id":"ws","status":"completed","action":{"type":"search","query":"keys","sources":[{"type":"url","url":"https://a"}]}}`
	x := fold(t,
		wiretest.Event("response.output_item.added", `"output_index":0,"item":{"type":"service:web_search","id":"ws","status":"in_progress"}`),
		wiretest.Event("response.web_search_call.in_progress", `"output_index":0,"item_id":"ws"`),
		wiretest.Event("response.web_search_call.searching", `"output_index":0,"item_id":"ws"`),
		wiretest.Event("response.web_search_call.completed", `"output_index":0,"item_id":"ws"`),
		wiretest.Event("response.output_item.done", `"output_index":0,"item":`+search),
		wiretest.Event("response.output_item.added", `"output_index":1,"item":{"type":"image_generation_call","id":"ig","status":"in_progress"}`),
		wiretest.Event("response.image_generation_call.partial_image", `"output_index":1,"item_id":"ig","partial_image_index":0,"partial_image_b64":"aGk="`),
		wiretest.Event("response.output_item.done", `"output_index":1,"item":{"type":"image_generation_call","id":"ig","status":"completed","result":"aGkh"}`),
		wiretest.Delta(2, "m", "Rotate them."),
		wiretest.Event("response.output_text.annotation.added", `"output_index":2,"item_id":"m","content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"https://a","start_index":0,"end_index":6}`),
		wiretest.Completed(search, `{"type":"image_generation_call","id":"ig","status":"completed","result":"aGkh"}`, wiretest.Message("m", "Rotate them.")),
		"[DONE]")
	want(t, "verdict and warnings", string(x.Verdict)+codes(x), "completed")
	want(t, "items", describeAll(x), "service:web_search | image_generation_call | message output_text=Rotate them.")
	want(t, "the search as it came", string(x.Items[0].Raw), search)
	want(t, "a citation that the end does not repeat stays", len(x.Items[2].Parts()[0].Annotations), 1)
}

// TestStreamOfAnMCPServer: the tools it lists, a call, its failure.
func TestStreamOfAnMCPServer(t *testing.T) {
	x := fold(t,
		wiretest.Added(0, "l", "mcp_list_tools"), wiretest.Event("response.mcp_list_tools.completed", `"output_index":0,"item_id":"l"`),
		wiretest.Added(1, "c", "mcp_call"), wiretest.Event("response.mcp_call_arguments.delta", `"output_index":1,"item_id":"c","delta":"{\"q\""`),
		wiretest.Event("response.mcp_call_arguments.done", `"output_index":1,"item_id":"c","arguments":{"q": 1}`),
		wiretest.Event("response.mcp_call.failed", `"output_index":1,"item_id":"c"`),
	)
	want(t, "items", describeAll(x), `mcp_list_tools | mcp_call input={"q": 1}`)
	want(t, "states", x.Items[0].Status()+" "+x.Items[1].Status(), "completed failed")
}

// TestPlainAnswerGivesTheSameItems: a document and a stream that ends in it have the same
// items.
func TestPlainAnswerGivesTheSameItems(t *testing.T) {
	items := []string{
		`{"type":"reasoning","id":"r","summary":["short"],"content":[{"type":"reasoning_text","text":"long"}]}`,
		wiretest.Message("m", "text"), `{"type":"message","role":"assistant","content":"plain"}`,
		`{"type":"apply_patch_call","id":"p","call_id":"k","status":"completed","operation":{"type":"update_file","path":"a","diff":"+x"}}`,
		`{"type":"shell_call","id":"s","call_id":"k2","status":"completed","action":{"commands":["ls","pwd"]}}`,
		`{"type":"custom_tool_call","call_id":"k3","name":"n","input":"free text"}`,
		`{"type":"code_interpreter_call","id":"ci","status":"completed","code":"1+1","outputs":null}`,
	}
	streamed := fold(t, wiretest.Completed(items...), "[DONE]")
	plain := answer(t, 200, "application/json", `{"status":"completed","output":[`+strings.Join(items, ",")+`]}`, wire.EndClean)
	want(t, "the same", describeAll(plain), describeAll(streamed))
	want(t, "what it is", describeAll(plain), "reasoning summary_text=short reasoning_text=long | message output_text=text | message output_text=plain | "+
		"apply_patch_call input=+x | shell_call shell_call_command=ls shell_call_command=pwd | custom_tool_call input=free text | code_interpreter_call input=1+1")
	want(t, "text", plain.Text(), "textplain")
}

// usedOf are the counts of an answer's usage.
func usedOf(x *Exchange) usage.Counts {
	used, _ := usage.Of(x.Usage)
	return used.Counts
}
