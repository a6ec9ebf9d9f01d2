package rerank

import (
	"fmt"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// askOpenSet asks for a saved set.
func (s *Screen) askOpenSet() tea.Cmd {
	return s.AskExistingPath("Open a set", s.OpenFrom(), "a saved set, a rerank request, or a saved comparison",
		func(path string) views.Intent { return views.OpenSet{Path: path} })
}

// open shows the set of a file. What is no set, such as a request, is saved
// nowhere yet.
func (s *Screen) open(f files.File) (cmd tea.Cmd, mine bool) {
	if f.Set == nil {
		return nil, false
	}
	from := *f.Set
	set := from.Set
	if len(set.Queries) == 0 {
		set = set.WithQuery(0, rerankset.Query{})
	}
	s.entered = true
	s.Replace(set)
	s.Folder = filepath.Dir(from.Path)
	next := file{opened: s.number(), saved: s.file.saved, foreign: s.edit}
	if from.Whole {
		next.path, next.saved = from.Path, s.edit
	}
	s.reopen(next)
	return s.goOn(fmt.Sprintf("opened %s; %s runs it", from.Path, s.Keys.Name(views.ActSendNow)), ""), true
}
