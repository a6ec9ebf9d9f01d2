package rank

import "math"

// Judgement is the quality of an order by the user's marks.
type Judgement struct {
	Relevant int     // documents with a mark of at least 1
	NDCG     float64 // 0 to 1; NaN when no document is relevant
	RR       float64 // reciprocal rank, 0 to 1; NaN when no document is relevant
	AP       float64 // average precision, 0 to 1; NaN when no document is relevant
}

// Judge measures an order by marks: one a document, 0 to 3, or None, which counts as not relevant. NDCG is that of the
// first k places. Each figure is its mean over all orders of a tie (McSherry, Najork: Computing Information Retrieval
// Performance Measures Efficiently in the Presence of Tied Scores, ECIR 2008).
func Judge(o Order, marks []int, k int) Judgement {
	return Judgement{
		Relevant: relevant(marks), NDCG: Measure{NDCG, k}.Of(o, marks), RR: Measure{Kind: MRR}.Of(o, marks), AP: Measure{Kind: MAP}.Of(o, marks),
	}
}

// relevant returns how many marks are 1 or more.
func relevant(marks []int) (n int) {
	for _, mark := range marks {
		if mark > 0 {
			n++
		}
	}
	return n
}

// tied sums the gain of an order, tie by tie, over its first k places, or all if k is 0.
type tied struct {
	k                 int
	gain              func(mark int) float64
	found             int // relevant documents so far, at all places
	dcg, rr, ap, hits float64
}

// sumTied sums an order.
func sumTied(o Order, marks []int, k int, gain func(mark int) float64) tied {
	t := tied{k: k, gain: gain}
	if t.k == 0 {
		t.k = math.MaxInt
	}
	for from, to := range o.groups() {
		if from >= t.k {
			break
		}
		t.add(o.Docs[from:to], from, marks)
	}
	return t
}

// add adds the documents of one score, given the place of the first.
func (t *tied) add(docs []int, place int, marks []int) {
	relevant, gains, n := 0, 0.0, len(docs)
	for _, doc := range docs {
		if doc < len(marks) && marks[doc] > 0 {
			relevant++
			gains += t.gain(marks[doc])
		}
	}
	if relevant == 0 {
		return
	}
	share, none := float64(relevant)/float64(n), 1.0 // none: the probability of nothing relevant earlier in the tie
	if room := t.k - place; room < n {
		t.hits += share * float64(room)
	} else {
		t.hits += float64(relevant)
	}
	for i := range min(n, t.k-place) {
		at := float64(place + i + 1)
		t.dcg += gains / float64(n) * discount(place+i)
		if t.found == 0 {
			here := min(float64(relevant)/float64(n-i), 1) // how likely it is here, then
			t.rr += none * here / at
			none *= 1 - here
		}
		before := 0.0 // relevant ones of the tie that are expected before one here
		if n > 1 {
			before = float64(i) * float64(relevant-1) / float64(n-1)
		}
		t.ap += share * (float64(t.found) + 1 + before) / at
	}
	t.found += relevant
}

func gain(mark int) float64 { return math.Exp2(float64(mark)) - 1 }

func discount(place int) float64 { return 1 / math.Log2(float64(place)+2) }

// FirstRelevant returns the place, from 1, of the first relevant document, in a tie the mean over all its orders; NaN for
// none.
func FirstRelevant(o Order, marks []int) float64 {
	for from, to := range o.groups() {
		relevant := 0
		for _, doc := range o.Docs[from:to] {
			if doc < len(marks) && marks[doc] > 0 {
				relevant++
			}
		}
		if relevant > 0 { // the expected first of that many places drawn from the tie's
			return float64(from) + float64(to-from+1)/float64(relevant+1)
		}
	}
	return math.NaN()
}
