package rerank

import (
	"fmt"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/rerankset"
	"gatehouse/state/talk"
	"gatehouse/views"
)

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
		next.Path, next.saved = from.Path, s.edit
	}
	s.reopen(next)
	s.showRuns(from.Runs, from.Entries)
	rest := ""
	if from.Note != "" {
		rest = "; " + from.Note
	}
	return s.goOn(fmt.Sprintf("opened %s; %s runs it", from.Path, s.Keys.Name(views.ActSendNow)), rest), true
}

// showRuns takes runs that a file holds into the table, each at its query and model.
func (s *Screen) showRuns(recorded []talk.Recorded, entries []har.Entry) {
	abouts := map[*wire.Capture]history.About{}
	for _, e := range entries {
		abouts[e.Capture] = export.AboutOf(e)
	}
	next := s.runs.clone()
	for _, x := range recorded {
		asked, err := rerankset.FromRequest(x.State.Request)
		if err != nil || len(asked.Models) == 0 {
			continue
		}
		run := &Run{query: asked.Queries[0].Text, docs: s.docs, model: asked.Models[0], count: len(asked.Documents), began: x.Capture.Start}
		about := abouts[x.Capture]
		run.about = &about
		if q, i, ok := s.placeFor(run, 0, 0); ok {
			run.take(outcomeOf(run, x.State, x.Capture))
			next[q][i] = run
		}
	}
	s.setRuns(next)
	s.basis++
	s.invalidate()
}
