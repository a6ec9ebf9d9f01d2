package gateway_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/tidwall/gjson"

	"gatehouse/gateway"
)

// onSocket opens a WebSocket to a gateway.
func onSocket(t *testing.T, opts ...gateway.Option) *websocket.Conn {
	t.Helper()
	server := httptest.NewServer(gateway.New(append([]gateway.Option{gateway.WithPace(0)}, opts...)...))
	t.Cleanup(server.Close)
	c, _, err := websocket.Dial(t.Context(), server.URL+gateway.Prefix+"/responses", &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {"Bearer k"}}, CompressionMode: websocket.CompressionContextTakeover,
	})
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(-1)
	t.Cleanup(func() { c.CloseNow() })
	return c
}

func send(t *testing.T, c *websocket.Conn, format string, args ...any) {
	t.Helper()
	if err := c.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil {
		t.Fatal(err)
	}
}

// until reads events to one of a type, or to the end of the connection.
func until(t *testing.T, c *websocket.Conn, kinds ...string) (all []gjson.Result, err error) {
	t.Helper()
	for {
		_, message, err := c.Read(t.Context())
		if err != nil {
			return all, err
		}
		e := gjson.ParseBytes(message)
		all = append(all, e)
		if slices.Contains(kinds, e.Get("type").String()) {
			return all, nil
		}
	}
}

// TestAWebSocketHasTheEventsOfAStream, without [DONE], and one response after the other.
func TestAWebSocketHasTheEventsOfAStream(t *testing.T) {
	c := onSocket(t)
	for range 2 {
		send(t, c, `{"type":"response.create","model":"sim/writer","input":"hello"}`)
		all, err := until(t, c, "response.completed")
		if err != nil || len(all) < 8 {
			t.Fatalf("%d events, %v", len(all), err)
		}
		for i, e := range all {
			if e.Get("sequence_number").Int() != int64(i) {
				t.Errorf("event %d is %s", i, e)
			}
		}
		if all[0].Get("type").String() != "response.created" || all[len(all)-1].Get("response.status").String() != "completed" {
			t.Errorf("%s … %s", all[0], all[len(all)-1])
		}
	}
}

// TestAResponseGoesOnFromOneOfItsConnection: a call, and its output without the conversation.
func TestAResponseGoesOnFromOneOfItsConnection(t *testing.T) {
	c := onSocket(t)
	tools := `"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]`
	send(t, c, `{"type":"response.create","model":"sim/coder","input":"call get_weather for Berlin",%s}`, tools)
	all, err := until(t, c, "response.completed")
	if err != nil {
		t.Fatal(err)
	}
	final := all[len(all)-1].Get("response")
	call := final.Get(`output.#(type=="function_call").call_id`).String()
	if call == "" {
		t.Fatalf("no call: %s", final)
	}
	send(t, c, `{"type":"response.create","model":"sim/coder","previous_response_id":%q,"input":[{"type":"function_call_output","call_id":%q,"output":"sunny, 21 degrees"}],%s}`, final.Get("id").String(), call, tools)
	all, err = until(t, c, "response.completed", "error")
	if err != nil {
		t.Fatal(err)
	}
	if text := all[len(all)-1].Get("response.output").Raw; !strings.Contains(text, "sunny, 21 degrees") {
		t.Errorf("the answer is %s", all[len(all)-1])
	}
	send(t, c, `{"type":"response.create","previous_response_id":"resp_none","input":"x"}`)
	if all, _ = until(t, c, "error"); all[0].Get("error.code").String() != "previous_response_not_found" || all[0].Get("status").Int() != 400 {
		t.Errorf("%s", all)
	}
}

// TestAWarmUpAnswersNothing, and a later response continues it.
func TestAWarmUpAnswersNothing(t *testing.T) {
	c := onSocket(t)
	send(t, c, `{"type":"response.create","model":"sim/writer","instructions":"be brief","input":"the first words","generate":false}`)
	all, err := until(t, c, "response.completed")
	if err != nil || all[len(all)-1].Get("response.output.#").Int() != 0 {
		t.Fatalf("%v %v", all, err)
	}
	send(t, c, `{"type":"response.create","model":"sim/writer","previous_response_id":%q,"input":"more"}`, all[len(all)-1].Get("response.id").String())
	if all, err = until(t, c, "response.completed", "error"); err != nil || all[len(all)-1].Get("response.output.#").Int() == 0 {
		t.Fatalf("%v %v", all[len(all)-1], err)
	}
}

// TestErrorsAreEvents with the status, and the connection continues.
func TestErrorsAreEvents(t *testing.T) {
	c := onSocket(t)
	for message, want := range map[string]string{
		`not JSON`: "400 invalid_request", `{"type":"response.cancel"}`: "400 invalid_request",
		`{"type":"response.create","model":"none/such"}`:          "404 not_found",
		`{"type":"response.create","temperature":"hot"}`:          "400 invalid_request",
		`{"type":"response.create","model":"fault/429"}`:          "429 rate_limit_exceeded",
		`{"type":"response.create","model":"fault/html-502"}`:     "502 502",
		`{"type":"response.create","input":1,"stream_id":"lane"}`: "400 invalid_request",
	} {
		send(t, c, "%s", message)
		all, err := until(t, c, "error")
		if err != nil || len(all) != 1 {
			t.Fatalf("%s: %v, %v", message, all, err)
		}
		if got := fmt.Sprint(all[0].Get("status"), " ", all[0].Get("error.code")); got != want || all[0].Get("error.message").String() == "" {
			t.Errorf("%s: %s", message, all[0])
		}
		if strings.Contains(message, "429") && all[0].Get("headers.retry-after").String() != "2" || strings.Contains(message, "lane") && all[0].Get("stream_id").String() != "lane" {
			t.Errorf("%s: %s", message, all[0])
		}
	}
}

// TestLanesAreAnsweredAtOnce, each in its order.
func TestLanesAreAnsweredAtOnce(t *testing.T) {
	c := onSocket(t)
	for i := range 6 {
		send(t, c, `{"type":"response.create","model":"sim/writer","input":"%d","stream_id":"%d"}`, i, i%3)
	}
	ended := map[string]int{}
	for range 6 {
		all, err := until(t, c, "response.completed")
		if err != nil {
			t.Fatal(err)
		}
		ended[all[len(all)-1].Get("stream_id").String()]++
	}
	if fmt.Sprint(ended) != "map[0:2 1:2 2:2]" {
		t.Errorf("%v", ended)
	}
}

// TestFaultsOnAWebSocket break what carries them.
func TestFaultsOnAWebSocket(t *testing.T) {
	for model, want := range map[string]struct {
		last string // event
		code websocket.StatusCode
	}{
		"fault/cut":          {"", websocket.StatusNormalClosure},
		"fault/reset":        {"", -1},
		"fault/failed-event": {"response.failed", 0},
		"fault/error-event":  {"error", 0},
		"fault/incomplete":   {"response.incomplete", 0},
		"fault/no-done":      {"response.completed", 0},
		"fault/crlf":         {"response.completed", 0},
		"fault/comments":     {"response.completed", 0},
		"fault/keepalive":    {"response.completed", 0},
		"fault/gap":          {"response.completed", 0},
		"fault/bad-json":     {"response.completed", 0},
	} {
		c := onSocket(t)
		send(t, c, `{"type":"response.create","model":%q,"input":"x"}`, model)
		all, err := until(t, c, "response.completed", "response.incomplete", "response.failed", "error")
		switch {
		case want.last == "" && (err == nil || websocket.CloseStatus(err) != want.code || len(all) < 5):
			t.Errorf("%s: %d events, %v", model, len(all), err)
		case want.last != "" && (err != nil || all[len(all)-1].Get("type").String() != want.last):
			t.Errorf("%s: %v", model, err)
		}
	}
}

// TestAHandshakeWantsAKey, and one from a page of another site is refused.
func TestAHandshakeWantsAKey(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithKeys("right")))
	defer server.Close()
	for _, c := range []struct {
		key, origin string
		want        int
	}{{"", "", 401}, {"wrong", "", 401}, {"right", "https://evil.example", 403}, {"right", "", 101}} {
		h := http.Header{}
		if c.key != "" {
			h.Set("Authorization", "Bearer "+c.key)
		}
		if c.origin != "" {
			h.Set("Origin", c.origin)
		}
		conn, resp, _ := websocket.Dial(t.Context(), server.URL+gateway.Prefix+"/responses", &websocket.DialOptions{HTTPHeader: h})
		if resp == nil || resp.StatusCode != c.want {
			t.Errorf("%+v: %v", c, resp)
		}
		if conn != nil {
			conn.CloseNow()
		}
	}
}

// TestAClientThatLeavesEndsItsAnswers.
func TestAClientThatLeavesEndsItsAnswers(t *testing.T) {
	c := onSocket(t, gateway.WithPace(1<<40))
	send(t, c, `{"type":"response.create","model":"sim/writer","input":"hello"}`)
	if _, err := until(t, c, "response.output_text.delta"); err != nil {
		t.Fatal(err)
	}
	c.CloseNow() // the server of the test closes only when its handlers have ended
}
