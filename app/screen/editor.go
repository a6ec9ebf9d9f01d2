package screen

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// InEditor opens the person's editor on a text, in a file that only they can
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
		return edited{host: h, editor: editor, text: string(data), err: errors.Join(err, readErr, os.RemoveAll(dir)), land: land}
	})
}

// notFound is the exit status by which a shell says that there is no such
// command.
const notFound = 127

// edited brings a text back from the editor.
type edited struct {
	host   *Host
	editor string
	text   string
	err    error
	land   func(text string) tea.Cmd
}

func (e edited) Land() tea.Cmd {
	var exit *exec.ExitError
	switch {
	case errors.As(e.err, &exit) && exit.ExitCode() == notFound:
		return e.host.Notify("%s was not found; set $VISUAL or $EDITOR", e.editor)
	case e.err != nil:
		return e.host.Notify("the editor failed, your text is unchanged: %v", e.err)
	}
	return e.land(strings.TrimSuffix(strings.TrimSuffix(e.text, "\n"), "\r"))
}
