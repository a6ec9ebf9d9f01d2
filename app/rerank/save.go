package rerank

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/rerankset"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// errEnding is the error of a file whose name does not say in what form the
// comparison is to be written.
var errEnding = errors.New("end the name in .csv, .json or .md to choose the format")

// errAllEnding is the same of the comparison over all queries.
var errAllEnding = errors.New("end the name in .csv, .json, .md, .run, .qrels, .tsv or .jsonl to choose the format")

// ToSave is the set as it is saved.
func (s *Screen) ToSave() *screen.ToSave {
	path := s.file.Path
	if path == "" {
		path = s.InFolder("set.json")
	}
	return &screen.ToSave{
		Title: "Save the set", Path: path, Note: "queries, documents, marks and models as JSON; " + s.answersElsewhere(), Ext: ".json",
		Take: func(string) (screen.Contents, error) {
			set, edit, opened := s.set, s.edit, s.file.opened
			return screen.Contents{Write: set.JSON, Saved: func(path, said string) tea.Cmd {
				if opened == s.file.opened { // else another set was opened meanwhile
					s.file.Path, s.file.saved, s.file.foreign = path, edit, 0
				}
				return s.Notify("%s", said)
			}}, nil
		},
	}
}

// answersElsewhere says where the answers are that a saved set does not have.
func (s *Screen) answersElsewhere() string {
	if s.IsKept(s) {
		return "its answers stay in the history"
	}
	return "without its answers"
}

// askExport asks where the comparison is to be written.
func (s *Screen) askExport() tea.Cmd {
	return s.AskSave(&screen.ToSave{
		Title: "Export the comparison", Path: s.InFolder("ranking.csv"), Note: ".csv: one row per document; .json, .md: figures, usage and cost too",
		Take: func(path string) (screen.Contents, error) {
			write := export.TableFile(s.Table(), path)
			if write == nil {
				return screen.Contents{}, errEnding
			}
			return screen.Contents{Write: write}, nil
		},
	})
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
	if len(set.Models) == 0 { // it is a data set
		set.Models = s.set.Models
	}
	s.entered = len(set.Models) > 0
	s.Replace(set)
	next := file{opened: s.number(), saved: s.file.saved, foreign: s.edit}
	if from.Saved {
		next.Path, next.saved = from.Path, s.edit
	}
	s.reopen(next)
	s.showRuns(from.Runs, from.Entries)
	s.proposeModels()
	rest := ""
	if from.Note != "" {
		rest = "; " + from.Note
	}
	how := s.Keys.Name(views.ActSendNow) + " runs it"
	if len(set.Queries) > 1 {
		how = s.Keys.In(views.Rerank).Name(views.ActRankRunAll) + " runs all queries"
	}
	return s.goOn(fmt.Sprintf("opened %s; %s", from.Path, how), rest), true
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
		run.About = abouts[x.Capture]
		s.adopt(run)
		if q, i, ok := s.placeFor(run, 0, 0); ok {
			run.take(x.State, x.Capture)
			next[q][i] = run
		}
	}
	s.setRuns(next)
	s.basis++
	s.invalidate()
}
