package imports

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/share"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
)

// answerStream is an answer as an event stream, which browsers mostly do not record.
const answerStream = `data: {"type":"response.output_text.delta","output_index":0,"delta":"hi"}` + "\n\n" +
	`data: {"type":"response.completed","response":{"id":"r","status":"completed","model":"v/m","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"hi"}]}]}}` + "\n\n" + "data: [DONE]\n\n"

const answerDocument = `{"id":"r","status":"completed","model":"v/m","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"hi"}]}]}`

// habit is an entry as a program writes it, and its expected import.
type habit struct {
	name, entry string
	verdict     state.Verdict
	text        string // of the answer
	request     string // body; empty: not known
	undated     bool
	timed       bool   // it has a total time
	warning     string // the codes
}

func quoted(s string) string {
	out, _ := json.Marshal(s)
	return string(out)
}

func habits() []habit {
	const asked = `{"model":"v/m","input":"hello","stream":true}`
	const post = `"request":{"method":"POST","url":"https://h.example/api/v1/responses","httpVersion":"http/2.0","headers":[{"name":"content-type","value":"application/json"}],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":45,"postData":{"mimeType":"application/json","text":`
	const chrome = `{"_initiator":{"type":"fetch"},"_resourceType":"fetch","cache":{},` + post
	const stream = `"headers":[{"name":"content-type","value":"text/event-stream"}],"cookies":[],"redirectURL":"","headersSize":-1,"bodySize":-1,`
	const document = `"headers":[{"name":"content-type","value":"application/json"}],`
	const timings = `"timings":{"blocked":1,"dns":-1,"ssl":-1,"connect":-1,"send":0.2,"wait":20,"receive":30},"time":51.2}`
	return []habit{
		{name: "Chrome: no text of an event stream", verdict: state.Unknown, request: asked, timed: true, warning: "unread_rest",
			entry: chrome + quoted(asked) + `}},"response":{"status":200,"statusText":"",` + stream + `"content":{"size":0,"mimeType":"text/event-stream"},"_transferSize":900,"_error":null},"startedDateTime":"2026-03-01T10:00:00.123Z",` + timings},
		{name: "Chrome: text as it came", verdict: state.Completed, text: "hi", request: asked, timed: true,
			entry: chrome + quoted(asked) + `}},"response":{"status":200,` + stream + `"content":{"size":300,"mimeType":"text/event-stream","text":` + quoted(answerStream) + `}},"startedDateTime":"2026-03-01T10:00:00.123Z",` + timings},
		{name: "Chrome: blocked before an answer", verdict: state.Failed, request: asked, timed: true,
			entry: chrome + quoted(asked) + `}},"response":{"status":0,"headers":[],"content":{"size":0,"mimeType":"x-unknown"},"_error":"net::ERR_CONNECTION_REFUSED"},"startedDateTime":"2026-03-01T10:00:00.123Z",` + timings},
		{name: "Chrome: still pending when it was saved", verdict: state.Unknown, request: asked,
			entry: chrome + quoted(asked) + `}},"response":{"status":0,"headers":[],"content":{"size":0,"mimeType":"x-unknown"},"_error":null},"startedDateTime":"2026-03-01T10:00:00.123Z","time":0,"timings":{"blocked":0,"dns":-1,"send":null,"wait":null,"receive":null}}`},
		{name: "Firefox: base64 that is none", verdict: state.Completed, text: "hi", request: asked, timed: true, warning: "rebuilt",
			entry: `{"startedDateTime":"2026-03-01T11:00:00.123+01:00",` + post + quoted(asked) + `,"params":[]}},"response":{"status":200,"statusText":"OK",` + stream + `"content":{"mimeType":"text/event-stream","size":300,"encoding":"base64","text":` + quoted(answerStream) + `}},"cache":{},` + timings},
		{name: "Firefox: an empty text beside a size", verdict: state.Unknown, request: asked, timed: true, warning: "unread_rest",
			entry: `{"startedDateTime":"2026-03-01T11:00:00.123+01:00",` + post + quoted(asked) + `}},"response":{"status":200,` + stream + `"content":{"mimeType":"text/event-stream","size":900,"text":""}},"cache":{},` + timings},
		{name: "Firefox: an error whose body was not kept", verdict: state.Failed, request: asked, timed: true, warning: "unread_rest",
			entry: `{"startedDateTime":"2026-03-01T11:00:00.123+01:00",` + post + quoted(asked) + `}},"response":{"status":429,` + document + `"content":{"mimeType":"application/json","size":90}},"cache":{},` + timings},
		{name: "Safari: no body of the request, no zone", verdict: state.Completed, text: "hi", timed: true, warning: "rebuilt",
			entry: `{"startedDateTime":"2026-03-01 10:00:00.5","request":{"method":"POST","url":"https://h.example/v1/responses","headers":[],"bodySize":-1},"response":{"status":200,` + document + `"content":{"size":120,"mimeType":"application/json","text":` + quoted(answerDocument) + `}},"cache":{},` + timings},
		{name: "Edge: base64 without its word", verdict: state.Completed, text: "hi", request: asked, timed: true, warning: "rebuilt content_type",
			entry: chrome + quoted(asked) + `}},"response":{"status":200,` + document + `"content":{"size":120,"mimeType":"application/json","text":"eyJpZCI6InIiLCJzdGF0dXMiOiJjb21wbGV0ZWQiLCJtb2RlbCI6InYvbSIsIm91dHB1dCI6W3sidHlwZSI6Im1lc3NhZ2UiLCJyb2xlIjoiYXNzaXN0YW50IiwiY29udGVudCI6W3sidHlwZSI6Im91dHB1dF90ZXh0IiwidGV4dCI6ImhpIn1dfV19"}},"startedDateTime":"2026-03-01T10:00:00.123Z",` + timings},
		{name: "Fiddler: a form in fields, seven digits", verdict: state.Failed, timed: true, warning: "rebuilt",
			entry: `{"startedDateTime":"2026-03-01T11:00:00.1234567+01:00","request":{"method":"POST","url":"https://h.example/v1/responses","headers":[],"bodySize":21,"postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"model","value":"v/m"},{"name":"input","value":"a b"}]}},"response":{"status":400,` + document + `"content":{"size":30,"mimeType":"application/json","text":"{\"error\":{\"message\":\"no\"}}"}},"cache":{},` + timings},
		{name: "Charles: +0000, no times", verdict: state.Completed, text: "hi", request: asked,
			entry: `{"startedDateTime":"2026-03-01T10:00:00.123+0000","time":null,"timings":{"dns":null,"connect":null,"ssl":null,"send":null,"wait":null,"receive":null},` + post + quoted(asked) + `}},"response":{"status":200,` + stream + `"content":{"size":300,"mimeType":"text/event-stream","text":` + quoted(answerStream) + `}},"cache":{}}`},
		{name: "chrome-har: members of a JSON body, no time", verdict: state.Completed, text: "hi", undated: true, timed: true, warning: "rebuilt",
			entry: `{"startedDateTime":"","request":{"method":"POST","url":"https://h.example/v1/responses","headers":[],"bodySize":45,"postData":{"mimeType":"application/json","params":[{"name":"model","value":"v/m"},{"name":"input","value":"hello"},{"name":"stream","value":true}]}},"response":{"status":200,` + stream + `"content":{"size":300,"mimeType":"text/event-stream","text":` + quoted(answerStream) + `}},"cache":{},` + timings},
		{name: "a program that leaves the status out", verdict: state.Completed, text: "hi", request: asked, timed: true,
			entry: `{"startedDateTime":"2026-03-01T10:00:00Z",` + post + quoted(asked) + `}},"response":{` + stream + `"content":{"size":300,"mimeType":"text/event-stream","text":` + quoted(answerStream) + `}},` + timings},
	}
}

// TestHabitsOfPrograms: each entry is recognized, and what it does not hold is reported
// to be missing wherever the exchange is shown or written.
func TestHabitsOfPrograms(t *testing.T) {
	for _, h := range habits() {
		t.Run(h.name, func(t *testing.T) {
			a, path := newArchive(t), put(t, t.TempDir(), "x.har", `{"log":{"version":"1.2","entries":[`+h.entry+`]}}`)
			if r := taken(t, a, path); r.Added != 1 || len(r.Faults) > 0 {
				t.Fatalf("%+v", r)
			}
			if f, err := files.OpenFile(nil, path); err != nil && strings.HasPrefix(h.request+"{", "{") {
				t.Errorf("it does not open: %v", err)
			} else if turn := f.Conversation; err == nil && turn.Current.Exchange.Verdict != h.verdict {
				t.Errorf("opened it is %s", turn.Current.Exchange.Verdict)
			}
			e := listed(t, a, "verdict:"+string(h.verdict))[0]
			c, err := a.Capture(t.Context(), e.Key)
			if err != nil {
				t.Fatal(err)
			}
			of := share.Of(e.About, c)
			x := of.State
			if x.Verdict != h.verdict || x.Text() != h.text || string(c.Sent.Body) != h.request || x.Known.Request != (h.request != "") ||
				e.Undated != h.undated || (e.TotalUS >= 0) != h.timed || strings.Join(e.Warnings, " ") != h.warning {
				t.Errorf("%s, %q, asked %q (%+v), undated %v, %d µs, %v", x.Verdict, x.Text(), c.Sent.Body, x.Known, e.Undated, e.TotalUS, x.Warnings)
			}
			if dated := listed(t, a, "since:2026-01-01"); (len(dated) == 0) != h.undated {
				t.Errorf("since: finds %d", len(dated))
			}
			again := files.Fold(e.About, writtenAgain(t, of))
			if again.Verdict != x.Verdict || again.Known != x.Known || fmt.Sprint(again.Warnings) != fmt.Sprint(x.Warnings) {
				t.Errorf("through our own archive: %s, %+v, %v", again.Verdict, again.Known, again.Warnings)
			}
			says(t, of, h)
		})
	}
}

// says checks what documents say of what is missing.
func says(t *testing.T, of export.Exchange, h habit) {
	t.Helper()
	for as, words := range map[string][]string{"markdown": {"*The request is not known.*", "time not recorded", "**unknown**"}, "html": {"", "time not recorded", "unknown"}} {
		d, _ := export.DocumentAs(as)
		out, err := d.Write([]export.Exchange{of})
		if err != nil {
			t.Fatal(err)
		}
		for i, missing := range []bool{h.request == "", h.undated, h.verdict == state.Unknown} {
			if words[i] != "" && strings.Contains(string(out), words[i]) != missing {
				t.Errorf("%s: %q is there, or not:\n%.2000s", as, words[i], out)
			}
		}
	}
}

// writtenAgain is a capture that was written to an HTTP Archive and imported from it.
func writtenAgain(t *testing.T, of export.Exchange) *wire.Capture {
	t.Helper()
	d, _ := export.DocumentAs("har")
	out, err := d.Write([]export.Exchange{of})
	if err != nil {
		t.Fatal(err)
	}
	other := newArchive(t)
	if r := taken(t, other, put(t, t.TempDir(), "again.har", string(out))); r.Added != 1 {
		t.Fatalf("%+v", r)
	}
	c, err := other.Capture(t.Context(), listed(t, other, "")[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWhatIsSkippedIsNamed: model lists and WebSocket connections are no requests to other
// addresses.
func TestWhatIsSkippedIsNamed(t *testing.T) {
	entry := func(method, url string, status int) string {
		return fmt.Sprintf(`{"startedDateTime":"2026-03-01T10:00:00Z","request":{"method":%q,"url":%q},"response":{"status":%d,"content":{}}}`, method, url, status)
	}
	r := taken(t, newArchive(t), put(t, t.TempDir(), "x.har", `{"log":{"entries":[`+strings.Join([]string{
		entry("GET", "https://h/v1/models", 401), entry("GET", "https://h/v1/models?x=1", 200), entry("GET", "wss://h/v1/realtime", 101), entry("GET", "https://h/", 200),
	}, ",")+`]}}`))
	if r.Lists != 1 || r.FailedLists != 1 || r.Sockets != 1 || !slices.Equal(r.Others, []string{"GET h/"}) || r.Added != 0 || len(r.Faults) != 0 {
		t.Errorf("%+v", r)
	}
}

// TestAnImportedRequestHasNotFailed: nothing is known of an answer.
func TestAnImportedRequestHasNotFailed(t *testing.T) {
	a := newArchive(t)
	taken(t, a, put(t, t.TempDir(), "ask.sh", `curl https://h/v1/responses -d '{"input":"hi"}'`), put(t, t.TempDir(), "in.jsonl", `{"custom_id":"a","url":"/v1/responses","body":{"input":"ho"}}`))
	found := listed(t, a, "verdict:unknown")
	if len(found) != 2 || len(listed(t, a, "verdict:failed")) != 0 || found[0].Status != history.StatusUnknown {
		t.Errorf("%+v", found)
	}
}

// TestTextInAnotherEncodingIsNamed, and so is a command for another shell.
func TestTextInAnotherEncodingIsNamed(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"\xFF\xFE{\x00\"\x00l\x00": "the file is UTF-16",
		"\x00{\x00\"":              "the file is UTF-16",
		"curl “https://h/v1/responses” -d ‘{}’":                    "line 1: its quotes or dashes are typographic (“)",
		"curl https://h/v1/responses –d '{}'":                      "line 1: its quotes or dashes are typographic (–)",
		"# copied\ncurl https://h/v1/responses `\n  -d '{}'\n":     "line 2: this is written for PowerShell",
		"curl -Uri https://h/v1/responses -Method POST -Body '{}'": "line 1: this is written for PowerShell",
		`curl.exe https://h/v1/responses -d '{\"input\":\"hi\"}'`:  "line 1: the quotes of its body are written",
	} {
		r := taken(t, newArchive(t), put(t, dir, "x.sh", text))
		if r.Added != 0 || len(r.Faults) != 1 || !strings.Contains(r.Faults[0].Error(), want) {
			t.Errorf("%q: %v, want %s", text, r.Faults, want)
		}
	}
	if r := taken(t, newArchive(t), put(t, dir, "y.sh", "KEY=`cat key`\ncurl https://h/v1/responses -d '{\"input\":\"“quoted” – so\"}'")); r.Added != 1 {
		t.Errorf("%+v", r)
	}
}
