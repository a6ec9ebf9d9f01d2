package rank_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/rank"
)

func TestJudgeByHand(t *testing.T) {
	// Marks 3, –, 0, 2, 1; the order is 1 3 0 4 2.
	marks := []int{3, rank.None, 0, 2, 1}
	o := ordered(5, 1, 3, 0, 4, 2)
	got := rank.Judge(o, marks, 3)
	dcg := 3/math.Log2(3) + 7/math.Log2(4)
	ideal := 7 + 3/math.Log2(3) + 1/math.Log2(4)
	if got.Relevant != 3 || !near(got.NDCG, dcg/ideal) {
		t.Errorf("%+v, want nDCG %v", got, dcg/ideal)
	}
	if !near(got.RR, 1.0/2) || !near(got.AP, (1.0/2+2.0/3+3.0/4)/3) {
		t.Errorf("RR %v, AP %v", got.RR, got.AP)
	}
}

// The worked example of average precision in Manning, Raghavan, Schütze,
// Introduction to Information Retrieval, chapter 8: relevant at 1, 3, 6, 9, 10
// of ten, all five found, gives 0.62; a list that ends before one of them loses
// that share.
func TestAveragePrecision(t *testing.T) {
	marks := make([]int, 10)
	for _, place := range []int{1, 3, 6, 9, 10} {
		marks[place-1] = 1
	}
	all := rank.Judge(ordered(10, sequence(10)...), marks, 10)
	want := (1.0 + 2.0/3 + 3.0/6 + 4.0/9 + 5.0/10) / 5
	if !near(all.AP, want) || math.Round(all.AP*100) != 62 {
		t.Errorf("AP %v, want %v", all.AP, want)
	}
	cut := rank.Judge(ordered(10, sequence(9)...), marks, 10)
	if !near(cut.AP, want-0.1) {
		t.Errorf("AP of the shortened list %v, want %v", cut.AP, want-0.1)
	}
}

// The worked example of nDCG in the documentation of Evret: of the relevant d2,
// d8 and d10 the list has d2 third and d8 fifth, which gives 0.4162 at 5.
func TestPublishedNDCG(t *testing.T) {
	marks := make([]int, 11)
	marks[2], marks[8], marks[10] = 1, 1, 1
	if got := rank.Judge(ordered(11, 1, 4, 2, 9, 8), marks, 5); math.Round(got.NDCG*1e4) != 4162 {
		t.Errorf("nDCG %v", got.NDCG)
	}
}

// slowJudge follows the definitions: the best order is sought among all.
func slowJudge(list, marks []int, k int) (ndcg, rr, ap float64) {
	dcg := func(list []int) (sum float64) {
		for place, doc := range list[:min(k, len(list))] {
			if marks[doc] > 0 {
				sum += (math.Pow(2, float64(marks[doc])) - 1) / (math.Log(float64(place+2)) / math.Ln2)
			}
		}
		return sum
	}
	best := 0.0
	var orders func(done, left []int)
	orders = func(done, left []int) {
		best = math.Max(best, dcg(done))
		for i, doc := range left {
			rest := append(append([]int{}, left[:i]...), left[i+1:]...)
			orders(append(done[:len(done):len(done)], doc), rest)
		}
	}
	orders(nil, sequence(len(marks)))
	relevant, found := 0.0, 0.0
	for _, mark := range marks {
		if mark > 0 {
			relevant++
		}
	}
	for place, doc := range list {
		if marks[doc] > 0 {
			found++
			ap += found / float64(place+1) / relevant
			rr = math.Max(rr, 1/float64(place+1))
		}
	}
	if relevant == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	return dcg(list) / best, rr, ap
}

func TestJudgeAgainstASlowOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "n")
		marks := rapid.SliceOfN(rapid.IntRange(rank.None, 3), n, n).Draw(t, "marks")
		list := rapid.Permutation(sequence(n)).Draw(t, "order")[:rapid.IntRange(0, n).Draw(t, "came")]
		k := rapid.IntRange(1, 6).Draw(t, "k")
		got := rank.Judge(ordered(n, list...), marks, k)
		ndcg, rr, ap := slowJudge(list, marks, k)
		for name, pair := range map[string][2]float64{"nDCG": {got.NDCG, ndcg}, "RR": {got.RR, rr}, "AP": {got.AP, ap}} {
			if !near(pair[0], pair[1]) && math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Fatalf("%s is %v, want %v", name, pair[0], pair[1])
			}
		}
	})
}

func TestJudgeWithoutRelevance(t *testing.T) {
	got := rank.Judge(ordered(2, 0, 1), []int{0, rank.None}, 10)
	if !math.IsNaN(got.NDCG) || !math.IsNaN(got.RR) || !math.IsNaN(got.AP) {
		t.Errorf("%+v", got)
	}
	missed := rank.Judge(ordered(2, 0), []int{rank.None, 2}, 10)
	if missed.NDCG != 0 || missed.RR != 0 || missed.AP != 0 {
		t.Errorf("a relevant document that did not come back: %+v", missed)
	}
}

// tiedOrder returns the order of a complete result, documents with the scores
// listed, the best first and equal ones in the order of the request.
func tiedOrder(scores ...int) rank.Order {
	var r wire.Rerank
	for doc, score := range scores {
		r.Results = append(r.Results, wire.Ranked{Index: doc, Score: float64(score), Raw: []byte(`{"relevance_score":1}`)})
	}
	return rank.Join(len(scores), 0, r)
}

func TestTieIsJudgedByAllItsOrders(t *testing.T) {
	// Four of one score, one of them relevant: it is as likely at each place.
	got := rank.Judge(tiedOrder(5, 5, 5, 5), []int{3, 0, rank.None, 0}, 2)
	if !near(got.NDCG, (1+1/math.Log2(3))/4) || !near(got.RR, 25.0/48) || !near(got.AP, 25.0/48) {
		t.Errorf("a tie of all: %+v", got)
	}
	// One in front, then three of one score, two of them relevant: these are
	// second and third, second and fourth, or third and fourth.
	got = rank.Judge(tiedOrder(9, 5, 5, 5), []int{0, 1, 1, 0}, 4)
	ap := ((1.0/2 + 2.0/3) + (1.0/2 + 2.0/4) + (1.0/3 + 2.0/4)) / 6
	if !near(got.RR, (1.0/2+1.0/2+1.0/3)/3) || !near(got.AP, ap) {
		t.Errorf("a tie behind the first: %+v, want AP %v", got, ap)
	}
}

func TestTiesAgainstAllTheirOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "n")
		marks := rapid.SliceOfN(rapid.IntRange(rank.None, 3), n, n).Draw(t, "marks")
		scores := rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "scores")
		k := rapid.IntRange(1, 6).Draw(t, "k")
		var want [3]float64
		count := 0.0
		var orders func(done, left []int)
		orders = func(done, left []int) {
			if len(left) == 0 {
				ndcg, rr, ap := slowJudge(done, marks, k)
				want[0], want[1], want[2], count = want[0]+ndcg, want[1]+rr, want[2]+ap, count+1
			}
			for i, doc := range left {
				if len(done) > 0 && scores[doc] > scores[done[len(done)-1]] {
					continue // not sorted by score
				}
				orders(append(done[:len(done):len(done)], doc), append(append([]int{}, left[:i]...), left[i+1:]...))
			}
		}
		orders(nil, sequence(n))
		got := rank.Judge(tiedOrder(scores...), marks, k)
		for i, v := range [...]float64{got.NDCG, got.RR, got.AP} {
			if !near(v, want[i]/count) && math.Abs(v-want[i]/count) > 1e-9 {
				t.Fatalf("%v, want %v", v, want[i]/count)
			}
		}
	})
}
