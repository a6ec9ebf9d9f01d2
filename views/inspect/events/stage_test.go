package events

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/read"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
)

const request = `{"model":"m","input":"hello","stream":true}`

var (
	ids   = regexp.MustCompile(`"(msg|resp|holo|rs)_[A-Za-z0-9]+"`)
	times = regexp.MustCompile(`"(created_at|completed_at)":\d+`)
)

// answered is the body with which the local gateway answers a fault's model; what differs
// from run to run is made the same. A cut connection leaves a shorter body.
func answered(t testing.TB, slug string) []byte {
	t.Helper()
	server := httptest.NewServer(gateway.New(gateway.WithPace(0), gateway.WithKeyHints()))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/api/v1/responses",
		strings.NewReader(`{"model":"`+slug+`","input":"hello","stream":true}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer k")
	req.Header.Set("Content-Type", "application/json")
	resp, err := server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil && len(body) == 0 {
		t.Fatal(err)
	}
	body = ids.ReplaceAll(body, []byte(`"${1}_0"`))
	return times.ReplaceAll(body, []byte(`"$1":1700000000`))
}

// pace returns when a frame arrives, in microseconds after the one before it.
type pace func(frame int) int64

// steady is a stream that begins after 212 ms and sends a frame each 9 ms.
func steady(frame int) int64 {
	if frame == 0 {
		return 212_000
	}
	return 9_000
}

// stage is a pane with an exchange that arrives frame by frame.
type stage struct {
	*Model
	capture  *wire.Capture
	exchange *state.Exchange
	styles   *themes.Styles
	at       int64
}

func newStage(width, height int) *stage {
	styles := themes.Dark()
	s := &stage{styles: &styles}
	keys := views.NewKeys(views.DefaultCommands())
	s.Model = New(&styles, keys, sse.At)
	s.SetSize(width, height)
	return s
}

// begin starts an exchange whose head has arrived.
func (s *stage) begin() { s.beginOf(state.Responses) }

// beginOf is begin for an exchange of another kind.
func (s *stage) beginOf(kind state.Kind) {
	s.capture = &wire.Capture{ID: "x", Timing: wire.NoTiming()}
	s.exchange = state.New(kind, "x", []byte(request))
	s.capture.Head = &wire.Head{Status: 200, AtUS: 200_000, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	s.exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: s.capture.Head, Stream: true})
	s.show()
}

func (s *stage) show() {
	s.SetSubject(views.Subject{Turn: 1, Exchange: s.exchange, Capture: s.capture})
}

// play lets a body arrive, a frame in a chunk, and the end.
func (s *stage) play(body []byte, when pace, end wire.EndCause) {
	s.begin()
	s.feed(body, when)
	s.end(end)
}

// feed lets more of the body arrive.
func (s *stage) feed(body []byte, when pace) {
	for i, f := range cutUp(body) {
		s.at += when(i)
		s.frame(body[f.Offset : f.Offset+f.Length])
	}
	s.show()
}

// frame lets the bytes of one frame arrive.
func (s *stage) frame(raw []byte) {
	from := s.capture.Body.Len()
	s.capture.Body.Append(raw, s.at)
	one := new(wire.Body)
	one.Append(raw, s.at)
	for f := range sse.All(one) {
		f.Offset += from
		s.capture.Frames.Append(f.Ref())
		a := wire.Arrival{Kind: wire.ArrivedFrame, Frame: f}
		if f.Kind == wire.FrameEvent || f.Kind == wire.FrameTorn {
			e, err := read.Event(f.Data)
			a.Event, a.Decoded = e, err == nil
		}
		s.exchange.Apply(a)
	}
}

func (s *stage) end(cause wire.EndCause) {
	s.capture.End = &wire.End{Cause: cause, AtUS: s.at + 1000}
	s.capture.Timing.End = s.at
	s.exchange.Apply(s.capture.EndArrival())
	s.show()
}

// cutUp cuts a body into its frames.
func cutUp(body []byte) []wire.Frame {
	b := new(wire.Body)
	b.Append(body, 1)
	var all []wire.Frame
	for f := range sse.All(b) {
		all = append(all, f)
	}
	return all
}

// press presses keys and runs what the pane asks for, until nothing is left.
func (s *stage) press(keys ...string) (last views.Intent) {
	for _, k := range keys {
		answer := s.Update(keyMsg(k))
		intent, cmd := answer.Intent, answer.Cmd
		last = intent
		for cmd != nil {
			cmd = s.Update(cmd()).Cmd
		}
	}
	return last
}

func keyMsg(k string) tea.KeyPressMsg {
	named := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
		"space": {Code: tea.KeySpace, Text: " "}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "backspace": {Code: tea.KeyBackspace},
	}
	if msg, ok := named[k]; ok {
		return msg
	}
	return tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
}

// trimmed is the screen without the spaces at the ends of its lines.
func (s *stage) trimmed() string {
	var b strings.Builder
	for line := range strings.SplitSeq(ansi.Strip(s.View()), "\n") {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// textStream is a stream of created, some deltas with a comment after each fifth, completed
// and [DONE].
func textStream(deltas int) []byte {
	var b strings.Builder
	b.WriteString("data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"model\":\"m\"}}\n\n")
	for i := range deltas {
		fmt.Fprintf(&b, "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":%d,\"output_index\":0,\"delta\":\"word%d \"}\n\n", i+1, i)
		if i%5 == 4 {
			b.WriteString(": wait\n\n")
		}
	}
	b.WriteString("data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}\n\ndata: [DONE]\n\n")
	return []byte(b.String())
}
