package measures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state/rank"
	"gatehouse/views"
	"gatehouse/views/text"
)

// judgements are how good the models are by the marks: first for the query
// that is shown, then where there are several over all of them.
func (w *writer) judgements() {
	f, s := &w.m.figures, w.m.styles
	if len(f.Runs) == 0 {
		return
	}
	ranked, relevant := false, 0
	for _, r := range f.Runs {
		if r.Ranked {
			ranked, relevant = true, r.Judged.Relevant
		}
	}
	w.title("BY YOUR MARKS", fmt.Sprintf("%d marked", f.Marked))
	switch {
	case !ranked && f.Marked > 0:
		w.words(w.m.keys.Name(views.ActSendNow)+" runs the models to see how well each ranks", s.Dim)
	case relevant == 0 && f.Working:
		w.words("calculating …", s.Dim)
	case relevant == 0:
		w.words(fmt.Sprintf("mark documents with %s to %s to see how well each model ranks", w.m.keys.Name(views.ActRankMark0), w.m.keys.Name(views.ActRankMark3)), s.Dim)
	default:
		if f.MarkedFor != "" {
			w.words("marks made for “"+f.MarkedFor+"”", s.Warn)
		}
		w.marks("", "RR", "AP", func(r Run) (judged, bool) {
			j := judged{Judgement: r.Judged}
			if r.Earlier != "" {
				j.note = "earlier"
			}
			return j, r.Ranked
		})
	}
	w.means()
}

// means are the figures over all queries, whether or not the one that is shown
// has any.
func (w *writer) means() {
	f := &w.m.figures
	if f.Queries < 2 || !slices.ContainsFunc(f.Runs, func(r Run) bool { return len(r.Over) > 0 }) {
		return
	}
	w.marks(fmt.Sprintf("mean over %d queries", f.Queries), "MRR", "MAP", func(r Run) (judged, bool) {
		return judged{r.Mean, r.over(f.Queries)}, len(r.Over) > 0
	})
	if len(f.Estranged) > 0 {
		w.words("marks for a query since reworded: "+numbered(f.Estranged), w.m.styles.Warn)
	}
}

// judged is how good a run is, and what has to be known to read it.
type judged struct {
	rank.Judgement
	note string
}

// over says over which of so many queries a run's mean goes, where these are not
// all or where it was asked something else for one; else it is empty.
func (r Run) over(queries int) string {
	var notes []string
	if n := len(r.Over); n > 0 && n < queries {
		notes = append(notes, fmt.Sprintf("%d of %d: %s", n, queries, numbered(r.Over)))
	}
	if len(r.Aged) > 0 {
		notes = append(notes, "earlier: "+numbered(r.Aged))
	}
	return strings.Join(notes, ", ")
}

// numbered names some queries, the first few of many.
func numbered(queries []int) string {
	const shown = 5
	words := make([]string, 0, shown)
	for _, q := range queries[:min(len(queries), shown)] {
		words = append(words, strconv.Itoa(q+1))
	}
	text := "query " + strings.Join(words, ", ")
	if more := len(queries) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// marks writes a line a run: its figures, where it has any, and what has to be
// known to read them beside its name or, where there is no room, below.
func (w *writer) marks(what, rr, ap string, of func(Run) (j judged, ok bool)) {
	f, s := &w.m.figures, w.m.styles
	heads := fmt.Sprintf("%7s %5s %5s", "nDCG@"+strconv.Itoa(f.Depth), rr, ap)
	if len(what)+len(heads)+3 > w.m.Width {
		w.words(what, s.Dim)
		what = ""
	}
	w.row(what, s.Dim, heads)
	room := w.m.Width - 3 - len("nDCG@10 1.000 1.000")
	names := names(f.Runs, room)
	each := sameNote(f.Runs, of)
	for i, r := range f.Runs {
		j, ok := of(r)
		value := fmt.Sprintf("%7s %5s %5s", "–", "–", "–")
		if ok {
			value = fmt.Sprintf("%7s %5s %5s", figure(j.NDCG), figure(j.RR), figure(j.AP))
		}
		if !ok || each != "" {
			j.note = ""
		}
		label, below := aside(names[i], j.note, room)
		w.row(label, s.Text, value)
		if below {
			w.indented(j.note, s.Warn)
		}
	}
	if each != "" {
		w.words("each "+each, s.Warn)
	}
}

// sameNote is what there is to know of each of several runs alike; else empty.
func sameNote(runs []Run, of func(Run) (judged, bool)) (same string) {
	several := 0
	for _, r := range runs {
		j, ok := of(r)
		switch {
		case !ok:
			continue
		case several == 0:
			same = j.note
		case j.note != same:
			return ""
		}
		several++
	}
	if several < 2 {
		return ""
	}
	return same
}

// aside puts a note beside a name; below is true where it has no room there.
func aside(name, note string, room int) (label string, below bool) {
	if label = name + "  " + note; note == "" || text.Width(label) > room {
		return name, note != ""
	}
	return label, false
}
