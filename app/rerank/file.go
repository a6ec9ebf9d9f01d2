package rerank

import (
	"encoding/json"
	"fmt"

	"gatehouse/app/screen"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// file is where the set is saved.
type file struct {
	screen.File
	saved   uint64 // the edit that was saved or opened
	opened  uint64 // number of the opening or the beginning of the set; 0 for the first one
	foreign uint64 // the edit that is in a file which is no set, such as a request
}

func (s *Screen) File() *screen.File { return &s.file.File }

func (s *Screen) Over() *screen.Link { return s.Link }

// IsEmpty implements screen.Document. The example is nobody's work.
func (s *Screen) IsEmpty() bool {
	return len(s.set.Documents) == 0 && s.set.Queries[0].Text == "" || isExample(s.set)
}

// Changed implements screen.Document. Documents and marks other than those of the example count as work.
func (s *Screen) Changed() bool {
	switch {
	case !s.differs(), s.edit == s.file.foreign:
		return false
	case s.file.Path != "":
		return true
	}
	marked := 0
	for _, q := range s.set.Queries {
		marked += q.Marked()
	}
	return (len(s.set.Documents) > 0 || marked > 0) && !isExample(s.set)
}

// differs reports whether the set has changed since it was saved or opened.
func (s *Screen) differs() bool { return s.edit != s.file.saved }

// Unsaved returns the name of the set if closing would lose work, else "".
func (s *Screen) Unsaved() string {
	if !s.Changed() || s.IsStored(s) {
		return ""
	}
	name := "untitled set"
	if s.file.Path != "" {
		name = screen.FileName(s.file.Path)
	}
	return name + " (" + s.Keys.Name(views.ActRerank) + ")"
}

// storedSet is the set as the next launch restores it.
type storedSet struct {
	Path string `json:",omitempty"`
	Set  []byte
}

func (s *Screen) StateName() string { return "rerank" }

func (s *Screen) SavedState() (state []byte, words string) {
	if !s.Storable(s) {
		return nil, ""
	}
	if s.stored.edit != s.edit || s.stored.state == nil {
		set, err := s.set.JSON()
		if err != nil {
			return nil, ""
		}
		set, _ = s.Secrets().Bytes(set)
		s.stored.edit = s.edit
		s.stored.state, _ = json.Marshal(storedSet{s.file.Path, set})
	}
	return s.stored.state, fmt.Sprintf("a rerank set of %d documents", len(s.set.Documents))
}

func (s *Screen) Resume(state []byte) error {
	var stored storedSet
	if err := json.Unmarshal(state, &stored); err != nil {
		return err
	}
	set, err := dataset.Open(stored.Set)
	if err != nil {
		return err
	}
	s.entered = true
	s.Replace(set)
	s.reopen(file{File: screen.File{Path: stored.Path}, opened: s.number(), saved: s.file.saved})
	return nil
}
