package measures

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/rank"
	"gatehouse/views"
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
		w.words(w.m.keys.Name(views.ActSendNow)+" runs the models, to see how well each ranks", s.Dim)
		return
	case relevant == 0 && f.Working:
		w.words("working it out", s.Dim)
		return
	case relevant == 0:
		w.words(fmt.Sprintf("mark documents with %s to %s to see how well each model ranks", w.m.keys.Name(views.ActRankMark0), w.m.keys.Name(views.ActRankMark3)), s.Dim)
		return
	}
	if f.MarkedFor != "" {
		w.words("the marks were made for “"+f.MarkedFor+"”", s.Warn)
	}
	w.marks("", "RR", "AP", func(r Run) (rank.Judgement, string) {
		if r.Earlier != "" {
			return r.Judged, "earlier"
		}
		return r.Judged, ""
	})
	if f.Queries > 1 {
		w.marks(fmt.Sprintf("mean over %d queries", f.Queries), "MRR", "MAP", func(r Run) (rank.Judgement, string) {
			return r.Mean, r.over(f.Queries)
		})
		if len(f.Estranged) > 0 {
			w.words("marks for other words: "+numbered(f.Estranged), s.Warn)
		}
	}
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

// marks writes a line a run: its figures, and what has to be known to read them
// beside its name or, where there is no room, below.
func (w *writer) marks(what, rr, ap string, of func(Run) (j rank.Judgement, note string)) {
	f, s := &w.m.figures, w.m.styles
	heads := fmt.Sprintf("%7s %5s %5s", "nDCG@"+strconv.Itoa(f.Depth), rr, ap)
	if len(what)+len(heads)+3 > w.m.width {
		w.words(what, s.Dim)
		what = ""
	}
	w.row(what, s.Dim, heads)
	room := w.m.width - 3 - len("nDCG@10 1.000 1.000")
	names := names(f.Runs, room)
	each := sameNote(f.Runs, of)
	for i, r := range f.Runs {
		j, note := of(r)
		value := fmt.Sprintf("%7s %5s %5s", "–", "–", "–")
		if r.Ranked {
			value = fmt.Sprintf("%7s %5s %5s", figure(j.NDCG), figure(j.RR), figure(j.AP))
		}
		if !r.Ranked || each != "" {
			note = ""
		}
		label, below := aside(names[i], note, room)
		w.row(label, s.Text, value)
		if below {
			w.indented(note, s.Warn)
		}
	}
	if each != "" {
		w.words("each "+each, s.Warn)
	}
}

// sameNote is what there is to know of each of several runs alike; else empty.
func sameNote(runs []Run, of func(Run) (rank.Judgement, string)) (same string) {
	ranked := 0
	for _, r := range runs {
		_, note := of(r)
		switch {
		case !r.Ranked:
			continue
		case ranked == 0:
			same = note
		case note != same:
			return ""
		}
		ranked++
	}
	if ranked < 2 {
		return ""
	}
	return same
}

// aside puts a note beside a name; below is true where it has no room there.
func aside(name, note string, room int) (label string, below bool) {
	if label = name + "  " + note; note == "" || ansi.StringWidth(label) > room {
		return name, note != ""
	}
	return label, false
}
