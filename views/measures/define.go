package measures

import (
	"gatehouse/state/rank"
	"gatehouse/views"
)

func (w *writer) definitions() {
	s := w.m.styles
	w.title("IN THE TABLE", "")
	for _, line := range signs(w.m.keys) {
		w.words(line, s.Text)
	}
	for _, metric := range rank.Metrics() {
		w.title(string(metric), "")
		for _, line := range rank.Definition(metric) {
			w.words(line, s.Text)
		}
	}
}

// signs says what stands in the comparison.
func signs(keys *views.Keys) []string {
	return []string{
		"Each row is a rank. A model's column shows the score, a bar for its share of the best score, the document's number in the request and its first words.",
		"↑3, ↓1: places gained or lost against the nearest order on the left. new: not returned there, so there is nothing to compare with.",
		"=: same score as a neighbour. ≈: nearly the same, the gap is at most a tenth of the column's mean gap (its score range divided by its number of gaps).",
		"⚠ 2: the number of warnings about the answer; they are listed below the documents, where there is room, and under RUNS.",
		"★★☆: your mark, 0 to 3; in a narrow column ★ for 1 or more, ☆ for 0.",
		"earlier: the answer is for another query, other settings or other documents than would be sent now; RUNS shows what was requested. Figures computed from it are about that request.",
		"1 of 2: query 2: this model's mean covers that query alone, so it cannot be compared with a mean over other queries.",
		"index 3 in a warning is a document's index in the request, counted from 0; documents, ranks and queries count from 1 on the screen.",
		"–: not returned. ╌ top_n: nothing was requested below it. ×10⁻³: scores are in thousandths.",
		"sim/bm25 scores with BM25, k1 1.2 and b 0.75.",
		"FURTHEST APART: the distance between a document's best and worst rank, in the pair whose agreement is shown or, until both have answered, in all columns. Equal scores share their mean rank. " + keys.Name(views.ActRankDisagree) + " sorts the table by the distance over all columns.",
		"A path between two columns is drawn where there is room; the selected document's always.",
		"0 = 1.17, 1 = 9.53: scores are normalised; these are the worst and the best. –: all documents have the same score, so there is nothing to normalise.",
	}
}
