package app

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/rerankset"
)

// rankingsPast is how the set was before an edit.
type rankingsPast struct {
	set  rerankset.Set
	edit uint64
	at   int
	docs uint64
	runs runGrid
	in   screen.ID // the edit was one of many that are made there; empty for one by itself
	size int       // bytes of documents and runs that stand here and not in what came next
	file *rankFile // where the set was kept, when the edit opened another file
}

// Bounds on what can be taken back: edits, and bytes that only the history keeps.
const (
	mostPast = 200
	mostKept = 64 << 20
)

// editSet makes the set another. Edits that are made in one pane, one after the
// other, are taken back together; empty for one by itself. Runs keep to their query
// and model: keep says what becomes of them, nil for nothing.
func (m *Model) editSet(next rerankset.Set, in screen.ID, keep func(runs runGrid) runGrid) {
	r := &m.rankings
	if last := len(r.past) - 1; in == "" || last < 0 || r.past[last].in != in || r.past[last].at != r.at || len(r.next) > 0 {
		r.past = append(r.past, r.stand(in))
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
	r.forget()
	r.changed()
}

// forget drops the oldest edits where there are more than can be taken back, or
// where they alone keep too many bytes alive: documents, and runs of before.
func (r *rankings) forget() {
	r.weigh()
	size := 0
	for _, list := range [...]*[]rankingsPast{&r.past, &r.next} {
		keep := 0
		for keep < min(len(*list), mostPast) {
			size += (*list)[len(*list)-1-keep].size
			if size > mostKept && keep > 0 {
				break
			}
			keep++
		}
		*list = slices.Delete(*list, 0, len(*list)-keep)
	}
}

// weigh takes down what the nearest edits, to undo and to redo, hold that does
// not stand now. What one farther off holds and the next one does not, was taken
// down when that was made.
func (r *rankings) weigh() {
	stands := map[*rankRun]bool{}
	for _, run := range r.runs.all() {
		stands[run] = true
	}
	for _, list := range [...][]rankingsPast{r.past, r.next} {
		if len(list) == 0 {
			continue
		}
		p := &list[len(list)-1]
		p.size = onlyIn(p.set.Documents, r.set.Documents)
		for _, run := range p.runs.all() {
			if !stands[run] {
				p.size += run.size()
			}
		}
	}
}

// onlyIn is about how many bytes a list of documents holds that another, which
// was made of it, does not.
func onlyIn(list, other []rerankset.Document) int {
	same := func(a, b rerankset.Document) bool { return len(a.Raw) > 0 && len(b.Raw) > 0 && &a.Raw[0] == &b.Raw[0] }
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

// stand is how the set stands.
func (r *rankings) stand(in screen.ID) rankingsPast {
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
		return m.Notify("%s", none)
	}
	was, o := (*from)[last], m.Overlays.Top()
	if o != nil && was.in != o.ID {
		return m.Notify("all that was written here is taken back or made again")
	}
	(*from)[last] = rankingsPast{}
	*from = (*from)[:last]
	now := r.stand(was.in)
	if was.file != nil {
		file := r.rankFile
		r.rankFile, now.file = *was.file, &file
	}
	*to = append(*to, now)
	m.Notify("%s: %s", told, changedSet(now, was))
	r.set, r.edit, r.at, r.docs, r.fault = was.set, was.edit, was.at, was.docs, ""
	r.setRuns(r.merged(was.runs))
	r.weighed++
	r.fit()
	r.forget()
	r.changed()
	if o != nil {
		model, _ := r.ranking.Column()
		return m.writeRequest(requestOpened{model: model, in: o.ID})
	}
	return nil
}
