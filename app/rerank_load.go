package app

import (
	"fmt"
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

// askLoad asks for a file or a folder with documents.
func (m *Model) askLoad() tea.Cmd {
	return m.askLoadFrom(m.OpenFrom())
}

func (m *Model) askLoadFrom(path string) tea.Cmd {
	return m.AskExistingPath("Load documents", path, "text, CSV, JSON, JSONL, a picture, or a folder of texts and pictures",
		func(path string) views.Intent { return views.LoadDocuments{Path: path} })
}

// folder is where files were last opened or saved, to be gone on from.
func (m *Model) folder() string {
	if m.Folder == "" {
		return ""
	}
	return m.Folder + string(filepath.Separator)
}

// loadDocuments reads a file or a folder beside the screen. What is wrong with
// it is said where its path was written.
func (m *Model) loadDocuments(i views.LoadDocuments) tea.Cmd {
	if i.Field != "" || i.Whole {
		m.Overlays.Close() // the list of fields; the path is asked for no more
	}
	from := m.Overlays.Top()
	return func() tea.Msg {
		l := documentsLoaded{asked: i, from: from}
		l.source, l.err = files.Documents(i.Path)
		switch {
		case l.err != nil:
		case l.source.Documents != nil:
			l.intake.Documents = l.source.Documents
		case l.source.Format.HasFields() && i.Field == "" && !i.Whole:
			if l.fields, l.err = rerankset.Fields(l.source.Data, l.source.Format); l.err == nil && len(l.fields) == 0 {
				l.intake, l.err = rerankset.Read(l.source.Data, l.source.Format, "")
			}
		default:
			l.intake, l.err = rerankset.Read(l.source.Data, l.source.Format, i.Field)
		}
		if l.err != nil && !l.source.Folder && l.source.Path != "" {
			l.err = fmt.Errorf("%s: %w", l.source.Path, l.err)
		}
		return l
	}
}

// documentsLoaded brings the documents of a file, or the fields of which one
// holds them.
type documentsLoaded struct {
	asked  views.LoadDocuments
	from   *screen.Overlay // where the path was written; nil for nowhere
	source files.Source
	intake rerankset.Intake
	fields []string
	err    error
}

func (l documentsLoaded) apply(m *Model) tea.Cmd {
	switch {
	case l.err != nil && (l.asked.Field != "" || l.asked.Whole) && m.screens.shown == rerankScreen && m.Overlays.Top() == nil:
		cmd := m.askLoadFrom(l.asked.Path) // the list of fields has gone
		return tea.Batch(cmd, m.PathFault(m.Overlays.Top(), l.asked.Path, l.err))
	case l.err != nil:
		return m.PathFault(l.from, l.asked.Path, l.err)
	case l.from != nil && !m.Overlays.Dismiss(l.from):
		return nil // it was closed: the file is not wanted any more
	case len(l.fields) > 0:
		return m.fieldOfFile(l)
	}
	m.Folder = filepath.Dir(l.asked.Path)
	words := fmt.Sprintf("%s from %s", counted(len(l.intake.Documents), "document"), l.asked.Path)
	if n := len(m.rankings.set.Documents); n > 0 {
		words += fmt.Sprintf(", behind the %s there; %s begins a new set", views.Thousands(n), m.Keys.Name(views.ActNew))
	}
	m.takeIn(l.intake)
	if l.source.Images > 0 {
		words += fmt.Sprintf(`; pictures stand as {"image": data URL}, %s adds a text`, m.Keys.Name(views.ActRankEdit))
	}
	words += leftOut(l.intake)
	rest := ""
	if len(l.source.Refused) > 0 { // last: of a long line the end is cut where there is little room
		rest = "; left out " + refused(l.source.Refused)
	}
	if m.screens.shown != rerankScreen {
		return m.Notify("%s", words+rest)
	}
	return m.afterIntake(words, rest)
}

// afterIntake goes on from documents that were taken in: to the list, for there may
// be more to load, and a letter that is a key there would be text in the query. It
// says where a query is written while there is none, behind the first words.
func (m *Model) afterIntake(words, rest string) tea.Cmd {
	noQuery := m.rankings.toWrite() == queryPane
	if noQuery {
		words += fmt.Sprintf("; %s leads to the query", m.Keys.Name(views.ActRerank))
	}
	if noQuery && m.Focus() == queryPane {
		return m.Notify("%s", words+rest)
	}
	return tea.Batch(m.SetFocus(rankingPane), m.Notify("%s", words+rest))
}

// leftOut says how many records of a file are no documents, and where the first of
// them stands; nothing for none.
func leftOut(in rerankset.Intake) string {
	switch in.Skipped {
	case 0:
		return ""
	case 1:
		return "; 1 without a text was left out, " + in.First
	}
	return fmt.Sprintf("; %s without a text were left out, the first is %s", views.Thousands(in.Skipped), in.First)
}

// refused names the files of a folder that were left out, each with why.
func refused(files []error) string {
	const named, most = 3, 60 // cells of each
	var all []string
	for _, err := range files[:min(named, len(files))] {
		why, _, _ := strings.Cut(err.Error(), ";") // the remedy is of use for one file alone
		all = append(all, screen.Short(why, most))
	}
	words := fmt.Sprintf("%d: %s", len(files), strings.Join(all, ", "))
	if more := len(files) - named; more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// toWrite is where one goes on from new documents: where a query is written
// while there is none, else the list.
func (r *rankings) toWrite() screen.ID {
	if strings.TrimSpace(r.set.Queries[r.at].Text) == "" {
		return queryPane
	}
	return rankingPane
}

// chooseField asks which column or member holds the texts. Of some there are
// further choices, the first of which is proposed where documents have pictures.
func (m *Model) chooseField(fields []string, what string, choose func(field string) views.Intent, more ...picker.Item) tea.Cmd {
	var items []picker.Item
	for _, name := range fields {
		items = append(items, picker.Item{Label: name, Words: what, Choose: func() views.Intent { return choose(name) }})
	}
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(append(items, more...))
	p.SetUnmatched("no such " + what + "; there are " + screen.Short(strings.Join(fields, ", "), 300))
	p.Select(rerankset.Likely(fields))
	if len(more) > 0 && slices.Contains(fields, "image") { // the text alone would leave them out
		p.Select(more[0].Label)
	}
	return m.OpenOverlay("Which "+what+" holds the texts?", p)
}

// fieldOfFile asks which column or member of a file holds the texts.
func (m *Model) fieldOfFile(l documentsLoaded) tea.Cmd {
	from := func(field string) views.Intent { return views.LoadDocuments{Path: l.asked.Path, Field: field} }
	if l.source.Format == rerankset.CSV {
		return m.chooseField(l.fields, "column", from)
	}
	return m.chooseField(l.fields, "member", from, picker.Item{
		Label: "(as they are)", Words: "documents with text and image, just as they stand",
		Choose: func() views.Intent { return views.LoadDocuments{Path: l.asked.Path, Whole: true} },
	})
}

// askOpenSet asks for a saved set.
func (m *Model) askOpenSet() tea.Cmd {
	return m.AskExistingPath("Open a set", m.OpenFrom(), "a saved set, a rerank request, or a saved comparison",
		func(path string) views.Intent { return views.OpenSet{Path: path} })
}

// openSet reads a file beside the screen; one that is no set belongs to the chat.
func (m *Model) openSet(path string) tea.Cmd { return m.OpenFile(path, m.Overlays.Top()) }

// readSet is the opener of sets.
func readSet(path string, from *screen.Overlay) (opened tea.Msg, mine bool) {
	o := setOpened{path: path, from: from}
	data, err := files.Read(path, files.MaxDocument)
	if o.err = err; err == nil {
		o.whole = rerankset.IsSet(data)
		if o.set, o.err = rerankset.Open(data); o.err != nil {
			o.err = fmt.Errorf("%s: %w", path, o.err)
		}
	}
	return o, true
}

// setOpened brings the set that stands in a file.
type setOpened struct {
	path  string
	from  *screen.Overlay // where the path was written; nil for nowhere
	whole bool            // a set, and no mere request
	set   rerankset.Set
	err   error
}

func (o setOpened) apply(m *Model) tea.Cmd {
	switch {
	case o.err != nil:
		return m.PathFault(o.from, o.path, o.err)
	case o.from != nil && !m.Overlays.Dismiss(o.from):
		return nil // it was closed: the file is not wanted any more
	}
	r := &m.rankings
	r.opened = true
	if len(o.set.Queries) == 0 {
		o.set = o.set.WithQuery(0, rerankset.Query{})
	}
	m.editSet(o.set, "", func(runGrid) runGrid { return nil })
	r.begin()
	m.Folder = filepath.Dir(o.path)
	was := r.rankFile
	if r.path, r.of, r.asRead = "", r.issue(), r.edit; o.whole {
		r.path, r.kept = o.path, r.edit
	}
	r.past[len(r.past)-1].file = &was
	return m.afterIntake(fmt.Sprintf("opened %s; %s runs it", o.path, m.Keys.Name(views.ActSendNow)), "")
}
