package app

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rank"
	"gatehouse/state/raw"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/reply"
)

// rerank does what a pane of the rerank screen asks for.
func (m *Model) rerank(intent views.Intent) tea.Cmd {
	r := &m.rankings
	switch i := intent.(type) {
	case views.RunRerank:
		return m.runRerank(i.Force)
	case views.SetQuery:
		m.editSet(r.set.WithQueryText(r.at, i.Text), queryPane, nil)
	case views.StepQuery:
		return m.stepQuery(i.Step)
	case views.MarkDocument:
		return m.markDocument(i.Document, i.Mark)
	case views.AddDocuments:
		return m.addDocuments(i.Text)
	case views.SetDocument:
		return m.setDocument(i.Document, i.Text)
	case views.LoadDocuments:
		return m.loadDocuments(i)
	case views.AddReranker:
		m.closeOverlay()
		m.editSet(r.set.WithModel(len(r.set.Models), rerankset.NewModel(i.Slug)), 0, nil)
		r.ranking.SetColumns(r.columns(m.keys))
		r.ranking.SelectColumn(len(r.set.Models) - 1)
	case views.AskReranker:
		m.closeOverlay()
		return m.askSetting(i.Model, i.Member)
	case views.SetReranker:
		return m.setSetting(i)
	case views.ReplaceDocument:
		return m.replaceRank(i.Document)
	case views.SaveRanking:
		return m.saveRanking(i)
	case views.OpenSet:
		return m.openSet(i.Path)
	case views.ShowPlace:
		m.closeOverlay()
		return m.showRankFault(i.Pointer)
	}
	return nil
}

// showRankFault goes to where a member of a rerank request is changed.
func (m *Model) showRankFault(pointer string) tea.Cmd {
	member, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	switch member {
	case "query":
		return m.setFocus(queryPane)
	case "documents":
		at, _, _ := strings.Cut(rest, "/")
		if n, err := strconv.Atoi(at); err == nil {
			m.rankings.ranking.Select(n)
		}
		return m.setFocus(rankingPane)
	}
	model, ok := m.rankings.ranking.Column()
	if !ok {
		return nil
	}
	return tea.Batch(m.setFocus(rankingPane), m.askSetting(model, member))
}

// performRerank does those actions that mean something of their own on the
// rerank screen; ok is false for all others.
func (m *Model) performRerank(action views.Action) (cmd tea.Cmd, ok bool) {
	r := &m.rankings
	switch action {
	case views.ActSendNow:
		return m.runRerank(false), true
	case views.ActUndo:
		return m.back("undone", &r.past, &r.next, "there is no edit of the set to take back"), true
	case views.ActRedo:
		return m.back("done again", &r.next, &r.past, "there is no edit of the set to make again"), true
	case views.ActSave:
		return m.askSaveSet(), true
	case views.ActOpen:
		return m.askOpenSet(), true
	case views.ActPreview:
		return m.previewRank(), true
	case views.ActCopyMenu:
		return m.copyRank(), true
	case views.ActRaw:
		return m.editRequest(), true
	case views.ActEditor:
		return m.editInEditor(), true
	case views.ActFind:
		return tea.Batch(m.setFocus(rankingPane), m.deliver(rankingPane, views.Perform{Action: action})), true
	case views.ActRerank:
		return m.setFocus(queryPane), true
	}
	if c, known := m.keys.Command(action); !known || c.Scope != views.Rerank {
		return nil, false
	}
	return m.performRank(action), true
}

// performRank does a row of the rerank screen's own part of the key table.
func (m *Model) performRank(action views.Action) tea.Cmd {
	switch action {
	case views.ActRankOpen:
		return m.setFocus(readingPane)
	case views.ActRankAddModel:
		return m.chooseReranker()
	case views.ActRankRemoveModel:
		return m.removeReranker()
	case views.ActRankSettings:
		return m.settingsMenu()
	case views.ActRankAdd:
		return m.writeDocuments("")
	case views.ActRankEdit:
		return m.editDocument()
	case views.ActRankDelete:
		return m.deleteDocument()
	case views.ActRankLoad:
		return m.askLoad()
	case views.ActRankQueryAdd:
		r := &m.rankings
		m.editSet(r.set.WithQuery(len(r.set.Queries), rerankset.Query{}), 0, nil)
		return tea.Batch(m.stepQuery(len(r.set.Queries)-1-r.at), m.setFocus(queryPane))
	case views.ActRankQueryDelete:
		return m.deleteQuery()
	case views.ActRankQueryNext:
		return m.stepQuery(1)
	case views.ActRankQueryBefore:
		return m.stepQuery(-1)
	case views.ActRankPair:
		return m.nextPair()
	case views.ActRankDepth:
		return m.nextDepth()
	case views.ActRankDefine:
		if !m.figuresStand() {
			return m.setFocus(measuresPane) // first the figures; the next one says how they are defined
		}
		return tea.Batch(m.setFocus(measuresPane), m.deliver(measuresPane, views.Perform{Action: action}))
	case views.ActRankInspect:
		return m.inspectRun()
	case views.ActRankExport:
		return m.askExport()
	case views.ActRankSaveRun:
		return m.askSaveRun()
	}
	return m.deliver(rankingPane, views.Perform{Action: action})
}

// markDocument marks a document for the query that is shown; rank.None takes its
// mark away.
func (m *Model) markDocument(doc, mark int) tea.Cmd {
	r := &m.rankings
	switch was := r.set.Queries[r.at].Mark(doc); {
	case was != mark:
		m.editSet(r.set.WithMark(r.at, doc, mark), 0, nil)
		return nil
	case mark == rank.None:
		return m.notify("document %d has no mark that could be taken away", doc+1)
	}
	return m.notify("document %d is marked %d already", doc+1, mark)
}

// stepQuery goes to another query of the set.
func (m *Model) stepQuery(step int) tea.Cmd {
	r := &m.rankings
	if to := r.at + step; to < 0 || to >= len(r.set.Queries) {
		begin, end := m.keys.Name(views.ActRankQueryAdd), "last"
		switch {
		case len(r.set.Queries) == 1:
			return m.notify("there is one query; %s in the list of documents begins another", begin)
		case to < 0:
			end = "first"
		}
		return m.notify("this is the %s of %d queries; %s in the list of documents begins another", end, len(r.set.Queries), begin)
	}
	r.at += step
	r.fault = ""
	r.changed()
	return nil
}

// deleteQuery takes the query that is shown out of the set.
func (m *Model) deleteQuery() tea.Cmd {
	r, at := &m.rankings, m.rankings.at
	next := r.set.WithoutQuery(at)
	if len(next.Queries) == 0 {
		next = next.WithQuery(0, rerankset.Query{})
	}
	m.editSet(next, 0, func(runs runGrid) runGrid { return slices.Delete(runs, at, at+1) })
	return m.notify("the query is gone, with its marks; %s brings it back", m.keys.Name(views.ActUndo))
}

// writeDocuments opens the place where documents are written.
func (m *Model) writeDocuments(text string) tea.Cmd {
	return m.open("Add documents", reply.New(m.styles, m.keys, reply.Reply{
		Text: text,
		What: "one document a line, or set apart by empty lines; " + m.keys.Name(views.ActNewLine) + " begins a line",
		Take: func(text string) views.Intent { return views.AddDocuments{Text: text} },
	}))
}

// addDocuments puts what was written or pasted behind the documents there are.
func (m *Model) addDocuments(text string) tea.Cmd {
	in, err := rerankset.Read([]byte(text), rerankset.Guess("", []byte(text)), "")
	if err != nil {
		return m.overlayFault(err)
	}
	m.closeOverlay()
	m.takeIn(in)
	return m.notify("%s more", counted(len(in.Documents), "document"))
}

// takeIn puts documents behind those there are.
func (m *Model) takeIn(in rerankset.Intake) {
	r := &m.rankings
	m.editSet(r.set.WithDocuments(in.Documents...), 0, nil)
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
	d := r.set.Documents[doc]
	text, at, what := d.Text, 0, "the document; "+m.keys.Name(views.ActNewLine)+" begins a line"
	if raw.KindOf(d.Raw) != raw.String {
		text, at, what = string(d.Raw), textEnd(d.Raw), `the document as JSON: {"text": …, "image": …}`
	}
	return m.open("Document", reply.New(m.styles, m.keys, reply.Reply{
		Text: text, At: at, What: what,
		Take: func(text string) views.Intent { return views.SetDocument{Document: doc, Text: text} },
	}))
}

// textEnd is where the text of a document that is an object ends, in bytes; where
// it has none, where one would be written: an image goes on for pages.
func textEnd(object []byte) int {
	for m := range raw.Members(object) {
		if m.Key == "text" && raw.KindOf(m.Value) == raw.String {
			return m.End() - 1
		}
	}
	return bytes.IndexByte(object, '{') + 1
}

// setDocument changes a document; one that is an object stays one.
func (m *Model) setDocument(at int, text string) tea.Cmd {
	r := &m.rankings
	if at < 0 || at >= len(r.set.Documents) {
		return nil
	}
	d := rerankset.TextDocument(text)
	if raw.KindOf(r.set.Documents[at].Raw) != raw.String {
		var err error
		if d, err = rerankset.RawDocument([]byte(text)); err != nil {
			return m.overlayFault(err)
		}
	}
	m.closeOverlay()
	if string(d.Raw) == string(r.set.Documents[at].Raw) {
		return nil
	}
	m.editSet(r.set.WithDocument(at, d), 0, nil)
	r.otherDocuments()
	return m.notify("document %d changed; %s takes it back", at+1, m.keys.Name(views.ActUndo))
}

// editInEditor writes the selected document in the person's own editor; where
// the query is written, that.
func (m *Model) editInEditor() tea.Cmd {
	r := &m.rankings
	if m.focus() == queryPane {
		return m.inEditor("query.txt", r.set.Queries[r.at].Text, func(m *Model, text string) tea.Cmd {
			m.editSet(r.set.WithQueryText(r.at, strings.Join(strings.Fields(text), " ")), 0, nil)
			return nil
		})
	}
	doc, ok := r.ranking.Selected()
	if !ok {
		return m.inEditor("documents.txt", "", func(m *Model, text string) tea.Cmd { return m.addDocuments(text) })
	}
	file, text := "document.txt", r.set.Documents[doc].Text
	if raw.KindOf(r.set.Documents[doc].Raw) != raw.String {
		file, text = "document.json", string(r.set.Documents[doc].Raw)
	}
	return m.inEditor(file, text, func(m *Model, text string) tea.Cmd { return m.setDocument(doc, text) })
}

// deleteDocument takes the selected document out, with its marks.
func (m *Model) deleteDocument() tea.Cmd {
	r := &m.rankings
	doc, ok := r.ranking.Selected()
	if !ok {
		return m.notify("there is no document to delete")
	}
	m.editSet(r.set.WithoutDocument(doc), 0, nil)
	r.otherDocuments()
	return m.notify("document %d is gone; %s brings it back", doc+1, m.keys.Name(views.ActUndo))
}
