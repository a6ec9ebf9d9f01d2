// Package apptest runs the playground for tests: without a terminal, against a server in memory, and
// in a bubble of testing/synctest, so that no test waits or depends on the machine's speed.
package apptest

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/dlclark/regexp2/v2"

	"gatehouse/app"
	"gatehouse/app/screen"
	"gatehouse/state/json/tree"
	"gatehouse/views"
)

// Driver runs the root model without a terminal: it calls Update and runs
// every Cmd, each in a goroutine, as Bubble Tea does. In a synctest bubble it
// knows when no more messages will arrive by themselves.
type Driver struct {
	*app.Model
	T testing.TB

	Messages    chan tea.Msg // from Cmds, that Update has not received yet
	Landed      int          // messages from Cmds that Update has received
	HasQuit     bool
	ForTerminal []string // the types of messages that are for Bubble Tea itself
	Raw         []string // what was sent to the terminal as it is
}

// The clock of chroma's regular expressions starts here, outside of every bubble. It is one for the
// process, begins with the first match that can time out and ends some time after the last: begun in
// a bubble it would not let that bubble end, for the years between a bubble's time and ours if it
// ran in both.
func init() {
	clock := regexp2.MustCompile("x", regexp2.None)
	clock.MatchTimeout = 100 * 365 * 24 * time.Hour
	if _, err := clock.MatchString("x"); err != nil {
		panic(err)
	}
}

// Of returns a driver for the panes of a model that the test updates itself.
func Of(m *app.Model) *Driver { return &Driver{Model: m} }

// New starts a program. Outside of a bubble the test passes it its messages.
func New(t testing.TB, opts app.Options, width, height int) *Driver {
	if opts.Filter == nil {
		opts.Filter = tree.Filter // a bubble has no processes
	}
	d := &Driver{Model: app.New(opts), T: t, Messages: make(chan tea.Msg, 1024)}
	d.Start(d.Init())
	d.Send(tea.WindowSizeMsg{Width: width, Height: height})
	return d
}

// Start runs a Cmd in a goroutine, which leaves its message for Flush.
func (d *Driver) Start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { d.Messages <- cmd() }()
}

// Send passes one message to the program, through the filter.
func (d *Driver) Send(msg tea.Msg) {
	if msg = app.Filter(d.Model, msg); msg == nil {
		return
	}
	switch msg := msg.(type) {
	case tea.QuitMsg:
		d.HasQuit = true
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.Start(cmd)
		}
		return
	case tea.RawMsg:
		d.Raw = append(d.Raw, fmt.Sprint(msg.Msg))
	}
	if name := fmt.Sprintf("%T", msg); strings.HasPrefix(name, "tea.") {
		d.ForTerminal = append(d.ForTerminal, name)
	}
	_, cmd := d.Update(msg)
	d.View()
	d.Start(cmd)
}

// drain passes on the messages that Cmds have sent; it reports whether there was any.
func (d *Driver) drain() bool {
	any := false
	for {
		select {
		case msg := <-d.Messages:
			if msg != nil {
				d.Landed++
				d.Send(msg)
			}
			any = true
		default:
			return any
		}
	}
}

// Flush passes on all messages that arrive without time passing.
func (d *Driver) Flush() {
	for {
		synctest.Wait()
		if !d.drain() {
			return
		}
	}
}

// Sleep lets time pass, a frame at a time.
func (d *Driver) Sleep(span time.Duration) {
	d.Flush()
	for ; span > 0; span -= screen.Frame {
		time.Sleep(min(screen.Frame, span))
		d.Flush()
	}
}

// WaitFor lets time pass until a condition holds.
func (d *Driver) WaitFor(what string, holds func() bool) {
	d.T.Helper()
	for range 20_000 {
		d.Flush()
		if holds() {
			return
		}
		time.Sleep(screen.Frame)
	}
	d.T.Fatalf("never happened: %s\n%s", what, d.Screen())
}

// Idle reports whether the shown conversation has no stream.
func (d *Driver) Idle() bool { return d.Desk.Shown().Run() == nil }

// Press presses keys, named as Bubble Tea names them.
func (d *Driver) Press(names ...string) {
	for _, name := range names {
		d.Send(Key(name))
		d.Flush()
	}
}

// Do performs an intent, as if a pane had answered with it.
func (d *Driver) Do(intent views.Intent) {
	d.Start(d.Refreshed(d.Model.Do(intent)))
	d.Flush()
}

// SaveAs saves the shown conversation at a path.
func (d *Driver) SaveAs(path string) {
	d.T.Helper()
	d.Do(views.SaveFile{Of: d.Desk.ToSave(d.Desk.Shown()), Path: path})
}

// Type types text, letter by letter.
func (d *Driver) Type(text string) {
	for _, r := range text {
		d.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	d.Flush()
}

// Choose chooses the row of an open list that typed letters lead to.
func (d *Driver) Choose(typed string) {
	d.Type(typed)
	d.Press("enter")
}

// End ends the program and waits for all that it has started.
func (d *Driver) End() {
	d.Quit(nil)
	d.Flush()
	d.Life.Readers.Wait()
	d.Proxy.Close()
	d.CloseLinks()
	d.Sleep(2 * screen.Frame) // a wheel that was turned last looks again a frame later
	time.Sleep(time.Hour)     // for the last ticks
}

// Key returns the message of a key by its name in Bubble Tea.
func Key(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "esc": tea.KeyEscape,
		"tab": tea.KeyTab, "space": tea.KeySpace, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5, "f7": tea.KeyF7,
		"f9": tea.KeyF9, "f10": tea.KeyF10, "f11": tea.KeyF11, "f12": tea.KeyF12,
	}
	k := tea.KeyPressMsg{}
	if name == "+" {
		return tea.KeyPressMsg{Code: '+', Text: name}
	}
	parts := strings.Split(name, "+")
	for _, mod := range parts[:len(parts)-1] {
		k.Mod |= map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}[mod]
	}
	last := parts[len(parts)-1]
	if code, ok := special[last]; ok {
		k.Code = code
		return k
	}
	k.Code, _ = utf8.DecodeRuneInString(last)
	if k.Mod == 0 {
		k.Text = last
	}
	return k
}

// StaysIdle fails the test if messages arrive by themselves after all that was begun has ended: no
// clock, no blinking, no polling.
func (d *Driver) StaysIdle(where string) {
	d.T.Helper()
	d.Sleep(10 * time.Second) // what was asked for last ends, and is saved
	before := d.Landed
	for range 3 {
		time.Sleep(20 * time.Second)
		d.Flush()
	}
	if n := d.Landed - before; n > 0 {
		d.T.Errorf("%s: %d messages came in an idle minute\n%s", where, n, d.Screen())
	}
}

// Apply runs a Cmd and passes on its message and all that follow.
func (d *Driver) Apply(cmd tea.Cmd) {
	d.Start(d.Refreshed(cmd))
	d.Flush()
}

// Answer replaces the text of an open question, and confirms it.
func (d *Driver) Answer(text string) {
	d.Press("ctrl+u")
	d.Type(text)
	d.Press("enter")
}

// Perform runs a Cmd of a model that the test updates itself, and all that follow.
func Perform(m *app.Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			Perform(m, c)
		}
	default:
		_, next := m.Update(msg)
		Perform(m, next)
	}
}
