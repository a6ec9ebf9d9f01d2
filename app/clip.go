package app

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/clip"
	"gatehouse/app/files"
	"gatehouse/views"
)

// copy puts text on the clipboard in every way there is: by OSC 52, which also
// works over SSH, and by the system's program. What is too long for the
// terminal and has no program is saved to a file.
func (m *Model) copy(what, text string) tea.Cmd {
	if text == "" {
		return m.notify("there is nothing to copy yet")
	}
	c := copied{what: what, size: len(text), terminal: len(text) <= clip.MaxOSC52}
	ctx, getenv := m.life.ctx, m.getenv
	native := func() tea.Msg { return c.native(ctx, getenv, text) }
	if !c.terminal {
		return native
	}
	return tea.Batch(tea.SetClipboard(text), native)
}

// copyWritten brings a text that is to be copied.
type copyWritten struct{ what, text string }

func (c copyWritten) apply(m *Model) tea.Cmd { return m.copy(c.what, c.text) }

// getenv reads the environment that the program was given.
func (m *Model) getenv(name string) string {
	if m.opts.Environ == nil {
		return os.Getenv(name)
	}
	for _, pair := range m.opts.Environ {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

// copied says what became of a text that was copied.
type copied struct {
	what     string
	size     int
	terminal bool   // it was sent to the terminal
	program  string // that took it; empty: none
	path     string // where it was saved instead
	err      error
}

// native tries the system's program, and a file where nothing else is left. It
// runs beside the screen.
func (c copied) native(ctx context.Context, getenv func(string) string, text string) tea.Msg {
	command, err := clip.Native(getenv, exec.LookPath)
	if err == nil {
		if c.err = clip.Run(ctx, command, text); c.err == nil {
			c.program = command[0]
		}
	}
	if c.program == "" && !c.terminal {
		c.path, c.err = files.Save(".", strings.ReplaceAll(c.what, " ", "-")+".txt", []byte(text))
	}
	return c
}

func (c copied) apply(m *Model) tea.Cmd {
	what := fmt.Sprintf("%s, %s", c.what, views.Size(c.size))
	switch {
	case c.program != "":
		return m.notify("copied %s (%s)", what, c.program)
	case c.path != "":
		return m.notify("%s: too long for the terminal's clipboard, saved as %s", what, c.path)
	case c.terminal:
		// The terminal does not say whether it took it.
		return m.notify("%s: sent to the terminal (OSC 52)", what)
	}
	return m.notify("%s: not copied: %v", what, c.err)
}
