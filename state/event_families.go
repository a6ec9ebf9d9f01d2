package state

import "strings"

// deltaFamily says what the deltas of a family of streaming events belong to.
type deltaFamily struct {
	item  string   // type of the item to make when none was announced
	part  PartKind // kind of the part they extend; empty for the item's input
	final string   // member of the .done event that holds the whole text
}

// deltaFamilyOf returns the family named between "response." and ".delta" or ".done"
// (wire-notes §5.1, §5.2).
func deltaFamilyOf(family string) (c deltaFamily, ok bool) {
	switch family {
	case "output_text":
		return deltaFamily{"message", PartText, "text"}, true
	case "refusal":
		return deltaFamily{"message", PartRefusal, "refusal"}, true
	case "reasoning_text", "reasoning": // the second is Open Responses' name
		return deltaFamily{"reasoning", PartReasoning, "text"}, true
	case "reasoning_summary_text", "reasoning_summary":
		return deltaFamily{"reasoning", PartSummary, "text"}, true
	case "function_call_arguments":
		return deltaFamily{"function_call", "", "arguments"}, true
	case "custom_tool_call_input":
		return deltaFamily{"custom_tool_call", "", "input"}, true
	case "mcp_call_arguments":
		return deltaFamily{"mcp_call", "", "arguments"}, true
	case "code_interpreter_call_code":
		return deltaFamily{"code_interpreter_call", "", "code"}, true
	case "apply_patch_call_operation_diff":
		return deltaFamily{"apply_patch_call", "", "diff"}, true
	case "shell_call_command":
		return deltaFamily{"shell_call", PartCommand, "command"}, true
	case "shell_call_output_content":
		return deltaFamily{"shell_call_output", PartStdout, "output"}, true
	case "audio":
		return deltaFamily{"message", PartAudio, ""}, true
	case "audio.transcript":
		return deltaFamily{"message", PartTranscript, ""}, true
	}
	return deltaFamily{}, false
}

// FirstTokenKind names what the first token belonged to: "reasoning", "panel" of a fusion,
// "call" of a tool; empty for the answer's own text and when unknown.
func (x *Exchange) FirstTokenKind() string {
	family, _, _ := splitType(x.firstDelta)
	c, known := deltaFamilyOf(family)
	switch {
	case strings.HasPrefix(family, "fusion_call.panel"):
		return "panel"
	case known && c.item == "reasoning":
		return "reasoning"
	case known && c.part == "":
		return "call"
	}
	return ""
}

// isStatusFamily reports whether a family reports the progress of an item by events
// without content, like response.web_search_call.searching.
func isStatusFamily(family string) bool {
	switch family {
	case "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
		"mcp_call", "mcp_list_tools", "fusion_call", "shell_call", "compaction":
		return true
	}
	return false
}

func isStatusVerb(verb string) bool {
	switch verb {
	case "in_progress", "searching", "interpreting", "generating", "completed", "failed", "compacting":
		return true
	}
	return false
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

func knownPart(kind string) bool {
	switch PartKind(kind) {
	case PartText, PartRefusal, PartReasoning, PartSummary, PartAudio, "output_audio", "input_text", "output_image":
		return true
	}
	return false
}
