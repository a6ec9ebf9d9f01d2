package files

import (
	"bytes"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/request/talk"
)

type discard struct{}

func (discard) Start(*wire.Capture) {}
func (discard) Arrive(wire.Arrival) {}

// ask makes exchanges with the local gateway.
func ask(t *testing.T, path string, bodies ...string) []har.Entry {
	t.Helper()
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	t.Cleanup(server.Close)
	c := client.New(client.WithBaseURL(server.URL+"/api/v1"), client.WithKey("key-of-the-test"))
	t.Cleanup(c.Close)
	var entries []har.Entry
	for _, body := range bodies {
		call := client.Call{Path: path, Body: []byte(body), Stream: string(scan.Get([]byte(body), "stream")) == "true"}
		entries = append(entries, har.Entry{Capture: c.Do(t.Context(), call, discard{})})
	}
	return entries
}

// save writes a HAR and returns its path.
func save(t *testing.T, entries ...har.Entry) string {
	t.Helper()
	var b bytes.Buffer
	if err := har.Write(&b, entries, nil); err != nil {
		t.Fatal(err)
	}
	return put(t, t.TempDir(), "saved.har", b.String())
}

// TestAHAROpensCompletely: with requests, times of arrival and verdicts.
func TestAHAROpensCompletely(t *testing.T) {
	entries := ask(t, client.ResponsesPath,
		`{"model":"sim/writer","input":"hi","stream":true}`,
		`{"model":"fault/cut","input":"hi","stream":true}`,
		`{"model":"fault/403","input":"hi"}`)
	s, err := OpenSession(nil, save(t, entries...))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for turn := range s.Conversation.Turns() {
		x, c := turn.SentExchange(), turn.Capture
		if x == nil {
			t.Fatal("what was sent is not known")
		}
		got = append(got, string(x.Verdict))
		was := entries[len(got)-1].Capture
		if len(was.Frames.All()) != len(c.Frames.All()) || was.Timing != c.Timing || !x.Known.All() {
			t.Errorf("%s: %d frames, %+v", x.Verdict, len(c.Frames.All()), c.Timing)
		}
		for i, f := range was.Frames.All() {
			if c.Frames.All()[i] != f {
				t.Fatalf("frame %d is %+v, was %+v", i, c.Frames.All()[i], f)
			}
		}
	}
	if strings.Join(got, " ") != "completed truncated failed" || s.Note != "" || s.Request {
		t.Errorf("%s; %q", got, s.Note)
	}
}

// TestAHAROfRankings opens as the comparison that they were.
func TestAHAROfRankings(t *testing.T) {
	entries := ask(t, client.RerankPath,
		`{"model":"sim/bm25","query":"one","documents":["one","two"]}`,
		`{"model":"sim/position","query":"one","documents":["one","two"]}`,
		`{"model":"sim/bm25","query":"two","documents":["one","two"]}`,
		`{"model":"sim/bm25","query":"two","documents":["others"]}`)
	f, err := OpenFile(nil, save(t, entries...))
	if err != nil || f.Set == nil {
		t.Fatal(err)
	}
	if len(f.Set.Queries) != 2 || len(f.Set.Models) != 2 || len(f.Set.Documents) != 2 || len(f.Set.Runs) != 3 || f.Set.Note != "left out: 1 rerank exchange" {
		t.Errorf("%+v", f.Set)
	}
	for _, run := range f.Set.Runs {
		if run.State.Verdict != state.Completed || run.State.Ranking == nil {
			t.Errorf("%s", run.State.Verdict)
		}
	}
	mixed := append(ask(t, client.ResponsesPath, `{"model":"sim/writer","input":"hi"}`), entries...)
	if f, err = OpenFile(nil, save(t, mixed...)); err != nil || f.Conversation.Len() != 1 || f.Session.Note != "left out: 4 rerank exchanges" {
		t.Error(err, f.Session.Note)
	}
}

// TestAHAROfAnotherProgram: other entries are counted, and credentials removed.
func TestAHAROfAnotherProgram(t *testing.T) {
	entry := func(method, url, status, text string) string {
		return `{"startedDateTime":"2026-03-01T10:00:00Z","request":{"method":"` + method + `","url":"` + url + `","headers":[{"name":"authorization","value":"Bearer canary-key"}],
			"postData":{"text":"{\"input\":\"hi canary-key\",\"stream\":true}"}},"response":{"status":` + status + `,"headers":[{"name":"content-type","value":"text/event-stream"}],"content":{"text":` + text + `}},"timings":{"wait":5,"receive":7}}`
	}
	stream := `"data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"hello canary-key\"}]}}\n\ndata: [DONE]\n\n"`
	har := func(entries ...string) string {
		return put(t, t.TempDir(), "browser.har", "\xEF\xBB\xBF"+`{"log":{"version":"1.2","entries":[`+strings.Join(entries, ",")+`]}}`)
	}
	s, err := OpenSession(nil, har(entry("OPTIONS", "https://h/v1/responses", "204", `""`), entry("POST", "https://h/v1/responses", "200", stream), entry("GET", "https://h/", "200", `""`), `7`))
	if err != nil {
		t.Fatal(err)
	}
	x := s.Conversation.Current.SentExchange()
	if x.Verdict != state.Completed || x.Text() != "hello **********" || x.Known.Times || x.End.AtUS != 12000 || s.Note != "left out: 2 other requests, 1 entry that cannot be read" {
		t.Errorf("%s %q %+v %q", x.Verdict, x.Text(), x.Known, s.Note)
	}
	if c := s.Conversation.Current.Capture; strings.Contains(string(c.Sent.Body), "canary") || c.Sent.Header.Get("Authorization") != "Bearer ***" || c.Redacted != 20 {
		t.Errorf("%+v", c.Sent)
	}
	if _, err := OpenSession(nil, har(entry("GET", "https://h/", "200", `""`))); !errors.Is(err, ErrNoExchange) {
		t.Error(err)
	}
	if _, err := OpenSession(nil, har(`7`)); err == nil || !strings.Contains(err.Error(), "entry 1") {
		t.Error(err)
	}
	full, err := os.ReadFile(har(entry("POST", "https://h/v1/responses", "200", stream)))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.har")
	if err := os.WriteFile(cut, full[:len(full)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSession(nil, cut); err == nil || !strings.Contains(err.Error(), "the file ends in the middle of it") {
		t.Error(err)
	}
}

// FuzzOpenHAR: no file makes the program panic; an opened conversation can be continued.
func FuzzOpenHAR(f *testing.F) {
	f.Add([]byte(`{"log":{"entries":[{"startedDateTime":"2026-03-01T10:00:00Z","request":{"method":"POST","url":"https://h/responses","postData":{"text":"{\"input\":[{\"role\":\"user\",\"content\":\"a\"}]}"}},"response":{"status":200,"content":{"text":"{\"output\":[]}"}}}]}}`))
	f.Add([]byte(`{"log":{"entries":[{"request":{"method":"POST","url":"https://h/rerank","postData":{"text":"{\"documents\":[]}"}},"response":{"status":500},"_capture":{"id":"abcdefgh","head":{}},"_chunks":[{"bytes":0}]}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := openHAR(nil, "x.har", data)
		if err != nil {
			return
		}
		if file.Set == nil {
			if _, err := file.Conversation.Body("and then?", talk.BodyOptions{}); err != nil && !strings.Contains(err.Error(), "nest") {
				t.Error(err)
			}
		}
	})
}

// TestAHAROfOtherAPIs opens as the same conversation, which can be continued.
func TestAHAROfOtherAPIs(t *testing.T) {
	entry := func(method, path, second, body, text string) string {
		return fmt.Sprintf(`{"startedDateTime":"2026-03-01T10:00:0%sZ","request":{"method":%q,"url":"https://h/v1/%s","postData":{"text":%q}},
			"response":{"status":200,"headers":[{"name":"content-type","value":"application/json"}],"content":{"text":%q}}}`, second, method, path, body, text)
	}
	path := put(t, t.TempDir(), "app.har", `{"log":{"version":"1.2","entries":[`+strings.Join([]string{
		entry("GET", "models", "1", "", `{"data":[]}`),
		entry("POST", "chat/completions", "2", `{"model":"m","messages":[{"role":"user","content":"one"}]}`, `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"two"}}]}`),
		entry("POST", "messages", "3", `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"one"},{"role":"assistant","content":"two"},{"role":"user","content":"three"}]}`, `{"type":"message","role":"assistant","content":[{"type":"text","text":"four"}],"stop_reason":"end_turn"}`),
		entry("POST", "responses", "4", `{"model":"m","input":"five"}`, `{"status":"completed","output":[]}`),
	}, ",")+`]}}`)
	s, err := OpenSession(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for turn := range s.Conversation.Turns() {
		text, _ := talk.SplitMessage(turn.Input[0])
		if turn.Exchange == nil { // what a later request says of an earlier turn
			continue
		}
		got = append(got, text+" "+turn.Exchange.Text())
	}
	if strings.Join(got, "|") != "one two|three four|five " || s.Note != "left out: 1 other request" {
		t.Errorf("%q, %q", got, s.Note)
	}
	if body := string(s.Conversation.Draft.Bytes()); strings.Contains(body, "messages") {
		t.Errorf("the draft is %s", body)
	}
	data, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	all, ok, err := ReadArchive(nil, path, data)
	if err != nil || !ok || len(all.Entries) != 4 || len(all.Folded) != 4 || all.Note != "" {
		t.Errorf("%d, %q, %v", len(all.Entries), all.Note, err)
	}
}
