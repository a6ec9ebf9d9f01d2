package cache

import (
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// Reported is what the provider itself says of why a prompt was not read from its cache, where the
// request asks for that: it compares the prompt with that of an answer which the request names.
type Reported struct {
	Said   string // in its own word; empty: nothing, or nothing yet
	Missed int    // tokens behind the difference, as it estimates them; -1: not reported
	With   string // id of the answer that it compared with; empty: the request names none
	Where  string // the member that says it
}

// ReportedOf reads that of an exchange: in the form of Anthropic's messages, or of OpenAI's responses.
func ReportedOf(x *state.Exchange) (r Reported) {
	doc := x.Document()
	miss, missed := scan.At(doc, "diagnostics", "cache_miss_reason"), "cache_missed_input_tokens"
	r = Reported{Said: scan.Text(scan.Get(miss, "type")), Where: "diagnostics.cache_miss_reason", With: scan.Text(scan.At(x.Request, "diagnostics", "previous_message_id"))}
	if r.Said == "" {
		miss, missed = scan.Get(doc, "prompt_cache_diagnostics"), "cache_missed_tokens"
		r = Reported{Said: scan.Text(scan.Get(miss, "reason")), Where: "prompt_cache_diagnostics", With: scan.Text(scan.At(x.Request, "prompt_cache_options", "comparison_response_id"))}
		if r.Said == "" {
			r.Said = scan.Text(scan.Get(miss, "type"))
		}
	}
	n, err := strconv.Atoi(scan.AsSpelled(scan.Get(miss, missed)))
	if r.Missed = n; err != nil || n < 0 {
		r.Missed = -1
	}
	return r
}
