package rerank

import (
	"slices"
	"testing"

	"gatehouse/app/screen"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

func TestSizeOnlyInAList(t *testing.T) {
	list := dataset.Set{}.WithDocuments(dataset.TextDocument("a"), dataset.TextDocument("bb"), dataset.TextDocument("ccc"))
	const each, quotes = 40, 2
	for name, c := range map[string]struct {
		other dataset.Set
		want  int
	}{
		"the same":           {list.WithMark(0, 0, 1), 0},
		"another one inside": {list.WithDocument(1, dataset.TextDocument("bb")), 3*each + 4 + quotes},
		"one fewer":          {list.WithoutDocument(0), 3*each + 2 + quotes},
		"one more":           {list.WithDocuments(dataset.TextDocument("d")), 3 * each},
		"none":               {list.WithoutDocuments(), 3*each + 12 + 3*quotes},
	} {
		if got := sizeOnlyIn(list.Documents, c.other.Documents); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

// TestTheHistoryCountsEachRunOnce: each run that only the history has counts,
// whatever was run, edited, undone and redone.
func TestTheHistoryCountsEachRunOnce(t *testing.T) {
	s := newAlone("a/b")
	check := func(after string) {
		t.Helper()
		old, total := map[*ranking]bool{}, 0
		for _, p := range slices.Concat(s.undo, s.redo) {
			total += p.size
			for _, run := range p.rankings.all() {
				old[run] = true
			}
		}
		for _, run := range s.rankings.all() {
			delete(old, run)
		}
		want := 0
		for run := range old {
			want += run.size()
		}
		if want == 0 || total < want || total > want+2000 { // the few documents count too
			t.Errorf("after %s: %d bytes are noted, there are %d", after, total, want)
		}
	}
	order := []int{0, 1, 2}
	do := func(intents ...views.Intent) {
		for _, i := range intents {
			s.Do(i)
		}
	}
	for _, top := range []string{"1", "2", "3"} {
		do(views.SetReranker{Member: "top_n", Value: top})
		s.answer(t, order)
		s.row()[0].State.Request = make([]byte, 1<<20)
	}
	s.answer(t, order) // the run before is in no edit
	do(views.MarkDocument{Document: 0, Mark: 1})
	check("the runs")
	s.Perform(views.ActUndo)
	s.Perform(views.ActUndo)
	check("undoing")
	s.Perform(views.ActRedo)
	s.Perform(views.ActRedo)
	check("redoing")
	do(views.MarkDocument{Document: 2, Mark: 1})
	s.answer(t, order)
	s.row()[0].State.Request = make([]byte, 1<<20)
	do(views.MarkDocument{Document: 2, Mark: 2})
	s.askAll(false)().(screen.Effect).Apply()
	do(views.MarkDocument{Document: 1, Mark: 2}) // before the answer is there
	s.end(s.row()[0], order)
	check("an edit while the models run")
}
