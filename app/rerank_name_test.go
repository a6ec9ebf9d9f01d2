package app

import (
	"strings"
	"testing"
)

// sameModelTwice makes a set with one model twice, whose second answer is cut at
// topN.
func (d *driver) sameModelTwice(topN int) {
	s := d.rerankSet("sim/bm25", "sim/bm25").Set()
	d.replaceSet(s.WithModel(1, s.Models[1].WithTopN(topN)))
}

// TestRankingsOfOneModelNameTheirSettings: the line below the inspector names the settings
// that a run was asked with, and the line above is the set's.
func TestRankingsOfOneModelNameTheirSettings(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.sameModelTwice(1)
		d.rank()
		d.keys("l", "l", "i")
		d.shows("sim/bm25 top_n 1  ✓")
		d.shows("not saved")
		d.hides("routing metadata")
	})
}

// TestWhatIsAskedAboutAModelNamesItsColumn: of one model with other settings
// too.
func TestWhatIsAskedAboutAModelNamesItsColumn(t *testing.T) {
	onRerank(t, 140, 35, func(d *driver) {
		d.sameModelTwice(2)
		d.rank()
		d.keys("tab", "l", "l", "t")
		d.shows("Settings of sim/bm25 top_n 2")
		d.keys("enter")
		d.shows("top_n of sim/bm25 top_n 2")
		for key, want := range map[string]string{
			"v": "Request to sim/bm25 top_n 2", "Y": "of sim/bm25 top_n 2, the body as received",
		} {
			d.keys("esc", "esc", "f5", "tab", key)
			d.shows(want)
		}
		d.keys("esc", "x")
		d.shows("sim/bm25 top_n 2 removed")
	})
}

// TestAPreviewSaysWhomItIsFor: enter there asks the other models too, and in the
// inspector the one again.
func TestAPreviewSaysWhomItIsFor(t *testing.T) {
	onRerank(t, 140, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25", "sim/trigram")
		d.keys("tab", "l", "l", "alt+p")
		d.shows("Next request to sim/trigram")
		d.shows("enter run all")
		d.keys("enter")
		d.ranked()
		d.keys("i", "alt+p")
		d.shows("Next request to sim/trigram")
		d.shows("enter send again")
		if r.Exchange(0) == nil {
			t.Error("the first model was not asked")
		}
	})
}

// TestAnExportSaysWhyAModelFailed, as the screen does.
func TestAnExportSaysWhyAModelFailed(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25", "fault/500")
		d.rank()
		table := r.Table()
		for name, text := range map[string]string{"JSON": string(table.JSON()), "Markdown": string(markdownOf(t, table))} {
			if !strings.Contains(text, "Internal Server Error") {
				t.Errorf("%s:\n%s", name, text)
			}
		}
	})
}
