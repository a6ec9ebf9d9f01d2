package rerank

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state/history"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	reports "gatehouse/views/kit/report"
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

func (s *Screen) differs() bool { return s.edit != s.file.saved }

// Unsaved returns the name of the set if closing would lose work, else "".
func (s *Screen) Unsaved() string { return s.UnsavedName(s, "untitled set", views.ActRerank) }

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
	s.unrecalled = true
	return nil
}

// ToSave returns how the set is saved.
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

// answersElsewhere returns where the answers are, which a saved set lacks.
func (s *Screen) answersElsewhere() string {
	if s.IsStored(s) {
		return "its answers stay in the history"
	}
	return "without its answers"
}

// askExport asks for the file of the comparison.
func (s *Screen) askExport() tea.Cmd {
	return s.AskSave(&screen.ToSave{
		Title: "Export the comparison", Path: s.InFolder("ranking.csv"), Note: ".csv: one row per document; .json, .md: figures, usage and cost too",
		Take: func(path string) (screen.Contents, error) {
			write := export.TableFile(s.Table(), path)
			if write == nil {
				return screen.Contents{}, errors.New("end the name in .csv, .json or .md to choose the format")
			}
			return screen.Contents{Write: write}, nil
		},
	})
}

// open shows the set of a file. A request counts as not saved.
func (s *Screen) open(f files.File) (cmd tea.Cmd, mine bool) {
	if f.Set == nil {
		return nil, false
	}
	from := *f.Set
	set := from.Set
	if len(set.Models) == 0 { // it is a data set
		set.Models = s.set.Models
	}
	s.entered = len(set.Models) > 0
	rest := ""
	if from.Note != "" {
		rest = "; " + from.Note
	}
	if s.Changed() {
		rest += "; " + s.Keys.Name(views.ActUndo) + " restores the previous one (unsaved)"
	}
	s.Replace(set)
	next := file{opened: s.number(), saved: s.file.saved, foreign: s.edit}
	if from.Saved {
		next.Path, next.saved = from.Path, s.edit
	}
	s.reopen(next)
	s.showRankings(recordedIn(from))
	s.proposeModels()
	how := s.Keys.Name(views.ActSendNow) + " runs it"
	if len(set.Queries) > 1 {
		how = s.Keys.In(views.Rerank).Name(views.ActRankRunAll) + " runs all queries"
	}
	return tea.Batch(s.recall(), s.notifyOpened(fmt.Sprintf("opened %s; %s", from.Path, how), rest)), true
}

// recordedIn returns the rankings of a file, with what is known of them besides their bytes.
func recordedIn(f files.Set) (all []export.Exchange) {
	abouts := map[*wire.Capture]history.About{}
	for _, e := range f.Entries {
		abouts[e.Capture] = export.AboutOf(e)
	}
	for _, x := range f.Runs {
		all = append(all, export.Exchange{State: x.State, Capture: x.Capture, About: abouts[x.Capture]})
	}
	return all
}

// showRankings adds rankings to the table, each at its query and model if there is none yet.
func (s *Screen) showRankings(all []export.Exchange) {
	next := s.rankings.clone()
	for _, x := range all {
		asked, _ := dataset.FromRequest(x.State.Request)
		q, i, ok := placeOf(s.set, asked)
		if !ok || next[q][i] != nil {
			continue
		}
		run := newRanking(s.set, q, i, s.docs)
		run.count, run.began, run.About = len(asked.Documents), x.Capture.Start, x.About
		s.bindTo(run)
		run.setExchange(x.State, x.Capture)
		next[q][i] = run
	}
	s.setRankings(next)
	s.basis++
	s.invalidate()
}

func (s *Screen) makeCheck() tea.Cmd {
	if model, ok := s.list.Column(); ok {
		if run := s.rankingOf(model); run != nil {
			return s.MakeCheck(&run.Exchange)
		}
	}
	return s.Notify("no answer to check yet")
}

// copyMenu lists what can be copied and exported of the comparison and of the focused model.
func (s *Screen) copyMenu() tea.Cmd {
	model, ok := s.list.Column()
	if !ok {
		model = -1
	}
	var share screen.Sharing
	for _, c := range s.copies(model) {
		share.Parts = append(share.Parts, picker.Item{
			Label: c.Name, Words: c.About, Verb: "copy",
			File:   screen.FileOf(c),
			Choose: func() views.Intent { return views.CopyWritten{What: c.Name, Text: c.Text} },
		})
	}
	if run := s.rankingOf(model); run != nil {
		share.Of, share.Name, share.All = screen.Exported(&run.Exchange, run.State, ""), s.label(model), run.Session()
	}
	return s.OpenCopyMenu(share)
}

// copies returns what can be copied of a model, -1 for none, of the comparison and of the selected document.
// Texts are written when they are asked for, of what there is now.
func (s *Screen) copies(model int) (all []export.Copy) {
	set, at, table := s.set, s.at, s.Table()
	add := func(name, about, ext string, text func() ([]byte, error)) {
		all = append(all, export.Copy{Name: name, About: about, Ext: ext, Text: func() string {
			data, _ := text() // empty if it cannot be written
			return string(data)
		}})
	}
	if run := s.rankingOf(model); run != nil && run.Capture != nil && run.Capture.Text().Len() > 0 {
		body := run.Capture.Text()
		add("response", "of "+s.label(model)+", the body as received", "", func() ([]byte, error) { return []byte(body.All()), nil })
	}
	if set.Missing(at, model) == nil {
		add("request JSON", "what "+s.label(model)+" would be asked now", "", func() ([]byte, error) { return set.Request(at, model) })
	}
	if len(table.Documents) > 0 {
		add("rank table, markdown", "with costs and agreement", ".md", export.TableFile(table, ".md"))
		add("rank table, CSV", "for a spreadsheet", ".csv", export.TableFile(table, ".csv"))
	}
	if len(table.Documents) > 0 && len(table.Columns) > 0 {
		add("rank table, text", "in aligned columns, as gatehouse rerank prints it", "", func() ([]byte, error) {
			ranks := report.Ranks(table, table.Returned())
			return []byte(reports.Plain(0, report.Report{Blocks: []report.Block{ranks}})), nil
		})
	}
	if doc, ok := s.list.Selected(); ok {
		add("document", fmt.Sprintf("number %d", doc+1), "", func() ([]byte, error) { return []byte(set.Documents[doc].Text), nil })
	}
	return all
}

//go:embed example-set.json
var exampleSet []byte

// example is the small set that shows what the screen does.
func example() dataset.Set {
	set, err := dataset.Open(exampleSet)
	if err != nil {
		panic("rerank: " + err.Error()) // it is part of the program
	}
	return set
}

// isExample reports whether a set is the example, perhaps with other models.
func isExample(s dataset.Set) bool {
	e := example()
	e.Models = s.Models
	if len(e.Documents) != len(s.Documents) {
		return false
	}
	a, err := e.JSON()
	b, worse := s.JSON()
	return err == nil && worse == nil && bytes.Equal(a, b)
}

// loadExample opens the example, with the models of the local gateway or at most three of another service.
func (s *Screen) loadExample() tea.Cmd {
	set := example()
	if !s.Link.Local {
		set.Models = nil
		for _, slug := range s.rerankers() {
			if len(set.Models) < 3 {
				set = set.WithModel(len(set.Models), dataset.NewModel(slug))
			}
		}
	}
	s.Replace(set)
	return s.Notify("example loaded; %s runs it", s.Keys.Name(views.ActSendNow))
}

// tryExample opens the example and runs it if that costs nothing.
func (s *Screen) tryExample() tea.Cmd {
	s.Overlays.Close()
	cmd := tea.Batch(s.Enter(), s.SetFocus(RankingPane))
	if s.Busy() {
		return tea.Batch(cmd, s.stillRunning())
	}
	example := s.loadExample()
	if !s.Link.Local {
		return tea.Batch(cmd, example)
	}
	s.ClearLine(false)
	s.tried = s.edit
	return tea.Batch(cmd, s.askAll(false))
}

// newSet begins another set with the same models.
func (s *Screen) newSet() tea.Cmd {
	if len(s.set.Documents) == 0 && len(s.set.Queries) == 1 && s.set.Queries[0].Text == "" {
		return s.Notify("this set is already empty")
	}
	words := "new set, same models; " + s.Keys.Name(views.ActUndo) + " restores the previous one"
	if s.Changed() {
		words += " (unsaved)"
	}
	s.Replace(dataset.Set{Models: s.set.Models})
	s.reopen(file{saved: s.edit, opened: s.number()})
	return tea.Batch(s.SetFocus(RankingPane), s.Notify("%s", words))
}
