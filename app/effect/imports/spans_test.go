package imports

import (
	"strings"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/state"
)

// TestSpansAndCollections: they become exchanges like any other, say that they were put
// together, and are known again; what is no such file is named.
func TestSpansAndCollections(t *testing.T) {
	dir, a := t.TempDir(), newArchive(t)
	spans := put(t, dir, "spans.json", `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a","spanId":"b","startTimeUnixNano":"1750000000000000000","endTimeUnixNano":"1750000001000000000","attributes":[
		{"key":"gen_ai.request.model","value":{"stringValue":"v/m"}},
		{"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"a quixotic question\"}]}]"}},
		{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"an answer\"}],\"finish_reason\":\"stop\"}]"}}]}]}]}]}`)
	collection := put(t, dir, "requests.json", `{"info":{"_postman_id":"x","name":"n","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[
		{"request":{"method":"POST","header":[{"key":"Authorization","value":"Bearer canary-of-postman"}],"url":"https://h.example/v1/responses","body":{"mode":"raw","raw":"{\"input\":\"canary-of-postman\"}"}},
		 "response":[{"code":200,"header":[{"key":"Content-Type","value":"application/json"}],"body":"{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"saved\"}]}]}"}]}]}`)
	for range 2 {
		if r := taken(t, a, spans, collection); r.Added+r.Known != 2 || len(r.Faults) != 0 {
			t.Fatalf("%+v", r)
		}
	}
	found := listed(t, a, "quixotic")
	if len(found) != 1 || found[0].Kind != state.Chat || found[0].Verdict != state.Completed || found[0].TotalUS != 1_000_000 || strings.Join(found[0].Warnings, " ") != "rebuilt" {
		t.Fatalf("%+v", found)
	}
	c, err := a.Capture(t.Context(), found[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	if x := files.Fold(found[0].About, c); x.Text() != "an answer" {
		t.Errorf("%q, %s", x.Text(), x.Verdict)
	}
	saved := listed(t, a, "verdict:completed -quixotic")
	if len(saved) != 1 || !saved[0].Undated || saved[0].Words == "" {
		t.Fatalf("%+v", saved)
	}
	if c, err := a.Capture(t.Context(), saved[0].Key); err != nil || strings.Contains(string(c.Sent.Body)+c.Sent.Header.Get("Authorization"), "canary") {
		t.Errorf("%s, %v", c.Sent.Body, err)
	}
	r := taken(t, a, put(t, dir, "insomnia.json", `{"_type":"export","resources":[]}`), put(t, dir, "langfuse.json", `[{"traceId":"t","type":"GENERATION","startTime":"x"}]`), put(t, dir, "other.json", `{}`))
	for i, want := range []string{"insomnia.json: an Insomnia export", "langfuse.json: a Langfuse export", "other.json: no HTTP Archive, curl command, file of the Batch API, Postman"} {
		if len(r.Faults) != 3 || !strings.Contains(r.Faults[i].Error(), want) {
			t.Errorf("%v", r.Faults)
		}
	}
}
