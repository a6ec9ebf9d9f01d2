package cache

import (
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// reportedVerdicts are the words that providers publish for a cause which has a verdict:
// platform.claude.com/docs/en/build-with-claude/cache-diagnostics for Anthropic's, and the reasons of
// OpenAI's prompt_cache_diagnostics.
var reportedVerdicts = map[string]Verdict{
	"model_changed": ModelChanged, "tools_changed": ToolsChanged,
	"system_changed": Edited, "messages_changed": Edited, "input_changed": Edited, "instructions_changed": Edited,
}

// Reported is what the provider itself says of why a prompt was not read from its cache, where the
// request asks for that: it compares the prompt with that of an answer which the request names.
type Reported struct {
	Reason string // in its word; empty: nothing, or nothing yet
	Missed int    // tokens after the difference, as it estimates them; -1: not reported
	With   string // id of the answer that it compared with; empty: the request names none
	Where  string // the member that says it
}

// ReportedOf reads that of an exchange: in the form of Anthropic's messages, or of OpenAI's responses.
func ReportedOf(x *state.Exchange) (r Reported) {
	doc := x.Document()
	miss, missed := scan.At(doc, "diagnostics", "cache_miss_reason"), "cache_missed_input_tokens"
	r = Reported{Reason: scan.Text(scan.Get(miss, "type")), Where: "diagnostics.cache_miss_reason", With: scan.Text(scan.At(x.Request, "diagnostics", "previous_message_id"))}
	if r.Reason == "" {
		miss, missed = scan.Get(doc, "prompt_cache_diagnostics"), "cache_missed_tokens"
		r = Reported{Reason: scan.Text(scan.Get(miss, "reason")), Where: "prompt_cache_diagnostics", With: scan.Text(scan.At(x.Request, "prompt_cache_options", "comparison_response_id"))}
		if r.Reason == "" {
			r.Reason = scan.Text(scan.Get(miss, "type"))
		}
	}
	n, err := strconv.Atoi(scan.AsSpelled(scan.Get(miss, missed)))
	if r.Missed = n; err != nil || n < 0 {
		r.Missed = -1
	}
	return r
}
