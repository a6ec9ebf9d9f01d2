package client_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// quirk is one thing that servers do (wire-notes §10) and the required result
// at the end of the complete path: bytes, frames, events, fold.
type quirk struct {
	number   int
	name     string
	serve    reply
	body     string // of the request; a stream request when empty
	idle     time.Duration
	verdict  state.Verdict
	text     string
	warnings []string
}

// Pieces of ordinary streams.
const (
	created    = "data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"r\",\"status\":\"in_progress\"}}\n\n"
	added      = "data: {\"type\":\"response.output_item.added\",\"sequence_number\":1,\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"m\",\"role\":\"assistant\",\"content\":[]}}\n\n"
	hel        = "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":2,\"output_index\":0,\"content_index\":0,\"item_id\":\"m\",\"delta\":\"Hel\"}\n\n"
	lo         = "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":3,\"output_index\":0,\"content_index\":0,\"item_id\":\"m\",\"delta\":\"lo\"}\n\n"
	completed  = "data: {\"type\":\"response.completed\",\"sequence_number\":4,\"response\":{\"id\":\"r\",\"status\":\"completed\"}}\n\n"
	done       = "data: [DONE]\n\n"
	fullStream = created + added + hel + lo + completed + done
	plainBody  = `{"id":"r","object":"response","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hello"}]}]}`
)

// data is an event without sequence number, as many servers send it.
func data(json string) string { return "data: " + json + "\n\n" }

// around puts frames in the middle of an ordinary stream.
func around(frames ...string) reply {
	return stream(append(append([]string{created, added, hel}, frames...), lo, completed, done)...)
}

// zipped compresses parts, flushed one by one.
func zipped(parts ...string) (out []string) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for _, p := range parts {
		io.WriteString(z, p)
		z.Flush()
		out = append(out, b.String())
		b.Reset()
	}
	z.Close()
	return append(out, b.String())
}

func head(status int, fields string, body ...string) reply {
	first := fmt.Sprintf("HTTP/1.1 %d X\r\n%sConnection: close\r\n\r\n", status, fields)
	return raw(append([]string{first}, body...)...)
}

// framing are the quirks 1 to 13.
func framing() []quirk {
	heartbeats := slices.Repeat([]string{": OPENROUTER PROCESSING\n\n"}, 15)
	minutes := append(append([]string{sseHead}, heartbeats...), bytewise(": beat\n")...)
	image := strings.Repeat("A", 4<<20)
	return []quirk{
		{number: 1, name: "comments for minutes reset the idle timer", serve: every(20*time.Second, append(minutes, fullStream)...), idle: 30 * time.Second},
		{number: 2, name: "a comment rewrapped as data", serve: around("data: : OPENROUTER PROCESSING\n\n"), warnings: []string{"undecodable_event"}},
		{number: 3, name: "heartbeat events", serve: around("event: keepalive\n"+data(`{"type":"keepalive"}`), data(`{"type":"response.keep_alive"}`), data(`{"type":"ping"}`))},
		{number: 4, name: "an unknown event", serve: around(data(`{"type":"response.new_thing","x":[1]}`)), warnings: []string{"unknown_event"}},
		{number: 4, name: "an unknown item", serve: around(data(`{"type":"response.output_item.added","output_index":1,"item":{"type":"new_thing","id":"n"}}`)), warnings: []string{"unknown_event"}},
		{number: 5, name: "no space, several data lines, ids and retry", serve: stream("id: 1\nretry: 10\n"+created, added, hel,
			"event: whatever\ndata:{\"type\":\"response.output_text.delta\",\ndata:\"output_index\":0,\"content_index\":0,\ndata:\"sequence_number\":3,\"delta\":\"lo\"}\n\n", completed, done)},
		{number: 6, name: "CR LF, cut between CR and LF", serve: stream(strings.SplitAfter(strings.ReplaceAll(fullStream, "\n", "\r\n"), "\r")...)},
		{number: 6, name: "bare CR", serve: stream(strings.ReplaceAll(fullStream, "\n", "\r"))},
		{number: 7, name: "a byte order mark over three reads", serve: stream("\xEF", "\xBB", "\xBF"+fullStream)},
		{number: 8, name: "characters over several reads", serve: stream(bytewise(strings.ReplaceAll(fullStream, `"lo"`, `"lo €😀"`))...), text: "Hello €😀"},
		{number: 9, name: "an event of 4 MB", serve: around(data(`{"type":"response.image_generation_call.partial_image","output_index":1,"item_id":"i","partial_image_index":0,"partial_image_b64":"` + image + `"}`))},
		{number: 10, name: "the last event without an empty line", serve: stream(created, added, hel, lo, strings.TrimSpace(completed)), warnings: []string{"no_done", "unterminated_frame"}},
		{number: 11, name: "the end without a terminal event", serve: stream(created, added, hel), verdict: state.Truncated, text: "Hel", warnings: []string{"no_terminal"}},
		{number: 11, name: "[DONE] without a terminal event", serve: stream(created, added, hel, done), verdict: state.Truncated, text: "Hel", warnings: []string{"no_terminal"}},
		{number: 12, name: "no [DONE]", serve: stream(created, added, hel, lo, completed), warnings: []string{"no_done"}},
		{number: 13, name: "two objects in one event", serve: around(`data: {"type":"x"}{"type":"y"}` + "\n\n"), warnings: []string{"undecodable_event"}},
	}
}

// failures are the quirks 14 and 26 to 30.
func failures() []quirk {
	fails := func(number int, name string, serve reply, text string, warnings ...string) quirk {
		return quirk{number: number, name: name, serve: serve, verdict: state.Failed, text: text, warnings: warnings}
	}
	refusal := data(`{"type":"response.refusal.delta","output_index":0,"content_index":1,"delta":"no"}`)
	chunked := "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
	chunk := func(s string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(s), s) }
	return []quirk{
		fails(14, "(a) a failed response", stream(created, added, hel, data(`{"type":"response.failed","sequence_number":3,"response":{"status":"failed","error":{"code":"server_error","message":"boom"}}}`), done), "Hel"),
		fails(14, "(b) a flat error", stream(created, added, hel, data(`{"type":"error","code":"x","message":"boom","sequence_number":3}`)), "Hel"),
		fails(14, "(c) a nested error", stream(created, added, hel, data(`{"type":"error","error":{"message":"boom"},"sequence_number":3}`)), "Hel"),
		fails(14, "(d) a bare error", stream(created, added, hel, data(`{"error":{"code":502,"message":"boom"}}`)), "Hel"),
		{number: 14, name: "(e) no JSON, then the end", serve: stream(created, added, hel, "data: upstream error\n\n"), verdict: state.Truncated, text: "Hel", warnings: []string{"no_terminal", "undecodable_event"}},
		{number: 14, name: "(f) the end", serve: raw(chunked, chunk(created+added+hel)), verdict: state.Truncated, text: "Hel", warnings: []string{"connection_lost"}},
		fails(14, "an error in a 200", raw(jsonHead, `{"error":{"code":500,"message":"boom"}}`), "", "content_type"),
		{number: 26, name: "a refusal", serve: around(refusal), warnings: []string{"refusal"}},
		{number: 26, name: "the content filter", serve: stream(created, added, hel, lo, data(`{"type":"response.incomplete","sequence_number":4,"response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}}`), done), verdict: state.Incomplete},
		fails(27, "a web page", head(502, "Content-Type: text/html\r\n", "<title>Bad Gateway</title>"), ""),
		fails(27, "markdown", head(504, "Content-Type: text/markdown\r\n", "# Timeout"), ""),
		fails(27, "nothing", head(503, ""), ""),
		fails(27, "a wrong content type", head(400, "Content-Type: text/event-stream\r\n", `{"error":{"code":400,"message":"boom"}}`), ""),
		fails(27, "a huge body", head(500, "Content-Type: text/plain\r\n", strings.Repeat("boom ", 1<<20)), ""),
		{number: 28, name: "JSON to a stream request", serve: raw(jsonHead, plainBody), warnings: []string{"content_type"}},
		{number: 28, name: "a stream to a plain request", serve: stream(fullStream), body: `{}`, warnings: []string{"content_type"}},
		{number: 28, name: "a stream that calls itself text", serve: head(200, "Content-Type: text/plain\r\n", bytewise(fullStream)...), warnings: []string{"content_type"}},
		{number: 28, name: "a stream that calls itself nothing", serve: head(200, "", fullStream), warnings: []string{"content_type"}},
		{number: 29, name: "gzip", serve: raw(append([]string{strings.Replace(sseHead, "Connection", "Content-Encoding: gzip\r\nConnection", 1)}, zipped(created+added, hel+lo, completed+done)...)...)},
		{number: 30, name: "a chunk cut short", serve: raw(chunked, chunk(created+added+hel), "ff\r\ndata"), verdict: state.Truncated, text: "Hel", warnings: []string{"connection_lost", "unterminated_frame"}},
		fails(30, "closed without a reply", raw(), ""),
	}
}

// folding are the quirks of what events say; the client must hand them on
// unchanged for the fold to make sense of them.
func folding() []quirk {
	delta := func(more, text string) string {
		return data(`{"type":"response.output_text.delta",` + more + `"delta":"` + text + `"}`)
	}
	terminal := func(output string) string {
		return data(`{"type":"response.completed","response":{"status":"completed","output":` + output + `}}`)
	}
	const full = `[{"type":"message","id":"m","content":[{"type":"output_text","text":"Hello"}]}]`
	at := func(index int) string { return fmt.Sprintf(`"output_index":%d,"content_index":0,`, index) }
	return []quirk{
		{number: 15, name: "no sequence numbers", serve: stream(delta(at(0), "Hel"), delta(at(0), "lo"), terminal("[]"), done)},
		{number: 15, name: "a gap", serve: stream(created, added, hel, strings.Replace(lo, `r":3`, `r":9`, 1), strings.Replace(completed, `r":4`, `r":10`, 1), done), warnings: []string{"sequence_gap"}},
		{number: 16, name: "no indices, no ids", serve: stream(delta("", "Hel"), delta("", "lo"), terminal("[]"), done)},
		{number: 17, name: "deltas without an item", serve: stream(created, hel, lo, completed, done), warnings: []string{"sequence_gap"}},
		{number: 18, name: "ids that change, ciphertext until done", serve: stream(delta(at(0)+`"item_id":"a","obfuscation":"zz",`, "#x"), delta(at(0)+`"item_id":"b",`, "#y"),
			data(`{"type":"response.output_text.done",`+at(0)+`"item_id":"c","text":"Hello"}`), terminal("[]"), done), warnings: []string{state.WarnReplaced}},
		{number: 19, name: "indices that skip", serve: stream(delta(at(3), "Hel"), delta(at(3), "lo"), terminal("[]"), done)},
		{number: 20, name: "an item in the final output only", serve: stream(created, terminal(full), done)},
		{number: 21, name: "a final output without the items", serve: stream(delta(at(0), "Hello"), terminal("[]"), done)},
		{number: 22, name: "a part that is announced whole", serve: stream(data(`{"type":"response.content_part.added",`+at(0)+`"part":{"type":"output_text","text":"Hello"}}`), delta(at(0), "Hello"),
			data(`{"type":"response.output_text.done",`+at(0)+`"text":"Hello"}`), terminal("[]"), done)},
		{number: 23, name: "a minimal response", serve: stream(delta(at(0), "Hello"), data(`{"type":"response.completed","response":{"id":"r","status":"completed","usage":null,"output":null}}`), done)},
		{number: 24, name: "summaries out of nowhere", serve: stream(data(`{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":0,"delta":"why"}`), delta(at(1), "Hello"),
			terminal(`[{"type":"reasoning","id":"rs","summary":["why"]},{"type":"message","id":"m","content":[{"type":"output_text","text":"Hello"}]}]`), done)},
		{number: 25, name: "text on an item that is no message", serve: stream(
			data(`{"type":"response.output_item.added","output_index":0,"item":{"type":"service:advisor","id":"st"}}`), delta(`"output_index":0,"item_id":"st",`, "advice"),
			delta(at(1), "Hello"), terminal("[]"), done)},
		{number: 31, name: "arguments that are no JSON", serve: stream(data(`{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{\"a\": }]"}`),
			data(`{"type":"response.function_call_arguments.done","output_index":1,"arguments":""}`), delta(at(0), "Hello"), terminal("[]"), done)},
		{number: 32, name: "control characters stay for the screen's guard", serve: stream(delta(at(0), `\u001b[31mHello\u0007\u202e`), terminal("[]"), done), text: "\x1b[31mHello\a\u202e"},
	}
}

func TestQuirks(t *testing.T) {
	quirks := slices.Concat(framing(), failures(), folding())
	seen := make(map[int]bool)
	for _, q := range quirks {
		seen[q.number] = true
		t.Run(fmt.Sprintf("%d %s", q.number, q.name), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { q.check(t) })
		})
	}
	for n := 1; n <= 32; n++ {
		if !seen[n] {
			t.Errorf("quirk %d has no test", n)
		}
	}
}

func (q quirk) check(t *testing.T) {
	call := client.Call{IdleTimeout: q.idle}
	body := []byte(`{"stream":true}`)
	if q.body != "" {
		body = []byte(q.body)
		call.Body = body
	}
	capture, s := exchange(t, q.serve, call)
	x := state.NewExchange("x", body)
	x.Apply(s.arrivals...)
	if q.verdict == state.Running {
		q.verdict = state.Completed
		if q.text == "" {
			q.text = "Hello"
		}
	}
	if q.verdict == state.Incomplete {
		q.text = "Hello"
	}
	if x.Verdict != q.verdict || x.Text() != q.text {
		t.Errorf("%s %q, want %s %q; ended %+v", x.Verdict, x.Text(), q.verdict, q.text, x.End)
	}
	if q.verdict == state.Failed && (x.Failure == nil || x.Failure.Message == "") {
		t.Errorf("nothing is said of the failure: %+v", x.Failure)
	}
	var codes []string
	for _, w := range x.Warnings {
		codes = append(codes, w.Code)
	}
	slices.Sort(codes)
	if codes = slices.Compact(codes); !slices.Equal(codes, q.warnings) {
		t.Errorf("warnings %q, want %q", codes, q.warnings)
	}
	checkReplay(t, capture, s)
}

// checkReplay: what the sink got live is replayed from the capture.
func checkReplay(t *testing.T, capture *wire.Capture, s *sink) {
	t.Helper()
	i := 0
	for a := range client.Replay(capture) {
		if i < len(s.arrivals) && !reflect.DeepEqual(a, s.arrivals[i]) {
			t.Errorf("arrival %d came as %+v and is replayed as %+v", i, s.arrivals[i], a)
		}
		i++
	}
	if i != len(s.arrivals) {
		t.Errorf("%d arrivals came, %d are replayed", len(s.arrivals), i)
	}
}

// TestConnectionReset is quirk 30 on a real connection: half of a stream, then RST.
func TestConnectionReset(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	half := make(chan struct{})
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		buf := make([]byte, 4096)
		conn.Read(buf)
		io.WriteString(conn, sseHead+created+added+hel)
		<-half
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	}()
	var s sink
	var once bool
	watch := client.SinkFunc(func(a wire.Arrival) {
		s.Arrive(a)
		if a.Event.Delta == "Hel" && !once {
			once = true
			close(half)
		}
	})
	c := client.New(client.WithBaseURL("http://" + listener.Addr().String()))
	defer c.Close()
	capture := c.Do(t.Context(), client.Call{Path: "/responses", Method: http.MethodPost, Body: []byte(`{}`), Stream: true}, watch)
	if capture.End.Cause != wire.EndLost || capture.End.Detail != wire.DetailReset || !strings.Contains(capture.End.Message, "reset") {
		t.Errorf("%+v", capture.End)
	}
	if text := capture.Text().All(); string(text) != created+added+hel {
		t.Errorf("%q", text)
	}
}
