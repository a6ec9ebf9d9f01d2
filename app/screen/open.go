package screen

import (
	"errors"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/views"
	"gatehouse/views/ask"
)

// AskOpen asks for a file to open, whichever screen it belongs to.
func (h *Host) AskOpen() tea.Cmd {
	return h.AskExistingPath("Open", h.OpenFrom(), "a request, a response, its event stream, a HAR, a rerank request, set or data set, or what send printed",
		func(path string) views.Intent { return views.OpenFile{Path: path} })
}

// OpenFile reads a file in the background, for the screen that it belongs to,
// whichever is shown. From is the overlay where its path was written; nil for one
// that has been closed.
func (h *Host) OpenFile(path string, from *Overlay) tea.Cmd {
	return h.WorkFor(from, progress.Reading(path), func(w *progress.Work) tea.Msg {
		file, err := files.OpenFile(w, path, h.AllowFiles...)
		return fileOpened{host: h, path: path, from: from, file: file, err: err}
	})
}

// fileOpened brings a file.
type fileOpened struct {
	host *Host
	path string
	from *Overlay
	file files.File
	err  error
}

func (o fileOpened) Land() tea.Cmd {
	h := o.host
	var stopped *progress.StoppedError
	switch {
	case errors.As(o.err, &stopped) && o.from != nil:
		return nil // with the overlay
	case o.err != nil:
		return h.PathFault(o.from, "not opened", o.path, o.err)
	case o.from != nil && !h.Overlays.Dismiss(o.from):
		return nil // it was closed: the file is not wanted any more
	}
	h.Folder = filepath.Dir(o.path)
	return h.Do(ShowFile{File: o.file})
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
	return func() tea.Msg { return pathsFound{host: h, pane: id, prefix: prefix, found: files.Complete(prefix)} }
}

// pathsFound brings the paths that begin with a prefix to the overlay that asked.
type pathsFound struct {
	host   *Host
	pane   ID
	prefix string
	found  []string
}

func (p pathsFound) Land() tea.Cmd {
	if pane, ok := p.host.Overlays.Pane(p.pane).(interface {
		SetCompletions(prefix string, found []string)
	}); ok {
		pane.SetCompletions(p.prefix, p.found)
	}
	return nil
}
