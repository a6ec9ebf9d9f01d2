package app

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/rerank"
	"gatehouse/views"
)

// figuresText is all that the figures say, on one line.
func (d *driver) figuresText() string {
	d.t.Helper()
	p := d.m.pane(rerank.MeasuresPane)
	p.SetSize(100, 200)
	defer d.m.Arrange()
	return strings.Join(strings.Fields(ansi.Strip(p.View())), " ")
}

// A model that was asked for only one of two queries is marked next to one that
// was asked for both.
func TestAMeanSaysOverWhichQueriesItGoes(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.rerankSet("sim/bm25")
		d.do(views.MarkDocument{Document: 0, Mark: 3})
		d.rank()
		d.addQuery("gamma")
		d.do(views.MarkDocument{Document: 1, Mark: 2})
		d.rank()
		if got := d.figuresText(); !strings.Contains(got, "mean over 2 queries nDCG@10 MRR MAP bm25") || strings.Contains(got, "1 of 2") {
			t.Errorf("both asked for both: %s", got)
		}
		d.do(views.AddReranker{Slug: "sim/trigram"})
		d.rank()
		if got := d.figuresText(); !strings.Contains(got, "trigram 1.000 1.000 1.000 1 of 2: query 2") {
			t.Errorf("nothing is said of a mean over one query of two: %s", got)
		}
		// The means do not go with the query that is shown.
		d.addQuery("beta")
		if got := d.figuresText(); !strings.Contains(got, "mean over 2 queries nDCG@10 MRR MAP bm25") || !strings.Contains(got, "trigram 1.000 1.000 1.000 1 of 2: query 2") {
			t.Errorf("a query without a mark takes the means away: %s", got)
		}
	})
}

func TestFiguresSayWhatIsEarlier(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.rerankSet("sim/bm25", "sim/position")
		d.do(views.MarkDocument{Document: 0, Mark: 3})
		d.rank()
		if got := d.figuresText(); strings.Contains(got, "earlier") {
			t.Errorf("earlier, and just asked: %s", got)
		}
		d.do(views.SetReranker{Model: 0, Member: "top_n", Value: "2"})
		d.ranked()
		got := d.figuresText()
		for _, want := range []string{"earlier: sim/bm25 RUNS", "AP bm25 0.631 0.500 0.500 earlier", "$0.00000014 earlier", "earlier: ran as sim/bm25 without settings"} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing in %s", want, got)
			}
		}
		d.do(views.SetQuery{Text: "gamma"})
		got = d.figuresText()
		for _, want := range []string{"earlier: sim/bm25, sim/position RUNS", "each earlier FURTHEST", "sim/position earlier", "ranked for “alpha beta”"} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing in %s", want, got)
			}
		}
	})
}

// What was read last is not what the next look begins with.
func TestTheFiguresOpenAtTheirTop(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		d.rerankSet("sim/bm25", "sim/trigram")
		d.do(views.MarkDocument{Document: 0, Mark: 3})
		d.rank()
		d.m.SetFocus(rerank.RankingPane)
		d.keys("=", "G")
		d.hides("AGREEMENT")
		d.keys("esc", "=")
		d.shows("AGREEMENT")
	})
}

// A mark of 0 alone measures nothing: the screen names what is needed.
func TestAMarkOfNothingRelevantIsNotEnough(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.rerankSet("sim/bm25")
		d.do(views.MarkDocument{Document: 0, Mark: 0})
		d.rank()
		if got := strings.Join(strings.Fields(d.figuresText()), " "); !strings.Contains(got, "figures need a document marked 1 or more") {
			t.Errorf("the figures do not say what is missing: %s", got)
		}
		d.do(views.MarkDocument{Document: 0, Mark: 1})
		if got := d.figuresText(); strings.Contains(got, "figures need") {
			t.Errorf("it is said with such a document too: %s", got)
		}
	})
}

// Marks that were made for another query are no measure of the new one, and a
// notice reports that; a question would hinder the correction of a letter.
func TestMarksOfAnEarlierQueryAreReported(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		for doc := range 2 {
			d.do(views.MarkDocument{Document: doc, Mark: 3})
		}
		d.rank()
		d.hides("made for")
		d.keys("f5", "ctrl+u")
		d.typeText("goalkeeper")
		d.shows("⚠ 2 marks made for “alpha beta”; A in the list adds a query")
		d.rank()
		d.shows("⚠ 2 marks made for")
		if got := d.figuresText(); !strings.Contains(got, "marks made for “alpha beta”") {
			t.Errorf("the figures do not say it: %s", got)
		}
		table := r.Table()
		for _, out := range [][]byte{table.CSV(), table.JSON(), markdownOf(t, table)} {
			if !strings.Contains(string(out), "alpha beta") {
				t.Errorf("exported as marks of the new words:\n%s", out)
			}
		}
		d.keys("alt+z")
		d.hides("made for")
		d.keys("alt+shift+z")
		d.shows("made for")
		d.do(views.MarkDocument{Document: 2, Mark: 0})
		d.hides("made for")
	})
}

func TestAgreementOfEachPairIsShown(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.rerankSet("sim/position", "sim/position", "sim/bm25")
		d.rank()
		got := d.figuresText()
		for _, want := range []string{"position position #2 1.000", "position bm25 ", "position #2 bm25 ", "FURTHEST APART places apart"} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in %s", want, got)
			}
		}
	})
}
