package share_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/share"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/state/share/redact"
)

// canaries are private texts, each with what of it must not be handed over.
func canaries() map[string]string {
	return map[string]string{
		"sk-or-v1-00canary11223344556677": "00canary11223344556677", "AKIAIOSFODNNCANARY00": "AKIAIOSFODNNCANARY00", "ghp_canary0123456789abcdefghij": "canary0123456789abcdefghij",
		"xoxb-1234567890-canary": "1234567890-canary", "bob.canary@acme.example": "bob.canary@acme.example", "4111 1111 1111 1111": "4111 1111 1111 1111", "5555555555554444": "5555555555554444",
		"/home/canarybob/notes": "canarybob", "eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcnkiOiJ4In0.c2ln": "eyJjYW5hcnkiOiJ4In0", "acme-123456": "acme-123456", "key-of-this-run": "key-of-this-run",
		"-----BEGIN PRIVATE KEY-----\nMIIEcanary00\n-----END PRIVATE KEY-----": "MIIEcanary00", "https://x.example/?api_key=canary-77": "canary-77",
	}
}

// laden is an exchange that has a text everywhere.
func laden(text string) *wire.Capture {
	quoted := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	escaped := `"` + strings.NewReplacer("@", `\u0040`, "1", `\u0031`, "a", `\u0061`, "\n", `\n`).Replace(text) + `"`
	packed := base64.StdEncoding.EncodeToString([]byte("it is " + text + " here"))
	var stream strings.Builder
	event := func(kind, more string) {
		fmt.Fprintf(&stream, "event: %s\ndata: {\"type\":%q,\"item_id\":\"m\",\"output_index\":0,\"content_index\":0,%s}\n\n", kind, kind, more)
	}
	message := "see " + text + " now"
	event("response.created", `"response":{"id":"resp_1","status":"in_progress"}`)
	event("response.output_item.added", `"item":{"type":"message","id":"m","role":"assistant","content":[]}`)
	for i := 0; i < len(message); i += 3 {
		event("response.output_text.delta", `"delta":`+quoted(message[i:min(i+3, len(message))]))
	}
	event("response.output_text.done", `"text":`+quoted(message))
	event("response.completed", `"response":{"id":"resp_1","status":"completed","output":[{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":`+quoted(message)+
		`}]},{"type":"function_call","name":"f","call_id":"c","arguments":`+quoted(`{"to":`+quoted(text)+`}`)+`}]}`)
	stream.WriteString(": " + strings.ReplaceAll(text, "\n", " ") + "\n\ndata: [DONE]\n\n")
	line := strings.ReplaceAll(text, "\n", " ")
	c := &wire.Capture{
		ID: "x1", Start: time.Unix(1_700_000_000, 0).UTC(), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: 900, Trailer: http.Header{"X-Sum": {line}}},
		Sent: wire.Sent{
			Method: "POST", URL: "https://gate.example/api/v1/responses?note=" + url.QueryEscape(text), Header: http.Header{"Content-Type": {"application/json"}, "X-Title": {line}},
			Body: []byte(`{"model":"m","stream":true,"metadata":{` + quoted(text) + `:"x"},"input":[{"role":"user","content":[{"type":"input_text","text":` + escaped + `},{"type":"input_file","filename":` + quoted(text+".pdf") +
				`,"file_data":"data:text/plain;base64,` + packed + `"}]}]}`),
		},
		Head: &wire.Head{Status: 200, Proto: "HTTP/2.0", Header: http.Header{"Content-Type": {"text/event-stream"}, "X-Note": {line}}, AtUS: 10},
	}
	for body, i := stream.String(), 0; i < len(body); i += 13 {
		c.Body.Append([]byte(body[i:min(i+13, len(body))]), int64(20+i))
	}
	return c
}

// readings are a document as it is, without its escapes, and with its base64 decoded.
func readings(doc string) string {
	plain := html.UnescapeString(strings.NewReplacer(`\u0040`, "@", `\u0031`, "1", `\u0061`, "a", `\n`, "\n").Replace(doc))
	if u, err := url.QueryUnescape(doc); err == nil {
		plain += u
	}
	for _, run := range strings.FieldsFunc(doc, func(r rune) bool { return strings.ContainsRune(" \t\n\"'\\,;:<>(){}[]&", r) }) {
		b, _ := base64.StdEncoding.DecodeString(run)
		plain += "\n" + string(b)
	}
	return doc + plain
}

func TestNothingPrivateIsHandedOver(t *testing.T) {
	rules, err := redact.New([]string{"acme-[0-9]{6}"}, "", "key-of-this-run")
	if err != nil {
		t.Fatal(err)
	}
	for text, gone := range canaries() {
		c := laden(text)
		of := share.Of(history.About{Origin: history.Send, BaseURL: "https://gate.example/api/v1"}, c)
		of.Title, of.Prompt = text, text
		clean, err := share.Redact(nil, rules, []export.Exchange{of})
		if err != nil {
			t.Fatal(err)
		}
		labelled, err := share.Redact(nil, rules.Labelled(), []export.Exchange{of})
		if err != nil {
			t.Fatal(err)
		}
		if n := clean.Count(); n < 10 {
			t.Errorf("%q: %d hits", text, n)
		}
		for _, d := range export.Documents() {
			list := labelled.List
			if d.Lengths {
				list = clean.List
			}
			doc, err := share.Write(nil, d, list)
			if err != nil {
				t.Fatalf("%s: %v", d.Name, err)
			}
			if all := readings(string(doc)); strings.Contains(all, gone) || strings.Contains(all, url.QueryEscape(gone)) {
				t.Errorf("%s has %q", d.Name, gone)
			}
			if d.As == "har" {
				opensAgain(t, doc, of.State, c)
			}
		}
		if clean.List[0].State.Verdict != state.Completed || len(clean.List[0].State.Warnings) > 0 {
			t.Errorf("%q: %s, %v", text, clean.List[0].State.Verdict, clean.List[0].State.Warnings)
		}
	}
}

// opensAgain wants what was handed over to be the same exchange but for the text.
func opensAgain(t *testing.T, doc []byte, was *state.Exchange, c *wire.Capture) {
	t.Helper()
	entries, err := har.Read(doc)
	if err != nil || len(entries) != 1 {
		t.Fatal(err)
	}
	back := entries[0].Capture
	x := files.Fold(history.About{}, back)
	if x.Frames != was.Frames || fmt.Sprint(back.Text().Chunks()) != fmt.Sprint(c.Body.Chunks()) || !strings.HasPrefix(x.Text(), "see ") {
		t.Errorf("%d frames, want %d; the answer is %q", x.Frames, was.Frames, x.Text())
	}
}
