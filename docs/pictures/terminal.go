package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// step is what is typed, and what the screen shows when it has been taken.
type step struct {
	text  string // typed as it is
	key   string // pressed after it
	times int    // how often; 0: once
	asks  ask    // before: what another program asks through the proxy
	until string // a part of the screen; empty: nothing is waited for

	say  string        // in a film: the line below it from here on
	hold time.Duration // in a film: how long it stays there
}

// Waiting for the screen.
const (
	patience = 20 * time.Second       // for what a step wants to see
	quiet    = 100 * time.Millisecond // without a byte: the frame is drawn
	longest  = 400 * time.Millisecond // that quiet is waited for while a stream runs
)

// terminal is a program with the terminal that it runs in.
type terminal struct {
	mu      sync.Mutex // of screen
	screen  *vt.Emulator
	tty     *os.File
	cmd     *exec.Cmd
	written chan struct{} // receives after the program wrote something
}

// open starts a program in a terminal of some cells.
func open(cmd *exec.Cmd, width, height int) (*terminal, error) {
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)})
	if err != nil {
		return nil, err
	}
	t := &terminal{screen: vt.NewEmulator(width, height), tty: tty, cmd: cmd, written: make(chan struct{}, 1)}
	go func() { _, _ = io.Copy(tty, t.screen) }() // the terminal's answers
	go t.read()
	return t, nil
}

func (t *terminal) read() {
	part := make([]byte, 64<<10)
	for {
		n, err := t.tty.Read(part)
		t.mu.Lock()
		_, _ = t.screen.Write(part[:n])
		t.mu.Unlock()
		select {
		case t.written <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

func (t *terminal) close() {
	_ = t.cmd.Process.Kill()
	_ = t.cmd.Wait()
	_ = t.tty.Close()
}

// sequences are the keys that scenes press, as an xterm sends them.
func sequence(key string) (string, error) {
	known := map[string]string{
		"enter": "\r", "tab": "\t", "esc": "\x1b", "down": "\x1b[B", "up": "\x1b[A", "right": "\x1b[C", "left": "\x1b[D",
		"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~",
	}
	if s, ok := known[key]; ok {
		return s, nil
	}
	if letter, ok := strings.CutPrefix(key, "alt+"); ok && len(letter) == 1 {
		return "\x1b" + letter, nil
	}
	if letter, ok := strings.CutPrefix(key, "ctrl+"); ok && len(letter) == 1 {
		return string(letter[0] & 0x1f), nil
	}
	if len(key) == 1 {
		return key, nil
	}
	return "", fmt.Errorf("no key is called %q", key)
}

// do types what a step says and waits for what it wants to see.
func (t *terminal) do(s step) error {
	if s.asks != (ask{}) {
		if err := s.asks.send(); err != nil {
			return err
		}
	}
	typed := s.text
	if s.key != "" {
		pressed, err := sequence(s.key)
		if err != nil {
			return err
		}
		typed += strings.Repeat(pressed, max(s.times, 1))
	}
	if _, err := io.WriteString(t.tty, typed); err != nil {
		return err
	}
	deadline := time.After(patience)
	for !strings.Contains(t.text(), s.until) {
		select {
		case <-t.written:
		case <-deadline:
			return fmt.Errorf("the screen never showed %q:\n%s", s.until, t.text())
		}
	}
	for end := time.After(longest); ; {
		select {
		case <-t.written:
			continue
		case <-time.After(quiet):
		case <-end:
		}
		return nil
	}
}

// text is the screen without its colours.
func (t *terminal) text() string {
	var b strings.Builder
	for _, row := range t.cells() {
		for _, c := range row {
			b.WriteString(c.Content)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// cells are the rows of the screen. Cells after a wide character are empty.
func (t *terminal) cells() [][]uv.Cell {
	t.mu.Lock()
	defer t.mu.Unlock()
	rows := make([][]uv.Cell, t.screen.Height())
	for y := range rows {
		rows[y] = make([]uv.Cell, t.screen.Width())
		for x := range rows[y] {
			if c := t.screen.CellAt(x, y); c != nil {
				rows[y][x] = *c
			}
		}
	}
	return rows
}
