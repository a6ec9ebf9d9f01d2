package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/text/spelling"
)

// Rerankers are models that ranked the same documents.
type Rerankers struct {
	Runs       []RankRun
	Pairs      []dataset.Pair // of Runs
	Splits     []Split
	Depth      int    // k
	Documents  int    // that were ranked
	Marked     int    // documents with a mark for the reported query
	MarkedFor  string // words that the marks were made for, if the query has others now
	StaleMarks []int  // queries, from 0, whose marks were made for other words
	Queries    int    // that have a relevant document and were run for any model
	Working    bool   // figures are being computed
	Written    bool   // for a file: names are complete and times exact
	Keys       RankKeys
}

// RankKeys are the keys of the rerank screen; empty where there are none.
type RankKeys struct{ Run, AddModel, Mark0, Mark3 string }

// RankRun is the answer of one model and its quality.
type RankRun struct {
	dataset.Answer
	Judged       rank.Judgement // by the marks of the query that is reported
	Mean         rank.Judgement // over the queries Over
	Over         []int          // queries, from 0, that it ranked and that have a relevant document
	StaleQueries []int          // of Over: asked with other words or settings than they would be now
}

// RerankersOf compares the answers of a table.
func RerankersOf(t dataset.Table) Rerankers {
	f := Rerankers{Documents: len(t.Documents), Depth: t.Depth, MarkedFor: t.MarksFor}
	for _, mark := range t.Marks {
		if mark != rank.None {
			f.Marked++
		}
	}
	for _, a := range t.Columns {
		f.Runs = append(f.Runs, RankRun{Answer: a, Judged: t.Judged(a)})
	}
	f.Pairs = t.Pairs()
	return f
}

// Split is a document that the models rank differently.
type Split struct {
	Document int     // from 0
	Places   float64 // between its best and its worst rank; tied ranks count as their mean
	Words    string
}

// All returns all reports, in the order of those over all queries: marks, time and cost, agreement, the documents
// furthest apart, and notes on each run.
func (f Rerankers) All() []Report {
	return []Report{f.Marks(), f.runs(), f.Agreement(), f.apart(), f.answers()}
}

// Figures reports how much the models agree and how well they rank by the marks, where that is known.
func (f Rerankers) Figures() (known []Report) {
	if f.Marked > 0 {
		known = append(known, f.Marks())
	}
	if len(f.Pairs) > 0 {
		known = append(known, f.Agreement())
	}
	return known
}

// Agreement reports how much the models agree: all figures of one pair, or a table of several.
func (f Rerankers) Agreement() Report {
	r := Report{Title: "AGREEMENT"}
	only := func(words string) { r.Blocks = []Block{quiet(words)} }
	switch {
	case len(f.Runs) < 2 && f.Keys.AddModel != "":
		only("two answers needed; " + f.Keys.AddModel + " adds a model")
	case len(f.Runs) < 2:
		only("two answers needed")
	case f.Working:
		only("calculating …")
	case len(f.Pairs) == 0 && len(f.Runs) == 2:
		only("shown once both have answered")
	case len(f.Pairs) == 0:
		only("shown once two have answered")
	case len(f.Pairs) == 1:
		r.Sum = quiet(f.Runs[f.Pairs[0].A].Label + " · " + f.Runs[f.Pairs[0].B].Label)
		r.Blocks = f.pair(f.Pairs[0])
	default:
		r.Sum = quiet(fmt.Sprintf("RBO: p %g; overlap@%d", f.Pairs[0].P, f.Pairs[0].K))
		r.Blocks = []Block{f.pairs()}
	}
	var stale []string
	for i, run := range f.Runs {
		if run.Earlier != "" && slices.ContainsFunc(f.Pairs, func(p dataset.Pair) bool { return p.A == i || p.B == i }) {
			stale = append(stale, run.Label)
		}
	}
	if len(stale) > 0 && !f.Working {
		r.Blocks = append(r.Blocks, Span{"earlier: " + strings.Join(stale, ", "), Warn})
	}
	return r
}

// pairs returns a row for each pair.
func (f Rerankers) pairs() Table {
	names := f.names()
	table := Table{Columns: []Column{{}, {}, {Title: "tau-b", Right: true}, {Title: "rho", Right: true, Spare: 2}, {Title: "RBO", Right: true}, {Title: "overlap", Right: true}, {Title: "returned by both", Right: true, Spare: 3}}}
	for _, p := range f.Pairs {
		a := p.Agreement
		table.Rows = append(table.Rows, Row{
			Cells: []Span{{names[p.A], Name}, {names[p.B], Name}, {Text: unit(a.TauB)}, {Text: unit(a.Rho)}, {Text: unit(a.RBO)}, {Text: fmt.Sprintf("%d of %d", a.Overlap, a.K)}, {Text: fmt.Sprintf("%d of %d", a.Shared, a.Documents)}},
			Note:  strings.Join(f.noTau(p), "; "),
		})
	}
	return table
}

// pair returns the figures of one pair with their meaning.
func (f Rerankers) pair(pair dataset.Pair) []Block {
	a, table := pair.Agreement, Table{Columns: []Column{{}, {Right: true}, {Aside: true}}}
	add := func(name, value, plain string) {
		table.Rows = append(table.Rows, Row{Cells: []Span{{Text: name}, {Text: value}, quiet(plain)}})
	}
	add("Kendall's tau-b", unit(a.TauB), fmt.Sprintf("%s of %s of documents in the same order", figures.Thousands(a.Pairs.Same), figures.Counted(a.Pairs.All, "pair")))
	add("Spearman's rho", unit(a.Rho), "as tau-b, but long moves count more")
	add("RBO, p "+strconv.FormatFloat(a.P, 'g', 3, 64), unit(a.RBO), "first places count most; 1 equal, 0 nothing shared")
	add("overlap@"+strconv.Itoa(a.K), fmt.Sprintf("%d of %d", a.Overlap, a.K), fmt.Sprintf("among the first %d of both", a.K))
	if a.Shared < a.Documents {
		add("returned by both", fmt.Sprintf("%d of %d", a.Shared, a.Documents), "")
	}
	blocks := []Block{table}
	for _, why := range f.noTau(pair) {
		blocks = append(blocks, quiet("no tau-b or rho: "+why))
	}
	return blocks
}

// noTau explains why a pair has no tau-b.
func (f Rerankers) noTau(p dataset.Pair) (why []string) {
	switch {
	case !math.IsNaN(p.Agreement.TauB):
	case p.Agreement.Documents < 2:
		why = append(why, "at least two documents are needed")
	default:
		for _, i := range [...]int{p.A, p.B} {
			if run := f.Runs[i]; run.Order.AllTied() {
				why = append(why, run.Label+" gives all documents the same score")
			}
		}
	}
	return why
}

// Marks reports how well the models rank by the marks: for the reported query, and for several queries
// their mean. It is empty without a run.
func (f Rerankers) Marks() Report {
	if len(f.Runs) == 0 {
		return Report{}
	}
	r := Report{Title: "BY YOUR MARKS", Sum: quiet(fmt.Sprintf("%d of %d marked", f.Marked, f.Documents))}
	at := slices.IndexFunc(f.Runs, func(r RankRun) bool { return r.Ranked })
	judged := at >= 0 && f.Runs[at].Judged.Relevant > 0
	switch {
	case at < 0 && f.Marked > 0 && f.Keys.Run != "":
		r.Blocks = append(r.Blocks, quiet(f.Keys.Run+" runs the models to see how well each ranks"))
	case !judged && f.Working:
		r.Blocks = append(r.Blocks, quiet("calculating …"))
	case !judged && at >= 0 && f.Marked > 0 && f.Keys.Mark0 != "":
		r.Blocks = append(r.Blocks, quiet(fmt.Sprintf("figures need a document marked 1 or more; %s to %s mark one", f.Keys.Mark0, f.Keys.Mark3)))
	case !judged && f.Keys.Mark0 != "":
		r.Blocks = append(r.Blocks, quiet(fmt.Sprintf("mark documents with %s to %s, one at least with 1 or more, to see how well each model ranks", f.Keys.Mark0, f.Keys.Mark3)))
	default:
		if f.MarkedFor != "" {
			r.Blocks = append(r.Blocks, Span{"marks made for " + spelling.Quoted(f.MarkedFor), Warn})
		}
		r.Blocks = append(r.Blocks, f.marks("", "RR", "AP", func(run RankRun) (rank.Judgement, string, bool) {
			return run.Judged, run.note(), run.Ranked
		})...)
	}
	if f.Queries < 2 || !slices.ContainsFunc(f.Runs, func(r RankRun) bool { return len(r.Over) > 0 }) {
		return r
	}
	r.Blocks = append(r.Blocks, f.marks(fmt.Sprintf("mean over %d queries", f.Queries), "MRR", "MAP", func(run RankRun) (rank.Judgement, string, bool) {
		return run.Mean, run.over(f.Queries), len(run.Over) > 0
	})...)
	if len(f.StaleMarks) > 0 {
		r.Blocks = append(r.Blocks, Span{"marks for a query since reworded: " + numbered(f.StaleMarks), Warn})
	}
	return r
}

// marks returns a table with the figures of each run and a note on them; a note that all have in common
// is below the table.
func (f Rerankers) marks(what, rr, ap string, of func(RankRun) (j rank.Judgement, note string, ok bool)) []Block {
	table := Table{Columns: []Column{{Title: what}, {Title: "nDCG@" + strconv.Itoa(f.Depth), Right: true}, {Title: rr, Right: true}, {Title: ap, Right: true}}}
	same, several := "", 0
	names := f.names()
	for i, run := range f.Runs {
		j, note, ok := of(run)
		if !ok {
			table.Rows = append(table.Rows, Row{Cells: []Span{{names[i], Name}, quiet("–"), quiet("–"), quiet("–")}})
			continue
		}
		if several++; several == 1 {
			same = note
		} else if note != same {
			same = ""
		}
		table.Rows = append(table.Rows, Row{Cells: []Span{{names[i], Name}, {Text: unit(j.NDCG)}, {Text: unit(j.RR)}, {Text: unit(j.AP)}}, Note: note})
	}
	if several < 2 || same == "" {
		return []Block{f.withNotes(table)}
	}
	for i := range table.Rows {
		table.Rows[i].Note = ""
	}
	return []Block{table, Span{"each " + same, Warn}}
}

// note returns a note if the request would be another one now.
func (r RankRun) note() string {
	if r.Earlier == "" {
		return ""
	}
	return "earlier"
}

// withNotes returns a table of figures. In a file the notes are a column: after the last figure of a row a
// note would read as if it applied to that alone.
func (f Rerankers) withNotes(t Table) Table {
	if !f.Written || !slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Note != "" }) {
		return t
	}
	t.Columns = append(t.Columns, Column{})
	for i, r := range t.Rows {
		t.Rows[i] = Row{Cells: append(r.Cells, quiet(r.Note))}
	}
	return t
}

// over lists the queries that a run's mean covers, if not all, and those with an outdated request.
func (r RankRun) over(queries int) string {
	var notes []string
	if n := len(r.Over); n > 0 && n < queries {
		notes = append(notes, fmt.Sprintf("%d of %d: %s", n, queries, numbered(r.Over)))
	}
	if len(r.StaleQueries) > 0 {
		notes = append(notes, "earlier: "+numbered(r.StaleQueries))
	}
	return strings.Join(notes, ", ")
}

// numbered lists the first queries.
func numbered(queries []int) string {
	words := make([]string, len(queries))
	for i, q := range queries {
		words[i] = strconv.Itoa(q + 1)
	}
	return "query " + spelling.Some(words, 5)
}

// runs reports the verdict, time and cost of each run.
func (f Rerankers) runs() Report {
	table := Table{Columns: []Column{{}, {Title: "verdict"}, {Title: "time", Right: true}, {Title: "units", Right: true}, {Title: "tokens", Right: true}, {Title: "cost", Right: true, Point: true}}}
	names := f.names()
	for i, r := range f.Runs {
		verdict, took := quiet("–"), ""
		if r.Asked != nil {
			verdict = Span{explain.Sign(r.Verdict) + " " + string(r.Verdict), VerdictRole(r.Verdict)}
		}
		switch {
		case r.TimeUS > 0 && f.Written:
			took = strconv.FormatFloat(float64(r.TimeUS)/1000, 'f', -1, 64) + " ms"
		case r.TimeUS > 0:
			took = figures.Duration(r.TimeUS)
		}
		table.Rows = append(table.Rows, Row{Cells: []Span{{names[i], Name}, verdict, known(took), known(r.Units), known(r.Tokens), known(r.Price)}, Note: r.note()})
	}
	if !slices.ContainsFunc(f.Runs, func(r RankRun) bool { return r.Asked != nil }) {
		return Report{}
	}
	return Report{Title: "TIME AND COST", Blocks: []Block{f.withNotes(table)}}
}

// apart lists the documents that the models rank most differently.
func (f Rerankers) apart() Report {
	if len(f.Splits) == 0 {
		return Report{}
	}
	table := Table{Columns: []Column{{Right: true}, {}, {Right: true}}}
	for _, s := range f.Splits {
		table.Rows = append(table.Rows, Row{Cells: []Span{quiet(strconv.Itoa(s.Document + 1)), {Text: s.Words}, {Text: strconv.FormatFloat(s.Places, 'f', -1, 64)}}})
	}
	return Report{Title: "FURTHEST APART", Sum: quiet("places apart"), Blocks: []Block{table}}
}

// answers reports the failures and notes of each run.
func (f Rerankers) answers() Report {
	r := Report{Title: "ANSWERS"}
	for _, run := range f.Runs {
		if run.Asked == nil {
			continue
		}
		one := Report{Title: spelling.Word(run.Label)}
		if run.Failure != "" {
			one.Blocks = append(one.Blocks, Span{Text: run.Failure})
		}
		if run.Earlier != "" {
			one.Blocks = append(one.Blocks, Span{"earlier: " + run.Earlier, Warn})
		}
		for _, fact := range run.Served() {
			one.Blocks = append(one.Blocks, quiet(fact))
		}
		for _, note := range run.Notes {
			one.Blocks = append(one.Blocks, Span{"⚠ " + note, Warn})
		}
		r.Blocks = append(r.Blocks, one)
	}
	return r
}

// names returns the models' names: in a file the labels, else without the vendor if they remain distinct.
func (f Rerankers) names() []string {
	bare := make([]string, len(f.Runs))
	seen := map[string]bool{}
	for i, r := range f.Runs {
		bare[i] = r.Label[strings.Index(r.Label, "/")+1:]
		seen[bare[i]] = true
	}
	if f.Written || len(seen) < len(bare) {
		for i, r := range f.Runs {
			bare[i] = r.Label
		}
	}
	return bare
}

// unit writes a measure from 0 to 1.
func unit(v float64) string { return figure(v, 'f', 3) }

// figure writes a number as strconv.FormatFloat does; a dash for one that is not known.
func figure(v float64, format byte, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, format, digits, 64)
}

// RankBench reports what rerankers ranked for all queries: the means of the measures, whether these
// differ by more than chance, how well the models agree to a depth k, and time and cost.
func RankBench(b dataset.Bench, k int) []Report {
	r := Bench{Bench: b.Lab()}
	all := b.AllMeasures()
	return []Report{r.Means(all, b.Ties.Words()), r.Differences(all[0]), r.Runs(), BenchAgreement(b, k)}
}

// BenchAgreement reports how well each two models agree, as means over the queries that both ranked.
// It is empty where no two did.
func BenchAgreement(b dataset.Bench, k int) Report {
	r := Report{Title: "AGREEMENT", Sum: quiet(fmt.Sprintf("means over the queries; RBO: p %g; overlap@%d", rank.Persistence, k))}
	table := Table{Columns: []Column{{}, {Title: "tau-b", Right: true}, {Title: "RBO", Right: true}, {Title: "overlap", Right: true}, {Title: "queries", Right: true, Spare: 1}}}
	for i, second := range b.Models {
		for j, first := range b.Models[:i] {
			all := b.Agreements(j, i, k)
			if len(all) == 0 {
				continue
			}
			mean := func(of func(rank.Agreement) float64) Span {
				g := make(lab.Grid, len(all))
				for q, a := range all {
					g[q] = []float64{of(a)}
				}
				return Span{Text: unit(g.Spread(0).Mean)}
			}
			table.Rows = append(table.Rows, Row{Cells: []Span{
				{first + " · " + second, Name},
				mean(func(a rank.Agreement) float64 { return a.TauB }),
				mean(func(a rank.Agreement) float64 { return a.RBO }),
				mean(func(a rank.Agreement) float64 { return float64(a.Overlap) / float64(a.K) }),
				{Text: strconv.Itoa(len(all))},
			}})
		}
	}
	if len(table.Rows) > 0 {
		r.Blocks = []Block{table}
	}
	return r
}

// RankTerms explains the marks and the figures in a comparison of rerankers.
func RankTerms(disagreeKeys string) []Report {
	table := Report{Title: "IN THE TABLE"}
	for _, words := range []string{
		"Each row is a rank. A model's column shows the score, a bar for its share of the best score, the document's number in the request and its first words.",
		"↑3, ↓1: places gained or lost against the nearest order on the left. new: not returned there, so there is nothing to compare with.",
		"=: same score as a neighbour. ≈: nearly the same, the gap is at most a tenth of the column's mean gap (its score range divided by its number of gaps).",
		"⚠ 2: the number of warnings about the answer; they are listed below the documents, where there is room, and under ANSWERS.",
		"★★☆: your mark, 0 to 3; in a narrow column ★ for 1 or more, ☆ for 0.",
		"earlier: the answer is for another query, other settings or other documents than would be sent now; ANSWERS shows what was requested. Figures computed from it are about that request.",
		"1 of 2: query 2: this model's mean covers that query alone, so it cannot be compared with a mean over other queries.",
		"index 3 in a warning is a document's index in the request, counted from 0; documents, ranks and queries count from 1 on the screen.",
		"–: not returned. ╌ top_n: nothing was requested below it. ×10⁻³: scores are in thousandths.",
		"sim/bm25 scores with BM25, k1 1.2 and b 0.75.",
		"FURTHEST APART: the distance between a document's best and worst rank. Equal scores share their mean rank. " + disagreeKeys + " sorts the table by it.",
		"A path between two columns is drawn where there is room; the selected document's always.",
		"0 = 1.17, 1 = 9.53: scores are normalised; these are the worst and the best. –: all documents have the same score, so there is nothing to normalise.",
	} {
		table.Blocks = append(table.Blocks, Span{Text: words})
	}
	all := []Report{table}
	for _, d := range rank.Definitions() {
		r := Report{Title: d.Name}
		for _, line := range d.Lines {
			r.Blocks = append(r.Blocks, Span{Text: line})
		}
		all = append(all, r)
	}
	return all
}

// Comparison reports the answers to a query for a file: how they arrived, how good they are and how well
// they agree, and the rank and score of every document. Labels, times and scores are complete.
func Comparison(t dataset.Table) Report {
	f := RerankersOf(t)
	f.Written = true
	r := Report{Title: "RERANKERS", Blocks: []Block{Field{"query", []Span{{Text: t.Query}}, Span{}}}}
	for _, part := range slices.Insert(f.Figures(), min(f.Marked, 1), f.runs(), f.answers()) {
		if !part.Empty() {
			r.Blocks = append(r.Blocks, part)
		}
	}
	docs := make([]int, len(t.Documents))
	for i := range docs {
		docs[i] = i
	}
	ranks := rankTable(t, docs, func(v float64) string { return figure(v, 'g', -1) })
	ranks.Columns = slices.Insert(ranks.Columns, 0, Column{Title: "document", Right: true}, Column{Title: "mark", Right: true})
	for i := range ranks.Rows {
		ranks.Rows[i].Cells = slices.Insert(ranks.Rows[i].Cells, 0, Span{Text: strconv.Itoa(i + 1)}, Span{Text: t.Mark(i)})
	}
	r.Blocks = append(r.Blocks, Report{Title: "DOCUMENTS", Blocks: []Block{ranks}})
	return r
}

// Ranks returns a table of documents with their rank and score in each answer, whose label is the title of
// its ranks. = marks a score equal to that of a neighbour, ≈ one that is nearly equal.
func Ranks(t dataset.Table, docs []int) Table { return rankTable(t, docs, rankScore) }

// rankTable is Ranks with a function that writes a score.
func rankTable(t dataset.Table, docs []int, write func(float64) string) Table {
	var table Table
	signs := make([]func(doc int) string, len(t.Columns))
	for i, c := range t.Columns {
		table.Columns = append(table.Columns, Column{Title: spelling.Word(c.Label) + " rank", Right: true}, Column{Title: "score", Right: true, Spare: 1})
		signs[i] = tieSigns(c.Order)
	}
	table.Columns = append(table.Columns, Column{Title: "text"})
	for _, doc := range docs {
		cells := make([]Span, 0, len(table.Columns))
		for i, c := range t.Columns {
			place, score := "–", "–"
			if doc < c.Order.Len() && c.Order.Place[doc] != rank.None {
				place, score = strconv.Itoa(c.Order.Place[doc]+1), write(c.Order.Score[doc])
			}
			cells = append(cells, Span{Text: place}, Span{Text: score + signs[i](doc)})
		}
		table.Rows = append(table.Rows, Row{Cells: append(cells, Span{Text: documentLine(t.Documents[doc])})})
	}
	return table
}

// tieSigns returns a function with the sign of a document's tie; without any tie in the order it returns "".
func tieSigns(o rank.Order) func(doc int) string {
	same, near := o.Ties()
	if !slices.Contains(same, true) && !slices.Contains(near, true) {
		return func(int) string { return "" }
	}
	return func(doc int) string {
		if doc >= o.Len() || o.Place[doc] == rank.None {
			return " "
		}
		return rank.TieSign(same, near, o.Place[doc])
	}
}

// rankScore writes a score with enough digits to distinguish it from 0.
func rankScore(v float64) string {
	if v != 0 && math.Abs(v) < 0.0005 || math.Abs(v) >= 1e9 {
		return figure(v, 'e', 2)
	}
	return figure(v, 'f', 4)
}

// documentLine returns a document in one line; of one without a text its image.
func documentLine(d dataset.Document) string {
	words := d.Text
	if image := scan.Get(d.Raw, "image"); words == "" && image != nil {
		words = "image " + cmp.Or(scan.Text(image), string(image))
	}
	return strings.Join(strings.Fields(words), " ")
}
