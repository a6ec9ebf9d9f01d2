package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/connect"
	"gatehouse/app/effect/process"
	"gatehouse/app/screen"
	"gatehouse/views/kit/text"
)

func TestClicksGoWhereTheyHappen(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		d.Type("hello")
		row := d.Rect(chat.ComposerPane).Y
		d.Send(tea.MouseClickMsg{X: 50, Y: 5, Button: tea.MouseLeft})
		d.Flush()
		if d.Focus() != chat.TranscriptPane {
			t.Error("a click on the transcript does not give it the focus")
		}
		d.Send(tea.MouseClickMsg{X: 5, Y: row, Button: tea.MouseLeft})
		d.Flush()
		if c := d.View().Cursor; d.Focus() != chat.ComposerPane || c == nil || c.X != 5 || c.Y != row {
			t.Errorf("a click on the text puts the cursor at %+v", c)
		}
		d.Send(tea.MouseClickMsg{X: 45, Y: 0, Button: tea.MouseLeft}) // nothing is named there
		d.Flush()
		if d.Focus() != chat.ComposerPane {
			t.Error("a click on the top line moves the focus")
		}
		d.Send(tea.MouseClickMsg{X: 5, Y: 0, Button: tea.MouseLeft})
		d.Flush()
		if d.Focus() != connect.ListPane {
			t.Error("a click on the connection does not lead to the connections")
		}
	})
}

func TestAClickOutsideClosesTheOverlay(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 120, 40, nil, func(d *apptest.Driver) {
		d.Press("alt+m")
		frame := d.Overlays.Top().Frame
		d.Send(tea.MouseClickMsg{X: frame.X + 6, Y: frame.Y + 5, Button: tea.MouseLeft})
		d.Flush()
		if got := d.Desk.Shown().Conv.Draft.Model(); got != "sim/coder" || d.Overlays.Top() != nil {
			t.Errorf("a click on the second model chooses %q", got)
		}
		d.Press("alt+m")
		d.Send(tea.MouseClickMsg{X: 0, Y: 20, Button: tea.MouseLeft})
		d.Flush()
		d.Hides("─ Models of")
	})
}

func TestTheWheelScrollsTheTranscript(t *testing.T) {
	long := make([]string, 200)
	for i := range long {
		long[i] = "a paragraph\n\n"
	}
	apptest.RunAgainst(t, apptest.Scripted(long, 0), 100, 30, nil, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if !d.Transcript().Following() {
			t.Fatal("it does not follow")
		}
		for range 10 {
			d.Send(tea.MouseWheelMsg{X: 10, Y: 10, Button: tea.MouseWheelUp})
		}
		d.Sleep(screen.Frame)
		if d.Transcript().Following() {
			t.Error("the wheel does not scroll")
		}
		d.Press("end")
		if !d.Transcript().Following() {
			t.Error("end in an empty composer does not follow again")
		}
		d.Press("pgup")
		if d.Transcript().Following() {
			t.Error("page up does not scroll while typing")
		}
		d.Press("x", "end")
		if d.Transcript().Following() {
			t.Error("end belongs to the text once there is one")
		}
	})
}

func TestTheMouseCanBeLeftToTheTerminal(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		if d.View().MouseMode != tea.MouseModeCellMotion {
			t.Error("the mouse is off from the start")
		}
		d.Press("alt+w")
		if d.View().MouseMode != tea.MouseModeNone {
			t.Error("the mouse is still on")
		}
	})
}

func TestABinaryResultIsSavedToANewFile(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		for _, want := range []string{"picture.png", "picture (2).png"} {
			d.Start(d.SaveNew("../picture.png", []byte("bytes")))
			d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "saved "+want) })
			if got, err := os.ReadFile(want); err != nil || !bytes.Equal(got, []byte("bytes")) {
				t.Errorf("%s holds %q, %v", want, got, err)
			}
		}
	})
}

func TestWhatIsTooLargeForTheTerminalBecomesAFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		text := strings.Repeat("x", process.MaxOSC52+1)
		d.Start(d.Copy("answer", text))
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "answer, 75.0 KB, is too large for OSC 52: saved as") })
		path := filepath.Join(dir, "gatehouse-answer.txt")
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		if info, err := os.Stat(path); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("others may read it: %v", info.Mode())
		}
		for _, name := range d.ForTerminal {
			if name == "tea.setClipboardMsg" {
				t.Error("it was sent to the terminal all the same, which drops it without a word")
			}
		}
	})
}

// TestTheTopLineLeadsToTheScreens that it names.
func TestTheTopLineLeadsToTheScreens(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		for _, c := range []struct {
			name string
			want string
		}{{"Rerank", "rerank"}, {"Inspect", "inspect"}, {"Chat", "chat"}} {
			line, _, _ := strings.Cut(d.Screen(), "\n")
			left, _, ok := strings.Cut(line, c.name)
			if !ok {
				t.Fatalf("%s is not named: %s", c.name, line)
			}
			d.Send(tea.MouseClickMsg{X: text.Width(left), Y: 0, Button: tea.MouseLeft})
			d.Flush()
			if d.Focus().Screen() != c.want {
				t.Errorf("a click on %s shows screen %s", c.name, d.Focus().Screen())
			}
		}
	})
}
