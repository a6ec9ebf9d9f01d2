// Package viewstest compares what panes draw with what tests expect. Only tests import it.
package viewstest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/kit/text"
)

var update = flag.Bool("update", false, "write the golden files")

// Screen returns what a drawing shows as plain text, without the blanks at the ends
// of its lines.
func Screen(drawn string) string {
	lines := strings.Split(ansi.Strip(drawn), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Golden compares with testdata/NAME.golden, or writes it where the test runs
// with -update.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is drawn as\n%s\nand was\n%s", name, got, want)
	}
}

// Tester is a test, or a property's, that can fail.
type Tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Exact fails unless a drawing has exactly its size and nothing in it that a
// terminal would obey.
func Exact(t Tester, drawn string, width, height int) {
	t.Helper()
	if width <= 0 || height <= 0 {
		if drawn != "" {
			t.Fatalf("%d×%d: %q", width, height, drawn)
		}
		return
	}
	lines := strings.Split(drawn, "\n")
	if len(lines) != height {
		t.Fatalf("%d×%d: %d lines", width, height, len(lines))
	}
	for _, l := range lines {
		if w := text.Width(l); w != width || text.Guard(l) != l {
			t.Fatalf("%d×%d: a line of %d cells: %q", width, height, w, l)
		}
	}
}

// Sizes draws a pane at 0×0, which must be nothing, and at the three sizes of
// its golden files, NAME-WIDTHxHEIGHT. What drawn makes of a screen is compared:
// Screen, or that with what changes from run to run made even.
func Sizes(t testing.TB, name string, pane func(width, height int) views.Pane, drawn func(string) string) {
	t.Helper()
	for _, size := range [][2]int{{0, 0}, {80, 24}, {120, 35}, {160, 45}} {
		view := pane(size[0], size[1]).View()
		Exact(t, view, size[0], size[1])
		if size[0] > 0 {
			Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), drawn(view))
		}
	}
}

// Press presses keys and returns the intent of the last: letters, and the keys
// enter, esc, up, down, pgup, pgdown.
func Press(pane views.Pane, keys ...string) (last views.Intent) {
	named := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown}
	for _, k := range keys {
		msg := tea.KeyPressMsg{Text: k, Code: []rune(k)[0]}
		if code, ok := named[k]; ok {
			msg = tea.KeyPressMsg{Code: code}
		}
		last = pane.Update(msg).Intent
	}
	return last
}
