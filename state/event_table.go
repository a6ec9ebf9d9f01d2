package state

import (
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/dialect/registry"
)

// eventRow describes where the events of a type belong, and what they do there.
type eventRow struct {
	where    where
	item     string   // type of the item, which is made where none was announced
	part     PartKind // kind of the part
	text     string   // member that holds the complete text
	complete bool     // the event delivers all of what it addresses
	known    bool     // no item is made
	state    string   // the status that it reports
	apply    func(*Exchange, *wire.Event, place)
}

// where is what an event belongs to.
type where uint8

const (
	theExchange      where = iota
	theItem                // that of its output_index and item_id
	theInput               // of that item
	thePanel               // of that item, by its model
	deliveredItem          // the item that it holds
	thePart                // of that item, by its content_index
	theSummary             // of that item, by its summary_index
	theCommand             // of that item, by its command_index
	deliveredPart          // the part that it holds, by its content_index
	deliveredSummary       // the part that it holds, by its summary_index
)

func (w where) isPart() bool { return w >= thePart }

// eventTable is the events of a stream by their type (wire-notes §5.1, §5.2).
var eventTable = makeEventTable()

// foreignEvents are the events that frames of other APIs stand for, by the names of these.
var foreignEvents = registry.Events()

func makeEventTable() map[string]*eventRow {
	table := map[string]*eventRow{
		"response.created":     {apply: (*Exchange).responseBegun},
		"response.in_progress": {apply: (*Exchange).responseBegun},
		"response.queued":      {apply: (*Exchange).responseBegun},
		"response.debug":       {apply: (*Exchange).debugEvent},
		"response.completed":   {apply: (*Exchange).terminalEvent},
		"response.incomplete":  {apply: (*Exchange).terminalEvent},
		"response.failed":      {apply: (*Exchange).terminalEvent},
		"response.cancelled":   {apply: (*Exchange).terminalEvent},

		"response.output_item.added":            {where: deliveredItem, apply: (*Exchange).deliverItem},
		"response.output_item.done":             {where: deliveredItem, complete: true, apply: (*Exchange).deliverItem},
		"response.content_part.added":           {where: deliveredPart, item: "message", apply: (*Exchange).deliverPart},
		"response.content_part.done":            {where: deliveredPart, item: "message", complete: true, apply: (*Exchange).deliverPart},
		"response.reasoning_summary_part.added": {where: deliveredSummary, item: "reasoning", part: PartSummary, apply: (*Exchange).deliverPart},
		"response.reasoning_summary_part.done":  {where: deliveredSummary, item: "reasoning", part: PartSummary, complete: true, apply: (*Exchange).deliverPart},
		"response.output_text.annotation.added": {where: thePart, item: "message", part: PartText, complete: true, apply: (*Exchange).addAnnotation},

		"response.shell_call_output_content.delta": {where: theItem, item: "shell_call_output", part: PartStdout, apply: (*Exchange).appendOutput},
		"response.shell_call_output_content.done":  {where: theItem, item: "shell_call_output", part: PartStdout, text: "output", complete: true, apply: (*Exchange).finishOutput},

		"response.image_generation_call.partial_image": {where: theItem, item: "image_generation_call", apply: (*Exchange).setPartialImage},

		"response.fusion_call.panel.added":           {where: thePanel, item: "fusion_call", apply: func(*Exchange, *wire.Event, place) {}}, // it makes the panel
		"response.fusion_call.panel.delta":           {where: thePanel, item: "fusion_call", apply: (*Exchange).appendPanelText},
		"response.fusion_call.panel.reasoning.delta": {where: thePanel, item: "fusion_call", apply: (*Exchange).appendPanelReasoning},
		"response.fusion_call.panel.completed":       {where: thePanel, item: "fusion_call", state: "completed", apply: (*Exchange).completePanel},
		"response.fusion_call.panel.failed":          {where: thePanel, item: "fusion_call", state: "failed", apply: (*Exchange).failPanel},
		"response.fusion_call.analysis.in_progress":  {where: theItem, item: "fusion_call", state: "in_progress", apply: (*Exchange).setAnalysis},
		"response.fusion_call.analysis.completed":    {where: theItem, item: "fusion_call", state: "completed", apply: (*Exchange).setAnalysis},
	}
	addTexts(table)
	for _, item := range []string{
		"web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
		"mcp_call", "mcp_list_tools", "fusion_call", "shell_call", "compaction",
	} {
		for _, state := range []string{"in_progress", "searching", "interpreting", "generating", "completed", "failed", "compacting"} {
			table["response."+item+"."+state] = &eventRow{where: theItem, item: item, state: state, apply: (*Exchange).setStatus}
		}
	}
	return table
}

// addTexts adds the events that stream texts and inputs: of each family .delta, .done with the
// complete text, and .added, which may hold a beginning.
func addTexts(table map[string]*eventRow) {
	for _, f := range []struct {
		family string
		where  where
		item   string
		part   PartKind
		text   string
	}{
		{"output_text", thePart, "message", PartText, "text"},
		{"refusal", thePart, "message", PartRefusal, "refusal"},
		{"reasoning_text", thePart, "reasoning", PartReasoning, "text"},
		{"reasoning", thePart, "reasoning", PartReasoning, "text"}, // Open Responses' name
		{"reasoning_summary_text", theSummary, "reasoning", PartSummary, "text"},
		{"reasoning_summary", theSummary, "reasoning", PartSummary, "text"},
		{"function_call_arguments", theInput, "function_call", "", "arguments"},
		{"custom_tool_call_input", theInput, "custom_tool_call", "", "input"},
		{"mcp_call_arguments", theInput, "mcp_call", "", "arguments"},
		{"code_interpreter_call_code", theInput, "code_interpreter_call", "", "code"},
		{"apply_patch_call_operation_diff", theInput, "apply_patch_call", "", "diff"},
		{"shell_call_command", theCommand, "shell_call", PartCommand, "command"},
		{"audio", thePart, "message", PartAudio, ""},
		{"audio.transcript", thePart, "message", PartTranscript, ""},
	} {
		row := eventRow{where: f.where, item: f.item, part: f.part, text: f.text}
		add := func(verb string, complete bool, apply func(*Exchange, *wire.Event, place)) {
			one := row
			one.complete, one.apply = complete, apply
			table["response."+f.family+verb] = &one
		}
		add(".added", false, (*Exchange).startText)
		add(".delta", false, (*Exchange).appendDelta)
		add(".done", true, (*Exchange).finishText)
	}
}

// FirstTokenKind names what the first token belonged to: "reasoning", "panel" of a fusion, "call"
// of a tool; empty for the text of the answer and when unknown.
func (x *Exchange) FirstTokenKind() string {
	row := eventTable[x.firstDelta]
	switch {
	case row == nil:
		return ""
	case row.where == thePanel:
		return "panel"
	case row.item == "reasoning":
		return "reasoning"
	case row.where == theInput:
		return "call"
	}
	return ""
}

// deltaTarget returns what deltas of an event type extend: a kind of part, or the item's input.
// Frames of other APIs have other names.
func deltaTarget(kind string) (part PartKind, input, ok bool) {
	if family, verb := splitType(kind); verb == "delta" {
		if row := eventTable[kind]; row != nil {
			return row.part, row.where == theInput, true
		}
		return PartKind(family), false, true
	}
	if event := foreignEvents[kind]; event != "" {
		return deltaTarget(event)
	}
	return "", false, false
}

// splitType splits a type like response.output_text.delta into its family and verb.
func splitType(kind string) (family, verb string) {
	rest, ok := strings.CutPrefix(kind, "response.")
	dot := strings.LastIndexByte(rest, '.')
	if !ok || dot < 0 {
		return "", ""
	}
	return rest[:dot], rest[dot+1:]
}

// knownItem reports whether the API has an item type: the document's list of input items
// and the fields of wire-notes §4. A server tool's item has any word before its colon.
func knownItem(kind string) bool {
	if _, tool, prefixed := strings.Cut(kind, ":"); prefixed {
		return knownServerTool(tool)
	}
	switch kind {
	case "message", "reasoning", "function_call", "function_call_output",
		"custom_tool_call", "custom_tool_call_output", "web_search_call", "file_search_call",
		"image_generation_call", "code_interpreter_call", "computer_call", "computer_call_output",
		"apply_patch_call", "apply_patch_call_output", "shell_call", "shell_call_output",
		"local_shell_call", "local_shell_call_output", "mcp_call", "mcp_list_tools",
		"mcp_approval_request", "mcp_approval_response", "compaction", "context_compaction",
		"item_reference", "additional_tools", "agent_message", "tool_search_call", "tool_search_output",
		"program", "program_output", "fusion_call":
		return true
	}
	return false
}

func knownServerTool(tool string) bool {
	switch tool {
	case "datetime", "web_search", "web_fetch", "tool_search", "file_search", "search_models",
		"experimental__search_models", "image_generation", "code_interpreter", "bash", "shell",
		"text_editor", "browser_use", "memory", "mcp", "apply_patch", "files", "advisor",
		"subagent", "fusion":
		return true
	}
	return false
}

func knownPart(kind PartKind) bool {
	switch kind {
	case PartText, PartRefusal, PartReasoning, PartSummary, PartAudio, "output_audio", "input_text", "output_image":
		return true
	}
	return false
}
