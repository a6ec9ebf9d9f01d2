package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/wiretest"
)

// What the document shows, and what is publicly known of the items that it names.
const (
	shownUsage = `{"input_tokens":12,"input_tokens_details":{"cached_tokens":0},"output_tokens":8,"output_tokens_details":{"reasoning_tokens":3},"total_tokens":20}`
	text       = `{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hello","annotations":[]}]}`
	thought    = `{"id":"rs_1","type":"reasoning","status":"completed","summary":[{"type":"summary_text","text":"A greeting."}],"content":[{"type":"reasoning_text","text":"They greet."}]}`
	call       = `{"id":"fc_1","type":"function_call","status":"completed","call_id":"call_1","name":"f","arguments":"{\"a\":1}"}`
	advice     = `{"id":"ad_1","type":"service:advisor","status":"completed","advice":"Be brief."}`
	panel      = `{"id":"fu_1","type":"service:fusion","status":"completed"}`
	routing    = `{"attempt":1,"endpoints":{"available":[{"model":"v/m","provider":"P","selected":true}],"total":1},"is_byok":false,"pipeline":[],"region":null,"requested":"v/m","strategy":"direct","summary":"s"}`
	rerank     = `{"model":"v/m","query":"q","documents":["a",{"text":"b"}],"top_n":2,"provider":{"allow_fallbacks":true}}`
)

// shownResponse is a result of the document with output items.
func shownResponse(items ...string) string {
	return `{"id":"resp_1","object":"response","created_at":1,"completed_at":2,"status":"completed","error":null,"model":"v/m","output":[` + strings.Join(items, ",") +
		`],"tools":[],"tool_choice":"auto","parallel_tool_calls":true,"usage":` + shownUsage + `,"service_metadata":` + routing + `}`
}

// TestNoFindingOnWhatTheDocumentShows: its results, and its error at every status.
func TestNoFindingOnWhatTheDocumentShows(t *testing.T) {
	all := documents(lint.Responses, `{}`, 200, map[string]string{"a result": shownResponse(thought, text, call, advice)})
	all = append(all, documents(lint.Rerank, rerank, 200, map[string]string{
		"a ranking": `{"id":"gen-rerank-1","model":"v/m","provider":"P","results":[{"document":{"text":"b"},"index":1,"relevance_score":0.9},{"document":{"text":"a"},"index":0,"relevance_score":0.1}],"usage":{"search_units":1,"total_tokens":9}}`,
	})...)
	for _, status := range []int{400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 524, 529} {
		for more, body := range map[string]string{
			"": `{"error":{"code":%d,"message":"m"}}`, " with all members": `{"error":{"code":%d,"message":"m","metadata":{"patterns":["p"]}},"service_metadata":` + routing + `,"user_id":null}`,
		} {
			named := map[string]string{fmt.Sprintf("status %d%s", status, more): fmt.Sprintf(body, status)}
			all = append(all, documents(lint.Responses, `{}`, status, named)...)
			all = append(all, documents(lint.Rerank, rerank, status, named)...)
		}
	}
	for i := range all {
		all[i].keepsAll(t)
	}
}

// TestNoFindingOnEventsInTheKnownOrder: items of each kind; two take turns.
func TestNoFindingOnEventsInTheKnownOrder(t *testing.T) {
	at := func(item string, index int, more string) string {
		return fmt.Sprintf(`"item_id":%q,"output_index":%d`, item, index) + more
	}
	// added is how a later complete item is announced.
	added := func(index int, item string) string {
		begun := strings.NewReplacer("completed", "in_progress", `"{\"a\":1}"`, `""`).Replace(item)
		if i := strings.Index(begun, `,"summary":`); i > 0 {
			begun = begun[:i] + `,"summary":[]}`
		} else if i := strings.Index(begun, `,"content":`); i > 0 {
			begun = begun[:i] + `,"content":[]}`
		}
		return wiretest.Event("response.output_item.added", fmt.Sprintf(`"output_index":%d,"item":%s`, index, begun))
	}
	done := func(index int, item string) string {
		return wiretest.Event("response.output_item.done", fmt.Sprintf(`"output_index":%d,"item":%s`, index, item))
	}
	event := func(kind, members string) string { return wiretest.Event("response."+kind, members) }
	frames := numbered(
		`{"type":"response.debug","sequence_number":0,"debug":{"echo_upstream_body":{}}}`, ": PROCESSING",
		event("created", `"response":{"status":"in_progress"}`), event("in_progress", `"response":{"status":"in_progress"}`),
		added(0, thought), event("reasoning_summary_part.added", at("rs_1", 0, `,"summary_index":0,"part":{"type":"summary_text","text":""}`)),
		event("reasoning_summary_text.delta", at("rs_1", 0, `,"summary_index":0,"delta":"A greeting."`)), event("reasoning_summary_text.done", at("rs_1", 0, `,"summary_index":0,"text":"A greeting."`)),
		event("reasoning_summary_part.done", at("rs_1", 0, `,"summary_index":0,"part":{"type":"summary_text","text":"A greeting."}`)),
		event("reasoning_text.delta", at("rs_1", 0, `,"content_index":0,"delta":"They greet."`)), event("reasoning_text.done", at("rs_1", 0, `,"content_index":0,"text":"They greet."`)),
		added(1, text), event("content_part.added", at("msg_1", 1, `,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}`)),
		event("output_text.delta", at("msg_1", 1, `,"content_index":0,"delta":"Hel","logprobs":[]`)),
		added(2, call), event("function_call_arguments.delta", at("fc_1", 2, `,"delta":"{\"a\""`)),
		event("output_text.delta", at("msg_1", 1, `,"content_index":0,"delta":"lo","logprobs":[],"obfuscation":"x"`)),
		event("output_text.annotation.added", at("msg_1", 1, `,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"https://a.b"}`)),
		event("output_text.done", at("msg_1", 1, `,"content_index":0,"text":"Hello","logprobs":[]`)),
		event("content_part.done", at("msg_1", 1, `,"content_index":0,"part":{"type":"output_text","text":"Hello","annotations":[]}`)), done(1, text), done(0, thought),
		event("function_call_arguments.delta", at("fc_1", 2, `,"delta":":1}"`)), event("function_call_arguments.done", at("fc_1", 2, `,"name":"f","arguments":"{\"a\":1}"`)), done(2, call),
		added(3, advice), event("output_text.delta", at("ad_1", 3, `,"content_index":0,"delta":"Be brief.","logprobs":[]`)),
		event("output_text.done", at("ad_1", 3, `,"content_index":0,"text":"Be brief.","logprobs":[]`)), done(3, advice),
		added(4, panel), event("fusion_call.in_progress", at("fu_1", 4, "")), event("fusion_call.panel.added", at("fu_1", 4, `,"model":"v/a"`)), event("fusion_call.panel.delta", at("fu_1", 4, `,"model":"v/a","delta":"x"`)),
		event("fusion_call.panel.failed", at("fu_1", 4, `,"model":"v/a","error":"gone"`)), event("fusion_call.analysis.in_progress", at("fu_1", 4, `,"analyst_model":"v/b","judge_model":"v/b"`)),
		event("fusion_call.analysis.completed", at("fu_1", 4, `,"analysis":{}`)), event("fusion_call.completed", at("fu_1", 4, "")), done(4, panel),
		event("completed", `"response":`+shownResponse(thought, text, call, advice, panel)), "[DONE]")
	frames[0].Head.Header.Set("Cache-Control", "no-cache")
	one := alike{"a stream in the known order", "", lint.Responses, `{"stream":true}`, append(frames, wiretest.End(wire.EndClean, ""))}
	one.keepsAll(t)
}
