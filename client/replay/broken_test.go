package replay

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// stream is an answer of three chunks, which ends like that.
func stream(end wire.End) *wire.Capture {
	c := &wire.Capture{Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}, End: &end, Timing: wire.NoTiming()}
	for _, text := range []string{"data: one\n\n", "data: two\n\n", "data: [DONE]\n\n"} {
		c.Body.Append([]byte(text), 0)
	}
	return c
}

// TestFaults: each takes place after that number of bytes, or at the end of a shorter body.
func TestFaults(t *testing.T) {
	body := string(stream(wire.End{}).Body.All())
	for text, want := range map[string]string{
		"cut@0": "", "cut@15": body[:15], "cut@22": body[:22], "cut@9999": body, "reset@15": body[:15], "reset@9999": body,
	} {
		fault, err := proxy.ParseFault(text)
		if err != nil {
			t.Fatal(err)
		}
		s := replaying(stream(wire.End{Cause: wire.EndClean}), func(o *Options) { o.Fault = fault })
		got := exchange(t, s.URL, get)
		if got.body != want && !strings.HasPrefix(text, "reset") || got.err == nil || got.err == io.EOF {
			t.Errorf("%s: %q, %v", text, got.body, got.err)
		}
		if errors.Is(got.err, syscall.ECONNRESET) != strings.HasPrefix(text, "reset") {
			t.Errorf("%s: %v", text, got.err)
		}
		if c := <-s.captures; c.End.Cause != wire.EndLost || string(c.Body.All()) != want {
			t.Errorf("%s: recorded %+v, %q", text, c.End, c.Body.All())
		}
		s.close()
	}
	fault, _ := proxy.ParseFault("status:503")
	s := replaying(stream(wire.End{Cause: wire.EndClean}), func(o *Options) { o.Fault = fault })
	defer s.close()
	if got := exchange(t, s.URL, get); !strings.HasPrefix(got.status, "HTTP/1.1 503 ") || got.header.Get("Retry-After") != "2" || !strings.Contains(got.body, `"code":503`) {
		t.Errorf("%+v", got)
	}
	for _, wrong := range []string{"", "cut", "cut@", "cut@-1", "melt@3", "status:200", "status:", "@3"} {
		if _, err := proxy.ParseFault(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

// TestStall: what was due has arrived, then nothing, until the program leaves.
func TestStall(t *testing.T) {
	fault, _ := proxy.ParseFault("stall@15")
	s := replaying(stream(wire.End{Cause: wire.EndClean}), func(o *Options) { o.Fault = fault })
	defer s.close()
	ctx, leave := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got := make([]byte, 15)
	if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != "data: one\n\ndata" {
		t.Errorf("%q, %v", got, err)
	}
	select {
	case c := <-s.captures:
		t.Errorf("it ended: %+v", c.End)
	default:
	}
	leave()
	if c := <-s.captures; c.End.Cause != wire.EndHungUp {
		t.Errorf("%+v", c.End)
	}
}

// TestRecordedFailures: a broken answer breaks again, and half a record never passes for a
// complete answer.
func TestRecordedFailures(t *testing.T) {
	half := func(end wire.End) *wire.Capture {
		c := stream(end)
		c.Body = wire.Body{}
		c.Body.Append([]byte("data: one\n\n"), 0)
		return c
	}
	for name, this := range map[string]struct {
		c        *wire.Capture
		complete bool
		reset    bool
	}{
		"cut":                   {half(wire.End{Cause: wire.EndLost, Message: "unexpected EOF"}), false, false},
		"reset":                 {half(wire.End{Cause: wire.EndLost, Detail: wire.DetailReset, Message: "read: connection reset by peer"}), false, true},
		"cut by preset.example": {half(wire.End{Cause: wire.EndLost, Message: "preset.example: unexpected EOF"}), false, false},
		"too large":             {half(wire.End{Cause: wire.EndBodyCap}), false, false},
		"record given up":       {half(wire.End{Cause: wire.EndBehind}), false, false},
		"hung up in the middle": {half(wire.End{Cause: wire.EndHungUp}), false, false},
		"hung up after [DONE]":  {stream(wire.End{Cause: wire.EndHungUp}), true, false},
	} {
		s := replaying(this.c)
		got := exchange(t, s.URL, get)
		if broken := got.err != nil && got.err != io.EOF; broken == this.complete || errors.Is(got.err, syscall.ECONNRESET) != this.reset {
			t.Errorf("%s: %q, %v", name, got.body, got.err)
		}
		s.close()
	}
	s := replaying(&wire.Capture{End: &wire.End{Cause: wire.EndConnect, Message: "connection refused"}})
	defer s.close()
	if got := exchange(t, s.URL, get); !strings.HasPrefix(got.status, "HTTP/1.1 502 ") || !strings.Contains(got.body, "No answer arrived when this was recorded: connection refused") {
		t.Errorf("%+v", got)
	}
}

// TestAProgramMayLeaveAtTheLastEvent: that of each API, whatever its server sends after it. Then
// the recorded answer is complete, although its end was not awaited.
func TestAProgramMayLeaveAtTheLastEvent(t *testing.T) {
	long := strings.Repeat("x", 100<<10)
	for body, complete := range map[string]bool{
		"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n":                                                true,
		"data: a\n\ndata: {\"type\":\"response.completed\",\"response\":{\"a\":\"" + long + "\"}}\n\n":              true,
		"event: response.incomplete\ndata: {\"response\":{}}\n\n":                                                   true,
		"data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n":                                  true,
		"data: {\"type\":\"message_stop\"}":                                                                         false,
		"data: {\"type\":\"response.created\",\"response\":{\"a\":\"" + long + "\"}}\n\n":                           false,
		"data: {\"type\":\"x\",\"delta\":\"data: [DONE]\"}\n\n":                                                     false,
		"data: [DONE]\r\n\r\n: bye\n\n":                                                                             true,
		"data: {\"choices\":[{\"index\":0,\"finish_reason\":\"stop\"}]}\n\n":                                        true,
		"data: {\"choices\":[{\"index\":1}]}\n\ndata: {\"choices\":[{\"index\":0,\"finish_reason\":\"stop\"}]}\n\n": false,
		"data: {\"choices\":[{\"index\":0,\"finish_reason\":null}]}\n\n":                                            false,
		"": false,
	} {
		c := stream(wire.End{Cause: wire.EndHungUp})
		c.Body = wire.Body{}
		c.Body.Append([]byte(body), 0)
		if got := replyOf(c).end == proxy.Clean; got != complete {
			t.Errorf("%.80q: complete is %v", body, got)
		}
	}
}
