package rerank

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// askLoad asks for a file or a folder with documents, and proposes a path.
func (s *Screen) askLoad(path string) tea.Cmd {
	return s.AskExistingPath("Load documents", path, "text, CSV, JSON, JSONL, images, a folder, a BEIR folder, a TREC run, judgements",
		func(path string) views.Intent { return views.LoadDocuments{Path: path} })
}

// loadDocuments reads a file or a folder in the background. Errors are shown where its path was written.
func (s *Screen) loadDocuments(i views.LoadDocuments) tea.Cmd {
	if i.Field != "" || i.Objects || i.Judged {
		s.Overlays.Close() // the list of fields; the path is asked for no more
	}
	l := documentsLoaded{screen: s, asked: i, from: s.Overlays.Top()}
	return s.WorkFor(l.from, progress.Reading(i.Path), func(w *progress.Work) tea.Msg {
		choice := dataset.Choice{Field: i.Field, Complete: i.Objects, Columns: i.Columns}
		l.Input, l.err = files.Input(w, i.Path, choice, s.AllowFiles...)
		l.err = cmp.Or(w.Err(), l.err)
		return l
	})
}

// documentsLoaded has what a file holds.
type documentsLoaded struct {
	screen *Screen
	asked  views.LoadDocuments
	from   *screen.Overlay // where the path was written; nil for nowhere
	dataset.Input
	err error
}

// useSet replaces the set with a data set, but not its models.
func (l *documentsLoaded) useSet() tea.Cmd {
	s, set := l.screen, *l.Set
	set.Models = slices.Clone(s.set.Models)
	s.Folder = filepath.Dir(l.asked.Path)
	s.Replace(set)
	s.reopen(file{opened: s.number(), saved: s.file.saved})
	marks := ""
	if l.Split != "" {
		marks = " with marks in " + dataset.BEIRQrels + "/" + l.Split
	}
	words := fmt.Sprintf("%s and the %s%s from %s", figures.Counted(len(set.Documents), "document"), figures.Counted(len(set.Queries), "query"), marks, l.asked.Path)
	rest := "; " + s.Keys.In(views.Rerank).Name(views.ActRankRunAll) + " runs all queries, " + s.Keys.Name(views.ActUndo) + " restores the set before"
	if notes := strings.Join(set.Notes(), "; "); notes != "" {
		rest = "; " + notes + rest
	}
	return s.notifyOpened(words, rest)
}

// useRun adds the ranking of another system to the set.
func (l *documentsLoaded) useRun() tea.Cmd {
	s := l.screen
	set, taken, unknown, err := s.set.WithRun(*l.Run)
	if err != nil {
		return s.PathFault(l.from, "not loaded", l.asked.Path, err)
	}
	if l.from != nil && !s.Overlays.Dismiss(l.from) {
		return nil // it was closed: the file is not wanted any more
	}
	s.Folder = filepath.Dir(l.asked.Path)
	s.change(set, "", nil)
	words := fmt.Sprintf("%s is next to the models, for %d of %s", l.Run.Tag, taken, figures.Counted(len(set.Queries), "query"))
	if differs := l.Run.Differs(set, taken, unknown); differs != "" {
		words += "; " + differs
	}
	words += "; " + s.Keys.Name(views.ActUndo) + " takes it out again"
	if !s.isShown() {
		return s.Notify("%s", words)
	}
	return tea.Batch(s.refreshGrid(), s.Notify("%s", words))
}

func (l documentsLoaded) Apply() tea.Cmd {
	s := l.screen
	var stopped *progress.StoppedError
	switch {
	case errors.As(l.err, &stopped) && l.from != nil:
		return nil // with the overlay
	case errors.As(l.err, &stopped):
		return s.Notify("not loaded: %v", stopped)
	case l.err != nil && (l.asked.Field != "" || l.asked.Objects || l.asked.Judged) && s.isShown() && s.Overlays.Top() == nil:
		cmd := s.askLoad(l.asked.Path) // the list of fields has been closed
		return tea.Batch(cmd, s.PathFault(s.Overlays.Top(), "not loaded", l.asked.Path, l.err))
	case l.err != nil:
		return s.PathFault(l.from, "not loaded", l.asked.Path, l.err)
	case l.Run != nil:
		return l.useRun()
	case l.from != nil && !s.Overlays.Dismiss(l.from):
		return nil // it was closed: the file is not wanted any more
	case l.Set != nil:
		return l.useSet()
	case l.asked.Judged:
		return s.chooseColumn(l)
	case len(l.Fields) > 0:
		return s.chooseFieldOf(l)
	}
	s.Folder = filepath.Dir(l.asked.Path)
	words, rest := l.words()
	s.appendDocuments(l.Intake)
	if !s.isShown() {
		return s.Notify("%s", words+rest)
	}
	return s.notifyOpened(words, rest)
}

// words returns what was loaded, and what was left out, which is cut first if there is little room.
func (l *documentsLoaded) words() (words, rest string) {
	s := l.screen
	words = fmt.Sprintf("%s from %s", figures.Counted(len(l.Documents), "document"), l.asked.Path)
	if n := len(s.set.Documents); n > 0 {
		words += fmt.Sprintf(", added to the %s there; %s starts a new set", figures.Thousands(n), s.Keys.Name(views.ActNew))
	}
	if l.Images > 0 {
		words += fmt.Sprintf(`; images are stored as {"image": data URL}, %s adds text`, s.Keys.Name(views.ActRankEdit))
	}
	words += leftOut(l.Intake)
	if len(l.Refused) > 0 {
		rest = "; skipped " + refusedFiles(l.Refused)
	}
	return words, rest
}

// notifyOpened notifies of what was loaded, and focuses the list; while the query is empty, the notice leads there.
func (s *Screen) notifyOpened(words, rest string) tea.Cmd {
	noQuery := s.paneToWrite() == QueryPane
	if noQuery {
		words += fmt.Sprintf("; %s goes to the query", s.Keys.Name(views.ActRerank))
	}
	if noQuery && s.Focus() == QueryPane {
		return s.Notify("%s", words+rest)
	}
	return tea.Batch(s.SetFocus(RankingPane), s.Notify("%s", words+rest))
}

// paneToWrite returns the query while it is empty, else the list.
func (s *Screen) paneToWrite() screen.ID {
	if strings.TrimSpace(s.set.Queries[s.at].Text) == "" {
		return QueryPane
	}
	return RankingPane
}

// leftOut returns how many records of a file are no documents, and the position of the first; "" for none.
func leftOut(in dataset.Intake) string {
	switch in.Skipped {
	case 0:
		return ""
	case 1:
		return "; 1 without text skipped, " + in.First
	}
	return fmt.Sprintf("; %s without text skipped, the first is %s", figures.Thousands(in.Skipped), in.First)
}

// refusedFiles names the files of a folder that were left out, with reasons.
func refusedFiles(files []error) string {
	const most = 60 // cells of each
	words := make([]string, len(files))
	for i, err := range files {
		why, _, _ := strings.Cut(err.Error(), ";") // the remedy is of use for one file alone
		words[i] = screen.Short(why, most)
	}
	return fmt.Sprintf("%d: %s", len(files), spelling.Some(words, 3))
}

// chooseField asks which column or member holds the texts, after further choices.
func (s *Screen) chooseField(fields []string, what string, choose func(field string) views.Intent, items ...picker.Item) tea.Cmd {
	for _, name := range fields {
		items = append(items, picker.Item{Label: name, Words: what, Choose: func() views.Intent { return choose(name) }})
	}
	p := picker.New(s.Styles, s.Keys)
	p.SetItems(items)
	p.SetUnmatched("no such " + what + "; choose from " + screen.Short(strings.Join(fields, ", "), 300))
	if len(fields) > 0 {
		p.Select(fields[0])
	}
	p.Select("text")
	if slices.Contains(fields, "image") { // the text alone would leave them out
		p.Select(completeObjects)
	}
	return s.OpenOverlay("Which "+what+" holds the text?", p)
}

// completeObjects is the choice of documents that are objects, with text and image.
const completeObjects = "(complete objects)"

// chooseFieldOf asks which column or member of a file holds the texts, or whether it is a data set.
func (s *Screen) chooseFieldOf(l documentsLoaded) tea.Cmd {
	from := func(field string) views.Intent { return views.LoadDocuments{Path: l.asked.Path, Field: field} }
	what := "member"
	var more []picker.Item
	if l.Format == dataset.CSV {
		what = "column"
	} else {
		more = append(more, picker.Item{
			Label: completeObjects, Words: "send each document unchanged, with text and image",
			Choose: func() views.Intent { return views.LoadDocuments{Path: l.asked.Path, Objects: true} },
		})
	}
	if len(l.Columns) >= 3 {
		more = append(more, picker.Item{
			Label: "(a data set)", Words: "choose the columns with query, text and relevance",
			Choose: func() views.Intent { return views.LoadDocuments{Path: l.asked.Path, Judged: true} },
		})
	}
	return s.chooseField(l.Fields, what, from, more...)
}

// chooseColumn asks for a column that the data set lacks by its documented name.
func (s *Screen) chooseColumn(l documentsLoaded) tea.Cmd {
	var items []picker.Item
	for _, name := range l.Columns {
		items = append(items, picker.Item{Label: name, Choose: func() views.Intent { return l.withColumn(name) }})
	}
	of := l.asked.Columns
	used := []string{cmp.Or(of.Query, "query"), cmp.Or(of.Text, "text"), "query_id", "document_id"}
	unused := slices.DeleteFunc(slices.Clone(l.Columns), func(name string) bool { return slices.Contains(used, name) })
	return s.OpenList("Which column holds the "+l.Missing+"?", items, unused[:min(len(unused), 1)]...)
}

// withColumn returns the intent to load the data set with a column for the missing one.
func (l documentsLoaded) withColumn(name string) views.LoadDocuments {
	next := l.asked
	switch l.Missing {
	case "query":
		next.Columns.Query = name
	case "text":
		next.Columns.Text = name
	default:
		next.Columns.Relevance = name
	}
	return next
}
