package rerank

import (
	"encoding/json"
	"fmt"

	"gatehouse/app/screen"
	"gatehouse/state/rerankset"
)

// keptSet is the set as the next run continues it.
type keptSet struct {
	Path string `json:",omitempty"`
	Set  []byte
}

// KeeperName implements screen.Keeper.
func (s *Screen) KeeperName() string { return "rerank" }

// Kept implements screen.Keeper.
func (s *Screen) Kept() (state []byte, words string) {
	if !s.Keeps(s) {
		return nil, ""
	}
	if s.kept.edit != s.edit || s.kept.state == nil {
		set, err := s.set.JSON()
		if err != nil {
			return nil, ""
		}
		set, _ = s.Secrets().Bytes(set)
		s.kept.edit = s.edit
		s.kept.state, _ = json.Marshal(keptSet{s.file.Path, set})
	}
	return s.kept.state, fmt.Sprintf("a rerank set of %d documents", len(s.set.Documents))
}

// Resume implements screen.Keeper.
func (s *Screen) Resume(state []byte) error {
	var kept keptSet
	if err := json.Unmarshal(state, &kept); err != nil {
		return err
	}
	set, err := rerankset.Open(kept.Set)
	if err != nil {
		return err
	}
	if len(set.Queries) == 0 {
		set = set.WithQuery(0, rerankset.Query{})
	}
	s.entered = true
	s.Replace(set)
	s.reopen(file{File: screen.File{Path: kept.Path}, opened: s.number(), saved: s.file.saved})
	return nil
}
