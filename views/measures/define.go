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
		"Each row is a rank. In a model's column stand the score, with a bar of its share of the best, the number of the document in the request, and its first words.",
		"↑3, ↓1: places up or down against the nearest order on the left. new: it did not come back there, so there is no place to compare with.",
		"=: the same score as a neighbour. ≈: nearly, the step is at most a tenth of the column's mean step, its range of scores by its number of steps.",
		"⚠ 2: so much is odd about the answer; below the documents, where there is room, and under RUNS it stands in words.",
		"★★☆: your mark, 0 to 3; in a narrow column ★ for 1 or more, ☆ for 0.",
		"earlier: the answer is to another query or other settings than would be sent now, or to other documents; under RUNS stands what was asked. What is worked out of it is of what was asked then.",
		"1 of 2: query 2: the mean of this model goes over that query alone; beside one over other queries it says nothing of which is better.",
		"index 3 in a warning is the request's number of a document, from 0; documents, ranks and queries count from 1 on the screen.",
		"–: it did not come back. ╌ top_n: behind it nothing was asked for. ×10⁻³: the scores stand in thousandths.",
		"sim/bm25 scores by BM25 with k1 1.2 and b 0.75.",
		"DISAGREE MOST: the places between a document's best rank and its worst, in the two whose agreement is shown and, while these have not both answered, in all columns. Equal scores have their mean rank there. " + keys.Name(views.ActRankDisagree) + " sorts the table by that of all columns.",
		"A path between two columns is drawn only where there is room for it; the selected document's always.",
		"0 = 1.17, 1 = 9.53: the scores are normalised, these are the worst and the best. Where all documents have one score there is nothing to normalise: –.",
	}
}
