package screen

import (
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	"gatehouse/views/kit/text"
)

// Document is a document that is worked on in this launch: a conversation, or a set of
// queries and documents for rerankers.
type Document interface {
	File() *File   // where it is saved
	Over() *Link   // the connection of its next request
	Changed() bool // it is another than its file has; without a file, whether it is work
	IsEmpty() bool // there is nothing in it to continue with
}

// File is where a document is saved.
type File struct {
	Path       string // at which it was saved, or from which it was opened; empty: none
	unstorable bool   // a request of it went over a connection that saves nothing
}

// Goes notes that a request of the document goes over a connection.
func (f *File) Goes(over *Link) { f.unstorable = f.unstorable || over.NoHistory }

// Storable reports whether a document is saved for the next launch if there is a history.
func (h *Host) Storable(d Document) bool {
	return !d.File().unstorable && !d.Over().NoHistory && !d.IsEmpty()
}

// IsStored reports whether the history has a document for the next launch.
func (h *Host) IsStored(d Document) bool {
	a := h.History.Opened()
	return a != nil && !a.Failing() && h.Storable(d)
}

// Name is what the top line calls a document: its file, with a star if the file differs
// by now. Without a file it is empty, or "not saved" if the history does not have the
// document either.
func (h *Host) Name(d Document) string {
	path, changed := d.File().Path, d.Changed()
	switch {
	case path == "" && (!changed || h.IsStored(d)):
		return ""
	case path == "":
		return "not saved"
	case changed:
		return FileName(path) + "*"
	}
	return FileName(path)
}

// FileName is the name of a file as it is shown.
func FileName(path string) string { return text.SanitizeLine(filepath.Base(path)) }

// ToSave is what is to be saved in a file whose path the user is asked for.
type ToSave struct {
	Title string // of the question
	Path  string // that is proposed
	Note  string // what the file will hold
	Ext   string // of a path that is given without one; empty: it needs none
	// Take takes what goes into the file, as it is when the path has been given.
	Take func(path string) (Contents, error)
}

// Contents are what goes into a file.
type Contents struct {
	Write func() ([]byte, error)                  // makes the bytes, in the background
	Saved func(path, notice string) (cmd tea.Cmd) // is called once they are there; nil: the notice is shown
}

// AskSave asks where something is to be saved.
func (h *Host) AskSave(s *ToSave) tea.Cmd {
	a := h.askPath(s.Note, func(path string) views.Intent { return views.SaveFile{Of: s, Path: path} })
	a.Propose(s.Path)
	return tea.Batch(h.OpenOverlay(s.Title, a), h.CompletePath(s.Path))
}

// AskSaveAgain replaces another question by that of AskSave.
func (h *Host) AskSaveAgain(i views.AskSave) tea.Cmd {
	h.Overlays.Close()
	s, ok := i.Of.(*ToSave)
	if !ok {
		return nil
	}
	return h.AskSave(s)
}

// SaveFile writes what AskSave was called for, in the background. A fault of the path is
// shown where it was typed.
func (h *Host) SaveFile(i views.SaveFile) tea.Cmd {
	s, ok := i.Of.(*ToSave)
	if !ok {
		return nil
	}
	if i.Replace {
		h.Overlays.Close() // the question that askReplace has asked
	}
	from := h.Overlays.Top()
	if strings.TrimSpace(i.Path) == "" {
		return h.PathFault(from, "not saved", i.Path, errors.New("give a path"))
	}
	if filepath.Ext(i.Path) == "" {
		i.Path += s.Ext
	}
	what, err := s.Take(i.Path)
	if err != nil {
		return h.PathFault(from, "not saved", i.Path, err)
	}
	return h.WorkFor(from, progress.Writing(i.Path), func(w *progress.Work) tea.Msg {
		data, err := what.Write()
		if err == nil {
			err = files.WriteShown(w, i.Path, data, i.Replace)
		}
		return Landing(func() tea.Cmd {
			var stopped *progress.StoppedError
			switch {
			case errors.As(err, &stopped) && from != nil:
				return nil // with the overlay
			case errors.Is(err, files.ErrExists) && (from == nil || h.Overlays.Dismiss(from)):
				return h.askReplace(s, i.Path)
			case err != nil:
				return h.PathFault(from, "not saved", i.Path, err)
			}
			h.Overlays.Dismiss(from)
			h.Folder = filepath.Dir(i.Path)
			notice := "saved " + i.Path + ", " + figures.Size(len(data))
			if what.Saved == nil {
				return h.Notify("%s", notice)
			}
			return what.Saved(i.Path, notice)
		})
	})
}

// askReplace asks before a file is overwritten.
func (h *Host) askReplace(s *ToSave, path string) tea.Cmd {
	return h.OpenList("The file exists", []picker.Item{
		{Label: "Another path", Words: "keep the existing file", Choose: func() views.Intent { return views.AskSave{Of: s} }},
		{Label: "Replace it", Words: path, Choose: func() views.Intent { return views.SaveFile{Of: s, Path: path, Replace: true} }},
	})
}

// SaveNew writes data in the background to a new file in the working directory,
// under a name that nothing has yet.
func (h *Host) SaveNew(name string, data []byte) tea.Cmd {
	return func() tea.Msg {
		path, err := files.Save(".", name, data)
		return Landing(func() tea.Cmd {
			if err != nil {
				return h.Notify("not saved: %v", err)
			}
			return h.Notify("saved %s, %s", path, figures.Size(len(data)))
		})
	}
}
