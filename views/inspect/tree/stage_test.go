package tree

import (
	"net/http"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/themes"
	"gatehouse/views"
)

const request = `{
  "model": "auto",
  "instructions": "Be brief.",
  "input": [
    {"type": "message", "role": "user", "content": "Which of my keys should I rotate first, and how? \u001b[31m Say why, and say it so that somebody who has never seen a gateway understands it."},
    {"type": "function_call", "call_id": "c1", "name": "get_keys", "arguments": "{\"older_than\":\"90d\",\"limit\":10}"},
    {"type": "function_call_output", "call_id": "c1", "output": "[]"}
  ],
  "temperature": 0.20,
  "plugins": [{"id": "auto-router", "allowed_models": ["borealis/*", "cobalt/coder-*"]}],
  "tools": [],
  "metadata": {},
  "stream": true
}`

const upstreamBody = `{"model":"borealis/coder-m","instructions":"Be brief.","temperature":2e-1,"stream":true,"tools":[],
"input":[{"type":"message","role":"user","content":"Which of my keys should I rotate first, and how? \u001b[31m Say why."},
{"type":"function_call","call_id":"c1","name":"get_keys","arguments":"{\"older_than\":\"90d\",\"limit\":10}"},
{"type":"function_call_output","call_id":"c1","output":"[]"}],"max_tokens":4096}`

// stage is a pane with what a test does to it.
type stage struct {
	views.Pane
	intents []views.Intent
}

func styles() *themes.Styles { s := themes.Dark(); return &s }

func keys() *views.Keys { return views.NewKeys(views.DefaultCommands()) }

func newStage(p views.Pane, width, height int) *stage {
	if m, ok := p.(interface{ SetFilterer(Filterer) }); ok {
		m.SetFilterer(jsontree.Filter)
	}
	p.SetSize(width, height)
	s := &stage{Pane: p}
	s.run(p.SetFocus(true))
	if w, ok := p.(views.Worker); ok {
		s.run(w.Work())
	}
	return s
}

func viewer(c Content, width, height int) *stage {
	m := New(styles(), keys())
	m.SetContent(c)
	return newStage(m, width, height)
}

// run runs a Cmd and delivers its messages until none is left.
func (s *stage) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, c := range batch {
			s.run(c)
		}
		return
	}
	s.send(msg)
}

func (s *stage) send(msg tea.Msg) {
	answer := s.Update(msg)
	intent, cmd := answer.Intent, answer.Cmd
	if intent != nil {
		s.intents = append(s.intents, intent)
	}
	s.run(cmd)
}

func keyOf(name string) tea.KeyPressMsg {
	special := map[string]rune{"enter": tea.KeyEnter, "up": tea.KeyUp, "down": tea.KeyDown, "pgdown": tea.KeyPgDown, "left": tea.KeyLeft,
		"right": tea.KeyRight, "pgup": tea.KeyPgUp, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: ' ', Text: " "}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

func (s *stage) press(names ...string) *stage {
	for _, name := range names {
		s.send(keyOf(name))
	}
	return s
}

func (s *stage) write(text string) *stage {
	for _, r := range text {
		s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return s
}

// last returns the intent that the last key gave, and forgets it.
func (s *stage) last() views.Intent {
	if len(s.intents) == 0 {
		return nil
	}
	i := s.intents[len(s.intents)-1]
	s.intents = nil
	return i
}

func (s *stage) screen() string {
	lines := strings.Split(ansi.Strip(s.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func (s *stage) has(t *testing.T, words ...string) {
	t.Helper()
	screen := s.screen()
	for _, w := range words {
		if !strings.Contains(screen, w) {
			t.Errorf("no %q on the screen\n%s", w, screen)
		}
	}
}

func (s *stage) hasNot(t *testing.T, words string) {
	t.Helper()
	if screen := s.screen(); strings.Contains(screen, words) {
		t.Errorf("%q on the screen\n%s", words, screen)
	}
}

func headFields() http.Header {
	return http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Authorization": {"Bearer sk-not-redacted"}}
}

// asked is an exchange whose request was sent.
func asked() views.Subject {
	c := &wire.Capture{Sent: wire.Sent{Method: "POST", URL: "http://127.0.0.1:8080/api/v1/responses", Header: headFields(), Body: []byte(request)}}
	return views.Subject{Turn: 1, Exchange: state.NewExchange("x", []byte(request)), Capture: c}
}

func debugged() views.Subject {
	s := asked()
	x := s.Exchange
	for _, b := range []string{strings.Replace(upstreamBody, "borealis/coder-m", "atlas/coder", 1), upstreamBody} {
		x.Debug = append(x.Debug, []byte(`{"echo_upstream_body":`+b+`}`))
	}
	x.Routing = []byte(`{"requested":"auto","attempt":2,"attempts":[{"provider":"Atlas","model":"a","status":503},{"provider":"Borealis","model":"b","status":200}]}`)
	x.Version++
	return s
}
