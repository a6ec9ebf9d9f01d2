package app

import (
	"os"
	"strings"
	"testing"

	"gatehouse/app/rerank"

	tea "charm.land/bubbletea/v2"
)

// A query that needs two rows in a small terminal leaves none of them behind in a
// large one.
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

// Beside the figures the last column keeps off their bar, and the footer names the
// key that says what they are.
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

// Rows that a short document leaves empty go to a table that has more than it shows;
// the longest document that was read keeps its rows, so that nothing jumps.
func TestAShortDocumentLeavesItsRowsToTheTable(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "docs.txt", strings.Repeat("short\n", 3)+strings.Repeat("long ", 60)+"\n"+manyDocuments(60))
		d.keys("o")
		d.answer("docs.txt")
		d.shows("64 documents")
		if got := d.m.rect(rerank.ReadingPane).H; got != 2 {
			t.Errorf("a line has %d rows", got)
		}
		d.keys("j", "j", "j")
		if got := d.m.rect(rerank.ReadingPane).H; got != 4 {
			t.Errorf("three lines have %d rows", got)
		}
		d.keys("k")
		if got := d.m.rect(rerank.ReadingPane).H; got != 4 {
			t.Errorf("it jumps to %d rows", got)
		}
	})
}
