package client_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

func isResponses(s wire.Sent) bool { return s.PostsTo(wire.EndpointResponses) }

func everyEntry(int, int) error { return nil }

func dataOf(c *wire.Capture) (data []string) {
	for a := range client.Replay(c) {
		if a.Kind == wire.ArrivedFrame {
			data = append(data, fmt.Sprint(a.Frame.AtUS, " ", string(a.Frame.Data)))
		}
	}
	return data
}

// TestWebSocketsOfBrowsersAreRead: each response is an exchange, with its times.
func TestWebSocketsOfBrowsersAreRead(t *testing.T) {
	message := func(kind string, at float64, data string) string {
		return fmt.Sprintf(`{"type":%q,"time":%f,"opcode":1,"data":%q}`, kind, 1772359200+at, data)
	}
	file := `{"log":{"version":"1.2","entries":[{"startedDateTime":"2026-03-01T10:00:00.000Z","time":9,"_resourceType":"websocket",
		"request":{"method":"GET","url":"wss://host.example/v1/responses","headers":[{"name":"Authorization","value":"Bearer canary-bearer-1"}]},
		"response":{"status":101,"headers":[],"content":{"size":0}},"timings":{},"_webSocketMessages":[` + strings.Join([]string{
		message("send", 1, `{"type":"response.create","input":"a","stream_id":"a"}`),
		message("send", 1.5, `{"type":"response.create","input":"b"}`),
		message("receive", 2, `{"type":"response.created","stream_id":"a"}`),
		message("receive", 2.5, `{"type":"response.created"}`),
		message("receive", 3, `{"type":"response.completed","stream_id":"a","response":{"status":"completed"}}`),
		message("receive", 3.5, `{"type":"response.in_progress","echo":"canary-bearer-1"}`),
	}, ",") + `]}]}}`
	h, err := client.ReadHAR([]byte(file), everyEntry, isResponses)
	if err != nil || len(h.Entries) != 2 || len(h.Others) != 0 {
		t.Fatalf("%d entries, %d others, %v", len(h.Entries), len(h.Others), err)
	}
	for _, e := range h.Entries {
		c := e.Capture
		first := strings.Contains(string(c.Sent.Body), `"a"`)
		got := strings.Join(dataOf(c), "\n")
		want := "1000000 {\"type\":\"response.created\"}\n2000000 {\"type\":\"response.in_progress\",\"echo\":\"***************\"}"
		cause := wire.EndUnread
		if first {
			want = "1000000 {\"type\":\"response.created\",\"stream_id\":\"a\"}\n2000000 {\"type\":\"response.completed\",\"stream_id\":\"a\",\"response\":{\"status\":\"completed\"}}"
			cause = wire.EndClean
		}
		if got != want || c.End.Cause != cause || !strings.HasPrefix(c.Sent.URL, "https://") || !c.Head.IsSocket() {
			t.Errorf("%s %s:\n%s\n%+v", c.Sent.URL, c.Sent.Body, got, c.End)
		}
	}
}

// TestAWebSocketIsWrittenWithItsMessages, and read again as it was.
func TestAWebSocketIsWrittenWithItsMessages(t *testing.T) {
	c := &wire.Capture{ID: "abcdefgh12345678", Start: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: 9}}
	c.Sent = wire.Sent{Method: "GET", URL: "http://h/responses", Header: http.Header{"Upgrade": {"websocket"}}, Body: []byte(`{"type":"response.create"}`)}
	c.Head = &wire.Head{Status: 101, Header: http.Header{"Upgrade": {"websocket"}}}
	for i, f := range []websocket.Frame{
		{Opcode: websocket.Text, Payload: []byte(`{"type":`)}, {Opcode: websocket.Ping, Fin: true}, {Opcode: websocket.Continuation, Fin: true, Payload: []byte(`"response.completed"}`)},
		{Opcode: websocket.Text, Fin: true, FromClient: true, Payload: []byte("thanks")}, {Opcode: websocket.Binary, Fin: true, Payload: []byte{0xff}},
	} {
		c.Body.Append(f.Append(nil), int64(i+1)*1_000_000)
	}
	var out bytes.Buffer
	if err := har.Write(&out, []har.Entry{{Capture: c}}, nil); err != nil {
		t.Fatal(err)
	}
	const want = `"_webSocketMessages":[{"type":"send","time":1772359200,"opcode":1,"data":"{\"type\":\"response.create\"}"},` +
		`{"type":"receive","time":1772359203,"opcode":1,"data":"{\"type\":\"response.completed\"}"},` +
		`{"type":"send","time":1772359204,"opcode":1,"data":"thanks"},{"type":"receive","time":1772359205,"opcode":2,"data":"/w=="}]`
	if !strings.Contains(out.String(), want) {
		t.Errorf("written:\n%s", out.String())
	}
	h, err := client.ReadHAR(out.Bytes(), everyEntry, isResponses)
	if err != nil || len(h.Entries) != 1 || strings.Join(dataOf(h.Entries[0].Capture), "|") != strings.Join(dataOf(c), "|") {
		t.Errorf("read again: %+v, %v", h, err)
	}
}
