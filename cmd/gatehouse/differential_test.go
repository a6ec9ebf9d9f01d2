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
	"gatehouse/state/request/validate"
)

// The checks of validate and those of the local gateway were written apart.
// They must say yes or no to the same requests, and of what is wrong name the
// same first place.

// gate is a gateway to try requests on.
type gate struct{ url, word string }

func openGate(t *testing.T) gate { return openGateOf(t, validate.DefaultWord) }

// openGateOf is the gateway of a service with another word.
func openGateOf(t *testing.T, word string) gate {
	srv := httptest.NewServer(gateway.New(gateway.WithPace(0), gateway.WithService(word)))
	t.Cleanup(srv.Close)
	return gate{srv.URL + gateway.Prefix, word}
}

// path is the first faulty place that the gateway names; empty when it finds no
// fault.
func (g gate) path(t fataler, as validate.Target, body []byte) string {
	if all := g.paths(t, as, body); len(all) > 0 {
		return all[0]
	}
	return ""
}

// paths is the faulty places that the gateway names, in its order. What else may
// go wrong (no such model, a guardrail) is no fault.
func (g gate) paths(t fataler, as validate.Target, body []byte) []string {
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
	if resp.StatusCode >= 500 && !bytes.Contains(answer, []byte(`"previous_errors":[`)) { // which simulated providers failed with
		t.Fatalf("%s: %d %s", body, resp.StatusCode, answer)
	}
	if resp.StatusCode != 400 && resp.StatusCode != 422 {
		return nil
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
	var paths []string
	for _, f := range failed.Error.Metadata.Faults {
		paths = append(paths, f.Path)
	}
	if len(paths) > 0 && !strings.HasPrefix(failed.Error.Message, paths[0]+": ") {
		t.Fatalf("%s: the message %q does not begin with the first path, %s", body, failed.Error.Message, paths[0])
	}
	return paths
}

// fataler is a test, of the standard library's kind or of rapid's.
type fataler interface {
	Fatalf(format string, args ...any)
}

// agree compares what both packages report for one body: the same first path, and no path that the
// gateway alone names. (The gateway looks for contradictions only if nothing else is wrong;
// validate reports all at once.)
func (g gate) agree(t fataler, as validate.Target, body []byte) {
	first := ""
	ours := map[string]bool{}
	for i, f := range validate.For(as, body, validate.Service{Word: g.word}).Faults {
		if i == 0 {
			first = f.Path
		}
		ours[f.Path] = true
	}
	theirs := g.paths(t, as, body)
	if len(theirs) == 0 {
		theirs = []string{""}
	}
	if first != theirs[0] {
		t.Fatalf("%s\nvalidate: %q, gateway: %q (empty: no fault)", body, first, theirs[0])
	}
	for _, path := range theirs {
		if first != "" && !ours[path] {
			t.Fatalf("%s\nthe gateway alone names %q", body, path)
		}
	}
}

// TestValidateAndGatewayAgree breaks good requests in some places, or in none.
func TestValidateAndGatewayAgree(t *testing.T) {
	g := openGate(t)
	rapid.Check(t, func(t *rapid.T) {
		for range 20 { // a request has hundreds of places, and rapid tries a hundred times
			g.agree(t, validate.ForResponses, damaged(t, randomRequest(t)))
		}
	})
}

func TestValidateAndGatewayAgreeOnRerank(t *testing.T) {
	g := openGate(t)
	for _, body := range []string{
		`{"model":"m","query":"q","documents":["a",{"text":"b"},{"image":"c"},1]}`, `{"model":"m","query":"q","documents":["a",{"text":1},{"image":2},null]}`,
		`{"documents":"a","provider":{"allow_fallbacks":null}}`, `{"documents":["a"],"documents":[]}`, `{"model":1,"query":null,"documents":[],"top_n":0}`,
	} {
		g.agree(t, validate.ForRerank, []byte(body))
	}
	rapid.Check(t, func(t *rapid.T) {
		g.agree(t, validate.ForRerank, damaged(t, randomRerank(t)))
	})
}

// TestValidateAndGatewayAgreeOnSchemas is a separate test, since schemas have more places than all
// the rest.
func TestValidateAndGatewayAgreeOnSchemas(t *testing.T) {
	g := openGate(t)
	rapid.Check(t, func(t *rapid.T) {
		s := damaged(t, randomSchema(t, 0))
		body := `{"text":{"format":{"type":"json_schema","name":"n","schema":` + string(s) + `}}}`
		if rapid.Bool().Draw(t, "of a tool") {
			body = `{"tools":[{"type":"function","name":"f","parameters":` + string(s) + `}]}`
		}
		g.agree(t, validate.ForResponses, []byte(body))
	})
}

// TestValidateAndGatewayAgreeOnBytes breaks the JSON itself.
func TestValidateAndGatewayAgreeOnBytes(t *testing.T) {
	g := openGate(t)
	rapid.Check(t, func(t *rapid.T) {
		body := randomRequest(t).bytes()
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			at := rapid.IntRange(0, len(body)).Draw(t, "at")
			with := rapid.SampledFrom([]string{"", "{", "}", "[", "]", ",", ":", `"`, `\`, "0", "-", "e", " ", "\n", "\x00", "\xff", "\xef\xbb\xbf", `\ud800`, "null"}).Draw(t, "with")
			drop := rapid.IntRange(0, min(2, len(body)-at)).Draw(t, "drop")
			body = append(append(bytes.Clone(body[:at]), with...), body[at+drop:]...)
		}
		g.agree(t, validate.ForResponses, body)
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
		`{"input":[{"type":"function_call_output","name":"goal_objective","namespace":"agent","output":"1"}]}`,
		`{"input":[{"type":"function_call_output","call_id":null},{"type":"function_call_output","call_id":5},{"type":"function_call_output","call_id":"c"}]}`,
		`{"plugins":[{"id":"no"}]}`, `{"plugins":[{"id":"web"},{"id":"moderation","enabled":1}]}`, `{"plugins":[{"id":"fusion","analysis_models":[]}]}`,
		`{"plugins":[{"id":"auto-router","cost_tier":"low","cost_quality_tradeoff":11}]}`, `{"plugins":[{"id":"pareto-router","max_price":-1,"min_coding_score":2}]}`,
		`{"cache_control":{"type":"auto"},"debug":{"echo_upstream_body":1},"include":["text"],"modalities":["a"],"route":5,"trace":[]}`,
		`{"metadata":{"a[":1,"b":2}}`, `{"a":"\ud800"}`, "\ufeff{}", ``, ` `, `[]`, `{"a":1,"a":2}`,
		`{"input":[{"type":"reasoning","content":"x","type":null}]}`, `{"input":[{"type":null,"content":"x","type":"reasoning"}]}`,
	} {
		g.agree(t, validate.ForResponses, []byte(body))
	}
}

// TestValidateAndGatewayAgreeOnTheWord checks that only the service's tool search finds what is
// deferred, on both sides.
func TestValidateAndGatewayAgreeOnTheWord(t *testing.T) {
	for _, word := range []string{validate.DefaultWord, "openrouter"} {
		g := openGateOf(t, word)
		for _, prefix := range []string{"service:", "openrouter:", "SERVICE:", ":", ""} {
			body := `{"tools":[{"type":"` + prefix + `tool_search"},{"type":"shell"},{"type":"function","name":"f","defer_loading":true}]}`
			g.agree(t, validate.ForResponses, []byte(body))
			matches := prefix == word+":"
			if r := program(t, body, "validate", "--service", word); (r.code == exitOK) != matches {
				t.Errorf("validate --service %s with %stool_search: exit %d, %s", word, prefix, r.code, r.stdout)
			}
		}
	}
}
