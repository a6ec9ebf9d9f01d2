package screen

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/views"
	"gatehouse/views/overlay/ask"
)

// AskOpen asks for a file to open, whichever screen it belongs to.
func (h *Host) AskOpen() tea.Cmd {
	return h.AskExistingPath("Open", h.OpenFrom(), "a request, a response, its event stream, a HAR, a rerank request, set or data set, or what send printed",
		func(path string) views.Intent { return views.OpenFile{Path: path} })
}

// OpenFile reads a file in the background for the screen that it belongs to, shown
// or not. From is the overlay in which its path was typed; nil if that was closed.
func (h *Host) OpenFile(path string, from *Overlay) tea.Cmd {
	return h.WorkOnFile(from, "not opened", path, func(w *progress.Work) (func() tea.Cmd, error) {
		file, err := files.OpenFile(w, path, h.AllowFiles...)
		return func() tea.Cmd { return h.Do(ShowFile{File: file}) }, err
	})
}

// AskExistingPath asks for the path of something that exists.
func (h *Host) AskExistingPath(title, folder, note string, answer func(path string) views.Intent) tea.Cmd {
	a := h.askPath(note, answer)
	a.Propose(folder)
	a.SetExisting()
	return tea.Batch(h.OpenOverlay(title, a), h.CompletePath(folder))
}

func (h *Host) askPath(note string, answer func(path string) views.Intent) *ask.Model {
	a := ask.New(h.Styles, h.Keys, answer, func(text string) views.Intent { return views.Complete{Prefix: text} })
	a.SetNote(note)
	return a
}

// InFolder is a file's name in the folder that was last used.
func (h *Host) InFolder(name string) string { return filepath.Join(h.Folder, files.Name(name)) }

// OpenFrom is the folder that was last used, as a path to complete.
func (h *Host) OpenFrom() string {
	if h.Folder == "" {
		return ""
	}
	return h.Folder + string(filepath.Separator)
}

// CompletePath looks in the background for the paths that begin with prefix, for
// the overlay on top.
func (h *Host) CompletePath(prefix string) tea.Cmd {
	top := h.Overlays.Top()
	if top == nil {
		return nil
	}
	id := top.ID
	return func() tea.Msg {
		found := files.Complete(prefix)
		return Landing(func() tea.Cmd {
			if pane, ok := h.Overlays.Pane(id).(*ask.Model); ok {
				pane.SetCompletions(prefix, found)
			}
			return nil
		})
	}
}

// InEditor opens the user's editor on a text, in a file that only they can
// read and that is deleted afterwards. land gets the text as it was saved,
// without one line end at its end, which editors add.
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
