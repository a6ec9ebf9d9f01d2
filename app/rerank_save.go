package app

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// errEnding is the error of a file whose name does not say in what form the
// comparison is to be written.
var errEnding = errors.New("end the name in .csv, .json or .md: it says in what form the comparison is written")

// askSaveSet asks where the set is to be saved.
func (m *Model) askSaveSet() tea.Cmd {
	path := m.rankings.path
	if path == "" {
		path = m.InFolder("set.json")
	}
	return m.askSaveRanking(views.RankingSet, "Save the set", path, "queries, documents, marks and models as JSON")
}

// askExport asks where the comparison is to be written.
func (m *Model) askExport() tea.Cmd {
	return m.askSaveRanking(views.RankingTable, "Export the comparison", m.InFolder("ranking.csv"), ".csv: a row a document; .json, .md: figures, usage and cost too")
}

// askSaveRun asks where the request of the cursor's model is to be written: that
// of its run, as it was sent, and without one that which would be.
func (m *Model) askSaveRun() tea.Cmd {
	r := &m.rankings
	model, ok := r.ranking.Column()
	if !ok {
		return m.Notify("there is no model whose request could be saved")
	}
	slug, words := r.set.Models[model].Slug, r.label(model)+" would be asked"
	if run := r.row()[model]; run != nil {
		slug, words = run.model.Slug, m.runName(run)+" was asked"
	} else if err := r.set.Missing(r.at, model); err != nil {
		return m.refuse(err.Error())
	}
	name := strings.ReplaceAll(slug, "/", "-") + ".json"
	return m.askSaveRanking(views.RankingRequest, "Save the request", m.InFolder(name), "what "+words+", for curl or: gatehouse rerank FILE")
}

// named is a file's name in the folder that was last used.
func (m *Model) named(name string) string { return filepath.Join(m.Folder, files.Name(name)) }

func (m *Model) askSaveRanking(what views.Ranking, title, path, note string) tea.Cmd {
	return m.AskNewPath(title, path, note, func(path string) views.Intent { return views.SaveRanking{What: what, Path: path} })
}

// saveRanking writes what was asked for to a file, beside the screen.
func (m *Model) saveRanking(i views.SaveRanking) tea.Cmd {
	r := &m.rankings
	if strings.TrimSpace(i.Path) == "" {
		return m.Fault(m.Overlays.Top(), errors.New("give a path"))
	}
	if i.What != views.RankingTable && filepath.Ext(i.Path) == "" { // as the proposal has it
		i.Path += ".json"
	}
	saved := rankingSaved{asked: i, from: m.Overlays.Top(), edit: r.edit, of: r.of}
	model, _ := r.ranking.Column()
	set, at, table := r.set, r.at, r.table()
	var sent []byte
	if row := r.row(); model < len(row) && row[model] != nil {
		sent = row[model].exchange.Request
	}
	return func() tea.Msg {
		data, err := written(i, set, at, model, table, sent)
		if err == nil {
			saved.size = len(data)
			err = files.Write(i.Path, data, i.Replace)
		}
		saved.err = err
		return saved
	}
}

// written is what goes into a file. sent is the request of the model's run, nil
// where there is none.
func written(i views.SaveRanking, set rerankset.Set, at, model int, table rerankset.Table, sent []byte) ([]byte, error) {
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

// table is the comparison of the query that is shown, as it is exported.
func (r *rankings) table() rerankset.Table {
	labels := r.set.Labels()
	columns := make([]rerankset.Column, len(labels))
	for i, run := range r.row() {
		columns[i] = rerankset.Column{Label: labels[i]}
		if run == nil {
			continue
		}
		c := &columns[i]
		c.Query, c.Asked, c.Note = run.query, &run.model, r.earlier(run, i)
		if c.Note != "" {
			c.Note = "earlier: " + c.Note
		}
		for _, w := range run.exchange.Warnings {
			c.Notes = append(c.Notes, w.Message)
		}
		c.Verdict, c.ID = string(run.exchange.Verdict), run.id()
		c.TimeUS = run.took()
		if !run.ranked && !run.exchange.Running() {
			c.Failure = run.failure()
		}
		if o := r.orderFor(run); o != nil {
			c.Order = *o
		}
		if result := run.exchange.Ranking; result != nil {
			c.Model, c.Provider, c.Usage = result.Model, result.Provider, result.Usage
		}
	}
	return r.set.Table(r.at, r.depth, persistence, columns...)
}

// rankingSaved says what became of saving.
type rankingSaved struct {
	asked views.SaveRanking
	from  *screen.Overlay // where it was asked for
	edit  uint64          // that had made what was written
	of    uint64          // opening of the set
	size  int
	err   error
}

func (s rankingSaved) apply(m *Model) tea.Cmd {
	switch {
	case errors.Is(s.err, files.ErrExists) && m.Overlays.Dismiss(s.from):
		return m.askReplaceRanking(s.asked)
	case s.err != nil:
		return m.Fault(s.from, s.err)
	}
	m.Overlays.Dismiss(s.from)
	m.Folder = filepath.Dir(s.asked.Path)
	if r := &m.rankings; s.asked.What == views.RankingSet && s.of == r.of { // else another set was opened meanwhile
		r.path, r.kept = s.asked.Path, s.edit
	}
	return m.Notify("saved %s, %s", s.asked.Path, views.Size(s.size))
}

// askReplaceRanking asks before a file is overwritten.
func (m *Model) askReplaceRanking(i views.SaveRanking) tea.Cmd {
	again := [...]views.Action{views.ActSave, views.ActRankExport, views.ActRankSaveRun}[i.What]
	replace := i
	replace.Replace = true
	p := picker.New(m.Styles, m.Keys)
	p.SetItems([]picker.Item{
		{Label: "Another path", Words: "leave the file as it is", Choose: func() views.Intent { return views.RunAction{Action: again} }},
		{Label: "Replace it", Words: i.Path, Choose: func() views.Intent { return replace }},
	})
	return m.OpenOverlay("The file exists", p)
}
