package rerank

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
	rankingpane "gatehouse/views/rerank/ranking"
	"gatehouse/views/rerank/reading"
)

func (s *Screen) Refresh() tea.Cmd {
	if !s.isShown() {
		return nil
	}
	var cmd tea.Cmd
	if s.unrecalled {
		cmd = s.recall()
	}
	if s.shown != s.version {
		s.shown = s.version
		s.showAll()
		cmd = tea.Batch(cmd, s.measure())
		width, noted := s.list.Roomy(), strings.Join(s.Notes(), "\n")
		if s.query.Rows() != s.layout.Pages[QueryPane].H || s.tableWidth != width || s.noted != noted {
			s.tableWidth, s.noted = width, noted
			s.Host.Arrange()
		}
	}
	if s.isJudging() {
		s.showJudged() // a mark may have been undone
	}
	s.gridPane.SetRunning(s.sweep != nil)
	cmd = tea.Batch(cmd, s.measureGrid())
	s.showSelected()
	return tea.Batch(cmd, s.tick())
}

// showAll updates the panes, except for the document that is read.
func (s *Screen) showAll() {
	q := s.set.Queries[s.at]
	s.query.SetText(q.Text)
	s.query.SetPlace(s.at, len(s.set.Queries))
	s.query.SetFault(s.fault)
	s.query.SetNote(s.staleMarksNotice())
	documents := figures.Counted(len(s.set.Documents), "document")
	if q.Candidates != nil {
		documents = "best " + figures.Thousands(len(q.Candidates)) + " of " + documents
	}
	s.query.SetFacts(documents + "  " + figures.Counted(len(s.set.Models), "model"))
	if s.shownDoc != s.docs {
		s.shownDoc = s.docs
		s.texts = make([]string, len(s.set.Documents))
		for i, d := range s.set.Documents {
			s.texts[i] = documentWords(d)
		}
		s.list.SetDocuments(s.texts)
	}
	s.list.SetMarks(q.Mark)
	s.list.SetSeveral(len(s.set.Queries) > 1)
	s.list.SetColumns(s.columns())
	s.selected = -1
}

func documentWords(d dataset.Document) string {
	if d.HasImage() {
		return strings.TrimSpace("[image] " + d.Text)
	}
	return d.Text
}

// columns returns the models as the comparison shows them.
func (s *Screen) columns() []rankingpane.Column {
	out := make([]rankingpane.Column, len(s.set.Models))
	for i, a := range s.compared() {
		out[i] = rankingpane.Column{Answer: a, TopN: s.set.Models[i].TopN()}
		if run := s.rankingOf(i); run != nil {
			out[i].TopN = run.model.TopN()
			if run.answer.Ranked && !a.Ranked {
				out[i].Failure = fmt.Sprintf("ranked %s that have changed since; %s runs it again", figures.Counted(run.count, "document"), s.Keys.Name(views.ActSendNow))
			}
		}
	}
	return out
}

// showSelected shows the selected document if it is another than before.
func (s *Screen) showSelected() {
	doc, ok := s.list.Selected()
	switch {
	case !ok:
		s.reading.Clear()
		s.selected = -1
		return
	case doc == s.selected:
		return
	}
	s.selected = doc
	labels := s.set.Labels()
	d := s.readingOf(doc)
	for i, run := range s.row() {
		if o := s.orderOf(run); o != nil {
			d.Places = append(d.Places, reading.Place{Name: labels[i], Rank: o.Place[doc] + 1, Tied: o.Tied(doc)})
		}
	}
	s.reading.SetDocument(d)
}

func (s *Screen) readingOf(doc int) reading.Document {
	d, q := s.set.Documents[doc], s.set.Queries[s.at]
	return reading.Document{Index: doc, Text: fullText(d), Image: d.HasImage(), Mark: q.Mark(doc), Query: q.Text}
}

// fullText describes the image of a document, and returns its text.
func fullText(d dataset.Document) string {
	what, size := d.Image()
	switch {
	case !d.HasImage():
		return d.Text
	case size > 0:
		what = cmp.Or(what, "data") + ", " + figures.Size(size) + " in the request"
	}
	return strings.TrimSpace("image: " + what + "\n\n" + d.Text)
}
