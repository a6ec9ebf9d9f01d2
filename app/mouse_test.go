package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/chat"
	"gatehouse/app/connect"
	"gatehouse/app/effect/process"
	"gatehouse/app/screen"
	"gatehouse/views/kit/text"
)

func TestClicksGoWhereTheyHappen(t *testing.T) {
	against(t, scripted(answer, 0), 100, 30, func(d *driver) {
		d.typeText("hello")
		row := d.m.rect(chat.ComposerPane).Y
		d.send(tea.MouseClickMsg{X: 50, Y: 5, Button: tea.MouseLeft})
		d.flush()
		if d.m.Focus() != chat.TranscriptPane {
			t.Error("a click on the transcript does not give it the focus")
		}
		d.send(tea.MouseClickMsg{X: 5, Y: row, Button: tea.MouseLeft})
		d.flush()
		if c := d.m.View().Cursor; d.m.Focus() != chat.ComposerPane || c == nil || c.X != 5 || c.Y != row {
			t.Errorf("a click on the text puts the cursor at %+v", c)
		}
		d.send(tea.MouseClickMsg{X: 45, Y: 0, Button: tea.MouseLeft}) // nothing is named there
		d.flush()
		if d.m.Focus() != chat.ComposerPane {
			t.Error("a click on the top line moves the focus")
		}
		d.send(tea.MouseClickMsg{X: 5, Y: 0, Button: tea.MouseLeft})
		d.flush()
		if d.m.Focus() != connect.ListPane {
			t.Error("a click on the connection does not lead to the connections")
		}
	})
}

func TestAClickOutsideClosesTheOverlay(t *testing.T) {
	against(t, scripted(answer, 0), 120, 40, func(d *driver) {
		d.keys("alt+m")
		frame := d.m.Overlays.Top().Frame
		d.send(tea.MouseClickMsg{X: frame.X + 6, Y: frame.Y + 5, Button: tea.MouseLeft})
		d.flush()
		if got := d.m.desk.Shown().Conv.Draft.Model(); got != "sim/coder" || d.m.Overlays.Top() != nil {
			t.Errorf("a click on the second model chooses %q", got)
		}
		d.keys("alt+m")
		d.send(tea.MouseClickMsg{X: 0, Y: 20, Button: tea.MouseLeft})
		d.flush()
		d.hides("─ Models of")
	})
}

func TestTheWheelScrollsTheTranscript(t *testing.T) {
	long := make([]string, 200)
	for i := range long {
		long[i] = "a paragraph\n\n"
	}
	against(t, scripted(long, 0), 100, 30, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		if !d.m.transcript().Following() {
			t.Fatal("it does not follow")
		}
		for range 10 {
			d.send(tea.MouseWheelMsg{X: 10, Y: 10, Button: tea.MouseWheelUp})
		}
		d.pass(screen.Frame)
		if d.m.transcript().Following() {
			t.Error("the wheel does not scroll")
		}
		d.keys("end")
		if !d.m.transcript().Following() {
			t.Error("end in an empty composer does not follow again")
		}
		d.keys("pgup")
		if d.m.transcript().Following() {
			t.Error("page up does not scroll while typing")
		}
		d.keys("x", "end")
		if d.m.transcript().Following() {
			t.Error("end belongs to the text once there is one")
		}
	})
}

func TestTheMouseCanBeLeftToTheTerminal(t *testing.T) {
	against(t, scripted(answer, 0), 100, 30, func(d *driver) {
		if d.m.View().MouseMode != tea.MouseModeCellMotion {
			t.Error("the mouse is off from the start")
		}
		d.keys("alt+w")
		if d.m.View().MouseMode != tea.MouseModeNone {
			t.Error("the mouse is still on")
		}
	})
}

func TestABinaryResultIsSavedToANewFile(t *testing.T) {
	t.Chdir(t.TempDir())
	against(t, scripted(answer, 0), 100, 30, func(d *driver) {
		for _, want := range []string{"picture.png", "picture (2).png"} {
			d.start(d.m.SaveNew("../picture.png", []byte("bytes")))
			d.until("the notice", func() bool { return strings.Contains(d.screen(), "saved "+want) })
			if got, err := os.ReadFile(want); err != nil || !bytes.Equal(got, []byte("bytes")) {
				t.Errorf("%s holds %q, %v", want, got, err)
			}
		}
	})
}

func TestWhatIsTooLargeForTheTerminalBecomesAFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	against(t, scripted(answer, 0), 100, 30, func(d *driver) {
		text := strings.Repeat("x", process.MaxOSC52+1)
		d.start(d.m.Copy("answer", text))
		d.until("the notice", func() bool { return strings.Contains(d.screen(), "answer, 75.0 KB, is too large for OSC 52: saved as") })
		path := filepath.Join(dir, "gatehouse-answer.txt")
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		if info, err := os.Stat(path); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("others may read it: %v", info.Mode())
		}
		for _, name := range d.seen {
			if name == "tea.setClipboardMsg" {
				t.Error("it was sent to the terminal all the same, which drops it without a word")
			}
		}
	})
}

// TestTheTopLineLeadsToTheScreens that it names.
func TestTheTopLineLeadsToTheScreens(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		for _, c := range []struct {
			name string
			want int
		}{{"Rerank", rerankScreen}, {"Inspect", inspectScreen}, {"Chat", chatScreen}} {
			line, _, _ := strings.Cut(d.screen(), "\n")
			left, _, ok := strings.Cut(line, c.name)
			if !ok {
				t.Fatalf("%s is not named: %s", c.name, line)
			}
			d.send(tea.MouseClickMsg{X: text.Width(left), Y: 0, Button: tea.MouseLeft})
			d.flush()
			if d.m.screens.shown != c.want {
				t.Errorf("a click on %s shows screen %d", c.name, d.m.screens.shown)
			}
		}
	})
}
