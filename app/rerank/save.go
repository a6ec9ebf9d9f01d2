package rerank

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/state/figures"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// errEnding is the error of a file whose name does not say in what form the
// comparison is to be written.
var errEnding = errors.New("end the name in .csv, .json or .md to choose the format")

// askSaveSet asks where the set is to be saved.
func (s *Screen) askSaveSet() tea.Cmd {
	path := s.file.path
	if path == "" {
		path = s.InFolder("set.json")
	}
	return s.askPath(views.RankingSet, "Save the set", path, "queries, documents, marks and models as JSON")
}

// askExport asks where the comparison is to be written.
func (s *Screen) askExport() tea.Cmd {
	return s.askPath(views.RankingTable, "Export the comparison", s.InFolder("ranking.csv"), ".csv: one row per document; .json, .md: figures, usage and cost too")
}

// askSaveRun asks where the request of the cursor's model is to be written: the
// one that its run sent; without a run, the one that would be sent.
func (s *Screen) askSaveRun() tea.Cmd {
	model, ok := s.ranking.Column()
	if !ok {
		return s.Notify("no model, so no request to save")
	}
	slug, words := s.set.Models[model].Slug, "the next request to "+s.label(model)
	if run := s.runOf(model); run != nil {
		slug, words = run.model.Slug, "the request sent to "+exchange{run, s}.name()
	} else if err := s.set.Missing(s.at, model); err != nil {
		return s.refuse(err.Error())
	}
	name := strings.ReplaceAll(slug, "/", "-") + ".json"
	return s.askPath(views.RankingRequest, "Save the request", s.InFolder(name), words+", for curl or: gatehouse rerank FILE")
}

func (s *Screen) askPath(what views.Ranking, title, path, note string) tea.Cmd {
	return s.AskNewPath(title, path, note, func(path string) views.Intent { return views.SaveRanking{What: what, Path: path} })
}

// save writes what was asked for to a file, in the background.
func (s *Screen) save(i views.SaveRanking) tea.Cmd {
	if strings.TrimSpace(i.Path) == "" {
		return s.Fault(s.Overlays.Top(), errors.New("give a path"))
	}
	if i.What != views.RankingTable && filepath.Ext(i.Path) == "" { // as in the proposal
		i.Path += ".json"
	}
	d := saved{screen: s, asked: i, from: s.Overlays.Top(), edit: s.edit, opened: s.file.opened}
	model, _ := s.ranking.Column()
	set, at, table := s.set, s.at, s.Table()
	var sent []byte
	if run := s.runOf(model); run != nil {
		sent = run.exchange.Request
	}
	return func() tea.Msg {
		data, err := contents(i, set, at, model, table, sent)
		if err == nil {
			d.size = len(data)
			err = files.Write(i.Path, data, i.Replace)
		}
		d.err = err
		return d
	}
}

// contents is what goes into a file. sent is the request of the model's run; nil
// for no run.
func contents(i views.SaveRanking, set rerankset.Set, at, model int, table rerankset.Table, sent []byte) ([]byte, error) {
	switch i.What {
	case views.RankingSet:
		return set.JSON()
	case views.RankingRequest:
		doc, err := sent, error(nil)
		if doc == nil {
			doc, err = set.Request(at, model)
		}
		return append(slices.Clip(doc), '\n'), err
	}
	switch strings.ToLower(filepath.Ext(i.Path)) {
	case ".csv":
		return table.CSV(), nil
	case ".json":
		return table.JSON(), nil
	case ".md", ".markdown":
		return table.Markdown(), nil
	}
	return nil, errEnding
}

// saved says what became of saving.
type saved struct {
	screen *Screen
	asked  views.SaveRanking
	from   *screen.Overlay // where it was asked for
	edit   uint64          // that had made what was written
	opened uint64          // number of the set's opening
	size   int
	err    error
}

// Land implements screen.Effect.
func (d saved) Land() tea.Cmd {
	s := d.screen
	switch {
	case errors.Is(d.err, files.ErrExists) && s.Overlays.Dismiss(d.from):
		return s.askReplace(d.asked)
	case d.err != nil:
		return s.Fault(d.from, d.err)
	}
	s.Overlays.Dismiss(d.from)
	s.Folder = filepath.Dir(d.asked.Path)
	if d.asked.What == views.RankingSet && d.opened == s.file.opened { // else another set was opened meanwhile
		s.file.path, s.file.saved = d.asked.Path, d.edit
	}
	return s.Notify("saved %s, %s", d.asked.Path, figures.Size(d.size))
}

// askReplace asks before a file is overwritten.
func (s *Screen) askReplace(i views.SaveRanking) tea.Cmd {
	again := [...]views.Action{views.ActSave, views.ActRankExport, views.ActRankSaveRun}[i.What]
	replace := i
	replace.Replace = true
	p := picker.New(s.Styles, s.Keys)
	p.SetItems([]picker.Item{
		{Label: "Another path", Words: "keep the existing file", Choose: func() views.Intent { return views.RunAction{Action: again} }},
		{Label: "Replace it", Words: i.Path, Choose: func() views.Intent { return replace }},
	})
	return s.OpenOverlay("The file exists", p)
}
