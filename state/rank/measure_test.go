package rank_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/lab"
	"gatehouse/state/rank"
)

// scored is an order of documents by score, as Join makes it.
func scored(scores ...float64) rank.Order {
	o := rank.Order{Place: make([]int, len(scores)), Score: scores, Docs: sequence(len(scores))}
	slices.SortStableFunc(o.Docs, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	for place, doc := range o.Docs {
		o.Place[doc] = place
	}
	return o
}

func parse(t *testing.T, list string) []rank.Measure {
	t.Helper()
	all, err := rank.ParseMeasures(list)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The example of the README of ir_measures: AP 0.75, nDCG 0.8154648767857288, RR 0.75.
func TestPublishedExampleOfIRMeasures(t *testing.T) {
	q0, q1 := scored(1.2, 1.0), scored(2.4, 3.6)
	want := []float64{0.75, 0.8154648767857288, 0.8154648767857288, 0.8154648767857288, 0.75}
	for i, m := range parse(t, "map,ndcg,ndcg-linear,ndcg@10,mrr") {
		got := (m.Of(q0, []int{0, 1}) + m.Of(q1, []int{0, 2})) / 2
		if fmt.Sprintf("%.15f", got) != fmt.Sprintf("%.15f", want[i]) {
			t.Errorf("%s: %v, want %v", m.Name(), got, want[i])
		}
	}
}

func TestTwelveQueriesByThreeModels(t *testing.T) {
	data, err := os.ReadFile("testdata/twelve.txt")
	if err != nil {
		t.Fatal(err)
	}
	measures := parse(t, "mrr,p@2,recall@2,map,ndcg@3,ndcg-linear")
	grids, rows := map[string][]lab.Grid{}, 0
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		rows++
		if grids[f[1]] == nil {
			grids[f[1]] = make([]lab.Grid, len(measures))
		}
		for i, m := range measures {
			var got float64
			if f[0] == "mean" {
				got = grids[f[1]][i].Spread(0).Mean
			} else {
				marks := make([]int, len(f[2]))
				for place, c := range f[2] {
					marks[place] = int(c - '0')
				}
				got = m.Of(ordered(len(marks), sequence(len(marks))...), marks)
				grids[f[1]][i] = append(grids[f[1]][i], []float64{got})
			}
			text := fmt.Sprintf("%.4f", got)
			if math.IsNaN(got) {
				text = "-"
			}
			if text != f[3+i] {
				t.Errorf("query %s, model %s: %s is %s, want %s", f[0], f[1], m.Name(), text, f[3+i])
			}
		}
	}
	if rows != 12*3+3 {
		t.Errorf("%d rows", rows)
	}
}

// slowMeasure follows the definitions, for a list without ties.
func slowMeasure(m rank.Measure, list, marks []int) float64 {
	var relevant, dcg, hits, ap, rr float64
	depth := m.K
	if depth == 0 {
		depth = len(marks)
	}
	gain := func(mark int) float64 {
		if m.Kind == rank.LinearNDCG {
			return float64(mark)
		}
		return math.Pow(2, float64(mark)) - 1
	}
	var best []int
	for _, mark := range marks {
		if mark > 0 {
			relevant++
			best = append(best, mark)
		}
	}
	slices.Sort(best)
	slices.Reverse(best)
	ideal := 0.0
	for i, mark := range best[:min(len(best), depth)] {
		ideal += gain(mark) / math.Log2(float64(i+2))
	}
	for i, doc := range list[:min(len(list), depth)] {
		if marks[doc] < 1 {
			continue
		}
		hits++
		dcg += gain(marks[doc]) / math.Log2(float64(i+2))
		ap += hits / float64(i+1)
		if hits == 1 {
			rr = 1 / float64(i+1)
		}
	}
	switch m.Kind {
	case rank.NDCG, rank.LinearNDCG:
		return dcg / ideal
	case rank.MAP:
		return ap / relevant
	case rank.MRR:
		return rr
	case rank.Precision:
		return hits / float64(m.K)
	}
	return hits / relevant
}

// permutations calls f with every order of a list.
func permutations(list []int, at int, f func()) {
	if at == len(list) {
		f()
		return
	}
	for i := at; i < len(list); i++ {
		list[at], list[i] = list[i], list[at]
		permutations(list, at+1, f)
		list[at], list[i] = list[i], list[at]
	}
}

func TestMeasuresAgainstSlowOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "documents")
		marks := rapid.SliceOfN(rapid.IntRange(-1, 3), n, n).Draw(t, "marks")
		scores := make([]float64, n)
		for i, v := range rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, "scores") {
			scores[i] = float64(v)
		}
		name := rapid.SampledFrom([]string{"ndcg", "ndcg@3", "ndcg-linear@4", "map", "map@2", "mrr", "mrr@2", "p@2", "p@9", "recall@3", "recall@9"}).Draw(t, "measure")
		m, err := rank.ParseMeasure(name)
		if err != nil || m.Name() != name {
			t.Fatalf("%v, %v", m.Name(), err)
		}
		o := scored(scores...)
		got := m.Of(o, marks)
		if !slices.ContainsFunc(marks, func(mark int) bool { return mark > 0 }) {
			if !math.IsNaN(got) {
				t.Fatalf("%v without a relevant document", got)
			}
			return
		}
		sum, count := 0.0, 0
		list := sequence(n)
		permutations(list, 0, func() {
			for i := 1; i < n; i++ {
				if scores[list[i-1]] < scores[list[i]] {
					return
				}
			}
			sum += slowMeasure(m, list, marks)
			count++
		})
		if want := sum / float64(count); math.Abs(got-want) > 1e-9 {
			t.Fatalf("ties as means: %v, want %v", got, want)
		}

		ids := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-c][0-9]{1,2}`), n, n, rapid.ID[string]).Draw(t, "ids")
		broken := sequence(n)
		slices.SortFunc(broken, func(a, b int) int {
			if scores[a] != scores[b] {
				return int(scores[b] - scores[a])
			}
			return strings.Compare(ids[b], ids[a])
		})
		untied := o.Untied(func(doc int) string { return ids[doc] })
		if !slices.Equal(untied.Docs, broken) {
			t.Fatalf("untied %v, want %v", untied.Docs, broken)
		}
		if got, want := m.Of(untied, marks), slowMeasure(m, broken, marks); math.Abs(got-want) > 1e-9 {
			t.Fatalf("ties as trec_eval breaks them: %v, want %v", got, want)
		}
	})
}

func TestListOfMeasures(t *testing.T) {
	var names []string
	for _, m := range parse(t, "nDCG@10, AP, rr, P@5,recall@100,r@100") {
		names = append(names, m.Name()+" "+m.Title()+" "+m.MeanTitle())
	}
	if got, want := strings.Join(names, "; "), "ndcg@10 nDCG@10 nDCG@10; map AP MAP; mrr RR MRR; p@5 P@5 P@5; recall@100 recall@100 recall@100"; got != want {
		t.Errorf("%s", got)
	}
	for text, want := range map[string]string{
		"bleu":    `"bleu" is no measure; choose from ndcg@k, ndcg-linear@k, map, mrr, p@k, recall@k`,
		"p":       `"p" needs a depth, for example p@10`,
		"ndcg@0":  `"ndcg@0": the depth after @ must be a whole number from 1 to 1000000`,
		"ndcg@":   `"ndcg@": the depth after @ must be a whole number from 1 to 1000000`,
		"map,,p5": `"" is no measure; choose from ndcg@k, ndcg-linear@k, map, mrr, p@k, recall@k`,
	} {
		if _, err := rank.ParseMeasures(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
