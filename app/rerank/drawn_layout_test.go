package rerank_test

import (
	"os"
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/rerank"

	tea "charm.land/bubbletea/v2"
)

// A query that needs two rows in a small terminal needs only one in a large one.
func TestTheQueryTakesTheRowsOfTheWidthThatThereIs(t *testing.T) {
	apptest.RunOnRerank(t, 40, 15, func(d *apptest.Driver) {
		d.Press("e", "f5")
		d.Type(strings.Repeat(" and more", 4))
		if got := d.Rect(rerank.QueryPane).H; got < 3 {
			t.Fatalf("it has %d rows", got)
		}
		d.Send(tea.WindowSizeMsg{Width: 160, Height: 45})
		if got := d.Rect(rerank.QueryPane).H; got != 2 {
			t.Errorf("it has %d rows", got)
		}
		d.CheckScreen(160, 45)
	})
}

// A set that is saved by a bare name gets the ending that the proposal has.
func TestASetIsSavedAsJSON(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "ctrl+s")
		d.Answer("set1")
		d.Shows("saved set1.json")
		if _, err := os.Stat("set1.json"); err != nil {
			t.Error(err)
		}
	})
}

// The last column leaves a gap before the bar of the figures, and the footer names
// the key that explains them.
func TestTheFiguresStandApart(t *testing.T) {
	apptest.RunOnRerank(t, 190, 45, func(d *apptest.Driver) {
		d.Press("e", "alt+g")
		d.WaitRanked()
		d.Shows("= define")
		d.Shows("F1 keys")
		lines := strings.Split(d.Screen(), "\n")
		for _, line := range lines[d.Rect(rerank.RankingPane).Y:][:d.Rect(rerank.RankingPane).H] {
			if cells := []rune(line); string(cells[d.Rect(rerank.MeasuresPane).X-2:d.Rect(rerank.MeasuresPane).X]) != " │" {
				t.Errorf("%q", line)
			}
		}
	})
}
