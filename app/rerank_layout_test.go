package app

import (
	"os"
	"strings"
	"testing"

	"gatehouse/app/rerank"

	tea "charm.land/bubbletea/v2"
)

// A query that needs two rows in a small terminal needs only one in a large one.
func TestTheQueryTakesTheRowsOfTheWidthThatThereIs(t *testing.T) {
	onRerank(t, 40, 15, func(d *driver) {
		d.keys("e", "f5")
		d.typeText(strings.Repeat(" and more", 4))
		if got := d.m.rect(rerank.QueryPane).H; got < 3 {
			t.Fatalf("it has %d rows", got)
		}
		d.send(tea.WindowSizeMsg{Width: 160, Height: 45})
		if got := d.m.rect(rerank.QueryPane).H; got != 2 {
			t.Errorf("it has %d rows", got)
		}
		d.exact(160, 45)
	})
}

// A set that is saved by a bare name gets the ending that the proposal has.
func TestASetIsSavedAsJSON(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "ctrl+s")
		d.answer("set1")
		d.shows("saved set1.json")
		if _, err := os.Stat("set1.json"); err != nil {
			t.Error(err)
		}
	})
}

// The last column leaves a gap before the bar of the figures, and the footer names
// the key that explains them.
func TestTheFiguresStandApart(t *testing.T) {
	onRerank(t, 190, 45, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		d.shows("= define")
		d.shows("F1 keys")
		lines := strings.Split(d.screen(), "\n")
		for _, line := range lines[d.m.rect(rerank.RankingPane).Y:][:d.m.rect(rerank.RankingPane).H] {
			if cells := []rune(line); string(cells[d.m.rect(rerank.MeasuresPane).X-2:d.m.rect(rerank.MeasuresPane).X]) != " │" {
				t.Errorf("%q", line)
			}
		}
	})
}
