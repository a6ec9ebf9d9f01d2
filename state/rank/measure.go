package rank

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Measure is a measure of an order by the user's marks.
type Measure struct {
	Kind Kind
	K    int // how many places count; 0: all
}

// Kind is what a measure computes, by its name in a list of measures.
type Kind string

// The kinds. A document is relevant from mark 1 on.
const (
	NDCG       Kind = "ndcg"        // gain 2^mark − 1
	LinearNDCG Kind = "ndcg-linear" // gain mark, as trec_eval computes it
	MAP        Kind = "map"         // average precision of one query
	MRR        Kind = "mrr"         // reciprocal rank of one query
	Precision  Kind = "p"
	Recall     Kind = "recall"
)

// kindWords is a kind with what it is called, of one query and as a mean over queries.
type kindWords struct {
	kind      Kind
	one, mean string
	needsK    bool
}

// kinds are all kinds.
var kinds = []kindWords{
	{NDCG, "nDCG", "nDCG", false},
	{LinearNDCG, "linear nDCG", "linear nDCG", false},
	{MAP, "AP", "MAP", false},
	{MRR, "RR", "MRR", false},
	{Precision, "P", "P", true},
	{Recall, "recall", "recall", true},
}

// DefaultMeasures returns the measures that are shown by default.
func DefaultMeasures() []Measure {
	return []Measure{{NDCG, 10}, {MRR, 0}, {MAP, 0}, {Precision, 5}, {Recall, 10}}
}

// MeasuresTo returns the measures to choose from at a depth k.
func MeasuresTo(k int) []Measure {
	return []Measure{{NDCG, k}, {MRR, 0}, {MAP, 0}, {Precision, k}, {Recall, k}}
}

// ParseMeasure parses a measure such as ndcg@10, map, mrr@10, p@5 or recall@100. The error lists the measures.
func ParseMeasure(text string) (Measure, error) {
	name, depth, cut := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "@")
	aliases := map[string]Kind{"ap": MAP, "rr": MRR, "precision": Precision, "r": Recall}
	m := Measure{Kind: cmp.Or(aliases[name], Kind(name))}
	at := slices.IndexFunc(kinds, func(one kindWords) bool { return one.kind == m.Kind })
	if at < 0 {
		return m, fmt.Errorf("%q is no measure; choose from ndcg@k, ndcg-linear@k, map, mrr, p@k, recall@k", strings.TrimSpace(text))
	}
	if !cut && kinds[at].needsK {
		return m, fmt.Errorf("%q needs a depth, for example %s@10", strings.TrimSpace(text), m.Kind)
	}
	if cut {
		k, err := strconv.Atoi(depth)
		if err != nil || k < 1 || k > 1_000_000 {
			return m, fmt.Errorf("%q: the depth after @ must be a whole number from 1 to 1000000", strings.TrimSpace(text))
		}
		m.K = k
	}
	return m, nil
}

// ParseMeasures reads a list of measures, separated by commas, each once.
func ParseMeasures(list string) ([]Measure, error) {
	var all []Measure
	for text := range strings.SplitSeq(list, ",") {
		m, err := ParseMeasure(text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all, nil
}

// Name returns the measure as ParseMeasure reads it.
func (m Measure) Name() string { return m.cut(string(m.Kind)) }

// Title returns the name of the measure of one query.
func (m Measure) Title() string { return m.cut(m.words().one) }

// MeanTitle returns the name of its mean over queries.
func (m Measure) MeanTitle() string { return m.cut(m.words().mean) }

func (m Measure) words() kindWords {
	at := slices.IndexFunc(kinds, func(one kindWords) bool { return one.kind == m.Kind })
	return kinds[at]
}

func (m Measure) cut(name string) string {
	if m.K == 0 {
		return name
	}
	return name + "@" + strconv.Itoa(m.K)
}

// Of measures an order by marks, as Judge takes them: 0 to 1, in a tie the mean over all its orders; NaN where no
// document is relevant.
func (m Measure) Of(o Order, marks []int) float64 {
	relevant := relevant(marks)
	if relevant == 0 {
		return math.NaN()
	}
	t := sumTied(o, marks, m.K, m.gain())
	switch m.Kind {
	case NDCG, LinearNDCG:
		return within(t.dcg/ideal(marks, m.K, m.gain()), 0, 1)
	case MAP:
		return within(t.ap/float64(relevant), 0, 1)
	case MRR:
		return within(t.rr, 0, 1)
	case Precision:
		return within(t.hits/float64(m.K), 0, 1)
	case Recall:
		return within(t.hits/float64(relevant), 0, 1)
	}
	return math.NaN()
}

// gain returns what a mark above 0 is worth in a discounted cumulative gain.
func (m Measure) gain() func(mark int) float64 {
	if m.Kind == LinearNDCG {
		return func(mark int) float64 { return float64(mark) }
	}
	return gain
}

// ideal returns the largest discounted cumulative gain that marks allow over the first k places, or all if k is 0.
func ideal(marks []int, k int, gain func(mark int) float64) (sum float64) {
	var gains []float64
	for _, mark := range marks {
		if mark > 0 {
			gains = append(gains, gain(mark))
		}
	}
	slices.SortFunc(gains, func(a, b float64) int { return cmp.Compare(b, a) })
	if k > 0 {
		gains = gains[:min(k, len(gains))]
	}
	for place, g := range gains {
		sum += g * discount(place)
	}
	return sum
}

// Ties is what counts within documents of the same score.
type Ties string

// The ways.
const (
	TiesAverage Ties = "average" // the mean over all orders of the tie
	TiesTREC    Ties = "trec"    // the order of trec_eval: by id, the last in the alphabet first
)

// Words say what a figure is within a tie.
func (t Ties) Words() string {
	if t == TiesTREC {
		return "ties as trec_eval breaks them: by document id, descending"
	}
	return "ties: mean over all orders of the tie"
}

// Untied returns the order of trec_eval: by score in single precision, ties by document id, descending in bytes. Without
// all scores the list counts.
func (o Order) Untied(id func(doc int) string) Order {
	out := o
	out.Docs = slices.Clone(o.Docs)
	if !slices.ContainsFunc(o.Docs, func(doc int) bool { return math.IsNaN(o.Score[doc]) }) {
		slices.SortStableFunc(out.Docs, func(a, b int) int {
			return cmp.Or(cmp.Compare(float32(o.Score[b]), float32(o.Score[a])), cmp.Compare(id(b), id(a)))
		})
	}
	out.Place, out.Score = slices.Clone(o.Place), slices.Clone(o.Score)
	for place, doc := range out.Docs {
		out.Place[doc], out.Score[doc] = place, float64(len(out.Docs)-place)
	}
	return out
}
