// Package rank is the mathematics of the rerank workbench: orders of documents, their agreement, and their quality by
// marks. Definition describes every metric.
package rank

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/text/spelling"
)

// None is the place of a document that was not returned, and the mark of one without a mark.
const None = -1

// Order is the ranking of a request's documents by one rerank result, joined by index.
type Order struct {
	Docs  []int     // the documents in order, the best first; each once
	Place []int     // by document: its place from 0, or None when it was not returned
	Score []float64 // by document; NaN without one

	Stray    []wire.Ranked // results with an unknown or repeated index
	Warnings []string      // oddities of the result, in plain words
}

// Len returns the number of documents of the request.
func (o Order) Len() int { return len(o.Place) }

// NewOrder returns the order of n documents, with no document returned.
func NewOrder(n int) Order {
	o := Order{Place: make([]int, n), Score: make([]float64, n)}
	for i := range n {
		o.Place[i], o.Score[i] = None, math.NaN()
	}
	return o
}

// Join reads the result of a request with n documents and top_n, 0 for none. It sorts by score, since the
// API document promises a sorted list; equal scores remain in the order of the list, and so do all results
// if a score is missing. Nothing is dropped: see Stray.
func Join(n, topN int, r wire.Rerank) Order {
	o := NewOrder(n)
	j := joiner{order: &o, seen: make([]bool, n)}
	for _, result := range r.Results {
		j.add(result)
	}
	j.sort()
	j.shape(r.Raw)
	for place, doc := range o.Docs {
		o.Place[doc] = place
	}
	j.addWarnings(n, topN, len(r.Results))
	return o
}

// Among returns the order of some of n documents as one of all of them: doc maps their indices.
func (o Order) Among(n int, doc func(i int) int) Order {
	out := NewOrder(n)
	out.Docs, out.Stray, out.Warnings = make([]int, len(o.Docs)), o.Stray, o.Warnings
	for place, i := range o.Docs {
		at := doc(i)
		out.Docs[place], out.Place[at], out.Score[at] = at, place, o.Score[i]
	}
	return out
}

// joiner collects the oddities of a result while it is read.
type joiner struct {
	order *Order
	seen  []bool

	noIndex, badIndex, outOfRange, duplicate, noScore, badScore []int // places in the list, from 1, or documents
	unsorted, textIndex, textScore, otherScore                  bool
	nonFinite                                                   []int // documents whose score is too large for a number, or none
}

func (j *joiner) add(r wire.Ranked) {
	o := j.order
	at := len(o.Docs) + len(o.Stray) + 1
	index := scan.Get(r.Raw, "index")
	switch {
	case r.Index == wire.None && scan.IsNull(index):
		j.noIndex = append(j.noIndex, at)
	case r.Index == wire.None && strings.Trim(string(index), `"`) != strconv.Itoa(wire.None):
		j.badIndex = append(j.badIndex, at)
	case r.Index < 0 || r.Index >= len(j.seen):
		j.outOfRange = append(j.outOfRange, r.Index)
	case j.seen[r.Index]:
		j.duplicate = append(j.duplicate, r.Index)
	default:
		j.seen[r.Index] = true
		o.Docs = append(o.Docs, r.Index)
		j.textIndex = j.textIndex || scan.KindOf(index) == scan.String
		j.score(r)
		return
	}
	o.Stray = append(o.Stray, r)
}

// score reads the score of a result with a document, also a number in a string.
func (j *joiner) score(r wire.Ranked) {
	score := scan.Get(r.Raw, "relevance_score")
	other := score == nil
	if other {
		score = scan.Get(r.Raw, "score")
	}
	kind := scan.KindOf(score)
	switch {
	case scan.IsNull(score):
		j.noScore = append(j.noScore, r.Index)
		return
	case kind != scan.Number && (kind != scan.String || !spellsNumber(scan.Text(score))):
		j.badScore = append(j.badScore, r.Index)
		return
	case math.IsNaN(r.Score) || math.IsInf(r.Score, 0): // 1e999, say
		j.nonFinite = append(j.nonFinite, r.Index)
		return
	}
	j.textScore = j.textScore || kind == scan.String
	j.otherScore = j.otherScore || other
	j.order.Score[r.Index] = r.Score
}

func spellsNumber(text string) bool {
	v, err := strconv.ParseFloat(text, 64)
	return err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// shape warns if the list differs from the API document: results, each with numeric relevance_score and index.
func (j *joiner) shape(body []byte) {
	from, to := []string{}, []string{}
	switch {
	case scan.KindOf(body) == scan.Array:
		from, to = append(from, "a bare list"), append(to, "results")
	case scan.KindOf(body) == scan.Object && scan.KindOf(scan.Get(body, "results")) != scan.Array:
		from, to = append(from, "data"), append(to, "results")
	}
	if j.otherScore {
		from, to = append(from, "score"), append(to, "relevance_score")
	}
	add := func(is bool, text string) {
		if is {
			j.order.Warnings = append(j.order.Warnings, text)
		}
	}
	add(len(from) > 0, "read from "+strings.Join(from, "/")+", not "+strings.Join(to, "/"))
	add(j.textScore, "scores are strings; they are read as numbers")
	add(j.textIndex, "index is a string; it is read as a number")
}

// sort ranks by score when every result has one.
func (j *joiner) sort() {
	o := j.order
	better := func(a, b int) int { return cmp.Compare(o.Score[b], o.Score[a]) }
	if len(j.noScore)+len(j.badScore)+len(j.nonFinite) > 0 || slices.IsSortedFunc(o.Docs, better) {
		return
	}
	j.unsorted = true
	slices.SortStableFunc(o.Docs, better)
}

func (j *joiner) addWarnings(n, topN, results int) {
	o := j.order
	warn := func(list []int, format string) {
		if len(list) > 0 {
			o.Warnings = append(o.Warnings, fmt.Sprintf(format, numbers(list)))
		}
	}
	if j.unsorted {
		o.Warnings = append(o.Warnings, "the results are unsorted; they are ranked here by score")
	}
	warn(j.duplicate, "several results for one document (index %s); the first counts")
	warn(j.outOfRange, "results for documents that the request does not have (index %s)")
	warn(j.noIndex, "results without an index (in the list at %s)")
	warn(j.badIndex, "results with an index that is no whole number (in the list at %s)")
	warn(j.badScore, "results with a score that is no number (index %s); the order of the list counts")
	warn(j.noScore, "results without a score (index %s); the order of the list counts")
	warn(j.nonFinite, "results whose score is not a finite number (index %s); the order of the list counts")
	want := n
	if topN > 0 {
		want = min(topN, n)
	}
	switch missing := want - len(o.Docs); {
	case missing > 0:
		o.Warnings = append(o.Warnings, fmt.Sprintf("%d of %d documents were not returned", missing, want))
	case missing < 0:
		o.Warnings = append(o.Warnings, fmt.Sprintf("%d results were returned where top_n asked for %d", results, want))
	}
}

// numbers lists the first few of some numbers.
func numbers(list []int) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.Itoa(v)
	}
	return spelling.Some(words, 5)
}

// nearStep is the largest step, as a share of the mean step, of a near-tie. Evenly spaced scores have none.
const nearStep = 0.1

// Ties reports for each place whether its score equals that of the next place, or nearly: see nearStep.
func (o Order) Ties() (same, near []bool) {
	n := len(o.Docs)
	same, near = make([]bool, n), make([]bool, n)
	low, high := math.Inf(1), math.Inf(-1)
	for _, doc := range o.Docs {
		low, high = math.Min(low, o.Score[doc]), math.Max(high, o.Score[doc])
	}
	for i := range n - 1 {
		here, next := o.Score[o.Docs[i]], o.Score[o.Docs[i+1]]
		same[i] = here == next
		// Halves: the range of the largest numbers is none itself. False for NaN.
		near[i] = here > next && here/2-next/2 <= nearStep*(high/2-low/2)/float64(n-1)
	}
	return same, near
}

// TieSign returns = for a score equal to a neighbour's, ≈ for a nearly equal one, else a blank, by the result of Ties.
func TieSign(same, near []bool, place int) string {
	is := func(flags []bool) bool {
		return place < len(flags) && flags[place] || place > 0 && place <= len(flags) && flags[place-1]
	}
	switch {
	case is(same):
		return "="
	case is(near):
		return "≈"
	}
	return " "
}

// Tied reports whether a document has the score of a neighbour in the order.
func (o Order) Tied(doc int) bool {
	at := o.Place[doc]
	same := func(place int) bool {
		return at != None && place >= 0 && place < len(o.Docs) && o.Score[o.Docs[place]] == o.Score[doc] // false for NaN
	}
	return same(at-1) || same(at+1)
}

// AllTied reports whether there are several documents and one score for all.
func (o Order) AllTied() bool {
	for _, doc := range o.Docs {
		if o.Score[doc] != o.Score[o.Docs[0]] { // true for NaN
			return false
		}
	}
	return len(o.Docs) > 1
}

// Notes returns the warnings, and whether all scores are equal.
func (o Order) Notes() []string {
	notes := slices.Clone(o.Warnings)
	if o.AllTied() {
		notes = append(notes, "it gives all documents the same score")
	}
	return notes
}

// Disagreements returns the documents by the distance between their best and worst place, widest first, and these
// distances. A tie has its mean place; a document that an order did not return comes after all of its places.
func Disagreements(orders ...Order) (docs []int, spread []float64) {
	if len(orders) == 0 {
		return nil, nil
	}
	n := orders[0].Len()
	spread = make([]float64, n)
	docs = make([]int, n)
	ranks := make([][]float64, len(orders))
	for i, o := range orders {
		ranks[i] = o.meanRanks()
	}
	for doc := range n {
		docs[doc] = doc
		best, worst := math.Inf(1), math.Inf(-1)
		for i, o := range orders {
			if o.Place[doc] != None {
				best, worst = math.Min(best, ranks[i][doc]), math.Max(worst, ranks[i][doc])
			}
		}
		if best > worst {
			continue // no order returned it
		}
		for _, o := range orders {
			if o.Place[doc] == None {
				worst = math.Max(worst, float64(len(o.Docs)+1))
			}
		}
		spread[doc] = worst - best
	}
	slices.SortStableFunc(docs, func(a, b int) int { return cmp.Compare(spread[b], spread[a]) })
	return docs, spread
}

// CheckTexts warns of results whose text differs from the request's document at their index, white space at the ends
// aside: the service joined them in another way, or changed what it ranked.
func (o *Order) CheckTexts(request []byte, r wire.Rerank) {
	texts := make(map[int]string, len(r.Results))
	for _, result := range r.Results {
		kind := scan.KindOf(result.Document)
		text := kind == scan.String || kind == scan.Object && scan.KindOf(scan.Get(result.Document, "text")) == scan.String
		if _, twice := texts[result.Index]; text && !twice {
			texts[result.Index] = result.Text
		}
	}
	if len(texts) == 0 {
		return
	}
	var other []int
	for at, document := range scan.Indexed(scan.Get(request, "documents")) {
		if scan.KindOf(document) == scan.Object {
			document = scan.Get(document, "text")
		}
		if text, ok := texts[at]; ok && strings.TrimSpace(text) != strings.TrimSpace(scan.Text(document)) {
			other = append(other, at)
		}
	}
	if len(other) > 0 {
		o.Warnings = append(o.Warnings, fmt.Sprintf("results with another text than the request's document at that index (index %s)", numbers(other)))
	}
}
