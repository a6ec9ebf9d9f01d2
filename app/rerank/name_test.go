package rerank_test

import (
	"strconv"
	"strings"
	"testing"

	"gatehouse/app/apptest"
)

// sameModelTwice makes a set with one model twice, whose second answer is cut at
// topN.
func sameModelTwice(d *apptest.Driver, topN int) {
	s := d.RerankSet("sim/bm25", "sim/bm25").Set()
	m, _ := s.Models[1].With("top_n", []byte(strconv.Itoa(topN))) // a number is JSON
	d.ReplaceSet(s.WithModel(1, m))
}

// TestRankingsOfOneModelNameTheirSettings: the line below the inspector names the settings
// that a run was asked with, and the line above is the set's.
func TestRankingsOfOneModelNameTheirSettings(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		sameModelTwice(d, 1)
		d.Rank()
		d.Press("l", "l", "i")
		d.Shows("sim/bm25 top_n 1  ✓")
		d.Shows("not saved")
		d.Hides("routing metadata")
	})
}

// TestWhatIsAskedAboutAModelNamesItsColumn: of one model with other settings
// too.
func TestWhatIsAskedAboutAModelNamesItsColumn(t *testing.T) {
	apptest.RunOnRerank(t, 140, 35, func(d *apptest.Driver) {
		sameModelTwice(d, 2)
		d.Rank()
		d.Press("tab", "l", "l", "S")
		d.Shows("Settings of sim/bm25 top_n 2")
		d.Press("enter")
		d.Shows("top_n of sim/bm25 top_n 2")
		for key, want := range map[string]string{
			"v": "Request to sim/bm25 top_n 2", "Y": "of sim/bm25 top_n 2, the body as received",
		} {
			d.Press("esc", "esc", "f5", "tab", key)
			d.Shows(want)
		}
		d.Press("esc", "x")
		d.Shows("sim/bm25 top_n 2 removed")
	})
}

// TestAPreviewSaysWhomItIsFor: enter there asks the other models too, and in the
// inspector the one again.
func TestAPreviewSaysWhomItIsFor(t *testing.T) {
	apptest.RunOnRerank(t, 140, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25", "sim/trigram")
		d.Press("tab", "l", "l", "alt+p")
		d.Shows("Next request to sim/trigram")
		d.Shows("enter run all")
		d.Press("enter")
		d.WaitRanked()
		d.Press("i", "alt+p")
		d.Shows("Next request to sim/trigram")
		d.Shows("enter send again")
		if r.Exchange(0) == nil {
			t.Error("the first model was not asked")
		}
	})
}

// TestAnExportSaysWhyAModelFailed, as the screen does.
func TestAnExportSaysWhyAModelFailed(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25", "fault/500")
		d.Rank()
		table := r.Table()
		for name, text := range map[string]string{"JSON": string(table.JSON()), "Markdown": string(markdownOf(t, table))} {
			if !strings.Contains(text, "Internal Server Error") {
				t.Errorf("%s:\n%s", name, text)
			}
		}
	})
}
