package expect

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
)

const noRanking = "the answer ranks nothing"

func ranking(f *file, name string, v *value) []Expectation {
	return f.parts(name, v, "ranking = { order = [3, 1] }", map[string]maker{
		"order": order, "ndcg": byMarks(rank.NDCG), "mrr": byMarks(rank.MRR), "map": byMarks(rank.MAP), "p": byMarks(rank.Precision), "recall": byMarks(rank.Recall),
	})
}

// joined returns the order of the request's documents that the answer gives.
func joined(s *Subject) (o rank.Order, ok bool) {
	x := s.Exchange
	if x.Ranking == nil {
		return o, false
	}
	n := 0
	for range scan.Elements(scan.Get(x.Request, "documents")) {
		n++
	}
	topN, _ := strconv.Atoi(string(scan.Get(x.Request, "top_n")))
	return rank.Join(n, topN, *x.Ranking), true
}

// order reads which documents must be first, by their index in the request.
func order(f *file, name string, v *value) []Expectation {
	if !f.is(name, v, list, "order = [3, 1]") {
		return nil
	}
	var want []int
	for _, e := range v.list {
		n, err := strconv.Atoi(e.text)
		if err != nil || n < 0 {
			f.fault(v.line, "%s: %s is no index of a document; the first is 0", name, e.text)
			return nil
		}
		want = append(want, n)
	}
	if len(want) == 0 {
		f.fault(v.line, "%s is an empty list; write the indexes of the best documents", name)
	}
	return one(name, v, numbers(want), func(s *Subject) observed {
		o, ok := joined(s)
		if !ok {
			return unknown(noRanking)
		}
		got := o.Docs[:min(len(o.Docs), len(want))]
		return found(slices.Equal(got, want), numbers(got))
	})
}

func numbers(all []int) string {
	words := make([]string, len(all))
	for i, n := range all {
		words[i] = strconv.Itoa(n)
	}
	return listed(words)
}

// defaultDepth is the depth of a measure that needs one, where a check names none; mrr and map
// count all places then.
const defaultDepth = 10

// byMarks reads the minimal quality of the order by the user's marks.
func byMarks(kind rank.Kind) maker {
	return func(f *file, name string, v *value) []Expectation { return judged(f, name, v, kind) }
}

func judged(f *file, name string, v *value, kind rank.Kind) []Expectation {
	example := string(kind) + ` = { at = 5, min = 0.8, marks = "marks.json" }`
	if !f.is(name, v, table, example) {
		return nil
	}
	f.known("check.expect."+name+".", v, "at", "min", "marks")
	least, marks := v.get("min"), v.get("marks")
	if least == nil || marks == nil {
		f.fault(v.line, "%s needs min and marks; write %s", name, example)
		return nil
	}
	depth, words := defaultDepth, ""
	if kind == rank.MRR || kind == rank.MAP {
		depth = 0
	}
	if at := v.get("at"); at != nil {
		if depth = int(at.float()); at.kind != number || depth < 1 {
			f.fault(at.line, "%s.at must be a number of places, 1 or more", name)
		}
	}
	if !f.is(name+".min", least, number, "min = 0.8") || !f.is(name+".marks", marks, text, `marks = "marks.json"`) {
		return nil
	}
	doc := f.read(name+".marks", marks)
	if doc == nil {
		return nil
	}
	given, fault := readMarks(doc)
	if fault != "" {
		f.fault(marks.line, "%s: %s: %s", name+".marks", marks.text, fault)
		return nil
	}
	b := bounds{least.float(), math.Inf(1)}
	if words = b.words(); depth > 0 {
		words += " at " + strconv.Itoa(depth)
	}
	return one(name, v, words, func(s *Subject) observed {
		o, ok := joined(s)
		if !ok {
			return unknown(noRanking)
		}
		of := given(scan.Text(scan.Get(s.Exchange.Request, "query")))
		if of == nil {
			return unknown("no marks for this query")
		}
		got := rank.Measure{Kind: kind, K: depth}.Of(o, of)
		if math.IsNaN(got) {
			return unknown("no document is marked as relevant")
		}
		return found(got >= b.min, strconv.FormatFloat(got, 'f', 3, 64))
	})
}

// readMarks reads a file of marks: a list with a mark from 0 to 3, or null, for each document,
// or a rerank set that has them. The marks are those for a query.
func readMarks(doc []byte) (of func(query string) []int, fault string) {
	if scan.KindOf(doc) == scan.Array {
		var marks []int
		for _, e := range scan.Elements(doc) {
			n, err := strconv.Atoi(string(e))
			switch {
			case scan.IsNull(e):
				n = rank.None
			case err != nil || n < 0 || n > dataset.MaxMark:
				return nil, "element " + strconv.Itoa(len(marks)) + " is no mark; write 0 to 3, or null"
			}
			marks = append(marks, n)
		}
		return func(string) []int { return marks }, ""
	}
	set, err := dataset.Open(doc)
	if err != nil {
		return nil, "neither a list of marks nor a rerank set"
	}
	return func(query string) []int {
		for i, q := range set.Queries {
			if q.Marked() > 0 && (len(set.Queries) == 1 || strings.TrimSpace(q.Text) == strings.TrimSpace(query)) {
				return set.Marks(i)
			}
		}
		return nil
	}, ""
}
