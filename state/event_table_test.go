package state

import (
	"strings"
	"testing"

	"gatehouse/state/wiretest"
)

// realEvents lists the streaming events of wire-notes §5.1: those of the real
// service, with their required members.
const realEvents = `
response.created "response":{"id":"r"}
response.in_progress "response":{"id":"r"}
response.output_item.added "output_index":0,"item":{"type":"message"}
response.output_item.done "output_index":0,"item":{"type":"message"}
response.content_part.added "item_id":"i","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}
response.content_part.done "item_id":"i","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}
response.output_text.delta "item_id":"i","output_index":0,"content_index":0,"delta":"x","logprobs":[]
response.output_text.done "item_id":"i","output_index":0,"content_index":0,"text":"x","logprobs":[]
response.output_text.annotation.added "item_id":"i","output_index":0,"content_index":0,"annotation_index":0,"annotation":{}
response.refusal.delta "item_id":"i","output_index":0,"content_index":0,"delta":"x"
response.refusal.done "item_id":"i","output_index":0,"content_index":0,"refusal":"x"
response.reasoning_text.delta "item_id":"i","output_index":0,"content_index":0,"delta":"x"
response.reasoning_text.done "item_id":"i","output_index":0,"content_index":0,"text":"x"
response.reasoning_summary_part.added "item_id":"i","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}
response.reasoning_summary_part.done "item_id":"i","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}
response.reasoning_summary_text.delta "item_id":"i","output_index":0,"summary_index":0,"delta":"x"
response.reasoning_summary_text.done "item_id":"i","output_index":0,"summary_index":0,"text":"x"
response.function_call_arguments.delta "item_id":"i","output_index":0,"delta":"x"
response.function_call_arguments.done "item_id":"i","output_index":0,"arguments":"x","name":"f"
response.custom_tool_call_input.delta "item_id":"i","output_index":0,"delta":"x"
response.custom_tool_call_input.done "item_id":"i","output_index":0,"input":"x"
response.image_generation_call.in_progress "item_id":"i","output_index":0
response.image_generation_call.generating "item_id":"i","output_index":0
response.image_generation_call.completed "item_id":"i","output_index":0
response.image_generation_call.partial_image "item_id":"i","output_index":0,"partial_image_b64":"AA==","partial_image_index":0
response.web_search_call.in_progress "item_id":"i","output_index":0
response.web_search_call.searching "item_id":"i","output_index":0
response.web_search_call.completed "item_id":"i","output_index":0
response.code_interpreter_call.in_progress "item_id":"i","output_index":0
response.code_interpreter_call.interpreting "item_id":"i","output_index":0
response.code_interpreter_call.completed "item_id":"i","output_index":0
response.code_interpreter_call_code.delta "item_id":"i","output_index":0,"delta":"x"
response.code_interpreter_call_code.done "item_id":"i","output_index":0,"code":"x"
response.apply_patch_call_operation_diff.delta "item_id":"i","output_index":0,"delta":"x"
response.apply_patch_call_operation_diff.done "item_id":"i","output_index":0,"diff":"x"
response.debug "debug":{}
response.fusion_call.in_progress "item_id":"i","output_index":0
response.fusion_call.completed "item_id":"i","output_index":0
response.fusion_call.panel.added "item_id":"i","output_index":0,"model":"m"
response.fusion_call.panel.delta "item_id":"i","output_index":0,"model":"m","delta":"x"
response.fusion_call.panel.reasoning.delta "item_id":"i","output_index":0,"model":"m","delta":"x"
response.fusion_call.panel.completed "item_id":"i","output_index":0,"model":"m","content":"x"
response.fusion_call.panel.failed "item_id":"i","output_index":0,"model":"m","error":{"message":"no"},"status_code":500
response.fusion_call.analysis.in_progress "item_id":"i","output_index":0,"analyst_model":"m","judge_model":"m"
response.fusion_call.analysis.completed "item_id":"i","output_index":0,"analysis":{}
`

// otherEvents lists those of wire-notes §5.2: the neighbours'.
const otherEvents = `
response.queued "response":{"id":"r"}
response.audio.delta "delta":"AA=="
response.audio.done
response.audio.transcript.delta "delta":"x"
response.audio.transcript.done
response.file_search_call.in_progress "item_id":"i","output_index":0
response.file_search_call.searching "item_id":"i","output_index":0
response.file_search_call.completed "item_id":"i","output_index":0
response.mcp_call.in_progress "item_id":"i","output_index":0
response.mcp_call.completed "item_id":"i","output_index":0
response.mcp_call.failed "item_id":"i","output_index":0
response.mcp_call_arguments.delta "item_id":"i","output_index":0,"delta":"x"
response.mcp_call_arguments.done "item_id":"i","output_index":0,"arguments":"x"
response.mcp_list_tools.in_progress "item_id":"i","output_index":0
response.mcp_list_tools.completed "item_id":"i","output_index":0
response.mcp_list_tools.failed "item_id":"i","output_index":0
response.shell_call_command.added "output_index":0,"command_index":0,"command":"l"
response.shell_call_command.delta "output_index":0,"command_index":0,"delta":"s"
response.shell_call_command.done "output_index":0,"command_index":0,"command":"ls"
response.shell_call_output_content.delta "output_index":0,"command_index":0,"delta":{"stdout":"x"}
response.shell_call_output_content.done "output_index":0,"command_index":0,"output":[]
response.compaction.compacting "item_id":"i","output_index":0
response.reasoning.delta "item_id":"i","output_index":0,"content_index":0,"delta":"x"
response.reasoning.done "item_id":"i","output_index":0,"content_index":0,"text":"x"
keepalive
response.keep_alive
ping
`

// TestEveryEventIsKnown folds each event alone and after all the others.
func TestEveryEventIsKnown(t *testing.T) {
	together := NewExchange("x", []byte(wiretest.StreamRequest))
	together.Apply(wiretest.Stream()...)
	n := 0
	for line := range strings.Lines(realEvents + otherEvents) {
		kind, members, _ := strings.Cut(strings.TrimSpace(line), " ")
		if kind == "" {
			continue
		}
		n++
		x := fold(t, wiretest.Event(kind, members))
		if got := strings.TrimSpace(strings.Replace(codes(x), WarnRefusal, "", 1)); got != WarnNoTerminal {
			t.Errorf("%s: warnings %q", kind, got)
		}
		together.Apply(wiretest.Frame(wiretest.Event(kind, members), 1))
	}
	want(t, "events", n, 72)
	want(t, "together", codes(together), WarnRefusal)
	for _, kind := range []string{"response.output_text.odd", "response.output_item.odd", "response.content_part.odd", "response.fusion_call.panel.odd",
		"response.fusion_call.analysis.odd", "response.web_search_call.odd", "response.odd.completed", "response.fusion_call.panel.reasoning.done"} {
		want(t, kind, codes(fold(t, wiretest.Event(kind, wiretest.Address))), WarnUnknown+" "+WarnNoTerminal)
	}
}

// TestEveryItemTypeIsKnown takes the document's list of input items and the
// tables of wire-notes §4.
func TestEveryItemTypeIsKnown(t *testing.T) {
	for _, kind := range strings.Fields(`message reasoning function_call custom_tool_call web_search_call file_search_call
		image_generation_call code_interpreter_call computer_call apply_patch_call shell_call shell_call_output
		function_call_output computer_call_output program program_output tool_search_call tool_search_output additional_tools
		compaction local_shell_call local_shell_call_output mcp_call mcp_list_tools mcp_approval_request mcp_approval_response
		apply_patch_call_output custom_tool_call_output item_reference context_compaction agent_message
		service:datetime openrouter:web_search x:web_fetch x:tool_search x:file_search x:experimental__search_models
		x:search_models x:image_generation x:code_interpreter x:bash x:shell x:text_editor x:browser_use x:memory x:mcp
		x:apply_patch x:files x:advisor x:subagent x:fusion`) {
		x := fold(t, wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"`+kind+`","id":"i"}`))
		want(t, kind, codes(x), WarnNoTerminal)
	}
	for _, kind := range []string{"hologram", "service:hologram", ""} {
		x := fold(t, wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"`+kind+`","id":"i"}`))
		want(t, kind, codes(x), WarnUnknown+" "+WarnNoTerminal)
		want(t, "kept raw", string(x.Items[0].Raw), `{"type":"`+kind+`","id":"i"}`)
	}
}

// TestEventChangesOnlyItsItem: cached drawings of all other items stay valid.
func TestEventChangesOnlyItsItem(t *testing.T) {
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(wiretest.Delta(0, "a", "one"), wiretest.Delta(1, "b", "two"), wiretest.Event("response.reasoning_text.delta", `"output_index":2,"item_id":"c","delta":"x"`))...)
	versions := func() [3]uint64 { return [3]uint64{x.Items[0].Version, x.Items[1].Version, x.Items[2].Version} }
	for _, step := range []struct {
		frame string
		touch int // -1: none
	}{
		{wiretest.Delta(1, "b", "!"), 1}, {wiretest.Event("ping", ""), -1}, {":comment", -1}, {"{", -1}, {wiretest.Delta(0, "a", "!"), 0},
		{wiretest.Event("response.in_progress", `"response":{"status":"in_progress"}`), -1}, {wiretest.Event("odd", ""), -1},
		{wiretest.Event("response.reasoning_text.done", `"output_index":2,"item_id":"c","text":"x"`), 2}, {wiretest.DoneMessage(1, "b", "two!"), 1}, {"[DONE]", -1},
	} {
		before := versions()
		x.Apply(wiretest.Frame(step.frame, 1))
		for i, v := range versions() {
			if (v != before[i]) != (i == step.touch) {
				t.Errorf("%s: item %d went from version %d to %d", step.frame, i, before[i], v)
			}
		}
	}
}

// TestTextsShareTheirBuffer: a string that was read stays unchanged while the part grows,
// and reading allocates nothing.
func TestTextsShareTheirBuffer(t *testing.T) {
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(wiretest.Delta(0, "m", "a"))...)
	part := x.Items[0].Parts()[0]
	early := part.Text()
	for range 1000 {
		x.Apply(wiretest.Frame(wiretest.Delta(0, "m", "b"), 1))
	}
	want(t, "early", early, "a")
	want(t, "late", len(part.Text()), 1001)
	if n := testing.AllocsPerRun(100, func() { _ = part.Text() }); n != 0 {
		t.Errorf("reading allocates %v times", n)
	}
	late := part.Text()
	x.Apply(wiretest.Frame(wiretest.DoneMessage(0, "m", "other"), 1))
	want(t, "read before the whole came", late, early+strings.Repeat("b", 1000))
}
