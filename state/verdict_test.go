package state

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestStreamVerdicts covers CONTRACT, "Fault models", where a fold can see the fault, and
// the rules of "Verdicts".
func TestStreamVerdicts(t *testing.T) {
	half := wiretest.Delta(0, "m", "half")
	complete := wiretest.Completed(wiretest.Message("m", "half"))
	tests := []struct {
		name    string
		data    []string
		end     wire.EndCause
		verdict Verdict
		reason  string
		warned  string
	}{
		{"completed", []string{half, complete, "[DONE]"}, wire.EndClean, Completed, "", ""},
		{"cut", []string{half}, wire.EndClean, Truncated, "", "no_terminal"},
		{"cut, yet [DONE]", []string{half, "[DONE]"}, wire.EndClean, Truncated, "", "no_terminal"},
		{"nothing came", nil, wire.EndClean, Truncated, "", "no_terminal"},
		{"reset", []string{half}, wire.EndLost, Truncated, "lost", "connection_lost"},
		{"stall", []string{half}, wire.EndIdle, Truncated, "idle_timeout", "idle_timeout"},
		{"complete time over", []string{half}, wire.EndTimeout, Truncated, "timeout", "no_terminal"},
		{"killed", []string{half}, wire.EndKilled, Truncated, "killed", "no_terminal"},
		{"line cap", []string{half}, wire.EndLineCap, Truncated, "line_cap", "line_cap"},
		{"body cap", []string{half}, wire.EndBodyCap, Truncated, "body_cap", "body_cap"},
		{"body cap after the end", []string{half, complete}, wire.EndBodyCap, Completed, "", "body_cap"},
		{"no-done", []string{half, complete}, wire.EndClean, Completed, "", "no_done"},
		{"failed-event", []string{half, wiretest.FailedEvent, "[DONE]"}, wire.EndClean, Failed, "server_error", ""},
		{"error-event", []string{half, `{"type":"error","code":"server_error","message":"boom","param":null}`}, wire.EndClean, Failed, "server_error", ""},
		{"nested error", []string{half, `{"type":"error","error":{"code":429,"message":"slow down"}}`}, wire.EndClean, Failed, "429", ""},
		{"response.error", []string{half, `{"type":"response.error","error":{"code":"x","message":"boom"}}`}, wire.EndClean, Failed, "x", ""},
		{"bare error", []string{half, `{"error":{"code":502,"message":"boom"}}`}, wire.EndClean, Failed, "502", ""},
		{"error, then failed", []string{half, `{"type":"error","error":{"code":"x","message":"boom"}}`, wiretest.FailedEvent, "[DONE]"}, wire.EndClean, Failed, "x", ""},
		{"bad-json", []string{half, "{", complete, "[DONE]"}, wire.EndClean, Completed, "", "undecodable_event"},
		{"incomplete", []string{half, wiretest.Event("response.incomplete", `"response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}`), "[DONE]"}, wire.EndClean, Incomplete, "max_output_tokens", ""},
		{"completed that says incomplete", []string{wiretest.Event("response.completed", `"response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}`), "[DONE]"}, wire.EndClean, Completed, "", "status_conflict"},
		{"completed that says failed", []string{wiretest.Event("response.completed", `"response":{"status":"failed","error":null}`), "[DONE]"}, wire.EndClean, Completed, "", "status_conflict"},
		{"completed that says in_progress", []string{half, wiretest.Event("response.completed", `"response":{"status":"in_progress"}`), "[DONE]"}, wire.EndClean, Completed, "", "status_conflict"},
		{"completed that says failed, and why", []string{half, wiretest.Event("response.completed", `"response":{"status":"failed","error":{"code":"x","message":"boom"}}`), "[DONE]"}, wire.EndClean, Failed, "x", "status_conflict"},
		{"completed with an error", []string{wiretest.Event("response.completed", `"response":{"status":"completed","error":{"code":"x","message":"boom"}}`), "[DONE]"}, wire.EndClean, Failed, "x", ""},
		{"cancelled by the service", []string{half, wiretest.Event("response.cancelled", `"response":{"status":"cancelled"}`), "[DONE]"}, wire.EndClean, Failed, "cancelled", ""},
		{"cancelled by the person", []string{half}, wire.EndCancelled, Cancelled, "", ""},
		{"cancelled after the end", []string{half, complete}, wire.EndCancelled, Completed, "", ""},
		{"reset after the end", []string{half, complete}, wire.EndLost, Completed, "", "connection_lost"},
		{"on and on", []string{half, complete, wiretest.Delta(0, "m", "!"), "[DONE]"}, wire.EndClean, Completed, "", "after_terminal"},
		{"two ends", []string{complete, wiretest.FailedEvent, "[DONE]"}, wire.EndClean, Completed, "", "after_terminal"},
		{"heartbeat behind the end", []string{complete, ":", wiretest.Event("ping", ""), "[DONE]"}, wire.EndClean, Completed, "", ""},
		{"torn but complete", []string{half, "torn:" + complete}, wire.EndClean, Completed, "", "unterminated_frame no_done"},
		{"torn [DONE]", []string{half, complete, "torn:[DONE]"}, wire.EndClean, Completed, "", "unterminated_frame"},
		{"torn in the middle", []string{half, `torn:{"type":"respon`}, wire.EndClean, Truncated, "", "unterminated_frame no_terminal"},
		{"cut by our body cap", []string{half, `torn:{"type":"respon`}, wire.EndBodyCap, Truncated, "body_cap", "body_cap"},
		{"cut by our line cap", []string{half, `torn:{"type":"respon`}, wire.EndLineCap, Truncated, "line_cap", "line_cap"},
		{"cut by our idle time", []string{half, `torn:{"type":"respon`}, wire.EndIdle, Truncated, "idle_timeout", "idle_timeout"},
		{"cut by our time limit", []string{half, `torn:{"type":"respon`}, wire.EndTimeout, Truncated, "timeout", "no_terminal"},
		{"cut by the person", []string{half, `torn:{"type":"respon`}, wire.EndCancelled, Cancelled, "", ""},
		{"lost in a frame", []string{half, `torn:{"type":"respon`}, wire.EndLost, Truncated, "lost", "unterminated_frame connection_lost"},
		{"refusal", []string{wiretest.Event("response.refusal.delta", wiretest.Address+`,"delta":"no"`), wiretest.Event("response.refusal.delta", wiretest.Address+`,"delta":"!"`), wiretest.Completed(), "[DONE]"}, wire.EndClean, Completed, "", "refusal"},
		{"refusal, complete only", []string{wiretest.Completed(`{"type":"message","id":"m","content":[{"type":"refusal","refusal":"no"}]}`), "[DONE]"}, wire.EndClean, Completed, "", "refusal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := foldEnd(t, tt.end, tt.data...)
			want(t, "verdict", x.Verdict, tt.verdict)
			want(t, "reason", x.Reason, tt.reason)
			want(t, "warnings", codes(x), tt.warned)
			want(t, "a torn frame in the list", x.FrameList.Count(frames.Torn) > 0, slices.Contains(strings.Fields(tt.warned), WarnUnterminated))
			want(t, "failure", x.Failure != nil && x.Failure.Message == "boom" || x.Reason == "429", tt.verdict == Failed && tt.reason != "" && tt.reason != "cancelled")
			if len(tt.data) > 0 && tt.data[0] == half {
				want(t, "what arrived is stored", x.Text(), "half")
			}
		})
	}
}

// TestCallerCancelsItsResponse on a WebSocket: the verdict is that of who cancelled it
// (https://platform.openai.com/docs/api-reference/realtime-client-events/response/cancel).
func TestCallerCancelsItsResponse(t *testing.T) {
	created := wiretest.Event("response.created", `"response":{"id":"resp_2","status":"in_progress"}`)
	half := wiretest.Delta(0, "m", "half")
	cancelled := wiretest.Event("response.cancelled", `"response":{"id":"resp_2","status":"cancelled"}`)
	for name, c := range map[string]struct {
		data    []string
		verdict Verdict
		reason  string
	}{
		"cancelled":                       {[]string{created, half, `sent:{"type":"response.cancel"}`, cancelled}, Cancelled, ByCaller},
		"by its id":                       {[]string{created, half, `sent:{"type":"response.cancel","response_id":"resp_2"}`, cancelled}, Cancelled, ByCaller},
		"ended as incomplete":             {[]string{created, half, `sent:{"type":"response.cancel"}`, wiretest.Event("response.incomplete", `"response":{"status":"cancelled"}`)}, Cancelled, ByCaller},
		"too late for the service":        {[]string{created, half, `sent:{"type":"response.cancel"}`, wiretest.Completed(wiretest.Message("m", "half"))}, Completed, ""},
		"a failure in between":            {[]string{created, half, `sent:{"type":"response.cancel"}`, wiretest.FailedEvent}, Failed, "server_error"},
		"cancelled by the service":        {[]string{created, half, cancelled}, Failed, "cancelled"},
		"another response was meant":      {[]string{created, half, `sent:{"type":"response.cancel","response_id":"resp_1"}`, cancelled}, Failed, "cancelled"},
		"another message was sent":        {[]string{created, half, `sent:{"type":"response.steer","input":"response.cancel"}`, cancelled}, Failed, "cancelled"},
		"cancelled after the end":         {[]string{created, half, cancelled, `sent:{"type":"response.cancel"}`}, Failed, "cancelled"},
		"the service sends such an event": {[]string{created, half, `{"type":"response.cancel"}`, cancelled}, Failed, "cancelled"},
	} {
		x := foldEnd(t, wire.EndClean, c.data...)
		want(t, name, [2]string{string(x.Verdict), x.Reason}, [2]string{string(c.verdict), c.reason})
		want(t, name+": what arrived is stored", x.Text(), "half")
	}
}

// TestACompactionWithoutItsItemWarns: Codex fails unless there is exactly one (openai/codex#45808, #42393,
// Soju06/codex-lb#998).
func TestACompactionWithoutItsItemWarns(t *testing.T) {
	compact := KindOf(wire.Sent{Method: "POST", URL: "https://o/v1/responses/compact"})
	const item, message = `{"type":"compaction","encrypted_content":"gAAA"}`, `{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}`
	const triggered = `{"input":[{"role":"user","content":"x"},{"type":"compaction_trigger"}]}`
	for name, c := range map[string]struct {
		kind            Kind
		request, output string
		warned          string
	}{
		"empty":                         {compact, `{"input":"x"}`, ``, WarnCompaction},
		"a summary of another type":     {compact, `{"input":"x"}`, message + `,{"type":"compaction_summary","encrypted_content":"gAAA"}`, WarnCompaction},
		"no content":                    {compact, `{"input":"x"}`, `{"type":"compaction","encrypted_content":""}`, WarnCompaction},
		"empty, by a trigger":           {Responses, triggered, message, WarnCompaction},
		"two":                           {Responses, triggered, item + "," + item, WarnCompaction},
		"one":                           {compact, `{"input":"x"}`, message + "," + item, ""},
		"one, by a trigger":             {Responses, triggered, item, ""},
		"the trigger is only a word":    {Responses, `{"input":"compaction_trigger"}`, message, ""},
		"the trigger was of an earlier": {Responses, `{"input":[{"type":"compaction_trigger"},{"role":"user","content":"x"}]}`, message, ""},
	} {
		x := New(c.kind, "x", []byte(c.request))
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"id":"r","object":"response.compaction","output":[`+c.output+`],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}`))
		if got := strings.ReplaceAll(codes(x), WarnUnknown, ""); strings.TrimSpace(got) != c.warned || x.Verdict != Completed {
			t.Errorf("%s: %q, %s", name, codes(x), x.Verdict)
		}
		if !x.Linted() {
			t.Errorf("%s: lint does not read it", name)
		}
	}
	x := New(compact, "x", []byte(`{"input":"x"}`))
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"output":[`+item+`]}`))
	if found := x.Findings(); len(found) != 1 || found[0].Rule.ID != "usage-missing" {
		t.Errorf("lint finds %+v", found)
	}
}

func TestPlainVerdicts(t *testing.T) {
	const js = "application/json"
	complete := `{"id":"r","object":"response","status":"completed","model":"m","output":[` + wiretest.Message("m", "hi") + `],"usage":{"output_tokens":1}}`
	tests := []struct {
		name, body string
		status     int
		media      string
		end        wire.EndCause
		verdict    Verdict
		reason     string
		warned     string
	}{
		{"completed", complete, 200, js, wire.EndClean, Completed, "", ""},
		{"incomplete", `{"object":"response","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}`, 200, js, wire.EndClean, Incomplete, "max_output_tokens", ""},
		{"queued", `{"object":"response","status":"queued"}`, 200, js, wire.EndClean, Incomplete, "queued", ""},
		{"in progress", `{"object":"response","status":"in_progress","output":[]}`, 200, js, wire.EndClean, Incomplete, "in_progress", ""},
		{"a word we do not know", `{"object":"response","status":"pondering"}`, 200, js, wire.EndClean, Incomplete, "pondering", ""},
		{"no status", `{"output":[]}`, 200, js, wire.EndClean, Completed, "", ""},
		{"failed", `{"object":"response","status":"failed","error":{"code":"server_error","message":"boom"}}`, 200, js, wire.EndClean, Failed, "server_error", ""},
		{"failed without a word", `{"object":"response","status":"failed","error":null}`, 200, js, wire.EndClean, Failed, "", ""},
		{"cancelled by the service", `{"object":"response","status":"cancelled","error":null}`, 200, js, wire.EndClean, Failed, "cancelled", ""},
		{"error in a 200", `{"error":{"code":502,"message":"boom"}}`, 200, js, wire.EndClean, Failed, "502", ""},
		{"broken off", complete[:60], 200, js, wire.EndClean, Truncated, "", "no_terminal"},
		{"reset", complete[:60], 200, js, wire.EndLost, Truncated, "lost", "connection_lost"},
		{"stall", complete[:60], 200, js, wire.EndIdle, Truncated, "idle_timeout", "idle_timeout"},
		{"empty body", "", 200, js, wire.EndClean, Truncated, "", "no_terminal"},
		{"cancelled by the person", complete[:60], 200, js, wire.EndCancelled, Cancelled, "", ""},
		{"web page", "<html><title>Login</title></html>", 200, "text/html", wire.EndClean, Failed, "no response", "content_type"},
		{"no JSON", `{"a":}`, 200, js, wire.EndClean, Failed, "no response", ""},
		{"another object", `{"choices":[]}`, 200, js, wire.EndClean, Failed, "no response", ""},
		{"an array", `[1]`, 200, js, wire.EndClean, Failed, "no response", ""},
		{"rerank result", `{"model":"m","results":[]}`, 200, js, wire.EndClean, Completed, "", ""},
		{"wrong type", complete, 200, "text/plain; charset=utf-8", wire.EndClean, Completed, "", "content_type"},
		{"429", `{"error":{"code":429,"message":"slow down"}}`, 429, js, wire.EndClean, Failed, "429", ""},
		{"502 as a web page", "<html><h1>Bad Gateway</h1></html>", 502, "text/html", wire.EndClean, Failed, "", ""},
		{"500 broken off", `{"error":`, 500, js, wire.EndLost, Failed, "", "connection_lost"},
		{"redirect", "", 307, "", wire.EndClean, Failed, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := answer(t, tt.status, tt.media, tt.body, tt.end)
			want(t, "verdict", x.Verdict, tt.verdict)
			want(t, "reason", x.Reason, tt.reason)
			want(t, "warnings", codes(x), tt.warned)
			if tt.status != 200 {
				want(t, "status", x.Failure.Status, tt.status)
			}
			if tt.body == complete && tt.verdict == Completed {
				want(t, "text", x.Text(), "hi")
				want(t, "response byte for byte", string(x.Response), complete)
			}
		})
	}
}

func TestNoHead(t *testing.T) {
	for _, cause := range []wire.EndCause{wire.EndDNS, wire.EndConnect, wire.EndTLS, wire.EndTimeout, wire.EndCancelled} {
		x := NewExchange("x", nil)
		x.Apply(wiretest.End(cause, ""))
		verdict := Failed
		if cause == wire.EndCancelled {
			verdict = Cancelled
		}
		want(t, "verdict", x.Verdict, verdict)
		want(t, "code", string(x.Failure.Code), `"`+string(cause)+`"`)
		want(t, "message", x.Failure.Message, wiretest.End(cause, "").End.Message)
	}
}

func TestAnswerOfAnUnexpectedKind(t *testing.T) {
	plain := `{"object":"response","status":"completed","output":[]}`
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, plain))
	want(t, "JSON to a stream request", string(x.Verdict)+" "+codes(x), "completed content_type")

	x = NewExchange("x", []byte(`{}`))
	x.Apply(wiretest.Stream(wiretest.Completed(), "[DONE]")...)
	x.Apply(wiretest.End(wire.EndClean, ""))
	want(t, "a stream to a plain request", string(x.Verdict)+" "+codes(x), "completed content_type")

	x = NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Head(200, "application/octet-stream", true), wiretest.Frame(wiretest.Completed(), 1), wiretest.Frame("[DONE]", 2), wiretest.End(wire.EndClean, ""))
	want(t, "a stream that calls itself otherwise", string(x.Verdict)+" "+codes(x), "completed content_type")

	x = NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Head(200, "text/event-stream", true), wiretest.Head(200, "text/event-stream", false), wiretest.End(wire.EndClean, plain))
	want(t, "a head that was corrected", string(x.Verdict)+" "+codes(x), "completed content_type")
	want(t, "what it says", strings.Contains(x.Warnings[0].Message, "one document"), true)
}

func TestRoutingMetadata(t *testing.T) {
	meta := `{"requested":"a/b","strategy":"direct"}`
	x := fold(t, wiretest.Event("response.completed", `"response":{"status":"completed","anyword_metadata":`+meta+`}`), "[DONE]")
	want(t, "of a response", string(x.Routing), meta)
	x = answer(t, 403, "application/json", `{"error":{"code":403,"message":"m"},"service_metadata":`+meta+`}`, wire.EndClean)
	want(t, "of an error", string(x.Routing), meta)
	x = fold(t, wiretest.Event("response.completed", `"response":{"status":"completed","metadata":{"requested":"mine"},"service_metadata":null}`), "[DONE]")
	want(t, "none", string(x.Routing), "")
	x = fold(t, wiretest.Event("response.completed", `"response":{"status":"completed"},"service_metadata":`+meta), "[DONE]")
	want(t, "beside the response", string(x.Routing), meta)
	x = fold(t, wiretest.Event("response.completed", `"response":{"status":"completed","metadata":{"requested":"mine"}}`), "[DONE]")
	want(t, "the request's own metadata is none", string(x.Routing), "")
}

func TestLateArrivalsChangeNothing(t *testing.T) {
	x := fold(t, wiretest.Completed(wiretest.Message("m", "hi")), "[DONE]")
	x.Apply(wiretest.End(wire.EndLost, ""))
	want(t, "a second end", x.End.Cause, wire.EndClean)
}

// TestManyMetadataMembersCostLinearTime: a response may have any number of members named
// like routing metadata. Ten times as many cost about ten times the allocations, not a
// hundred times.
func TestManyMetadataMembersCostLinearTime(t *testing.T) {
	cost := func(members int) float64 {
		body := `{"output":[],"status":"completed"` + strings.Repeat(`,"a_metadata":{"requested":"\u0061"}`, members) + `}`
		return testing.AllocsPerRun(1, func() {
			x := answer(t, 200, "application/json", body, wire.EndClean)
			want(t, "verdict", x.Verdict, Completed)
		})
	}
	if small, large := cost(50), cost(500); large > 20*small {
		t.Errorf("50 members cost %.0f allocations, 500 cost %.0f", small, large)
	}
}
