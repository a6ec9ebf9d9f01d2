package app_test

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// FuzzScreen feeds hostile text through every input (pastes, names of models,
// the wire, warnings) and checks the full screen with everything that can be
// over it.
func FuzzScreen(f *testing.F) {
	for _, seed := range []string{"plain", "\x1b[2J\x1b]0;x\a", "\u009b31m\x9b", "\u202eabc\u200b", "two\nlines\r\t", "e\u0301\u3164\ufe01", "👩\u200d👧\u200d", "```\n\x1b\n```"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2048 {
			t.Skip()
		}
		m := app.New(app.Options{Connection: app.Connection{BaseURL: "http://fuzz.example"}, Theme: "dark", Warnings: []string{text}})
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		look := func(where string) { t.Helper(); apptest.CheckGuarded(t, m, where) }
		look("at the start")
		m.Update(tea.PasteMsg{Content: text})
		look("pasted into the composer")
		m.SetModels(m.Link, []wire.Model{{ID: text, Name: text}, {ID: "vendor/plain"}}, nil)
		m.Update(nil)
		answered(m, text)
		look("with an answer")
		for _, open := range []string{"alt+m", "ctrl+p", "alt+l", "alt+y", "f1"} {
			m.Update(apptest.Key(open))
			look(open)
			m.Update(tea.PasteMsg{Content: text})
			look(open + " and a paste")
			m.Update(apptest.Key("esc"))
		}
		m.Do(views.SetModel{Slug: text})
		look("with the model chosen")
	})
}

// answered puts an exchange with that text everywhere into the shown
// conversation.
func answered(m *app.Model, text string) {
	quoted, _ := json.Marshal(text)
	q := string(quoted)
	c := m.Desk.Shown()
	turn := c.Conv.Add(nil, []json.RawMessage{talk.UserMessage(text)})
	turn.Exchange = state.NewExchange("fuzz", []byte(`{"stream":true}`))
	event := func(data string) wire.Arrival {
		e, err := read.Event([]byte(data))
		return wire.Arrival{Kind: wire.ArrivedFrame, Event: e, Decoded: err == nil, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data)}}
	}
	turn.Exchange.Apply(
		wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}, Stream: true},
		event(`{"type":"response.created","response":{"model":`+q+`}}`),
		event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":`+q+`}]}}`),
		event(`{"type":"error","code":`+q+`,"message":`+q+`}`),
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndLost, Message: text, AtUS: 9}, Timing: new(wire.NoTiming())})
	m.Arrange()
}

// TestTheGuardChecksTheFinishedScreen lets a pane draw what it must not.
func TestTheGuardChecksTheFinishedScreen(t *testing.T) {
	for _, theme := range []string{"auto", "light"} { // the second has a background
		m := app.New(app.Options{Connection: app.Connection{BaseURL: "http://guard.example"}, Theme: theme})
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		apptest.Of(m).Composer().SetHint("\x1b[2J\u202e")
		if view := m.View().Content; strings.Contains(view, "\x1b[2J") || strings.Contains(view, "\u202e") {
			t.Errorf("%s: the terminal gets it: %q", theme, view)
		}
	}
}
