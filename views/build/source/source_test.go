package source

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// tester is what tests, fuzzing and properties have in common.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// desk is a pane with what app does for it: a valid text becomes the document, and is given
// to the pane with a new version.
type desk struct {
	*Model
	t       tester
	version uint64
	doc     string
	replied func(doc string) string // what the program makes of a document; nil: nothing else
	intents []views.Intent
}

func newDesk(t tester, doc string, width, height int) *desk {
	styles := themes.Dark()
	d := &desk{Model: New(&styles, views.NewKeys(views.DefaultCommands())), t: t}
	d.SetSize(width, height)
	d.SetFocus(true)
	d.give(doc)
	return d
}

// give puts another document in force, as an edit elsewhere does.
func (d *desk) give(doc string) {
	d.version++
	d.doc = doc
	d.SetDocument([]byte(doc), d.version)
}

// send gives the pane a message, and does what it asks for. Ticks arrive at once.
func (d *desk) send(msg tea.Msg) {
	answer := d.Update(msg)
	intent, cmd := answer.Intent, answer.Cmd
	if intent != nil {
		d.intents = append(d.intents, intent)
	}
	if r, ok := intent.(views.ReplaceDocument); ok {
		doc := string(r.Document)
		if d.replied != nil {
			doc = d.replied(doc)
		}
		d.give(doc)
	}
	if cmd != nil {
		d.send(cmd())
	}
}

// press presses keys, written as Bubble Tea writes them.
func (d *desk) press(names ...string) {
	for _, name := range names {
		d.send(keyPress(name))
	}
}

func (d *desk) write(s string) {
	for _, r := range s {
		if r == '\n' {
			d.press("enter")
			continue
		}
		d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func keyPress(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	}
	var mod tea.KeyMod
	for _, m := range []struct {
		prefix string
		mod    tea.KeyMod
	}{{"ctrl+", tea.ModCtrl}, {"alt+", tea.ModAlt}} {
		if rest, ok := strings.CutPrefix(name, m.prefix); ok {
			name, mod = rest, mod|m.mod
		}
	}
	if c, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: c, Mod: mod}
	}
	r, _ := utf8.DecodeRuneInString(name)
	k := tea.KeyPressMsg{Code: r, Mod: mod}
	if mod == 0 {
		k.Text = name
	}
	return k
}

func (d *desk) text() string { return string(d.ed.Buffer().Bytes()) }

// screen is the pane as plain text without the spaces at the ends of lines.
func (d *desk) screen() string {
	d.t.Helper()
	view := d.View()
	viewstest.Exact(d.t, view, d.width, d.height)
	var b strings.Builder
	for _, line := range strings.Split(ansi.Strip(view), "\n") {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
