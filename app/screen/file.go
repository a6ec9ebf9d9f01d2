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
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	"gatehouse/views/kit/text"
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
	a.RequireExisting()
	return tea.Batch(h.OpenOverlay(title, a), h.CompletePath(folder))
}

func (h *Host) askPath(note string, answer func(path string) views.Intent) *ask.Model {
	a := ask.New(h.Styles, h.Keys, answer, func(text string) views.Intent { return views.Complete{Prefix: text} })
	a.SetNote(note)
	return a
}

// InFolder returns a file's name in the folder that was last used.
func (h *Host) InFolder(name string) string { return filepath.Join(h.Folder, files.Name(name)) }

// OpenFrom returns the folder that was last used, as a path to complete.
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
		return EffectFunc(func() tea.Cmd {
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
		return EffectFunc(func() tea.Cmd { return h.edited(editor, string(data), err, land) })
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

// NoteConnection notes that a request of the document goes over a connection.
func (f *File) NoteConnection(over *Link) { f.unstorable = f.unstorable || over.NoHistory }

// Storable reports whether a document is saved for the next launch if there is a history.
func (h *Host) Storable(d Document) bool {
	return !d.File().unstorable && !d.Over().NoHistory && !d.IsEmpty()
}

// IsStored reports whether the history has a document for the next launch.
func (h *Host) IsStored(d Document) bool {
	a := h.History.Opened()
	return a != nil && !a.Failing() && h.Storable(d)
}

// Name returns what the top line calls a document: its file, with a star if the file differs
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

// UnsavedName returns the name of a document whose changes closing would lose, and the key of its screen; else "".
func (h *Host) UnsavedName(d Document, untitled string, a views.Action) string {
	path := d.File().Path
	if !d.Changed() || path == "" && d.IsEmpty() || h.IsStored(d) {
		return ""
	}
	if path != "" {
		untitled = FileName(path)
	}
	return untitled + " (" + h.Keys.Name(a) + ")"
}

// FileName returns the name of a file as it is shown.
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
			err = files.WriteShown(w, i.Path, data, i.Replace, nil)
		}
		return EffectFunc(func() tea.Cmd {
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
		return EffectFunc(func() tea.Cmd {
			if err != nil {
				return h.Notify("not saved: %v", err)
			}
			return h.Notify("saved %s, %s", path, figures.Size(len(data)))
		})
	}
}
