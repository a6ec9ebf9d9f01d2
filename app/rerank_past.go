package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rerankset"
)

// rankingsPast is how the set was before an edit.
type rankingsPast struct {
	set  rerankset.Set
	at   int
	docs uint64
	runs [][]*rankRun
	text bool // the edit was one of many keys in one query
}

// mostPast is how many edits of a set can be taken back.
const mostPast = 200

// editSet makes the set another. Runs keep to their query and model: keep says
// what becomes of them, nil for nothing.
func (m *Model) editSet(next rerankset.Set, text bool, keep func(runs [][]*rankRun) [][]*rankRun) {
	r := &m.rankings
	if last := len(r.past) - 1; !text || last < 0 || !r.past[last].text || r.past[last].at != r.at || len(r.next) > 0 {
		r.past = append(r.past, r.stand(text))
		r.past = r.past[max(len(r.past)-mostPast, 0):]
	}
	r.next = nil
	if keep != nil {
		r.runs = keep(cloned(r.runs))
	}
	r.set, r.fault = next, ""
	if !text {
		r.weighed++
	}
	r.fit()
	r.changed()
}

// stand is how the set stands.
func (r *rankings) stand(text bool) rankingsPast {
	return rankingsPast{set: r.set, at: r.at, docs: r.docs, runs: cloned(r.runs), text: text}
}

func cloned(runs [][]*rankRun) [][]*rankRun {
	out := slices.Clone(runs)
	for i := range out {
		out[i] = slices.Clone(out[i])
	}
	return out
}

// back takes the last edit of the set back, or makes it again.
func (m *Model) back(from, to *[]rankingsPast, none string) tea.Cmd {
	r := &m.rankings
	last := len(*from) - 1
	if last < 0 {
		return m.notify("%s", none)
	}
	was := (*from)[last]
	*from = (*from)[:last]
	*to = append(*to, r.stand(was.text))
	r.set, r.at, r.docs, r.fault = was.set, was.at, was.docs, ""
	r.runs = r.merge(was.runs)
	r.weighed++
	r.fit()
	r.changed()
	return nil
}

// merge keeps runs that were made since, where the set has a place for them.
func (r *rankings) merge(was [][]*rankRun) [][]*rankRun {
	out := cloned(was)
	for q := range min(len(out), len(r.runs)) {
		for i := range min(len(out[q]), len(r.runs[q])) {
			if now := r.runs[q][i]; now != nil && i < len(r.set.Models) && sameSlug(now, r.set.Models[i]) {
				out[q][i] = now
			}
		}
	}
	return out
}

func sameSlug(run *rankRun, m rerankset.Model) bool { return run.model.Slug == m.Slug }
