package overview

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
)

// TestWhoCalledAndWhatTheProxyAdded: an exchange of another program names it, and the time
// that each part spent in the proxy; what is not known is a dash. One of ours has no such
// section.
func TestWhoCalledAndWhatTheProxyAdded(t *testing.T) {
	s := subject(paced(5, 6), -1)
	if got := screen(pageOf(s, false, 99, 60)); strings.Contains(got, "CALLER") {
		t.Error(got)
	}
	body := s.Capture.Body.Chunks()
	s.Capture.Caller = &wire.Caller{Address: "127.0.0.1:50123", UserAgent: "agent/1.2 \x1b[31m" + strings.Repeat("long ", 60)}
	s.Capture.Delivery = &wire.Delivery{
		SentUS: 0, HeadUS: -1, FirstUS: body[0].AtUS + 70, LastUS: body[len(body)-1].AtUS + 3000,
	}
	got := screen(pageOf(s, false, 99, 60))
	for _, want := range []string{"127.0.0.1:50123", "agent/1.2", "0.07 ms\n", "3 ms\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for line := range strings.Lines(got) {
		if strings.Contains(line, "head  ") && !strings.HasSuffix(strings.TrimSpace(line), "–") {
			t.Errorf("the head was never handed on, yet: %s", line)
		}
	}
	if strings.Contains(got, "\x1b[31m") || strings.Count(got, "long") > 4*20 {
		t.Error(got)
	}
	if strings.Contains(got, "not stored") {
		t.Errorf("the request is all there, yet:\n%s", got)
	}
	s.Capture.Delivery.Missing = 12345
	if got := screen(pageOf(s, false, 99, 60)); !strings.Contains(got, "last 12,345 bytes of the request") {
		t.Errorf("nothing says that the request is not whole:\n%s", got)
	}
}

// TestAnAnswerOfTheProxyItselfIsNamed: the program got it, the server did not send it.
func TestAnAnswerOfTheProxyItselfIsNamed(t *testing.T) {
	s := subject(paced(), -1)
	s.Capture.Caller = &wire.Caller{Address: "127.0.0.1:50123"}
	s.Capture.Delivery = &wire.Delivery{HeadUS: -1, FirstUS: -1, LastUS: -1, Status: 502}
	if got := screen(pageOf(s, false, 80, 60)); !strings.Contains(got, "502 Bad Gateway, made by the proxy: no answer arrived") {
		t.Error(got)
	}
}

// TestWhoCallsIsKnownFromTheStart: before anything is received, the program and the target it
// asked are named; what it got is not known yet.
func TestWhoCallsIsKnownFromTheStart(t *testing.T) {
	x := state.New(state.Chat, "x", []byte(`{"model":"m","messages":[]}`))
	c := &wire.Capture{ID: "x", Timing: wire.NoTiming(), Caller: &wire.Caller{Address: "127.0.0.1:50123", UserAgent: "agent/1.2"}}
	s := views.Subject{Exchange: x, Capture: c, Target: "work\x1b[31m"}
	page := pageOf(s, false, 80, 40)
	got := screen(page)
	for _, want := range []string{"CALLER", "127.0.0.1:50123", "agent/1.2", "target     work"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, not := range []string{"proxy took", "\x1b[31m"} {
		if strings.Contains(got, not) {
			t.Errorf("%q in\n%s", not, got)
		}
	}
	s.Target = "other"
	if page.SetSubject(s); !strings.Contains(screen(page), "target     other") {
		t.Errorf("another target is not shown:\n%s", screen(page))
	}
}
