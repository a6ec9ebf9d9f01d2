package app

import (
	"bytes"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/rerankset"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/reply"
)

// writeDocuments opens the place where documents are written.
func (m *Model) writeDocuments(text string) tea.Cmd {
	return m.OpenOverlay("Add documents", reply.New(m.Styles, m.Keys, reply.Reply{
		Text: text,
		What: "one document a line, or set apart by empty lines; " + m.Keys.Name(views.ActNewLine) + " begins a line",
		Take: func(text string) views.Intent { return views.AddDocuments{Text: text} },
	}))
}

// addDocuments puts what was written or pasted behind the documents there are.
// Where it is JSON whose objects are no documents, it asks which field holds the
// texts; what was written stays below until then.
func (m *Model) addDocuments(i views.AddDocuments) tea.Cmd {
	if i.Field != "" {
		m.Overlays.Close() // the list of fields
	}
	text := []byte(i.Text)
	format := rerankset.Guess("", text)
	in, err := rerankset.Read(text, format, i.Field)
	if err != nil && i.Field == "" {
		if fields, _ := rerankset.Fields(text, format); len(fields) > 0 {
			return m.chooseField(fields, "member", func(field string) views.Intent {
				return views.AddDocuments{Text: i.Text, Field: field}
			})
		}
	}
	if err != nil {
		return m.Fault(m.Overlays.Top(), err)
	}
	m.Overlays.Close()
	m.takeIn(in)
	return m.Notify("%s more%s", counted(len(in.Documents), "document"), leftOut(in))
}

// takeIn puts documents behind those there are.
func (m *Model) takeIn(in rerankset.Intake) {
	r := &m.rankings
	m.editSet(r.set.WithDocuments(in.Documents...), "", nil)
	r.otherDocuments()
}

// editDocument opens the selected document; without documents it loads the
// example.
func (m *Model) editDocument() tea.Cmd {
	r := &m.rankings
	doc, ok := r.ranking.Selected()
	if !ok {
		return m.loadExample()
	}
	d, member := r.set.Documents[doc], false
	text, at, what := d.Text, 0, "the document; "+m.Keys.Name(views.ActNewLine)+" begins a line"
	switch {
	case scan.KindOf(d.Raw) == scan.String:
	case len(d.Raw) > mostTyped:
		member, what = true, "its text, beside the picture or whatever else it holds; "+m.Keys.Name(views.ActNewLine)+" begins a line"
	default:
		text, at, what = string(d.Raw), textEnd(d.Raw), `the document as JSON: {"text": …, "image": …}`
	}
	return m.OpenOverlay("Document", reply.New(m.Styles, m.Keys, reply.Reply{
		Text: text, At: at, What: what,
		Take: func(text string) views.Intent {
			return views.SetDocument{Document: doc, Text: text, Member: member}
		},
	}))
}

// mostTyped is how large an object may be to be written in as JSON, in bytes: a
// larger one is a picture for pages, and its text is what a person writes.
const mostTyped = 4 << 10

// textEnd is where the text of a document that is an object ends, in bytes; where
// it has none, where one would be written: an image goes on for pages.
func textEnd(object []byte) int {
	for m := range scan.Members(object) {
		if m.Key == "text" && scan.KindOf(m.Value) == scan.String {
			return m.End() - 1
		}
	}
	return bytes.IndexByte(object, '{') + 1
}

// setDocument changes a document; one that is an object stays one.
func (m *Model) setDocument(i views.SetDocument) tea.Cmd {
	r, at := &m.rankings, i.Document
	if at < 0 || at >= len(r.set.Documents) {
		return nil
	}
	d, err := changedDocument(r.set.Documents[at].Raw, i)
	if err != nil {
		return m.Fault(m.Overlays.Top(), err)
	}
	m.Overlays.Close()
	if string(d.Raw) == string(r.set.Documents[at].Raw) {
		return nil
	}
	m.editSet(r.set.WithDocument(at, d), "", nil)
	r.otherDocuments()
	return m.Notify("document %d changed; %s takes it back", at+1, m.Keys.Name(views.ActUndo))
}

// changedDocument is a document after a change.
func changedDocument(was []byte, i views.SetDocument) (rerankset.Document, error) {
	switch {
	case scan.KindOf(was) == scan.String:
		return rerankset.TextDocument(i.Text), nil
	case !i.Member:
		return rerankset.RawDocument([]byte(i.Text))
	}
	change := talk.Change{Pointer: "/text"}
	if i.Text != "" {
		change.Value = scan.Quote(i.Text)
	}
	now, err := talk.Changed(was, change)
	if err != nil {
		return rerankset.Document{}, err
	}
	return rerankset.RawDocument(now)
}

// editInEditor writes the selected document in the person's own editor; where
// the query is written, that.
func (m *Model) editInEditor() tea.Cmd {
	r := &m.rankings
	if m.Focus() == queryPane {
		return m.InEditor("query.txt", r.set.Queries[r.at].Text, func(text string) tea.Cmd {
			m.editSet(r.set.WithQueryText(r.at, strings.Join(strings.Fields(text), " ")), "", nil)
			return nil
		})
	}
	doc, ok := r.ranking.Selected()
	if !ok {
		return m.InEditor("documents.txt", "", func(text string) tea.Cmd { return m.addDocuments(views.AddDocuments{Text: text}) })
	}
	file, text := "document.txt", r.set.Documents[doc].Text
	if scan.KindOf(r.set.Documents[doc].Raw) != scan.String {
		file, text = "document.json", string(r.set.Documents[doc].Raw)
	}
	return m.InEditor(file, text, func(text string) tea.Cmd {
		return m.setDocument(views.SetDocument{Document: doc, Text: text})
	})
}

// deleteDocument takes the selected document out, with its marks.
func (m *Model) deleteDocument() tea.Cmd {
	r := &m.rankings
	doc, ok := r.ranking.Selected()
	if !ok {
		return m.Notify("there is no document to delete")
	}
	m.editSet(r.set.WithoutDocument(doc), "", nil)
	r.otherDocuments()
	return m.Notify("document %d is gone; %s brings it back", doc+1, m.Keys.Name(views.ActUndo))
}
