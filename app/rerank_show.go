package app

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/ranking"
	"gatehouse/views/reading"
)

// refreshRankings gives the panes of the rerank screen what has changed, when
// it is shown.
func (m *Model) refreshRankings() tea.Cmd {
	r := &m.rankings
	if m.screens.shown != rerankScreen {
		return nil
	}
	var cmd tea.Cmd
	if r.shown != r.version {
		r.shown = r.version
		r.showAll(m.Keys)
		cmd = m.measure()
		if least := r.ranking.Least(); r.query.Rows() != m.layout.Query.H || r.least != least {
			r.least = least
			m.Arrange()
		}
	}
	r.read()
	const most = 8 // rows; no document has more without the keys
	if _, ok := r.ranking.Selected(); ok && m.layout.Reading.W > 0 {
		if tall := r.reading.Rows(most); tall > r.tall {
			r.tall = tall
			m.Arrange()
		}
	}
	return tea.Batch(cmd, m.tellRanking())
}

// showAll gives the panes everything but the document that is read.
func (r *rankings) showAll(keys *views.Keys) {
	q := r.set.Queries[r.at]
	r.query.SetText(q.Text)
	r.query.SetPlace(r.at, len(r.set.Queries))
	r.query.SetFault(r.fault)
	r.query.SetNote(r.estranged(keys))
	r.query.SetFacts(counted(len(r.set.Documents), "document") + "  " + counted(len(r.set.Models), "model"))
	if r.shownDoc != r.docs {
		r.shownDoc = r.docs
		r.texts = make([]string, len(r.set.Documents))
		for i, d := range r.set.Documents {
			r.texts[i] = documentWords(d)
		}
		r.ranking.SetDocuments(r.texts)
	}
	r.ranking.SetMarks(q.Mark)
	r.ranking.SetColumns(r.columns(keys))
	r.selected = -1
}

// documentWords is a document as text.
func documentWords(d rerankset.Document) string {
	if d.HasImage() {
		return strings.TrimSpace("[image] " + d.Text)
	}
	return d.Text
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return views.Thousands(n) + " " + what
}

// columns are the models as the comparison shows them.
func (r *rankings) columns(keys *views.Keys) []ranking.Column {
	labels := r.set.Labels()
	out := make([]ranking.Column, len(labels))
	for i, run := range r.row() {
		c := ranking.Column{Name: labels[i], TopN: r.set.Models[i].TopN()}
		if run != nil {
			x := run.exchange
			c.Asked, c.Verdict, c.Notes = true, x.Verdict, run.cost()
			c.TimeUS = run.took()
			c.Odd, c.Served = run.notes(), run.served()
			c.TopN, c.Old = run.model.TopN(), !r.fresh(run, i)
			if o := r.orderFor(run); o != nil {
				c.Ranked, c.Order = true, *o
			}
			switch {
			case run.ranked && !c.Ranked:
				c.Failure = fmt.Sprintf("ranked %s; there are others now. %s runs it again", counted(run.count, "document"), keys.Name(views.ActSendNow))
			case !run.ranked && !x.Running():
				c.Failure = run.failure()
			}
		}
		out[i] = c
	}
	return out
}

// read shows the selected document, when it is another than before.
func (r *rankings) read() {
	doc, ok := r.ranking.Selected()
	switch {
	case !ok:
		r.reading.Clear()
		r.selected = -1
		return
	case doc == r.selected:
		return
	}
	r.selected = doc
	labels := r.set.Labels()
	d := reading.Document{Index: doc, Text: inFull(r.set.Documents[doc]), Image: r.set.Documents[doc].HasImage(), Query: r.set.Queries[r.at].Text}
	d.Mark = r.set.Queries[r.at].Mark(doc)
	for i, run := range r.row() {
		if o := r.orderFor(run); o != nil {
			d.Places = append(d.Places, reading.Place{Name: labels[i], Rank: o.Place[doc] + 1, Tied: o.Tied(doc)})
		}
	}
	r.reading.SetDocument(d)
}

// inFull is a document as a person reads it: what its image is, and its text.
func inFull(d rerankset.Document) string {
	what, size := d.Image()
	switch {
	case !d.HasImage():
		return d.Text
	case size > 0:
		what = cmp.Or(what, "data") + ", " + views.Size(size) + " in the request"
	}
	return strings.TrimSpace("image: " + what + "\n\n" + d.Text)
}
