package rerank_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/apptest"
	"gatehouse/app/rerank"
	"gatehouse/views"
)

// figuresText is all that the figures say, on one line.
func figuresText(d *apptest.Driver) string {
	d.T.Helper()
	p := d.Pane(rerank.MeasuresPane)
	p.SetSize(100, 200)
	defer d.Arrange()
	return strings.Join(strings.Fields(ansi.Strip(p.View())), " ")
}

// A model that was asked for only one of two queries is marked next to one that
// was asked for both.
func TestAMeanSaysOverWhichQueriesItGoes(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25")
		d.Do(views.MarkDocument{Document: 0, Mark: 3})
		d.Rank()
		d.AddQuery("gamma")
		d.Do(views.MarkDocument{Document: 1, Mark: 2})
		d.Rank()
		if got := figuresText(d); !strings.Contains(got, "mean over 2 queries nDCG@10 MRR MAP bm25") || strings.Contains(got, "1 of 2") {
			t.Errorf("both asked for both: %s", got)
		}
		d.Do(views.AddReranker{Slug: "sim/trigram"})
		d.Rank()
		if got := figuresText(d); !strings.Contains(got, "trigram 1.000 1.000 1.000 1 of 2: query 2") {
			t.Errorf("nothing is said of a mean over one query of two: %s", got)
		}
		// The means do not go with the query that is shown.
		d.AddQuery("beta")
		if got := figuresText(d); !strings.Contains(got, "mean over 2 queries nDCG@10 MRR MAP bm25") || !strings.Contains(got, "trigram 1.000 1.000 1.000 1 of 2: query 2") {
			t.Errorf("a query without a mark takes the means away: %s", got)
		}
	})
}

func TestFiguresSayWhatIsEarlier(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25", "sim/position")
		d.Do(views.MarkDocument{Document: 0, Mark: 3})
		d.Rank()
		if got := figuresText(d); strings.Contains(got, "earlier") {
			t.Errorf("earlier, and just asked: %s", got)
		}
		d.Do(views.SetReranker{Model: 0, Member: "top_n", Value: "2"})
		d.WaitRanked()
		got := figuresText(d)
		for _, want := range []string{"earlier: sim/bm25 FURTHEST", "AP bm25 0.631 0.500 0.500 earlier", "$0.00000014 earlier", "earlier: ran as sim/bm25 without settings"} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing in %s", want, got)
			}
		}
		d.Do(views.SetQuery{Text: "gamma"})
		got = figuresText(d)
		for _, want := range []string{"earlier: sim/bm25, sim/position FURTHEST", "each earlier TIME", "sim/position earlier", "ranked for “alpha beta”"} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing in %s", want, got)
			}
		}
	})
}

// What was read last is not what the next look begins with.
func TestTheFiguresOpenAtTheirTop(t *testing.T) {
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25", "sim/trigram")
		d.Do(views.MarkDocument{Document: 0, Mark: 3})
		d.Rank()
		d.SetFocus(rerank.RankingPane)
		d.Press("=", "G")
		d.Hides("BY YOUR MARKS")
		d.Press("esc", "=")
		d.Shows("BY YOUR MARKS")
	})
}

// A mark of 0 alone measures nothing: the screen names what is needed.
func TestAMarkOfNothingRelevantIsNotEnough(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25")
		d.Do(views.MarkDocument{Document: 0, Mark: 0})
		d.Rank()
		if got := strings.Join(strings.Fields(figuresText(d)), " "); !strings.Contains(got, "figures need a document marked 1 or more") {
			t.Errorf("the figures do not say what is missing: %s", got)
		}
		d.Do(views.MarkDocument{Document: 0, Mark: 1})
		if got := figuresText(d); strings.Contains(got, "figures need") {
			t.Errorf("it is said with such a document too: %s", got)
		}
	})
}

// Marks that were made for another query are no measure of the new one, and a
// notice reports that; a question would hinder the correction of a letter.
func TestMarksOfAnEarlierQueryAreReported(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25")
		for doc := range 2 {
			d.Do(views.MarkDocument{Document: doc, Mark: 3})
		}
		d.Rank()
		d.Hides("made for")
		d.Press("f5", "ctrl+u")
		d.Type("goalkeeper")
		d.Shows("⚠ 2 marks made for “alpha beta”; A in the list adds a query")
		d.Rank()
		d.Shows("⚠ 2 marks made for")
		if got := figuresText(d); !strings.Contains(got, "marks made for “alpha beta”") {
			t.Errorf("the figures do not say it: %s", got)
		}
		table := r.Table()
		for _, out := range [][]byte{table.CSV(), table.JSON(), markdownOf(t, table)} {
			if !strings.Contains(string(out), "alpha beta") {
				t.Errorf("exported as marks of the new words:\n%s", out)
			}
		}
		d.Press("alt+z")
		d.Hides("made for")
		d.Press("alt+shift+z")
		d.Shows("made for")
		d.Do(views.MarkDocument{Document: 2, Mark: 0})
		d.Hides("made for")
	})
}

func TestAgreementOfEachPairIsShown(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		d.RerankSet("sim/position", "sim/position", "sim/bm25")
		d.Rank()
		got := figuresText(d)
		for _, want := range []string{"position position (2) 1.000", "position bm25 ", "position (2) bm25 ", "FURTHEST APART places apart"} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in %s", want, got)
			}
		}
	})
}
