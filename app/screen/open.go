package screen

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/views"
)

// Opener shows a file in its screen; mine is false for one that belongs to
// another.
type Opener func(files.File) (cmd tea.Cmd, mine bool)

// AskOpen asks for a file to open, whichever screen it belongs to.
func (h *Host) AskOpen() tea.Cmd {
	return h.AskExistingPath("Open", h.OpenFrom(), "a request, a response, its event stream, a HAR, a rerank request or set, or what send printed",
		func(path string) views.Intent { return views.OpenFile{Path: path} })
}

// OpenFile reads a file in the background, for the screen that it belongs to,
// whichever is shown. From is the overlay where its path was written; nil for one
// that has been closed.
func (h *Host) OpenFile(path string, from *Overlay) tea.Cmd {
	return h.WorkFor(from, progress.Reading(path), func(w *progress.Work) tea.Msg {
		file, err := files.OpenFile(w, path)
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

// Land implements Effect.
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
	for _, open := range h.Openers {
		if cmd, mine := open(o.file); mine {
			return cmd
		}
	}
	return nil
}
