package screen

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/clip"
	"gatehouse/app/files"
	"gatehouse/views"
)

// Copy puts text on the clipboard in every way there is: by OSC 52, which also
// works over SSH, and by the system's program. What is too long for the
// terminal and has no program is saved to a file.
func (h *Host) Copy(what, text string) tea.Cmd {
	if text == "" {
		return h.Notify("there is nothing to copy yet")
	}
	c := copied{host: h, what: what, size: len(text), terminal: len(text) <= clip.MaxOSC52}
	ctx, getenv := h.Life.Ctx, h.Getenv
	native := func() tea.Msg { return c.native(ctx, getenv, text) }
	if !c.terminal {
		return native
	}
	return tea.Batch(tea.SetClipboard(text), native)
}

// CopyMade copies a text that takes time to make: it is made in the background.
func (h *Host) CopyMade(what string, text func() string) tea.Cmd {
	return func() tea.Msg { return made{h, what, text()} }
}

// made brings a text that is to be copied.
type made struct {
	host       *Host
	what, text string
}

// Land implements Effect.
func (m made) Land() tea.Cmd { return m.host.Copy(m.what, m.text) }

// copied says what became of a text that was copied.
type copied struct {
	host     *Host
	what     string
	size     int
	terminal bool   // it was sent to the terminal
	program  string // that took it; empty: none
	path     string // where it was saved instead
	err      error
}

// native tries the system's program, and a file where nothing else is left. It
// runs in the background.
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

// Land implements Effect.
func (c copied) Land() tea.Cmd {
	h := c.host
	what := fmt.Sprintf("%s, %s", c.what, views.Size(c.size))
	switch {
	case c.program != "":
		return h.Notify("copied %s (%s)", what, c.program)
	case c.path != "":
		return h.Notify("%s: too long for the terminal's clipboard, saved as %s", what, c.path)
	case c.terminal:
		// The terminal does not say whether it took it.
		return h.Notify("%s: sent to the terminal (OSC 52)", what)
	}
	return h.Notify("%s: not copied: %v", what, c.err)
}
