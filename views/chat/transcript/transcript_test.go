package transcript

import (
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/themes"
	"gatehouse/views"
)

// wireTalk makes arrivals as a reader would, a millisecond apart.
type wireTalk struct{ us int64 }

func (w *wireTalk) head(status int) wire.Arrival {
	w.us += 1000
	kind := "application/json"
	if status == 200 {
		kind = "text/event-stream"
	}
	return wire.Arrival{Kind: wire.ArrivedHead, Stream: status == 200, Head: &wire.Head{
		Status: status, Proto: "HTTP/1.1", AtUS: w.us, Header: map[string][]string{"Content-Type": {kind}}}}
}

func (w *wireTalk) event(format string, args ...any) wire.Arrival {
	w.us += 1000
	data := fmt.Appendf(nil, format, args...)
	e, err := read.Event(data)
	if err != nil {
		panic(string(data))
	}
	return wire.Arrival{Kind: wire.ArrivedFrame, Decoded: true, Event: e,
		Frame: wire.Frame{Kind: wire.FrameEvent, Data: data, AtUS: w.us}}
}

func (w *wireTalk) delta(item int, text string) wire.Arrival {
	return w.event(`{"type":"response.output_text.delta","output_index":%d,"content_index":0,"delta":%s}`, item, quote(text))
}

func (w *wireTalk) done() wire.Arrival {
	w.us += 1000
	return wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(wire.Done), AtUS: w.us}}
}

func (w *wireTalk) end(cause wire.EndCause) wire.Arrival {
	w.us += 1000
	return wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: cause, AtUS: w.us}, Timing: new(wire.NoTiming())}
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

const usageOfAnswer = `{"input_tokens":34,"input_tokens_details":{"cached_tokens":0},"output_tokens":212,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":246,"cost":0.0003}`

func (w *wireTalk) completed() wire.Arrival {
	return w.event(`{"type":"response.completed","response":{"id":"r","model":"borealis/coder-m","status":"completed","usage":%s}}`, usageOfAnswer)
}

// stage is a pane with a conversation to play on.
type stage struct {
	*Model
	conv   *talk.Conversation
	styles *themes.Styles
	talk   wireTalk
}

func newStage(width, height int) *stage {
	styles := themes.Dark()
	s := &stage{styles: &styles, conv: talk.NewConversation(talk.NewDraft())}
	s.Model = New(&styles, views.NewKeys(views.DefaultCommands()))
	s.SetConversation(s.conv)
	s.SetSize(width, height)
	return s
}

// ask adds a turn whose request is on its way.
func (s *stage) ask(text string) *state.Exchange {
	turn := s.conv.Add(s.conv.Current, []json.RawMessage{talk.UserMessage(text)})
	body := []byte(`{"model":"service/auto","stream":true}`)
	turn.Exchange = state.NewExchange("x", body)
	turn.Capture = &wire.Capture{Sent: wire.Sent{Method: "POST", URL: "http://h/api/v1/responses", Body: body,
		Header: map[string][]string{"Content-Type": {"application/json"}}}}
	s.talk = wireTalk{}
	return turn.Exchange
}

// answered adds a turn with a finished answer.
func (s *stage) answered(question, answer string) {
	x := s.ask(question)
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.created","response":{"model":"borealis/coder-m"}}`),
		s.talk.delta(0, answer), s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
}

// Update handles a message, and the messages of its Cmds.
func (s *stage) Update(msg tea.Msg) views.Answer {
	a := s.Model.Update(msg)
	s.run(a.Cmd)
	return a
}

// View draws the pane as the program does: after its work.
func (s *stage) View() string {
	s.run(s.Work())
	return s.Model.View()
}

func (s *stage) run(cmd tea.Cmd) {
	for cmd != nil {
		cmd = s.Model.Update(cmd()).Cmd
	}
}

func (s *stage) screen() []string { return strings.Split(ansi.Strip(s.View()), "\n") }

func (s *stage) press(keys ...string) (last views.Intent) {
	for _, k := range keys {
		last = s.Update(keyMsg(k)).Intent
	}
	return last
}

func keyMsg(k string) tea.KeyPressMsg {
	named := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
		"space": {Code: tea.KeySpace, Text: " "}, "end": {Code: tea.KeyEnd}, "home": {Code: tea.KeyHome}, "up": {Code: tea.KeyUp},
		"down": {Code: tea.KeyDown}, "backspace": {Code: tea.KeyBackspace},
	}
	if msg, ok := named[k]; ok {
		return msg
	}
	return tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
}

// trimmed is the screen without the spaces at the ends of its lines, which no
// golden file should depend on; exactSize looks at those.
func (s *stage) trimmed() string {
	var b strings.Builder
	for _, line := range s.screen() {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
