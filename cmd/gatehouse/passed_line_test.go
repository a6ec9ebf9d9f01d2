package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gatehouse/gateway"
)

// TestTheLogSaysHowAnExchangeEnded: one line each, with the path as it was called and the
// target, without its keys and without what a terminal obeys.
func TestTheLogSaysHowAnExchangeEnded(t *testing.T) {
	gate := gateway.New(gateway.WithPace(time.Millisecond))
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/hostile":
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":{"message":"two\nlines, \u001b[31mred, canary-of-the-query","code":400}}`)
		case "/v1/responses":
			w.Header().Set("Content-Type", "text/plain") // which is a warning too
			io.WriteString(w, emptyEnd)
		case "/v1/endless":
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		default:
			gate.ServeHTTP(w, r)
		}
	}))
	defer upstream.Close()
	s := listening(t, "proxy", "--no-persist", "--to", "gw="+upstream.URL+"/api/v1", "--to", "raw="+upstream.URL+"/v1", "--to", "dead=http://127.0.0.1:9/v1")
	root := strings.TrimSuffix(s.address, "/gw")
	post := func(path, model string) {
		ask(t, root+path+"?key=canary-of-the-query", `{"model":"`+model+`","input":"hello","stream":true}`, anyKey, someKey)
	}
	for _, model := range []string{"fault/cut", "fault/reset", "fault/failed-event", "fault/incomplete"} {
		post("/gw/responses", model)
	}
	post("/raw/hostile", "m")
	post("/raw/responses", "m")
	if _, err := http.Post(root+"/dead/x", "text/plain", nil); err != nil {
		t.Fatal(err)
	}
	to := "  to " + upstream.URL
	for _, want := range []string{
		"  POST  /gw/responses?key=***" + to + "/api/v1  200  truncated  fault/cut  ",
		"  the answer ended before it was complete\n",
		"  the server reset the connection: read tcp ",
		"  failed  fault/failed-event  ", "  The provider stopped mid-response",
		"  incomplete  fault/incomplete  ", "  max_output_tokens\n",
		"  POST  /raw/hostile?key=***" + to + "/v1  400  failed  m  ", "  two lines, ",
		"  completed  m  ", "  ✗ breaks other clients: content-type, no-item-added, no-item-done, no-part-added, final-output-empty  ",
		"  POST  /dead/x  to http://127.0.0.1:9/v1  failed  ", "  no answer arrived: dial tcp 127.0.0.1:9: ",
	} {
		s.log.wait(want, 1)
	}
	for _, left := range []struct {
		leave func(cancel func())
		want  string
	}{
		{func(cancel func()) { cancel() }, "  the program closed the connection before the end\n"},
		{func(func()) { s.stop() }, "  stopped in gatehouse before the end\n"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		req, _ := http.NewRequestWithContext(ctx, "GET", root+"/raw/endless", nil)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		left.leave(cancel)
		s.log.wait(left.want, 1)
		cancel()
		resp.Body.Close()
	}
	log := s.log.String()
	if strings.Contains(log, "canary") || strings.ContainsRune(log, 0x1b) || strings.Count(log, "\n") != 9 {
		t.Errorf("the log:\n%s", log)
	}
}
