package state

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestRetryAfterAsADate: the date counts from the service's clock, else from the arrival
// of the answer.
func TestRetryAfterAsADate(t *testing.T) {
	arrived := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		arrived time.Time
		date    string
		want    int64
	}{
		"the service's clock": {arrived, "Sat, 21 Nov 2026 10:00:30 GMT", 30_000},
		"the arrival":         {arrived, "", 60_000},
		"no clock at all":     {time.Time{}, "", -1},
		"nobody's stamp":      {time.Time{}, "Sat, 21 Nov 2026 10:00:30 GMT", 30_000},
	} {
		h := http.Header{"Content-Type": {"application/json"}, "Retry-After": {"Sat, 21 Nov 2026 10:01:00 GMT"}}
		if tt.date != "" {
			h.Set("Date", tt.date)
		}
		x := NewExchange("x", nil)
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 429, Header: h, At: tt.arrived}}, wiretest.End(wire.EndClean, `{"error":{"message":"m"}}`))
		got := int64(-1)
		if x.Failure.Retry != nil {
			got = x.Failure.Retry.AfterMS
		}
		want(t, name, got, tt.want)
	}
}

func TestErrorKeepsRoutingMetadata(t *testing.T) {
	meta := `{"requested":"a/b","strategy":"direct","pipeline":[{"type":"guardrail","name":"content-filter","data":{"action":"blocked","patterns":["card"]}}]}`
	x := answer(t, 403, "application/json", `{"error":{"code":403,"message":"Request blocked"},"service_metadata":`+meta+`,"user_id":"u"}`, wire.EndClean)
	want(t, "a guardrail's block", x.Failure.Guardrail, true)
	want(t, "user", *x.Failure.UserID, "u")
	want(t, "routing", string(x.Routing), meta)
	x = fold(t, `{"type":"error","error":{"code":403,"message":"blocked"},"service_metadata":`+meta+`}`)
	want(t, "routing of an error event", string(x.Routing), meta)
	want(t, "status of the head is a success", x.Failure.Status, 0)
}

// TestErrorStatusWithAStreamBody: some services send the error of an error status in an
// event stream.
func TestErrorStatusWithAStreamBody(t *testing.T) {
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Head(429, "text/event-stream", true), wiretest.Frame(`{"type":"error","code":"rate_limit_exceeded","message":"slow"}`, 1), wiretest.End(wire.EndClean, ""))
	want(t, "verdict", x.Verdict, Failed)
	want(t, "status", x.Failure.Status, 429)
	want(t, "message", x.Failure.Message, "slow")
	x = NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Head(503, "text/event-stream", true), wiretest.Frame(":", 1), wiretest.End(wire.EndClean, ""))
	want(t, "no event", string(x.Verdict)+" "+x.Failure.Message, "failed the body is empty")
}

func TestReasonOfAFailure(t *testing.T) {
	for body, reason := range map[string]string{
		`{"status":"failed","error_type":"provider_overloaded","error":{"code":"server_error","message":"m"}}`: "provider_overloaded",
		`{"status":"failed","error":{"code":"server_error","message":"m"}}`:                                    "server_error",
		`{"status":"failed","error":{"message":"m"}}`:                                                          "",
		`{"error":{"code":null,"message":"m","type":"invalid_request_error"}}`:                                 "invalid_request_error",
		`{"error":{"code":400,"message":"m"}}`:                                                                 "400",
	} {
		want(t, body, answer(t, 200, "application/json", body, wire.EndClean).Reason, reason)
	}
}

func TestWarningsHaveTimes(t *testing.T) {
	x := fold(t, "{", wiretest.Delta(0, "m", "x"), "{")
	want(t, "first at", x.Warnings[0].AtUS, int64(100_000))
	want(t, "how often", x.Warnings[0].Count, 2)
	want(t, "the end's", x.Warnings[1].AtUS, int64(500_000))
}

// TestMatchingContentTypesRaiseNoWarning covers parameters, case and other JSON types.
func TestMatchingContentTypesRaiseNoWarning(t *testing.T) {
	for media, fits := range map[string]bool{
		"text/event-stream": true, "TEXT/Event-Stream; charset=utf-8": true, "text/event-stream;": true,
		"text/plain": false, "": false, "application/x-ndjson": false,
	} {
		x := NewExchange("x", []byte(wiretest.StreamRequest))
		x.Apply(wiretest.Head(200, media, true), wiretest.Frame(wiretest.Completed(), 1), wiretest.Frame("[DONE]", 2), wiretest.End(wire.EndClean, ""))
		want(t, "stream "+media, codes(x) == "", fits)
	}
	for media, fits := range map[string]bool{
		"application/json": true, "application/vnd.api+json": true, "Application/JSON; charset=utf-8": true, "text/html": false, "": false,
	} {
		want(t, "document "+media, codes(answer(t, 200, media, `{"output":[]}`, wire.EndClean)) == "", fits)
	}
}

// TestJSONCutShortIsTruncated distinguishes a document that was cut short from an invalid
// one.
func TestJSONCutShortIsTruncated(t *testing.T) {
	for body, verdict := range map[string]Verdict{
		`{"status":"comp`: Truncated, `{"a":tr`: Truncated, `{"a":1`: Truncated, `{`: Truncated, `  `: Truncated, `[1,`: Truncated, `"x`: Truncated,
		`{"x":` + strings.Repeat("[", 20_000): Truncated,
		`{"a":1}}`:                            Failed, `{'a':1}`: Failed, `{"a" 1}`: Failed, `hello`: Failed, `{"a":1} x`: Failed,
	} {
		want(t, body, answer(t, 200, "application/json", body, wire.EndClean).Verdict, verdict)
	}
	x := answer(t, 200, "application/json", "{\n'a':1}", wire.EndClean)
	want(t, "says where", x.Failure.Message, `the answer is not JSON: line 2, column 1: '\'', where a member's name in double quotes belongs`)
}

func TestEndReportsRedactedAndDroppedBytes(t *testing.T) {
	x := NewExchange("x1", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream()...)
	end := wiretest.End(wire.EndLineCap, "")
	end.Redacted, end.Dropped = 26, 1000
	x.Apply(end)
	want(t, "redacted", x.Redacted, 26)
	want(t, "dropped", x.Dropped, int64(1000))
}

// TestFailureCodesWithoutAHead: --json promises these words and no others.
func TestFailureCodesWithoutAHead(t *testing.T) {
	for cause, code := range map[wire.EndCause]string{
		wire.EndDNS: "dns", wire.EndConnect: "connect", wire.EndTLS: "tls", wire.EndTimeout: "timeout", wire.EndCancelled: "cancelled",
		wire.EndRequest: "connect", wire.EndIdle: "timeout", wire.EndLost: "connect", wire.EndKilled: "connect",
	} {
		x := NewExchange("x", nil)
		x.Apply(wiretest.End(cause, ""))
		want(t, string(cause), string(x.Failure.Code), `"`+code+`"`)
	}
}

// TestUnknownContentEncodingIsNamed covers a stream, a document and an error.
func TestUnknownContentEncodingIsNamed(t *testing.T) {
	encoded := func(status int, streamed bool, coding string, body ...wire.Arrival) *Exchange {
		x := NewExchange("x", []byte(wiretest.StreamRequest))
		head := wiretest.Head(status, "text/event-stream", streamed)
		head.Head.Header.Set("Content-Encoding", coding)
		x.Apply(append([]wire.Arrival{head}, body...)...)
		return x
	}
	x := encoded(200, true, "lzma", wiretest.Frame("torn:\x8b\x03\x80", 1), wiretest.End(wire.EndClean, ""))
	want(t, "stream", strings.Contains(x.Warnings[0].Message, `"lzma"`) && x.Warnings[0].Code == WarnEncoding, true)
	for _, status := range []int{200, 502} {
		x = encoded(status, false, "LZMA", wiretest.End(wire.EndClean, "\x8b\x03\x80"))
		want(t, "document", x.Failure.Message, "the answer is encoded as lzma, which is not read")
	}
	for _, known := range []string{"", "identity", "gzip", "br", "zstd, deflate"} {
		x = encoded(200, true, known, wiretest.Frame(wiretest.Completed(), 1), wiretest.Frame("[DONE]", 2), wiretest.End(wire.EndClean, ""))
		want(t, "warnings of "+known, codes(x), "")
	}
}

// TestDecodingErrorIsNotALostConnection: the verdict is truncated, and the
// warning names the encoding.
func TestDecodingErrorIsNotALostConnection(t *testing.T) {
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Head(200, "text/event-stream", true), wiretest.Frame(wiretest.Delta(0, "m", "a"), 1), wiretest.End(wire.EndEncoding, "the body cannot be decoded as br: corrupt"))
	want(t, "verdict", x.Verdict, Truncated)
	want(t, "warning", codes(x), WarnEncoding)
}

func TestByteOrderMarkBeforeADocumentIsAccepted(t *testing.T) {
	x := NewExchange("x", nil)
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, "\xEF\xBB\xBF"+`{"object":"response","status":"completed","output":[]}`))
	want(t, "verdict", x.Verdict, Completed)
	want(t, "response", string(x.Response), `{"object":"response","status":"completed","output":[]}`)
	r := NewRerank("x", nil)
	r.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, "\xEF\xBB\xBF"+`{"results":[{"index":0,"relevance_score":0.5}]}`))
	want(t, "rerank", r.Verdict, Completed)
}

// TestMissingContentTypeIsWarnedAbout: the warning does not call it an empty type.
func TestMissingContentTypeIsWarnedAbout(t *testing.T) {
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	head := wiretest.Head(200, "", true)
	head.Head.Header.Del("Content-Type")
	x.Apply(head, wiretest.Frame(wiretest.Completed(), 1), wiretest.Frame("[DONE]", 2), wiretest.End(wire.EndClean, ""))
	want(t, "warning", x.Warnings[0].Message, "the answer is an event stream, but no Content-Type arrived")
}

// TestFailingFrameIsMarked covers every event type that ends in a failure.
func TestFailingFrameIsMarked(t *testing.T) {
	for _, last := range []string{
		`{"error":{"code":500,"message":"boom"}}`, `{"type":"response.failed","response":{"status":"failed","output":[]}}`,
		`{"type":"response.incomplete","response":{"status":"incomplete","output":[]}}`, `{"type":"error","code":"x","message":"m"}`,
	} {
		x := fold(t, wiretest.Delta(0, "m", "a"), last)
		if got := x.FrameList.Marks(1); got&frames.Failure == 0 {
			t.Errorf("%s: verdict %s, marks %b", last, x.Verdict, got)
		}
	}
	if x := fold(t, wiretest.Delta(0, "m", "a"), wiretest.Completed()); x.FrameList.Count(frames.Failure) != 0 {
		t.Error("a completed answer has a failure")
	}
}

// TestEmptyBodyIsTruncated: without a body there is no content type to compare.
func TestEmptyBodyIsTruncated(t *testing.T) {
	x := answer(t, 200, "application/json", "", wire.EndClean)
	want(t, "bare", x.NoBody, true)
	want(t, "verdict", x.Verdict, Truncated)
	want(t, "warnings", codes(x), WarnNoTerminal)
	want(t, "with one", answer(t, 200, "application/json", "{", wire.EndClean).NoBody, false)
}
