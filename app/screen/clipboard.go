package screen

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/tool"
	"gatehouse/state/figures"
)

// Copy puts text on the clipboard in every way there is: by OSC 52, which also
// works over SSH, and by the system's program. What is too large for the
// terminal and was taken by no program is saved to a temporary file (0600).
func (h *Host) Copy(what, text string) tea.Cmd {
	if text == "" {
		return h.Notify("nothing to copy yet")
	}
	c := copied{host: h, what: what, size: len(text), terminal: len(text) <= tool.MaxOSC52}
	ctx, getenv := h.Life.Ctx, h.Getenv
	native := func() tea.Msg { return c.native(ctx, getenv, text) }
	if !c.terminal {
		return native
	}
	return tea.Batch(tea.SetClipboard(text), native)
}

// CopyMade copies a text that takes time to make: it is made in the background.
func (h *Host) CopyMade(what string, text func() string) tea.Cmd {
	return func() tea.Msg {
		made := text()
		return Landing(func() tea.Cmd { return h.Copy(what, made) })
	}
}

// copied is the result of copying a text.
type copied struct {
	host     *Host
	what     string
	size     int    // in bytes
	terminal bool   // it was sent to the terminal
	program  string // that took it; empty: none
	failed   error  // of a program that is there but did not take it
	path     string // where it was saved instead
	err      error  // of saving it
}

// native tries the system's program, and a file where nothing else is left. It
// runs in the background.
func (c copied) native(ctx context.Context, getenv func(string) string, text string) tea.Msg {
	command, err := tool.Clipboard(getenv, exec.LookPath)
	if err == nil {
		if c.failed = tool.Copy(ctx, command, text); c.failed == nil {
			c.program = command[0]
		}
	}
	if c.program == "" && !c.terminal {
		name := "gatehouse-" + files.Name(strings.ReplaceAll(c.what, " ", "-")+".txt")
		c.path, c.err = files.Save(os.TempDir(), name, []byte(text))
	}
	return c
}

func (c copied) Land() tea.Cmd { return c.host.Notify("%s", c.said()) }

// said tells how much was copied, what of, and by which ways. The terminal does not say
// whether it took it: many ask first, or have OSC 52 switched off.
func (c copied) said() string {
	did := fmt.Sprintf("copied %s: %s; by ", figures.Size(c.size), c.what)
	failed := ""
	if c.failed != nil {
		failed = "; " + c.failed.Error()
	}
	switch {
	case c.program != "" && c.terminal:
		return did + "OSC 52 and " + c.program
	case c.program != "":
		return did + c.program + ", too large for OSC 52"
	case c.terminal:
		return did + "OSC 52, if the terminal allows it" + failed
	case c.err != nil:
		return fmt.Sprintf("not copied: %s, %s, is too large for OSC 52%s; %v", c.what, figures.Size(c.size), failed, c.err)
	}
	return fmt.Sprintf("%s, %s, is too large for OSC 52: saved as %s%s", c.what, figures.Size(c.size), c.path, failed)
}
