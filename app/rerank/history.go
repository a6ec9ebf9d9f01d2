package rerank

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/rank/dataset"
)

// snapshot returns the present state of the set.
type snapshot struct {
	set      dataset.Set
	edit     uint64 // that had made the set
	at       int    // the query that was shown
	docs     uint64 // number of the documents
	rankings rankingTable
	in       screen.ID // where one of several edits was made that are undone together; empty for one by itself
	size     int       // bytes of documents and runs that neither the next snapshot nor the present set has
	file     *file     // where the set was saved, when the edit opened another file
}

// Bounds of the history.
const (
	maxEdits = 200
	maxBytes = 64 << 20 // of documents and runs that only the history has
)

// change replaces the set. Edits in one pane in sequence are undone together; in is "" for one by itself. update
// changes the table of runs; nil: they stay.
func (s *Screen) change(next dataset.Set, in screen.ID, update func(runs rankingTable) rankingTable) {
	if last := len(s.undo) - 1; in == "" || last < 0 || s.undo[last].in != in || s.undo[last].at != s.at || len(s.redo) > 0 {
		s.undo = append(s.undo, s.snapshot(in))
	}
	s.redo = nil
	if update != nil {
		s.setRankings(update(s.rankings.clone()))
	}
	s.set, s.edit, s.fault = next, s.number(), ""
	if in != QueryPane {
		s.basis++
	}
	s.fitTable()
	s.trimHistory()
	s.invalidate()
}

// changeDocuments is change for an edit of the documents.
func (s *Screen) changeDocuments(next dataset.Set, in screen.ID) {
	s.change(next, in, nil)
	s.renumber()
}

// Replace replaces the set and its runs, and shows the new one from its first query.
func (s *Screen) Replace(set dataset.Set) {
	if len(set.Queries) == 0 {
		set = set.WithQuery(0, dataset.Query{})
	}
	s.change(set, "", func(rankingTable) rankingTable { return nil })
	s.at = 0
	s.fitTable()
	s.list.Begin()
	s.renumber()
}

// reopen sets the file of a set that has just replaced another; undo restores the file before.
func (s *Screen) reopen(f file) {
	was := s.file
	s.undo[len(s.undo)-1].file = &was
	s.file = f
}

func (s *Screen) renumber() {
	s.docs = s.number()
	s.basis++
	s.invalidate()
}

func (s *Screen) number() uint64 {
	s.numbered++
	return s.numbered
}

// trimHistory drops the oldest edits if there are too many, or if they alone take too much memory.
func (s *Screen) trimHistory() {
	s.measureHistory()
	size := 0
	for _, list := range [...]*[]snapshot{&s.undo, &s.redo} {
		stored := 0
		for stored < min(len(*list), maxEdits) {
			size += (*list)[len(*list)-1-stored].size
			if size > maxBytes && stored > 0 {
				break
			}
			stored++
		}
		*list = slices.Delete(*list, 0, len(*list)-stored)
	}
}

// measureHistory stores the size of the latest edits to undo and to redo; older ones have theirs.
func (s *Screen) measureHistory() {
	present := map[*ranking]bool{}
	for _, run := range s.rankings.all() {
		present[run] = true
	}
	for _, list := range [...][]snapshot{s.undo, s.redo} {
		if len(list) == 0 {
			continue
		}
		p := &list[len(list)-1]
		p.size = sizeOnlyIn(p.set.Documents, s.set.Documents)
		for _, run := range p.rankings.all() {
			if !present[run] {
				p.size += run.size()
			}
		}
	}
}

// sizeOnlyIn estimates the bytes of a list of documents that another list, made from it, does not share.
func sizeOnlyIn(list, other []dataset.Document) int {
	same := func(a, b dataset.Document) bool { return len(a.Raw) > 0 && len(b.Raw) > 0 && &a.Raw[0] == &b.Raw[0] }
	if len(list) == len(other) && (len(list) == 0 || &list[0] == &other[0]) {
		return 0
	}
	const each = 40 // bytes that a document takes in a list
	size := each * len(list)
	for len(list) > 0 && len(other) > 0 && same(list[0], other[0]) {
		list, other = list[1:], other[1:]
	}
	for len(list) > 0 && len(other) > 0 && same(list[len(list)-1], other[len(other)-1]) {
		list, other = list[:len(list)-1], other[:len(other)-1]
	}
	for _, d := range list {
		size += len(d.Raw) + len(d.Text)
	}
	return size
}

func (s *Screen) snapshot(in screen.ID) snapshot {
	return snapshot{set: s.set, edit: s.edit, at: s.at, docs: s.docs, rankings: s.rankings.clone(), in: in}
}

// step undoes or redoes the last edit: it exchanges the set with a snapshot. In an overlay only edits made there
// are undone.
func (s *Screen) step(redo bool) tea.Cmd {
	from, to := &s.undo, &s.redo
	if redo {
		from, to = to, from
	}
	last, o := len(*from)-1, s.Overlays.Top()
	if last < 0 || o != nil && (*from)[last].in != o.ID {
		return s.NothingTo(redo)
	}
	next := (*from)[last]
	(*from)[last] = snapshot{}
	*from = (*from)[:last]
	now := s.snapshot(next.in)
	if next.file != nil {
		was := s.file
		s.file, now.file = *next.file, &was
	}
	*to = append(*to, now)
	s.Undone(redo, difference(now, next), "an edit")
	s.set, s.edit, s.at, s.docs, s.fault = next.set, next.edit, next.at, next.docs, ""
	s.setRankings(s.mergedRankings(next.rankings))
	s.basis++
	s.fitTable()
	s.trimHistory()
	s.invalidate()
	if o != nil {
		model, _ := s.list.Column()
		return s.writeRequest(requestOpened{model: model, in: o.ID})
	}
	return nil
}

// difference describes what differs between two snapshots.
func difference(a, b snapshot) (what []string) {
	add := func(differs bool, words string) {
		if differs {
			what = append(what, words)
		}
	}
	add(b.file != nil, "the open file")
	if len(a.set.Queries) == len(b.set.Queries) {
		text, marks := differentQueries(a, b)
		add(text, "the query")
		add(marks && a.docs == b.docs, "a mark")
	} else {
		add(true, "a query")
	}
	switch n := len(b.set.Documents) - len(a.set.Documents); {
	case n != 0:
		add(true, figures.Counted(max(n, -n), "document"))
	case a.docs != b.docs:
		for i, d := range b.set.Documents {
			add(string(d.Raw) != string(a.set.Documents[i].Raw), fmt.Sprintf("document %d", i+1))
		}
	}
	add(!slices.EqualFunc(a.set.Models, b.set.Models, dataset.Model.Same), "models or their settings")
	return what
}

// differentQueries reports whether the text of a query or a mark differs between snapshots with as many queries.
func differentQueries(a, b snapshot) (text, marks bool) {
	for i, q := range b.set.Queries {
		text = text || q.Text != a.set.Queries[i].Text
		marks = marks || !q.SameMarks(a.set.Queries[i])
	}
	return text, marks
}
