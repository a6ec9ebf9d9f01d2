package tree

import (
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func TestGoldens(t *testing.T) {
	for _, c := range []struct {
		name  string
		press []string
		about views.Subject
	}{
		{"pretty", nil, asked()},
		{"tree", []string{"v", "v"}, asked()},
		{"tree-levels", []string{"v", "v", "2", "j", "j", "j", "j"}, asked()},
		{"raw", []string{"v"}, asked()},
		{"headers", []string{"H"}, asked()},
		{"find", []string{"v", "v", "/", "c", "o", "d", "e", "r", "enter"}, asked()},
		{"upstream", []string{"="}, debugged()},
		{"upstream-all", []string{"=", "<", "="}, debugged()},
		{"nothing", nil, views.Subject{}},
	} {
		for _, size := range []struct {
			name          string
			width, height int
		}{{"80x24", 80, 24}, {"120x35", 120, 35}, {"160x45", 160, 45}, {"0x0", 0, 0}} {
			t.Run(c.name+"-"+size.name, func(t *testing.T) {
				r := NewRequest(styles(), keys())
				s := newStage(r, size.width, size.height)
				r.SetSubject(c.about)
				s.run(r.Work())
				s.press(c.press...)
				viewstest.Exact(t, s.View(), size.width, size.height)
				if size.width > 0 {
					viewstest.Golden(t, c.name+"-"+size.name, s.screen())
				}
			})
		}
	}
}

// answered is an exchange with a complete answer.
func answered(status int, body string) views.Subject {
	s := asked()
	head := &wire.Head{Status: status, Proto: "HTTP/1.1", Header: map[string][]string{"Content-Type": {"application/json"}}}
	s.Capture.Head = head
	s.Capture.Body.Append([]byte(body), 5)
	s.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: head},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Timing: new(wire.NoTiming()), Body: []byte(body)})
	return s
}

func TestResponse(t *testing.T) {
	r := NewResponse(styles(), keys())
	s := newStage(r, 100, 20)
	s.has(t, "No exchange yet.", "F2")
	r.SetSubject(views.Subject{Turn: 2})
	s.has(t, "opened from a file", "Requests sent from here are captured")
	for _, c := range []struct {
		name    string
		subject views.Subject
		want    []string
	}{
		{"plain", answered(200, `{"id":"r1","object":"response","status":"completed","output":[]}`), []string{"HTTP/1.1 200 OK", `"id": "r1"`, "pretty"}},
		{"error", answered(404, `{"error":{"code":404,"message":"no model"}}`), []string{"HTTP/1.1 404 Not Found", `"message": "no model"`}},
		{"html", answered(502, "<html>\n<h1>Bad</h1>"), []string{"502 Bad Gateway", "<h1>Bad</h1>", "raw"}},
		{"cut", answered(200, `{"id":"r1","out`), []string{`{"id":"r1","out`, "raw"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.SetSubject(c.subject)
			s.has(t, c.want...)
		})
	}
}

// TestStreamedResponse: during the stream the part received is shown as JSON, and raw grows;
// after the terminal event the response is shown, and raw still has every byte.
func TestStreamedResponse(t *testing.T) {
	r := NewResponse(styles(), keys())
	s := newStage(r, 100, 20)
	subject := asked()
	subject.Exchange = state.NewExchange("x", []byte(`{"stream":true}`))
	r.SetSubject(subject)
	s.has(t, "Waiting for the first byte")
	head := &wire.Head{Status: 200, Header: map[string][]string{"Content-Type": {"text/event-stream"}}}
	subject.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: head, Stream: true})
	feed := func(data string) {
		frame := wire.Frame{Kind: wire.FrameEvent, Data: []byte(data)}
		e, err := read.Event([]byte(data))
		subject.Capture.Body.Append([]byte("data: "+data+"\n\n"), 1)
		subject.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: frame, Event: e, Decoded: err == nil})
		r.SetSubject(subject)
	}
	feed(`{"type":"response.output_text.delta","output_index":0,"delta":"first"}`)
	s.has(t, `"text": "first"`, "so far; raw has every frame")
	s.press("v")
	feed(`{"type":"response.output_text.delta","output_index":0,"delta":"second"}`)
	s.has(t, `"delta":"second"`)
	s.press("v", "v")
	s.has(t, `"text": "firstsecond"`)
	feed(`{"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[]}}`)
	s.has(t, `"id": "resp_1"`, "last event; all in raw")
	s.press("v")
	s.has(t, `"delta":"first"`, "response.completed")
}

// TestTheKeyIsHidden: what was recorded holds no key, and if it did the head
// would not show it.
func TestTheKeyIsHidden(t *testing.T) {
	r := NewRequest(styles(), keys())
	r.SetSubject(asked())
	s := newStage(r, 100, 30).press("H")
	s.has(t, "Authorization: Bearer (hidden)", "Content-Type: application/json")
	s.hasNot(t, "sk-not-redacted")
}

func TestUpstream(t *testing.T) {
	r := NewRequest(styles(), keys())
	s := newStage(r, 110, 24)
	r.SetSubject(asked())
	s.press("=")
	if n, ok := s.last().(views.Notify); !ok || !strings.Contains(n.Text, "echo_upstream_body") {
		t.Errorf("without an echo: %v", n)
	}
	r.SetSubject(debugged())
	s.press("=")
	s.has(t, "attempt 2 of 2", "Borealis", `− "auto"`, `+ "borealis/coder-m"`, "+ max_tokens 4096", "− plugins", "1 more written differently")
	s.hasNot(t, "instructions")
	s.press("<")
	s.has(t, "attempt 1 of 2", "Atlas", `+ "atlas/coder"`)
	s.press("=")
	s.has(t, "instructions", "written differently")
	s.press("y")
	if c, ok := s.last().(views.Copy); !ok || !strings.Contains(c.Text, `~ model - "auto" + "atlas/coder"`) {
		t.Errorf("copied %v", c)
	}
	s.press("esc")
	s.has(t, "REQUEST")
}

// TestWhatIsMissingForAnEchoIsNamed, and nothing that the request has.
func TestWhatIsMissingForAnEchoIsNamed(t *testing.T) {
	for request, want := range map[string]string{
		`{"stream":true}`:                       ": set debug.echo_upstream_body",
		`{}`:                                    ": set debug.echo_upstream_body, and stream",
		`{"debug":{"echo_upstream_body":true}}`: ": debug.echo_upstream_body works only with stream true",
		`{"debug":{"echo_upstream_body":true},"stream":true}`: ", although it was requested",
	} {
		x := statetest.Answered(200, request, `{"status":"completed","output":[]}`)
		r := NewRequest(styles(), keys())
		s := newStage(r, 110, 24)
		r.SetSubject(views.Subject{Turn: 1, Exchange: x})
		s.press("=")
		if n, ok := s.last().(views.Notify); !ok || n.Text != "the service did not report what it forwarded"+want {
			t.Errorf("%s: %+v", request, s.last())
		}
	}
}
