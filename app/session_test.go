package app_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// TestAnySessionHolds presses what the user, a cat and a bad terminal would:
// any key, any paste, the mouse, resizes, answers of every kind, in any order.
// The screen must be right after each, and every stream must end in a verdict.
func TestAnySessionHolds(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 4
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Chdir(t.TempDir()) // a session is saved where it is
			random := rand.New(rand.NewPCG(seed, 7))
			apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
				width, height := 80, 24
				for range 150 {
					switch random.IntN(12) {
					case 0:
						width, height = random.IntN(140), random.IntN(50)
						d.Send(tea.WindowSizeMsg{Width: width, Height: height})
					case 1:
						at := tea.Mouse{X: random.IntN(150), Y: random.IntN(60), Button: tea.MouseLeft}
						d.Send(tea.MouseClickMsg(at))
						d.Send(tea.MouseReleaseMsg(at))
					case 2:
						d.Send(tea.MouseWheelMsg{X: random.IntN(150), Y: random.IntN(60), Button: tea.MouseWheelUp + tea.MouseButton(random.IntN(4))})
					case 3:
						d.Send(tea.PasteMsg{Content: pick(random, "two\nlines", "\x1b]52;c;aGk=\x07", strings.Repeat("long ", 500), "\xff\xfe", "漢字\t\u202e")})
					case 4:
						d.Desk.Shown().Conv.Draft.SetModel(pick(random, "sim/writer", "sim/reasoner", "fault/cut", "fault/429", "fault/html-502", "fault/unknown-event", "fault/bad-json"))
					case 5:
						d.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
					case 6:
						d.Type("write a few words")
						d.Press("enter")
					default:
						d.Press(anyKey(random, d.Keys))
					}
					d.Flush()
					d.CheckScreen(width, height)
					if t.Failed() || d.HasQuit {
						return
					}
				}
				for _, c := range d.Desk.Chats {
					d.WaitFor("every stream's end", func() bool { return c.Run() == nil })
					for id := 1; c.Conv.Find(id) != nil; id++ {
						if x := c.Conv.Find(id).Exchange; x != nil && x.Verdict == state.Running {
							t.Errorf("turn %d has no verdict", id)
						}
					}
				}
			})
		})
	}
}

// anyKey is any key of the table but those that leave the program or the
// terminal.
func anyKey(random *rand.Rand, keys *views.Keys) string {
	for {
		c := keys.Commands()[random.IntN(len(keys.Commands()))]
		switch c.Action {
		case views.ActQuit, views.ActInterrupt, views.ActSuspend, views.ActEditor, views.ActMakeCheck, views.ActSaveBinary:
			continue
		}
		if len(c.Keys) == 0 {
			continue
		}
		key := c.Keys[random.IntN(len(c.Keys))]
		if key == "space" {
			return " "
		}
		return key
	}
}

func pick[T any](random *rand.Rand, of ...T) T { return of[random.IntN(len(of))] }

// probe is a message of this test.
type probe string

func TestAPanesCmdComesBackToThePane(t *testing.T) {
	send := func(s string) tea.Cmd { return func() tea.Msg { return probe(s) } }
	if screen.Address(chat.ComposerPane, nil) != nil {
		t.Error("no Cmd becomes one")
	}
	if got := screen.Address(chat.ComposerPane, func() tea.Msg { return nil })(); got != nil {
		t.Errorf("no message becomes %#v", got)
	}
	if got, want := screen.Address(chat.TranscriptPane, send("a"))(), (screen.Addressed{Pane: chat.TranscriptPane, Msg: probe("a")}); got != want {
		t.Errorf("got %#v, want %#v", got, want)
	}
	batch, ok := screen.Address(chat.TranscriptPane, tea.Batch(send("a"), tea.Batch(send("b"), send("c"))))().(tea.BatchMsg)
	if !ok || len(batch) != 2 {
		t.Fatalf("a batch becomes %#v", batch)
	}
	if got, want := batch[0](), (screen.Addressed{Pane: chat.TranscriptPane, Msg: probe("a")}); got != want {
		t.Errorf("of a batch: got %#v, want %#v", got, want)
	}
	inner := batch[1]().(tea.BatchMsg)
	if got, want := inner[1](), (screen.Addressed{Pane: chat.TranscriptPane, Msg: probe("c")}); got != want {
		t.Errorf("of a batch in a batch: got %#v, want %#v", got, want)
	}
}

func TestALateMessageForAClosedOverlayIsDropped(t *testing.T) {
	m := app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://other.example"}})
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	m.Run(views.ActPalette)
	first := m.Overlays.Top().ID
	m.Overlays.Close()
	m.Run(views.ActHelp)
	if m.Overlays.Top().ID == first {
		t.Fatal("two overlays share a number")
	}
	if cmd := m.Deliver(first, tea.KeyPressMsg{Code: tea.KeyEnter}); cmd != nil || m.Overlays.Top() == nil {
		t.Error("a message for the first was taken by the second")
	}
}

func TestTextOfATurn(t *testing.T) {
	raw := func(items ...string) (turn talk.Turn) {
		for _, i := range items {
			turn.Input = append(turn.Input, []byte(i))
		}
		return turn
	}
	cases := []struct {
		turn talk.Turn
		want string
	}{
		{raw(`{"type":"message","role":"user","content":"plain"}`), "plain"},
		{raw(`{"role":"user","content":[{"type":"input_text","text":"one"},{"type":"input_image","image_url":"x"},{"type":"input_text","text":"two"}]}`), "one\ntwo"},
		{raw(`{"role":"system","content":"not said"}`, `{"role":"user","content":"said"}`), "said"},
		{raw(`{"type":"function_call_output","call_id":"c","output":"7"}`), ""},
		{raw(), ""},
	}
	for _, c := range cases {
		if got := screen.UserText(&c.turn); got != c.want {
			t.Errorf("%s: got %q, want %q", c.turn.Input, got, c.want)
		}
	}
}
