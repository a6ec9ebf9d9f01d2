package app

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rerankset"
)

// rankingsPast is how the set was before an edit.
type rankingsPast struct {
	set  rerankset.Set
	edit uint64
	at   int
	docs uint64
	runs runGrid
	in   paneID    // the edit was one of many that are made there; 0 for one by itself
	file *rankFile // where the set was kept, when the edit opened another file
}

// mostPast is how many edits of a set can be taken back.
const mostPast = 200

// editSet makes the set another. Edits that are made in one pane, one after the
// other, are taken back together; 0 for one by itself. Runs keep to their query
// and model: keep says what becomes of them, nil for nothing.
func (m *Model) editSet(next rerankset.Set, in paneID, keep func(runs runGrid) runGrid) {
	r := &m.rankings
	if last := len(r.past) - 1; in == 0 || last < 0 || r.past[last].in != in || r.past[last].at != r.at || len(r.next) > 0 {
		r.past = append(r.past, r.stand(in))
		r.past = r.past[max(len(r.past)-mostPast, 0):]
	}
	r.next = nil
	if keep != nil {
		r.setRuns(keep(r.runs.clone()))
	}
	r.set, r.edit, r.fault = next, r.issue(), ""
	if in != queryPane {
		r.weighed++
	}
	r.fit()
	r.changed()
}

// stand is how the set stands.
func (r *rankings) stand(in paneID) rankingsPast {
	return rankingsPast{set: r.set, edit: r.edit, at: r.at, docs: r.docs, runs: r.runs.clone(), in: in}
}

// changedSet says what differs between two stands of a set.
func changedSet(a, b rankingsPast) string {
	var what []string
	add := func(differs bool, words string) {
		if differs {
			what = append(what, words)
		}
	}
	add(b.file != nil, "which file is open")
	add(len(a.set.Queries) != len(b.set.Queries), "a query")
	if len(a.set.Queries) == len(b.set.Queries) {
		text, marks := false, false
		for i, q := range b.set.Queries {
			text = text || q.Text != a.set.Queries[i].Text
			for doc := range len(a.set.Documents) {
				marks = marks || q.Mark(doc) != a.set.Queries[i].Mark(doc)
			}
		}
		add(text, "the query's text")
		add(marks && a.docs == b.docs, "a mark")
	}
	switch n := len(b.set.Documents) - len(a.set.Documents); {
	case n != 0:
		add(true, counted(max(n, -n), "document"))
	case a.docs != b.docs:
		for i, d := range b.set.Documents {
			add(string(d.Raw) != string(a.set.Documents[i].Raw), fmt.Sprintf("document %d", i+1))
		}
	}
	add(!slices.EqualFunc(a.set.Models, b.set.Models, sameModel), "the models or what they are asked with")
	if len(what) == 0 {
		return "an edit of the set"
	}
	if more := len(what) - 3; more > 0 {
		what = append(what[:3], fmt.Sprintf("%d more", more))
	}
	return strings.Join(what, ", ")
}

// back takes the last edit of the set back, or makes it again.
func (m *Model) back(told string, from, to *[]rankingsPast, none string) tea.Cmd {
	r := &m.rankings
	last := len(*from) - 1
	if last < 0 {
		return m.notify("%s", none)
	}
	was, o := (*from)[last], m.overlay()
	if o != nil && was.in != o.id {
		return m.notify("all that was written here is taken back or made again")
	}
	*from = (*from)[:last]
	now := r.stand(was.in)
	if was.file != nil {
		file := r.rankFile
		r.rankFile, now.file = *was.file, &file
	}
	*to = append(*to, now)
	m.notify("%s: %s", told, changedSet(now, was))
	r.set, r.edit, r.at, r.docs, r.fault = was.set, was.edit, was.at, was.docs, ""
	r.setRuns(r.merged(was.runs))
	r.weighed++
	r.fit()
	r.changed()
	if o != nil {
		model, _ := r.ranking.Column()
		doc, _ := r.set.Request(r.at, model)
		m.showRequest(doc, o.id)
	}
	return nil
}
