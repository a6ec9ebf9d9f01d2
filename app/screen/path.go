package screen

import (
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/views"
	"gatehouse/views/ask"
)

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
	return func() tea.Msg { return pathsFound{host: h, pane: id, prefix: prefix, found: files.Complete(prefix)} }
}

// pathsFound brings the paths that begin with a prefix to the overlay that asked.
type pathsFound struct {
	host   *Host
	pane   ID
	prefix string
	found  []string
}

// Land implements Effect.
func (p pathsFound) Land() tea.Cmd {
	if pane, ok := p.host.Overlays.Pane(p.pane).(interface {
		SetCompletions(prefix string, found []string)
	}); ok {
		pane.SetCompletions(p.prefix, p.found)
	}
	return nil
}
