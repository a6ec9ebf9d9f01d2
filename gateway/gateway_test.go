package gateway_test

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/gateway"

	"github.com/tidwall/gjson"
)

// serve starts a gateway on a loopback port, without pace.
func serve(t testing.TB, opts ...gateway.Option) string {
	t.Helper()
	srv := httptest.NewServer(gateway.New(append([]gateway.Option{gateway.WithPace(0)}, opts...)...))
	t.Cleanup(srv.Close)
	return srv.URL + gateway.Prefix
}

// header is one header of a request, as "Name: value".
func do(t testing.TB, method, url, body string, headers ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer test")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// post sends a request to /responses and reads the JSON answer.
func post(t testing.TB, base, body string, headers ...string) (int, gjson.Result) {
	t.Helper()
	resp := do(t, "POST", base+"/responses", body, headers...)
	return resp.StatusCode, readJSON(t, resp)
}

func readJSON(t testing.TB, resp *http.Response) gjson.Result {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !gjson.ValidBytes(body) {
		t.Fatalf("no JSON: %.200q", body)
	}
	return gjson.ParseBytes(body)
}

// frame is one server-sent event as a test reads it.
type frame struct{ event, data string }

// stream sends a request with "stream":true in it and reads the events. err is what ended the body;
// nil for a clean end.
func stream(t testing.TB, base, body string, headers ...string) (frames []frame, err error) {
	t.Helper()
	resp := do(t, "POST", base+"/responses", body, headers...)
	if ct := resp.Header.Get("Content-Type"); resp.StatusCode != 200 || ct != "text/event-stream" {
		t.Fatalf("status %d, content type %q: %s", resp.StatusCode, ct, readJSON(t, resp))
	}
	lines := bufio.NewReader(resp.Body)
	var f frame
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return frames, nil
		}
		if err != nil {
			return frames, err
		}
		line = strings.TrimRight(line, "\r\n")
		name, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" && f != frame{}:
			frames = append(frames, f)
			f = frame{}
		case name == "event":
			f.event = value
		case name == "data":
			f.data = value
		case line != "":
			frames = append(frames, frame{event: "comment", data: line})
		}
	}
}

// text returns the text deltas of a stream, joined.
func text(frames []frame) string {
	var b strings.Builder
	for _, f := range frames {
		if f.event == "response.output_text.delta" {
			b.WriteString(gjson.Get(f.data, "delta").Str)
		}
	}
	return b.String()
}
