package explain

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
)

const base = "http://127.0.0.1:8080/api/v1"

func failed(status int, body string, header ...string) wire.Failure {
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return read.Failure(status, h, []byte(body), int64(len(body)), time.Time{})
}

// TestStatuses: each status of the document and each other that occurs has a
// distinct title in words, with the code, a meaning, and a next step.
func TestStatuses(t *testing.T) {
	titles := map[int]string{
		400: "invalid request (400)", 401: "not authenticated (401)", 402: "out of credits (402)",
		403: "not permitted (403)", 404: "not found (404)", 405: "method not allowed (405)",
		408: "time limit exceeded (408)", 412: "precondition failed (412)", 413: "request too large (413)",
		422: "contradictory request (422)", 429: "rate limited (429)", 500: "unexpected server error (500)",
		502: "the provider failed (502)", 503: "temporarily unavailable (503)", 504: "the provider took too long (504)",
		520: "no response at the edge network (520)", 526: "no response at the edge network (526)",
		524: "timed out at the edge (524)", 529: "the provider is overloaded (529)",
		307: "redirected (307)", 418: "refused (418)", 599: "the service failed (599)", 101: "unexpected response (101)",
	}
	for status, title := range titles {
		body := fmt.Sprintf(`{"error":{"code":%d,"message":"the gateway's words"}}`, status)
		p := Failure(failed(status, body), Context{BaseURL: base, KeySent: true})
		if p.Title != title {
			t.Errorf("%d: %q, want %q", status, p.Title, title)
		}
		if !strings.HasSuffix(p.Meaning, ".") || len(p.SuggestionTexts()) == 0 || p.Message != "the gateway's words" {
			t.Errorf("%d: %+v", status, p)
		}
	}
}

func TestThe403s(t *testing.T) {
	blocked := Failure(failed(403, `{"error":{"code":403,"message":"Request blocked","metadata":{"patterns":["payment card number","iban"]}}}`), Context{BaseURL: base})
	if blocked.Title != "blocked by a guardrail (403)" || !strings.Contains(blocked.Meaning, "“payment card number”, “iban” (judging by the name, a bank account number).") {
		t.Errorf("%+v", blocked)
	}
	one := Failure(failed(403, `{"error":{"code":403,"message":"m","metadata":{"patterns":["card"]}}}`), Context{})
	none := Failure(failed(403, `{"error":{"code":403,"message":"m","metadata":{"patterns":[]}}}`), Context{})
	if !strings.Contains(one.Meaning, "It matched the pattern “card” (judging by the name, a payment card number).") || !strings.Contains(none.Meaning, "does not say") {
		t.Errorf("%q %q", one.Meaning, none.Meaning)
	}
	for patterns, want := range map[string]string{`""`: "matched an empty pattern.", `"","iban"`: "matched the patterns (empty), “iban”"} {
		empty := Failure(failed(403, `{"error":{"code":403,"message":"m","metadata":{"patterns":[`+patterns+`]}}}`), Context{})
		if !strings.Contains(empty.Meaning, want) {
			t.Errorf("%s: %q", patterns, empty.Meaning)
		}
	}
	judged := Failure(failed(403, `{"error":{"code":403,"message":"m","metadata":{"reasons":["violence"],"flagged_input":"hi th"}}}`), Context{})
	if !strings.HasSuffix(judged.Meaning, "Its stated reasons are “violence”. It quotes the request: “hi th”.") {
		t.Errorf("%q", judged.Meaning)
	}
	key := Failure(failed(403, `{"error":{"code":403,"message":"Only management keys can perform this operation"}}`), Context{BaseURL: base})
	if key.Title != "a management key is needed (403)" || key.SuggestionTexts()[0] != "use a management key for POST /responses" || !strings.Contains(key.Meaning, "not allowed to call POST /responses") {
		t.Errorf("%+v", key)
	}
	models := Failure(failed(403, `{"error":{"code":403,"message":"Only management keys may list models"}}`), Context{Operation: "GET /models"})
	if models.SuggestionTexts()[0] != "use a management key for GET /models" {
		t.Errorf("%+v", models)
	}
	proxy := Failure(failed(403, `<html><title>Access denied</title></html>`, "Content-Type", "text/html"), Context{BaseURL: base})
	if proxy.Title != "an HTML page, not from the gateway (403)" || proxy.Message != "Access denied" {
		t.Errorf("%+v", proxy)
	}
}

// TestNotPermitted: a 403 that names no management key and no guardrail shows the
// service's words, and its advice fits them.
func TestNotPermitted(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"code":403,"message":"Key limit exceeded (total limit)."}}`:                                                       "raise the limit of the key",
		`{"error":{"code":403,"message":"no","error_type":"payment_required"}}`:                                                      "raise the limit of the key",
		`{"error":{"code":403,"message":"This model is not available in your country"}}`:                                             "choose another model",
		`{"error":{"message":"no","availability":{"code":"region_restricted","retryable":false}}}`:                                   "choose another model",
		`{"error":{"code":403,"message":"Key may not use model a/b"}}`:                                                               "choose another model",
		`{"error":{"message":"User: arn:aws:iam::1:user/x is not authorized to perform: bedrock:InvokeModel on resource: a-model"}}`: "ask the account's admin",
		`{"error":{"code":403,"message":"no","metadata":{"error_type":"content_policy_violation"}}}`:                                 "edit the text and send it again",
		`{"error":{"code":403,"message":"no"}}`:                                                                                      "check what the key allows",
	} {
		p := Failure(failed(403, body), Context{BaseURL: base, KeySent: true})
		if p.Title != "not permitted (403)" || p.Message == "" || !strings.HasPrefix(p.SuggestionTexts()[0], want) || strings.Contains(fmt.Sprint(p), "management") {
			t.Errorf("%s: %+v", body, p)
		}
	}
	relayed := Failure(failed(403, `{"error":{"message":"openrouter error: Request blocked by the guardrail pii: iban","code":403},"provider":"openrouter"}`), Context{BaseURL: base})
	if relayed.Title != "blocked by a guardrail (403)" {
		t.Errorf("%+v", relayed)
	}
	hooks := Failure(failed(446, `{"error":{"message":"The guardrail checks defined in the config failed.","type":"hooks_failed"}}`), Context{BaseURL: base})
	if hooks.Title != "blocked by a guardrail (446)" || !hooks.Advises(EditText) {
		t.Errorf("%+v", hooks)
	}
	region := Failure(failed(403, `{"error":{"message":"no","availability":{"code":"region_restricted"}}}`), Context{})
	if region.Meaning != "The model is not available in this region." {
		t.Errorf("%+v", region)
	}
}

func TestPrefixHint(t *testing.T) {
	tests := []struct {
		base, body string
		status     int
		hint       string
	}{
		{"https://gw.example", "404 page not found", 404, "https://gw.example/api/v1"},
		{"https://gw.example/v1", `{"detail":"Not Found"}`, 404, "https://gw.example/api/v1"},
		{"https://gw.example/v1", `{"error":"not found"}`, 404, "https://gw.example/api/v1"},
		{"https://gw.example/v1", `{"error":{"code":404,"message":"no such model"}}`, 404, ""}, // the body speaks for itself
		{"https://gw.example/api", "<html>", 502, "https://gw.example/api/v1"},
		{"https://gw.example/team", "<!doctype html>", 200, "https://gw.example/team/api/v1"},
		{"https://gw.example/api/v1", "404 page not found", 404, ""},
		{"https://gw.example/api/v1/", "<html>", 502, ""},
		{"https://gw.example", `{"error":{"message":"slow"}}`, 429, ""},
		{"https://gw.example", "plain words", 500, ""},
		{"", "<html>", 404, ""},
		{"://", "<html>", 404, ""},
	}
	for _, tt := range tests {
		p := Failure(failed(tt.status, tt.body), Context{BaseURL: tt.base, KeySent: true})
		got := ""
		if strings.HasPrefix(p.SuggestionTexts()[0], "the base URL has no /api/v1: try ") {
			got = strings.TrimPrefix(p.SuggestionTexts()[0], "the base URL has no /api/v1: try ")
		}
		if got != tt.hint {
			t.Errorf("%s %d: hint %q, want %q", tt.base, tt.status, got, tt.hint)
		}
	}
}

func TestRetryAfterComesFirst(t *testing.T) {
	p := Failure(failed(429, `{"error":{"code":429,"message":"m"}}`, "Retry-After", "2"), Context{BaseURL: base})
	if p.SuggestionTexts()[0] != "wait 2 s, as the service asks, then send it again" {
		t.Error(p.SuggestionTexts())
	}
	if got := retryWords(wire.Retry{Source: "Retry-After"}, time.Time{}); !strings.Contains(got, "is over") {
		t.Error(got)
	}
}

func TestWait(t *testing.T) {
	for ms, want := range map[int64]string{
		1: "1 ms", 999: "999 ms", 1000: "1 s", 1500: "1.5 s", 59_900: "59.9 s", 60_000: "1 min", 125_000: "2 min 5 s",
		3_600_000: "1 h", 5_400_000: "1 h 30 min", 1 << 62: "305419 h 54 min",
	} {
		if got := Wait(ms); got != want {
			t.Errorf("%d ms: %q, want %q", ms, got, want)
		}
	}
}

func TestMissingKeyIsNamed(t *testing.T) {
	f := failed(401, `{"error":{"code":401,"message":"Missing Authentication header"}}`)
	for want, c := range map[string]Context{
		"no key was sent: set GATEHOUSE_API_KEY and name the address with --base-url or --profile, or give the profile a key": {},
		"no key was sent: set one for the connection with F7":                                                                 {ConnectKeys: "F7"},
		"mygw has no key: set one on the connection screen (F7), or set GATEHOUSE_API_KEY and pass --profile mygw":            {Profile: "mygw"},
	} {
		if got := Failure(f, c).SuggestionTexts()[0]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if p := Failure(f, Context{KeySent: true}); strings.Contains(p.SuggestionTexts()[0], "GATEHOUSE_API_KEY") {
		t.Error(p.SuggestionTexts())
	}
}

func TestParameterIsNamed(t *testing.T) {
	p := Failure(failed(400, `{"error":{"code":null,"message":"m","param":"top_p"}}`), Context{BaseURL: base})
	if p.SuggestionTexts()[0] != "check the field top_p" {
		t.Error(p.SuggestionTexts())
	}
}

// TestFailuresInsideAnAnswer: an error event has no status; its code or type
// describes what happened.
func TestFailuresInsideAnAnswer(t *testing.T) {
	for data, title := range map[string]string{
		`{"type":"error","code":"rate_limit_exceeded","message":"m"}`:                                      "rate limited (rate_limit_exceeded)",
		`{"type":"error","error":{"code":429,"message":"m"}}`:                                              "rate limited (429)",
		`{"type":"error","error":{"code":"429","message":"m"}}`:                                            "rate limited (429)",
		`{"error":{"code":502,"message":"m"}}`:                                                             "the provider failed (502)",
		`{"type":"error","code":"server_error","message":"m"}`:                                             "the answer ended with an error (server_error)",
		`{"type":"error","code":"invalid_image_format","message":"m"}`:                                     "invalid request (invalid_image_format)",
		`{"type":"error","error":{"code":null,"message":"m","error_type":"provider_overloaded"}}`:          "the provider is overloaded (provider_overloaded)",
		`{"type":"error","code":"odd_word","message":"m"}`:                                                 "the answer ended with an error (odd_word)",
		`{"type":"error","code":null,"message":"m"}`:                                                       "the answer ended with an error",
		`{"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":"m"}}}`: "invalid request (context_length_exceeded)",
	} {
		e, err := read.Event([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		ending, ok := read.Ending(&wire.Arrival{Decoded: true, Event: e})
		f := *ending.Failure
		p := Failure(f, Context{BaseURL: base, HasOutput: true})
		if !ok || p.Title != title {
			t.Errorf("%s: %q, want %q", data, p.Title, title)
		}
		if !strings.Contains(strings.ToLower(p.Meaning), "what arrived is stored") || strings.Contains(p.Meaning, "no usable response") {
			t.Errorf("%s: %s", data, p.Meaning)
		}
		if p = Failure(f, Context{BaseURL: base}); strings.Contains(p.Meaning, "stored") || strings.Contains(p.Title, "ended with") {
			t.Errorf("%s, of which nothing came: %+v", data, p)
		}
	}
}

func TestEveryKnownWordHasAStatus(t *testing.T) {
	for _, word := range strings.Fields(`context_length_exceeded max_tokens_exceeded token_limit_exceeded string_too_long
		authentication permission_denied payment_required rate_limit_exceeded provider_overloaded provider_unavailable
		invalid_request invalid_prompt not_found precondition_failed payload_too_large unprocessable content_policy_violation
		refusal invalid_image image_too_large image_too_small unsupported_image_format image_not_found image_download_failed
		server timeout unmapped`) { // wire-notes §3, error_type
		if statusOf(wire.Failure{Type: word}) == 0 {
			t.Errorf("%s stands for no status", word)
		}
	}
}

func TestEnds(t *testing.T) {
	for cause, titles := range map[wire.EndCause][2]string{
		wire.EndDNS:     {"host not found", "the connection was lost"},
		wire.EndConnect: {"no connection", "the connection was lost"},
		wire.EndTLS:     {"no secure connection", "the connection was lost"},
		wire.EndNotHTTP: {"not an HTTP answer", "the connection was lost"},
		wire.EndTimeout: {"response timeout", "timeout"},
		wire.EndIdle:    {"response timeout", "the stream stalled"},
		wire.EndLost:    {"no response", "the connection was lost"},
		wire.EndLineCap: {"no response", "a line was too long"},
		wire.EndBodyCap: {"no response", "the answer is too large"},
		wire.EndKilled:  {"no response", "the program exited first"},
		wire.EndUnread:  {"no response", "the rest was not read"},
		wire.EndRequest: {"the request could not be sent", "the answer was cut off"},
		wire.EndClean:   {"no response", "the answer was cut off"},
	} {
		for i, hasHead := range []bool{false, true} {
			p := End(wire.End{Cause: cause, Message: "dial tcp: connection refused"}, hasHead, Context{BaseURL: base})
			// the message of a cap is gatehouse's, not the service's
			ours := hasHead && (cause == wire.EndLineCap || cause == wire.EndBodyCap)
			if p.Title != titles[i] || p.Message == "" != ours || !strings.HasSuffix(p.Meaning, ".") {
				t.Errorf("%s, head %v: %+v", cause, hasHead, p)
			}
			if hasHead && !strings.Contains(p.Meaning, "stored") {
				t.Errorf("%s: does not say that what arrived is stored", cause)
			}
		}
	}
	p := End(wire.End{Cause: wire.EndConnect, Message: "EOF"}, false, Context{})
	if p.Title != "no connection" || !strings.Contains(p.Meaning, "the address") {
		t.Errorf("%+v", p)
	}
}

// TestEndsOnPurpose blame neither the network nor, for a status or a WebSocket, a rule that failed.
func TestEndsOnPurpose(t *testing.T) {
	for _, c := range []struct {
		end     wire.End
		hasHead bool
		title   string
		failed  bool // a rule did
	}{
		{wire.End{Cause: wire.EndLost, Detail: wire.DetailFault}, true, "broken off on purpose", false},
		{wire.End{Cause: wire.EndUnsent, Detail: wire.DetailFault}, false, "answered on purpose", false},
		{wire.End{Cause: wire.EndUnsent, Detail: wire.DetailSocket}, false, "not sent", false},
		{wire.End{Cause: wire.EndUnsent, Detail: wire.DetailRule}, false, "not sent", true},
		{wire.End{Cause: wire.EndUnsent}, false, "not sent", false},
	} {
		p := End(c.end, c.hasHead, Context{BaseURL: base})
		if p.Title != c.title || strings.Contains(p.Meaning, "could not change") != c.failed || strings.Contains(p.Meaning, "lost") {
			t.Errorf("%+v: %+v", c.end, p)
		}
	}
}

func exchange(stream bool, status int, cause wire.EndCause, body string, data ...string) *state.Exchange {
	x := state.NewExchange("x", []byte(`{}`))
	if status != 0 {
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Stream: stream, Head: &wire.Head{Status: status, Header: http.Header{}}})
	}
	for _, d := range data {
		e, err := read.Event([]byte(d))
		x.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Data: []byte(d)}, Event: e, Decoded: err == nil})
	}
	x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: cause, Message: "words"}, Body: json.RawMessage(body)})
	return x
}

// TestExchanges picks the right words for each way an exchange can end.
func TestExchanges(t *testing.T) {
	done := `{"type":"response.completed","response":{"status":"completed"}}`
	for _, tt := range []struct {
		x     *state.Exchange
		title string
	}{
		{exchange(false, 429, wire.EndClean, `{"error":{"message":"m"}}`), "rate limited (429)"},
		{exchange(false, 0, wire.EndDNS, ""), "host not found"},
		{exchange(true, 200, wire.EndLost, ""), "the connection was lost"},
		{exchange(true, 200, wire.EndClean, "", `{"type":"error","code":"server_error","message":"m"}`), "unexpected server error (server_error)"},
		{exchange(false, 200, wire.EndClean, "<html><title>Log in</title>"), "not a model gateway's response (200)"},
		{exchange(false, 200, wire.EndClean, `{"status":"cancelled","output":[]}`), "cancelled by the service"},
		{exchange(true, 200, wire.EndClean, "", `{"type":"response.incomplete","response":{"status":"failed"}}`), "the response failed"},
		{exchange(true, 200, wire.EndCancelled, ""), ""},
		{exchange(true, 200, wire.EndClean, "", done), ""},
	} {
		p, ok := Exchange(tt.x, Context{BaseURL: base})
		if p.Title != tt.title || ok != (tt.title != "") {
			t.Errorf("got %q %v, want %q", p.Title, ok, tt.title)
		}
	}
}

// TestWhoCancelled: the user, the program that made the request, or the service.
func TestWhoCancelled(t *testing.T) {
	for reason, want := range map[string]string{"": "stopped", state.ByCaller: "cancelled by the caller"} {
		x := exchange(true, 200, wire.EndCancelled, "")
		x.Reason = reason
		if p, ok := Incomplete(x, Context{}); !ok || p.Title != want {
			t.Errorf("%q: %q, want %q", reason, p.Title, want)
		}
		if got := Standing(x); got != strings.TrimSuffix("cancelled: "+reason, ": ") {
			t.Errorf("%q: %q", reason, got)
		}
	}
}

// TestUnknownModelIsNotASimulatedFault: whatever its name begins with.
func TestUnknownModelIsNotASimulatedFault(t *testing.T) {
	x := state.NewExchange("x", []byte(`{"model":"fault/none"}`))
	head := &wire.Head{Status: 404, Header: http.Header{"Content-Type": {"application/json"}}}
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: head}, wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean},
		Body: []byte(`{"error":{"code":404,"message":"No model \"fault/none\"."}}`)})
	p, _ := Exchange(x, Context{BaseURL: base})
	for _, try := range p.SuggestionTexts() {
		if strings.Contains(try, "on purpose") {
			t.Error(try)
		}
	}
}

// TestA401SaysWhetherAKeyWasSent: the user need not guess which of the two it is.
func TestA401SaysWhetherAKeyWasSent(t *testing.T) {
	body := `{"error":{"code":401,"message":"no"}}`
	for sent, want := range map[bool]string{true: "The server does not accept the key that was sent.", false: "No key was sent."} {
		if p := Failure(failed(401, body), Context{BaseURL: "https://gw.test/v1", KeySent: sent}); p.Meaning != want {
			t.Errorf("a key was sent: %t; it says %q", sent, p.Meaning)
		}
	}
}
