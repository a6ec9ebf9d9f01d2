package rerank

import (
	"path/filepath"

	"gatehouse/views"
	"gatehouse/views/text"
)

// file is where the set is saved.
type file struct {
	path    string // empty: nowhere
	saved   uint64 // the edit that was saved or opened
	opened  uint64 // number of the opening or the beginning of the set; 0 for the first one
	foreign uint64 // the edit that is in a file which is no set, such as a request
	unkept  bool   // a request of the set went over a connection that saves nothing: it is not kept
}

// name is what the top line calls the set; empty for a new one.
func (s *Screen) name() string {
	changed := s.differs()
	switch {
	case s.file.path == "" && (!s.hasUnsaved() || s.isKept()):
		return ""
	case s.file.path == "":
		return "not saved"
	case changed:
		return s.title() + "*"
	}
	return s.title()
}

// isKept reports whether the history holds the set for the next run.
func (s *Screen) isKept() bool {
	a := s.History.Opened()
	if a == nil || a.Failing() || s.Link.NoHistory {
		return false
	}
	state, _ := s.Kept()
	return state != nil
}

// title is the name of the set's file, or what the set is called without one.
func (s *Screen) title() string {
	if s.file.path == "" {
		return "untitled set"
	}
	return text.SanitizeLine(filepath.Base(s.file.path))
}

// differs reports whether the set has changed since it was saved or opened.
func (s *Screen) differs() bool { return s.edit != s.file.saved }

// Unsaved names the set if work would be lost with it, and is empty if not. Work
// is what differs from the set's file; without a file it is documents and marks,
// but not those of the example.
func (s *Screen) Unsaved() string {
	if !s.hasUnsaved() {
		return ""
	}
	return s.title() + " (" + s.Keys.Name(views.ActRerank) + ")"
}

func (s *Screen) hasUnsaved() bool {
	switch {
	case !s.differs(), s.edit == s.file.foreign:
		return false
	case s.file.path != "":
		return true
	}
	marked := 0
	for _, q := range s.set.Queries {
		marked += q.Marked()
	}
	return (len(s.set.Documents) > 0 || marked > 0) && !isExample(s.set)
}
