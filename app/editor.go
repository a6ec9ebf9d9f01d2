package app

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// editText opens the person's editor on the composer's text, in a file that
// only they can read and that is gone afterwards. The text comes back as it
// was saved; one line end at the end, which editors add, is dropped.
func (m *Model) editText(text string) tea.Cmd {
	command := strings.Fields(m.opts.Editor)
	if len(command) == 0 {
		command = []string{"vi"}
	}
	program, err := exec.LookPath(command[0])
	if err != nil {
		return m.notify("%s was not found; set $VISUAL or $EDITOR", command[0])
	}
	dir, err := os.MkdirTemp("", "gatehouse-") // made 0700
	if err != nil {
		return m.notify("no temporary file: %v", err)
	}
	name := filepath.Join(dir, "prompt.md")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return m.notify("no temporary file: %v", errors.Join(err, os.RemoveAll(dir)))
	}
	cmd := exec.Command(program, append(command[1:], name)...)
	// Bubble Tea reads keys through a watched file; the editor needs the
	// terminal itself.
	cmd.Stdin = m.opts.Input
	return tea.ExecProcess(cmd, func(err error) tea.Msg {
		data, readErr := os.ReadFile(name)
		return edited{text: string(data), err: errors.Join(err, readErr, os.RemoveAll(dir))}
	})
}

// edited brings the text back from the editor.
type edited struct {
	text string
	err  error
}

func (e edited) apply(m *Model) tea.Cmd {
	if e.err != nil {
		return m.notify("the editor failed, your text is as it was: %v", e.err)
	}
	text := strings.TrimSuffix(e.text, "\n")
	m.composer.SetText(strings.TrimSuffix(text, "\r"))
	m.arrange()
	return m.setFocus(composerPane)
}
