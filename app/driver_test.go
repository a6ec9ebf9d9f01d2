package app

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/screen"
	"gatehouse/gateway"
	"gatehouse/state/json/tree"
	"gatehouse/views"
)

// driver runs the root model without a terminal: it calls Update and runs
// every Cmd, each in a goroutine, as Bubble Tea does. In a synctest bubble it
// knows when no more messages will arrive by themselves.
type driver struct {
	t    testing.TB
	m    *Model
	msgs chan tea.Msg
	quit bool
	seen []string // the types of messages that are for Bubble Tea itself
	raw  []string // what was sent to the terminal as it is

	landed int // messages of Cmds
}

func newDriver(t testing.TB, opts Options, width, height int) *driver {
	if opts.Filter == nil {
		opts.Filter = tree.Filter // a bubble has no processes
	}
	d := &driver{t: t, m: New(opts), msgs: make(chan tea.Msg, 1024)}
	d.start(d.m.Init())
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	return d
}

func (d *driver) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { d.msgs <- cmd() }()
}

// send hands one message to the program, through the filter as in the real
// one.
func (d *driver) send(msg tea.Msg) {
	if msg = filter(d.m, msg); msg == nil {
		return
	}
	switch msg := msg.(type) {
	case tea.QuitMsg:
		d.quit = true
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.start(cmd)
		}
		return
	case tea.RawMsg:
		d.raw = append(d.raw, fmt.Sprint(msg.Msg))
	}
	if name := fmt.Sprintf("%T", msg); strings.HasPrefix(name, "tea.") {
		d.seen = append(d.seen, name)
	}
	_, cmd := d.m.Update(msg)
	d.m.View()
	d.start(cmd)
}

// drain lands the messages that Cmds have sent; it reports whether there was any.
func (d *driver) drain() bool {
	any := false
	for {
		select {
		case msg := <-d.msgs:
			if msg != nil {
				d.landed++
				d.send(msg)
			}
			any = true
		default:
			return any
		}
	}
}

// flush lands all messages that arrive without time passing.
func (d *driver) flush() {
	for {
		synctest.Wait()
		if !d.drain() {
			return
		}
	}
}

// pass lets time pass, a frame at a time.
func (d *driver) pass(span time.Duration) {
	d.flush()
	for ; span > 0; span -= screen.Frame {
		time.Sleep(min(screen.Frame, span))
		d.flush()
	}
}

// until lets time pass until a condition holds.
func (d *driver) until(what string, holds func() bool) {
	d.t.Helper()
	for range 20_000 {
		d.flush()
		if holds() {
			return
		}
		time.Sleep(screen.Frame)
	}
	d.t.Fatalf("it never came to this: %s\n%s", what, d.screen())
}

// idle reports whether the shown conversation has no stream.
func (d *driver) idle() bool { return d.m.desk.Shown().Run == nil }

// keys presses keys, written as Bubble Tea writes them.
func (d *driver) keys(names ...string) {
	for _, name := range names {
		d.send(keyPress(name))
		d.flush()
	}
}

// do asks for what a pane would ask for.
func (d *driver) do(intent views.Intent) {
	d.start(d.m.Refreshed(d.m.Do(intent)))
	d.flush()
}

// saveAs saves the shown conversation, without the question for the path.
func (d *driver) saveAs(path string) {
	d.t.Helper()
	d.do(views.SaveFile{Of: d.m.desk.ToSave(d.m.desk.Shown()), Path: path})
}

// typeText types text, letter by letter.
func (d *driver) typeText(text string) {
	for _, r := range text {
		d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	d.flush()
}

// screen is the screen as plain text.
func (d *driver) screen() string {
	lines := strings.Split(ansi.Strip(d.m.View().Content), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func (d *driver) shows(want string) {
	d.t.Helper()
	if !strings.Contains(d.screen(), want) {
		d.t.Errorf("the screen does not show %q:\n%s", want, d.screen())
	}
}

func (d *driver) hides(unwanted string) {
	d.t.Helper()
	if strings.Contains(d.screen(), unwanted) {
		d.t.Errorf("the screen shows %q:\n%s", unwanted, d.screen())
	}
}

// end ends the program and waits for all that it has started.
func (d *driver) end() {
	d.m.quit(nil)
	d.flush()
	d.m.Life.Readers.Wait()
	d.m.Proxy.Close()
	d.m.CloseLinks()
	d.pass(2 * screen.Frame) // a wheel that was turned last looks again a frame later
	time.Sleep(time.Hour)    // for the last ticks
}

// keyPress makes the message of a key as Bubble Tea writes it.
func keyPress(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "esc": tea.KeyEscape,
		"tab": tea.KeyTab, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5, "f7": tea.KeyF7,
		"f9": tea.KeyF9, "f10": tea.KeyF10, "f11": tea.KeyF11, "f12": tea.KeyF12,
	}
	k := tea.KeyPressMsg{}
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

// pipes is a listener whose connections are made in memory, so that a bubble
// can tell when all of them wait.
type pipes struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error { p.once.Do(func() { close(p.done) }); return nil }

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.done:
		return nil, fmt.Errorf("dial: connection refused")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// serve runs a handler for as long as the test, and returns options that lead
// to it.
func serve(t testing.TB, h http.Handler) Options {
	p := newPipes()
	server := &http.Server{Handler: h}
	go server.Serve(p)
	transport := &http.Transport{DialContext: p.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return Options{
		Connection: Connection{Local: true, Metadata: true, Connect: func(context.Context) (string, string, error) {
			return "http://gateway.test/api/v1", "test-key", nil
		}},
		Transport: transport,
		Listen:    func(context.Context, string, string) (net.Listener, error) { return newPipes(), nil },
		Theme:     "auto",
		Environ:   []string{"TERM=xterm-256color"},
	}
}

// bubble runs a test against the local gateway with time under control.
func bubble(t *testing.T, width, height int, change func(*Options), test func(d *driver)) {
	within(t, gateway.New(gateway.WithKeys("test-key")), width, height, change, test)
}

// within runs a test against a server in a bubble.
func within(t *testing.T, h http.Handler, width, height int, change func(*Options), test func(d *driver)) {
	synctest.Test(t, func(t *testing.T) {
		opts := serve(t, h)
		if change != nil {
			change(&opts)
		}
		d := newDriver(t, opts, width, height)
		d.flush()
		test(d)
		d.end()
	})
}
