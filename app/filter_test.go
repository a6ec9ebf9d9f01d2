package app

import (
	"testing"

	"gatehouse/views"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

func TestABurstOfTheWheelIsOneMessage(t *testing.T) {
	m := New(Options{Theme: "dark"})
	passed := 0
	for range 200 {
		if Filter(m, tea.MouseWheelMsg{X: 3, Y: 4, Button: tea.MouseWheelDown}) != nil {
			passed++
		}
	}
	Filter(m, tea.MouseWheelMsg{X: 3, Y: 4, Button: tea.MouseWheelUp})
	if passed != 1 || m.pointer.dy != 199*views.WheelLines {
		t.Errorf("%d messages passed, %d lines are summed", passed, m.pointer.dy)
	}
	_, again := m.Update(wheelTurned{m})
	if m.pointer.dy != 0 || again == nil {
		t.Fatalf("%d lines are left, and a look a frame later: %v", m.pointer.dy, again != nil)
	}
	if _, again = m.Update(wheelTurned{m}); again != nil {
		t.Error("a wheel at rest keeps a loop running")
	}
	if Filter(m, tea.MouseWheelMsg{Button: tea.MouseWheelDown}) == nil {
		t.Error("the next burst does not pass")
	}
}

func TestFunctionKeysOfTheLinuxConsole(t *testing.T) {
	m := New(Options{Theme: "dark"})
	for letter, want := range map[string]string{"A": "f1", "B": "f2", "E": "f5"} {
		if got := Filter(m, uv.UnknownCsiEvent("\x1b[[")); got != nil {
			t.Fatalf("the beginning passes as %#v", got)
		}
		got, ok := Filter(m, tea.KeyPressMsg{Code: rune(letter[0]), Text: letter}).(tea.KeyPressMsg)
		if !ok || got.String() != want {
			t.Errorf("ESC [ [ %s is %v, want %s", letter, got, want)
		}
	}
	if got := Filter(m, tea.KeyPressMsg{Code: 'A', Text: "A"}).(tea.KeyPressMsg); got.String() != "A" {
		t.Errorf("a letter by itself is %v", got)
	}
	if got := Filter(m, uv.UnknownCsiEvent("\x1b[99z")); got != uv.UnknownCsiEvent("\x1b[99z") {
		t.Errorf("another sequence is changed: %#v", got)
	}
}

// TestEscapesInOneRead are one: several in one read are decoded as one with
// alt, which did nothing, however often the user pressed it.
func TestEscapesInOneRead(t *testing.T) {
	m := New(Options{Theme: "dark"})
	if got := Filter(m, tea.KeyPressMsg{Code: tea.KeyEscape, Mod: tea.ModAlt}).(tea.KeyPressMsg); got.String() != "esc" {
		t.Errorf("they are %v", got)
	}
	if got := Filter(m, tea.KeyPressMsg{Code: 'm', Mod: tea.ModAlt}).(tea.KeyPressMsg); got.String() != "alt+m" {
		t.Errorf("another key with alt is %v", got)
	}
}
