package screen

import (
	"path/filepath"

	"gatehouse/views/text"
)

// Document is a document that is worked on in this run: a conversation, or a set of
// queries and documents for rerankers.
type Document interface {
	File() *File   // where it is saved
	Over() *Link   // the connection of its next request
	Changed() bool // it is another than its file has; without a file, whether it is work
	IsEmpty() bool // there is nothing in it to continue with
}

// File is where a document is saved.
type File struct {
	Path   string // at which it was saved, or from which it was opened; empty: none
	unkept bool   // something of it went over a connection that saves nothing: none of it is kept
}

// Goes notes that a request of the document goes over a connection.
func (f *File) Goes(over *Link) { f.unkept = f.unkept || over.NoHistory }

// Keeps reports whether a document is kept for the next run, where there is a history.
func (h *Host) Keeps(d Document) bool {
	return !d.File().unkept && !d.Over().NoHistory && !d.IsEmpty()
}

// IsKept reports whether the history holds a document for the next run.
func (h *Host) IsKept(d Document) bool {
	a := h.History.Opened()
	return a != nil && !a.Failing() && h.Keeps(d)
}

// Name is what the top line calls a document: its file, with a star where that holds
// another by now. Without a file it has no name, and "not saved" is said where the
// history does not hold it either.
func (h *Host) Name(d Document) string {
	path, changed := d.File().Path, d.Changed()
	switch {
	case path == "" && (!changed || h.IsKept(d)):
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
