package screen

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// InEditor opens the user's editor on a text, in a file that only they can
// read and that is gone afterwards. The text comes back as it was saved; one
// line end at the end, which editors add, is dropped.
func (h *Host) InEditor(file, text string, land func(text string) tea.Cmd) tea.Cmd {
	editor := h.Editor
	if strings.TrimSpace(editor) == "" {
		editor = "vi"
	}
	dir, err := os.MkdirTemp("", "gatehouse-") // made 0700
	if err != nil {
		return h.Notify("cannot create a temporary file: %v", err)
	}
	name := filepath.Join(dir, file)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return h.Notify("cannot create a temporary file: %v", errors.Join(err, os.RemoveAll(dir)))
	}
	// The value is a shell's words, with quotes and all, as git takes it.
	cmd := exec.Command("sh", "-c", editor+` "$@"`, "sh", name)
	// Bubble Tea reads keys through a watched file; the editor needs the
	// terminal itself.
	cmd.Stdin = h.Input
	return tea.ExecProcess(cmd, func(err error) tea.Msg {
		data, readErr := os.ReadFile(name)
		err = errors.Join(err, readErr, os.RemoveAll(dir))
		return Landing(func() tea.Cmd { return h.edited(editor, string(data), err, land) })
	})
}

// notFound is the exit status by which a shell reports that there is no such
// command.
const notFound = 127

// edited passes a text from the editor to land, or reports why there is none.
func (h *Host) edited(editor, text string, err error, land func(text string) tea.Cmd) tea.Cmd {
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == notFound:
		return h.Notify("%s was not found; set $VISUAL or $EDITOR", editor)
	case err != nil:
		return h.Notify("the editor failed, your text is unchanged: %v", err)
	}
	return land(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"))
}
