package rerank

import (
	"bytes"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/overlay/reply"
)

func (s *Screen) writeDocuments() tea.Cmd {
	return s.OpenOverlay("Add documents", reply.New(s.Styles, s.Keys, reply.Reply{
		What: "one document per line, or separated by blank lines; " + s.Keys.Name(views.ActNewLine) + " starts a new line",
		Take: func(text string) views.Intent { return views.AddDocuments{Text: text} },
	}))
}

// addDocuments appends documents that were written or pasted. If a member of JSON objects must be chosen, the
// overlay in which they were written stays open until then.
func (s *Screen) addDocuments(i views.AddDocuments) tea.Cmd {
	if i.Field != "" {
		s.Overlays.Close() // the list of fields
	}
	text := []byte(i.Text)
	format := dataset.Guess("", text)
	in, err := dataset.Read(text, format, i.Field)
	if err != nil && i.Field == "" {
		if fields, _ := dataset.Fields(text, format); len(fields) > 0 {
			return s.chooseField(fields, "member", func(field string) views.Intent {
				return views.AddDocuments{Text: i.Text, Field: field}
			})
		}
	}
	if err != nil {
		return s.Fault(s.Overlays.Top(), err)
	}
	s.Overlays.Close()
	s.appendDocuments(in)
	return s.Notify("%s more%s", figures.Counted(len(in.Documents), "document"), leftOut(in))
}

func (s *Screen) appendDocuments(in dataset.Intake) {
	s.changeDocuments(s.set.WithDocuments(in.Documents...), "")
}

// editDocument opens the selected document; without documents it loads the example.
func (s *Screen) editDocument() tea.Cmd {
	doc, ok := s.list.Selected()
	if !ok {
		return s.loadExample()
	}
	d, member := s.set.Documents[doc], false
	text, at, what := d.Text, 0, "the document; "+s.Keys.Name(views.ActNewLine)+" starts a new line"
	switch {
	case scan.KindOf(d.Raw) == scan.String:
	case len(d.Raw) > maxTyped:
		member, what = true, "its text; images and other members stay; "+s.Keys.Name(views.ActNewLine)+" starts a new line"
	default:
		text, at, what = string(d.Raw), textEnd(d.Raw), `the document as JSON: {"text": …, "image": …}`
	}
	return s.OpenOverlay("Document", reply.New(s.Styles, s.Keys, reply.Reply{
		Text: text, At: at, What: what,
		Take: func(text string) views.Intent {
			return views.SetDocument{Document: doc, Text: text, Member: member}
		},
	}))
}

// maxTyped is the size in bytes up to which an object is edited as JSON; of a larger one, such as a picture,
// only the text is.
const maxTyped = 4 << 10

// textEnd returns the offset at which the text of an object ends, or would be written.
func textEnd(object []byte) int {
	for m := range scan.Members(object) {
		if m.Key == "text" && scan.KindOf(m.Value) == scan.String {
			return m.End() - 1
		}
	}
	return bytes.IndexByte(object, '{') + 1
}

// setDocument changes a document; one that is an object stays one.
func (s *Screen) setDocument(i views.SetDocument) tea.Cmd {
	at := i.Document
	if at < 0 || at >= len(s.set.Documents) {
		return nil
	}
	d, err := changedDocument(s.set.Documents[at].Raw, i)
	if err != nil {
		return s.Fault(s.Overlays.Top(), err)
	}
	s.Overlays.Close()
	if string(d.Raw) == string(s.set.Documents[at].Raw) {
		return nil
	}
	s.changeDocuments(s.set.WithDocument(at, d), "")
	return s.Notify("document %d changed; %s undoes", at+1, s.Keys.Name(views.ActUndo))
}

// changedDocument returns a document after a change.
func changedDocument(was []byte, i views.SetDocument) (dataset.Document, error) {
	switch {
	case scan.KindOf(was) == scan.String:
		return dataset.TextDocument(i.Text), nil
	case !i.Member:
		return dataset.RawDocument([]byte(i.Text))
	}
	change := talk.Change{Pointer: "/text"}
	if i.Text != "" {
		change.Value = scan.Quote(i.Text)
	}
	now, err := talk.ApplyChanges(was, change)
	if err != nil {
		return dataset.Document{}, err
	}
	return dataset.RawDocument(now)
}

// editInEditor opens the selected document, or the query if it has the focus, in the user's editor.
func (s *Screen) editInEditor() tea.Cmd {
	if s.Focus() == QueryPane {
		return s.InEditor("query.txt", s.set.Queries[s.at].Text, func(text string) tea.Cmd {
			s.change(s.set.WithQueryText(s.at, strings.Join(strings.Fields(text), " ")), "", nil)
			return nil
		})
	}
	doc, ok := s.list.Selected()
	if !ok {
		return s.InEditor("documents.txt", "", func(text string) tea.Cmd { return s.addDocuments(views.AddDocuments{Text: text}) })
	}
	file, text := "document.txt", s.set.Documents[doc].Text
	if scan.KindOf(s.set.Documents[doc].Raw) != scan.String {
		file, text = "document.json", string(s.set.Documents[doc].Raw)
	}
	return s.InEditor(file, text, func(text string) tea.Cmd {
		return s.setDocument(views.SetDocument{Document: doc, Text: text})
	})
}

func (s *Screen) deleteDocument() tea.Cmd {
	doc, ok := s.list.Selected()
	if !ok {
		return s.Notify("no document to delete")
	}
	return s.ConfirmDelete(fmt.Sprintf("document %d", doc+1), func() tea.Cmd {
		s.changeDocuments(s.set.WithoutDocument(doc), "")
		return s.Notify("document %d deleted; %s restores", doc+1, s.Keys.Name(views.ActUndo))
	})
}
