package client_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client"
	"gatehouse/state"
)

// drawEnding draws what may stand at the end of an answer: a result, or an
// error, of any status and shape.
func drawEnding(t *rapid.T) string {
	var members []string
	add := func(name string, values ...string) {
		if v := rapid.SampledFrom(values).Draw(t, name); v != "" {
			members = append(members, fmt.Sprintf("%q:%s", name, v))
		}
	}
	add("status", "", `"completed"`, `"incomplete"`, `"failed"`, `"cancelled"`, `"queued"`, `"odd"`, "null", "7")
	add("error", "", "", "null", `{"code":"x","message":"boom"}`, `"boom"`)
	add("output", "", "[]", "null")
	add("object", "", `"response"`, `"list"`)
	return "{" + strings.Join(members, ",") + "}"
}

// drawEvent draws a frame that may end a stream. Its type stands in the data,
// in the event line, in both, or nowhere.
func drawEvent(t *rapid.T) string {
	kind := rapid.SampledFrom([]string{
		"response.completed", "response.incomplete", "response.failed", "response.cancelled", "response.error", "error",
		"response.queued", "response.in_progress", "response.odd", "odd", "ping", "response.keep_alive", "",
	}).Draw(t, "kind")
	result := drawEnding(t)
	data := rapid.SampledFrom([]string{
		`{"response":` + result + `}`, `{"response":` + result + `,"error":{"message":"beside"}}`,
		`{"error":null}`, `{"error":{"message":"boom"}}`, result, "[DONE]", "{", "[1]", `{"response":5}`,
	}).Draw(t, "data")
	line := ""
	if kind != "" && rapid.Bool().Draw(t, "in the line") {
		line = "event: " + kind + "\n"
	} else if rest, object := strings.CutPrefix(data, "{"); object && rest != "" {
		data = strings.Replace(fmt.Sprintf(`{"type":%q,%s`, kind, rest), ",}", "}", 1)
	}
	return line + "data: " + data + rapid.SampledFrom([]string{"\n\n", "\n\n", "\n\n", "\n"}).Draw(t, "close")
}

// TestCreateAndVerdictAgree: the error of Create is nil exactly where the
// verdict on the same bytes is completed or incomplete.
func TestCreateAndVerdictAgree(t *testing.T) {
	heads := []string{sseHead, jsonHead, strings.Replace(sseHead, "Connection", "Content-Length: 9999\r\nConnection", 1),
		strings.Replace(jsonHead, "200 OK", "500 No", 1)}
	rapid.Check(t, func(rt *rapid.T) {
		pieces := rapid.SliceOfN(rapid.Custom(drawEvent), 0, 4).Draw(rt, "events")
		if rapid.Bool().Draw(rt, "a document") {
			pieces = []string{drawEnding(rt) + rapid.SampledFrom([]string{"", "", "", "}", "x"}).Draw(rt, "behind")}
		}
		serve := raw(append([]string{rapid.SampledFrom(heads).Draw(rt, "head")}, pieces...)...)
		_, s := exchange(t, serve, client.Call{})
		x := state.NewExchange("x", nil)
		x.Apply(s.arrivals...)
		_, err := dial(serve).Create(t.Context(), []byte(`{}`))
		good := x.Verdict == state.Completed || x.Verdict == state.Incomplete
		if good != (err == nil) {
			rt.Fatalf("%q: the verdict is %s (%s), the error %v", pieces, x.Verdict, x.Reason, err)
		}
	})
}

// TestDocumentsThatAreNotResponses are errors; one that is still queued is none.
func TestDocumentsThatAreNotResponses(t *testing.T) {
	for name, body := range map[string]string{
		"cancelled by the service": `{"object":"response","status":"cancelled"}`,
		"no response":              `{"choices":[]}`,
		"failed without a word":    `{"status":"failed"}`,
	} {
		if _, err := dial(raw(jsonHead, body)).Create(t.Context(), []byte(`{}`)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	if r, err := dial(raw(jsonHead, `{"id":"r","status":"completed","x":`+deep+`}`)).Create(t.Context(), []byte(`{}`)); err != nil || r.ID != "r" {
		t.Errorf("deeper than is read: %+v, %v", r, err)
	}
	if r, err := dial(raw(jsonHead, `{"id":"r","status":"queued"}`)).Create(t.Context(), []byte(`{}`)); err != nil || r.Status != "queued" {
		t.Errorf("queued: %+v, %v", r, err)
	}
}
