package state

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/wiretest"
)

// describe writes an item's content in one line, for comparison.
func describe(it *Item) string {
	var b strings.Builder
	b.WriteString(it.Type)
	if it.Input() != "" {
		b.WriteString(" input=" + it.Input())
	}
	for _, p := range it.Parts() {
		b.WriteString(" " + string(p.Kind) + "=" + p.Text())
	}
	return b.String()
}

func describeAll(x *Exchange) string {
	var out []string
	for _, it := range x.Items {
		out = append(out, describe(it))
	}
	return strings.Join(out, " | ")
}

// TestContentEvents streams each family of content without announcing the item: deltas,
// then a final text that differs and wins.
func TestContentEvents(t *testing.T) {
	tests := []struct{ delta, done, item, streamed, final string }{
		{"response.output_text.delta", `"text":"whole"`, wiretest.Address + `,"content_index":0`, "message output_text=ab", "message output_text=whole"},
		{"response.refusal.delta", `"refusal":"whole"`, wiretest.Address + `,"content_index":0`, "message refusal=ab", "message refusal=whole"},
		{"response.reasoning_text.delta", `"text":"whole"`, wiretest.Address + `,"content_index":0`, "reasoning reasoning_text=ab", "reasoning reasoning_text=whole"},
		{"response.reasoning.delta", `"text":"whole"`, wiretest.Address + `,"content_index":0`, "reasoning reasoning_text=ab", "reasoning reasoning_text=whole"},
		{"response.reasoning_summary_text.delta", `"text":"whole"`, wiretest.Address + `,"summary_index":0`, "reasoning summary_text=ab", "reasoning summary_text=whole"},
		{"response.function_call_arguments.delta", `"arguments":"whole"`, wiretest.Address, "function_call input=ab", "function_call input=whole"},
		{"response.custom_tool_call_input.delta", `"input":"whole"`, wiretest.Address, "custom_tool_call input=ab", "custom_tool_call input=whole"},
		{"response.mcp_call_arguments.delta", `"arguments":"whole"`, wiretest.Address, "mcp_call input=ab", "mcp_call input=whole"},
		{"response.code_interpreter_call_code.delta", `"code":"whole"`, wiretest.Address, "code_interpreter_call input=ab", "code_interpreter_call input=whole"},
		{"response.apply_patch_call_operation_diff.delta", `"diff":"whole"`, wiretest.Address, "apply_patch_call input=ab", "apply_patch_call input=whole"},
		{"response.shell_call_command.delta", `"command":"whole"`, wiretest.Address + `,"command_index":0`, "shell_call shell_call_command=ab", "shell_call shell_call_command=whole"},
		{"response.audio.transcript.delta", ``, ``, "message audio_transcript=ab", "message audio_transcript=ab"},
		{"response.audio.delta", ``, ``, "message audio=ab", "message audio=ab"},
	}
	for _, tt := range tests {
		t.Run(tt.delta, func(t *testing.T) {
			with := func(member string) string { return strings.Trim(tt.item+","+member, ",") }
			x := NewExchange("x", []byte(wiretest.StreamRequest))
			x.Apply(wiretest.Stream(wiretest.Event(tt.delta, with(`"delta":"a"`)), wiretest.Event(tt.delta, with(`"delta":"b"`)))...)
			want(t, "streamed", describeAll(x), tt.streamed)
			done := strings.TrimSuffix(tt.delta, "delta") + "done"
			x.Apply(wiretest.Frame(wiretest.Event(done, with(tt.done)), 200_000))
			want(t, "final", describeAll(x), tt.final)
			replaced := ""
			if tt.final != tt.streamed {
				replaced = WarnReplaced
			}
			want(t, "warnings", strings.TrimSpace(strings.Replace(codes(x), WarnRefusal, "", 1)), replaced)
			want(t, "first delta", x.FirstDeltaUS, int64(100_000))
			want(t, "last delta", x.LastDeltaUS, int64(101_000))
		})
	}
}

func TestDoneEventWithoutTextKeepsTheDeltas(t *testing.T) {
	x := fold(t, wiretest.Delta(0, "i1", "kept"), wiretest.Event("response.output_text.done", wiretest.Address+`,"content_index":0`))
	want(t, "text", x.Text(), "kept")
}

func TestArgumentsAsAnObjectOrInvalidJSON(t *testing.T) {
	x := fold(t, wiretest.Event("response.function_call_arguments.done", wiretest.Address+`,"name":"f","arguments":{"a": 1}`))
	want(t, "object as spelled", describeAll(x), `function_call input={"a": 1}`)
	want(t, "name of .done", x.Items[0].Name(), "f")
	x = fold(t, wiretest.Event("response.function_call_arguments.delta", wiretest.Address+`,"delta":"{\"a\": "`))
	want(t, "cut", x.Items[0].Input(), `{"a": `)
	want(t, "not final", x.Items[0].InputDone(), false)
}

func TestShellOutput(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.shell_call_command.added", wiretest.Address+`,"command_index":0,"command":"l"`),
		wiretest.Event("response.shell_call_command.delta", wiretest.Address+`,"command_index":0,"delta":"s"`),
		wiretest.Event("response.shell_call_output_content.delta", `"output_index":1,"item_id":"o1","command_index":0,"delta":{"stdout":"a","stderr":"!"}`),
		wiretest.Event("response.shell_call_output_content.delta", `"output_index":1,"item_id":"o1","command_index":0,"delta":{"stdout":"b"}`),
		wiretest.Event("response.shell_call_output_content.done", `"output_index":1,"item_id":"o1","command_index":0,"output":[{"stdout":"ab\n","stderr":"!"}]`),
	)
	want(t, "items", describeAll(x), "shell_call shell_call_command=ls | shell_call_output stdout=ab\n stderr=!")
}

func TestStatusEvents(t *testing.T) {
	tests := map[string]string{
		"response.web_search_call.searching":          "searching",
		"response.file_search_call.completed":         "completed",
		"response.code_interpreter_call.interpreting": "interpreting",
		"response.image_generation_call.generating":   "generating",
		"response.mcp_call.failed":                    "failed",
		"response.mcp_list_tools.in_progress":         "in_progress",
		"response.fusion_call.in_progress":            "in_progress",
		"response.compaction.compacting":              "compacting",
	}
	for kind, status := range tests {
		x := fold(t, wiretest.Event(kind, wiretest.Address))
		if len(x.Items) != 1 || x.Items[0].Status() != status {
			t.Errorf("%s: %+v", kind, x.Items)
		}
		want(t, kind, codes(x), WarnNoTerminal)
	}
}

func TestPartialImageIsStored(t *testing.T) {
	first := wiretest.Event("response.image_generation_call.partial_image", wiretest.Address+`,"partial_image_index":0,"partial_image_b64":"AA=="`)
	last := wiretest.Event("response.image_generation_call.partial_image", wiretest.Address+`,"partial_image_index":1,"partial_image_b64":"BB=="`)
	x := fold(t, first, last)
	want(t, "the last", string(x.Items[0].Partial()), last)
}

func TestAnnotations(t *testing.T) {
	x := fold(t,
		wiretest.Delta(0, "i1", "see here"),
		wiretest.Event("response.output_text.annotation.added", wiretest.Address+`,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"u1"}`),
	)
	want(t, "added", string(x.Items[0].Parts()[0].Annotations[0]), `{"type":"url_citation","url":"u1"}`)
	x = fold(t,
		wiretest.Delta(0, "i1", "see here"),
		wiretest.Event("response.output_text.annotation.added", wiretest.Address+`,"content_index":0,"annotation":{"url":"u1"}`),
		wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"message","id":"i1","content":[{"type":"output_text","text":"see here","annotations":[{"url":"u2"},{"url":"u3"}]}]}`),
	)
	want(t, "the whole item's list wins", len(x.Items[0].Parts()[0].Annotations), 2)
}

func TestFusionPanels(t *testing.T) {
	panel := func(verb, model, extra string) string {
		return wiretest.Event("response.fusion_call.panel."+verb, wiretest.Address+`,"model":"`+model+`"`+extra)
	}
	x := fold(t,
		wiretest.Event("response.output_item.added", `"output_index":0,"item":{"type":"service:fusion","id":"i1","status":"in_progress"}`),
		panel("added", "a/one", ""), panel("added", "b/two", ""), panel("added", "c/three", ""),
		panel("reasoning.delta", "a/one", `,"delta":"hm"`),
		panel("delta", "a/one", `,"delta":"an"`), panel("delta", "b/two", `,"delta":"other"`), panel("delta", "a/one", `,"delta":"swer"`),
		panel("completed", "a/one", `,"content":"answer!"`), panel("failed", "b/two", `,"error":"boom","status_code":502`),
		wiretest.Event("response.fusion_call.analysis.in_progress", wiretest.Address+`,"judge_model":"j/udge"`),
		wiretest.Event("response.fusion_call.analysis.completed", wiretest.Address+`,"analysis":{"consensus":["x"]}`),
	)
	want(t, "items", len(x.Items), 1)
	it := x.Items[0]
	want(t, "panels", len(it.Panels()), 3)
	one, two := it.Panels()[0], it.Panels()[1]
	want(t, "one", one.Model+" "+one.Status+" "+one.Text()+" "+one.Reasoning(), "a/one completed answer! hm")
	want(t, "two", two.Status+" "+two.Text()+" "+two.Error, "failed other boom")
	want(t, "three still runs", it.Panels()[2].Status, "in_progress")
	want(t, "alias alone", it.Fusion().Model, "j/udge")
	want(t, "only the alias", it.Fusion().Judge, true)
	want(t, "the frames that told last", fmt.Sprint(one.LastFrame, two.LastFrame, it.Panels()[2].LastFrame, it.Fusion().LastFrame), "8 9 3 11")
	want(t, "analysis", string(it.Fusion().Result), `{"consensus":["x"]}`)
	want(t, "warnings", codes(x), WarnReplaced+" "+WarnNoTerminal)
}

func TestAnalystNamedByItsDeprecatedAlias(t *testing.T) {
	x := fold(t, wiretest.Event("response.fusion_call.analysis.in_progress", wiretest.Address+`,"analyst_model":"a","judge_model":"a"`))
	want(t, "same", codes(x), WarnNoTerminal)
	want(t, "the new name came", x.Items[0].Fusion().Judge, false)
	x = fold(t, wiretest.Event("response.fusion_call.analysis.in_progress", wiretest.Address+`,"analyst_model":"a","judge_model":"b"`))
	want(t, "both different is a warning", codes(x), WarnUnknown+" "+WarnNoTerminal)
	want(t, "the new name counts", x.Items[0].Fusion().Model, "a")
}

func TestDebugEventsAreStored(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.debug", `"sequence_number":0,"debug":{"echo_upstream_body":{"a":1}}`),
		wiretest.Event("response.debug", `"sequence_number":0,"debug":{"timings":{}}`),
		wiretest.Event("response.created", `"sequence_number":0,"response":{"id":"r","model":"m"}`),
	)
	want(t, "count", len(x.Debug), 2)
	want(t, "as it came", string(x.Debug[0]), `{"echo_upstream_body":{"a":1}}`)
	want(t, "warnings", codes(x), WarnNoTerminal)
	want(t, "model", x.Model, "m")
}

func TestHeartbeatsChangeNothing(t *testing.T) {
	x := fold(t, ":PROCESSING", `{"type":"keepalive","sequence_number":0}`, `{"type":"response.keep_alive","sequence_number":1}`, `{"type":"ping"}`)
	want(t, "items", len(x.Items), 0)
	want(t, "frames", x.Frames, 4)
	want(t, "warnings", codes(x), WarnNoTerminal)
}

func TestEventTypeOnlyInTheEventLine(t *testing.T) {
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	a := wiretest.Frame(`{"output_index":0,"item_id":"i1","content_index":0,"delta":"hi"}`, 100_000)
	a.Frame.Event = "response.output_text.delta"
	x.Apply(wiretest.Stream()...)
	x.Apply(a)
	want(t, "text", x.Text(), "hi")
}

func TestUnknownEventItemAndPart(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.hologram.delta", `"output_index":7,"delta":"?"`),
		wiretest.Event("response.output_item.added", `"output_index":0,"item":{"type":"hologram","id":"i1"}`),
		wiretest.Event("response.hologram.delta", `"output_index":0,"item_id":"i1","delta":"shim"`),
		wiretest.Event("response.hologram.delta", `"output_index":0,"item_id":"i1","delta":"mer"`),
		wiretest.Event("response.content_part.added", `"output_index":1,"item_id":"m","content_index":0,"part":{"type":"scent","text":"rose"}`),
	)
	want(t, "kept with the item they name", describeAll(x), "hologram hologram=shimmer | message scent=rose")
	want(t, "one warning", codes(x), WarnUnknown+" "+WarnNoTerminal)
	want(t, "names each once", x.Warnings[0].Message, "unknown event response.hologram.delta; unknown item hologram; unknown part scent")
	want(t, "and counts", x.Warnings[0].Count, 5)
}

// TestDeltasAfterDoneAreIgnored includes an announcement after the end of an input.
func TestDeltasAfterDoneAreIgnored(t *testing.T) {
	const family = "response.function_call_arguments."
	x := fold(t, wiretest.Event(family+"added", wiretest.Address+`,"arguments":"{"`), wiretest.Event(family+"delta", wiretest.Address+`,"delta":"}"`), wiretest.Event(family+"done", wiretest.Address+`,"arguments":"{}"`),
		wiretest.Event(family+"added", wiretest.Address+`,"arguments":"late"`), wiretest.Event(family+"delta", wiretest.Address+`,"delta":"later"`))
	want(t, "input", x.Items[0].Input(), "{}")
}
