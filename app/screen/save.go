package screen

import (
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/picker"
)

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
	Write func() ([]byte, error)                // makes the bytes, in the background
	Saved func(path, said string) (cmd tea.Cmd) // is called once they are there; nil: said is the notice
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

// SaveFile writes what AskSave was called for, in the background. What is wrong with the
// path is said where it was written.
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
			said := "saved " + i.Path + ", " + figures.Size(len(data))
			if what.Saved == nil {
				return h.Notify("%s", said)
			}
			return what.Saved(i.Path, said)
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
