package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/gateway"
	"gatehouse/state/check"
)

// The checks of validate and those of the local gateway were written apart.
// They must say yes or no to the same requests, and of what is wrong name the
// same first place.

// gate is a gateway to try requests on.
type gate struct{ url string }

func openGate(t *testing.T) gate {
	srv := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	t.Cleanup(srv.Close)
	return gate{srv.URL + gateway.Prefix}
}

// path is the first faulty place that the gateway names; empty when it finds no
// fault. What else may go wrong (no such model, a guardrail) is no fault.
func (g gate) path(t fataler, as check.Target, body []byte) string {
	req, err := http.NewRequest("POST", g.url+"/"+string(as), bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%v", err)
	}
	req.Header.Set("Authorization", "Bearer k")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if resp.StatusCode >= 500 {
		t.Fatalf("%s: %d %s", body, resp.StatusCode, answer)
	}
	if resp.StatusCode != 400 && resp.StatusCode != 422 {
		return ""
	}
	var failed struct {
		Error struct {
			Message  string
			Metadata struct{ Faults []struct{ Path string } }
		}
	}
	if err := json.Unmarshal(answer, &failed); err != nil {
		t.Fatalf("%s: %v in %s", body, err, answer)
	}
	if len(failed.Error.Metadata.Faults) == 0 {
		return ""
	}
	path := failed.Error.Metadata.Faults[0].Path
	if !strings.HasPrefix(failed.Error.Message, path+": ") {
		t.Fatalf("%s: the message %q does not begin with the first path, %s", body, failed.Error.Message, path)
	}
	return path
}

// fataler is a test, of the standard library's kind or of rapid's.
type fataler interface {
	Fatalf(format string, args ...any)
}

// agree compares both rooms' first path for one body.
func (g gate) agree(t fataler, as check.Target, body []byte) {
	ours := ""
	if report := check.For(as, body); !report.OK() {
		ours = report.Faults[0].Path
	}
	if theirs := g.path(t, as, body); ours != theirs {
		t.Fatalf("%s\nvalidate: %q, gateway: %q (empty: no fault)", body, ours, theirs)
	}
}

// TestValidateAndGatewayAgree breaks good requests in some places, or in none.
func TestValidateAndGatewayAgree(t *testing.T) {
	g := openGate(t)
	rapid.Check(t, func(t *rapid.T) {
		for range 20 { // a request has hundreds of places, and rapid tries a hundred times
			g.agree(t, check.ForResponses, damaged(t, wholeRequest(t)))
		}
	})
}

func TestValidateAndGatewayAgreeOnRerank(t *testing.T) {
	g := openGate(t)
	rapid.Check(t, func(t *rapid.T) {
		g.agree(t, check.ForRerank, damaged(t, wholeRerank(t)))
	})
}

// TestValidateAndGatewayAgreeOnSchemas has a test of its own, since schemas
// have more places than all the rest.
func TestValidateAndGatewayAgreeOnSchemas(t *testing.T) {
	g := openGate(t)
	rapid.Check(t, func(t *rapid.T) {
		s := damaged(t, randomSchema(t, 0))
		body := `{"text":{"format":{"type":"json_schema","name":"n","schema":` + string(s) + `}}}`
		if rapid.Bool().Draw(t, "of a tool") {
			body = `{"tools":[{"type":"function","name":"f","parameters":` + string(s) + `}]}`
		}
		g.agree(t, check.ForResponses, []byte(body))
	})
}

// TestValidateAndGatewayAgreeOnBytes breaks the JSON itself.
func TestValidateAndGatewayAgreeOnBytes(t *testing.T) {
	g := openGate(t)
	rapid.Check(t, func(t *rapid.T) {
		body := wholeRequest(t).bytes()
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			at := rapid.IntRange(0, len(body)).Draw(t, "at")
			with := rapid.SampledFrom([]string{"", "{", "}", "[", "]", ",", ":", `"`, `\`, "0", "-", "e", " ", "\n", "\x00", "\xff", "\xef\xbb\xbf", `\ud800`, "null"}).Draw(t, "with")
			drop := rapid.IntRange(0, min(2, len(body)-at)).Draw(t, "drop")
			body = append(append(bytes.Clone(body[:at]), with...), body[at+drop:]...)
		}
		g.agree(t, check.ForResponses, body)
	})
}

// TestValidateAndGatewayAgreeHere holds the requests on which they once
// differed, or nearly.
func TestValidateAndGatewayAgreeHere(t *testing.T) {
	g := openGate(t)
	for _, body := range []string{
		`{"tools":[{"type":"function","name":"f","description":null,"parameters":null}]}`,
		`{"reasoning":null}`, `{"prompt":null}`, `{"prompt_cache_options":null}`, `{"route":null}`, `{"truncation":null}`,
		`{"tool_choice":{"type":"function","name":"late"},"input":[{"type":"additional_tools","tools":[{"type":"function","name":"late"}]}]}`,
		`{"tools":[{"type":"function","name":"f","defer_loading":true}],"input":[{"type":"additional_tools","tools":[{"type":"service:tool_search"},{"type":"shell"}]}]}`,
		`{"tools":[{"type":"tool_search"},{"type":"shell"},{"type":"function","name":"f","defer_loading":true}]}`,
		`{"text":{"format":{"schema":{"type":["string","string"]}}}}`, `{"text":{"format":{"schema":{"type":[]}}}}`,
		`{"text":{"format":{"schema":{"anyOf":[]}}}}`, `{"text":{"format":{"schema":{"minLength":-0}}}}`,
		`{"tools":[{"type":"function","name":"f","parameters":{"type":"x"}}],"top_k":"a"}`,
		`{"input":[{"role":"user","content":null}]}`, `{"input":[{"role":null}]}`, `{"input":[{"type":"","content":5}]}`, `{"input":[{"type":5,"content":5}]}`,
		`{"input":[{"content":5,"role":5}]}`, `{"tools":[{"description":5,"type":"function"}]}`,
		`{"input":[{"content":[{"type":"input_text","text":5},{"type":"refusal","refusal":5}]}]}`,
		`{"tool_choice":{"type":"auto"}}`, `{"tool_choice":{"type":5}}`, `{"tool_choice":{"type":"function","name":""},"tools":[{"type":"function","name":"f"}]}`,
		`{"tool_choice":{"type":"function","name":5},"tools":[{"type":"function","name":"5"}]}`,
		`{"tool_choice":{"type":"function","name":"f"},"tools":[{"type":"namespace","name":"n","tools":[{"type":"namespace","name":"m","tools":[{"type":"function","name":"f"}]}]}]}`,
		`{"input":[{"type":"function_call"},{"type":"function_call_output","call_id":""}]}`,
		`{"metadata":{"a[":1,"b":2}}`, `{"a":"\ud800"}`, "\ufeff{}", ``, ` `, `[]`, `{"a":1,"a":2}`,
	} {
		g.agree(t, check.ForResponses, []byte(body))
	}
}
