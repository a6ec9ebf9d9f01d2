package history

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/themes"
	"gatehouse/views"
)

// barScale is the title of the bars of time, with how long the longest of the rows takes.
var barScale = regexp.MustCompile(`\btime +[0-9.]+ (ms|s|m)`)

// head is the line of titles over some rows.
func head(t *rapid.T, width int, rows []history.Entry) string {
	styles := themes.Dark()
	l := NewList(&styles, views.NewKeys(views.DefaultCommands()), views.History, views.ActOpenRow)
	l.SetEntries(rows, true, now)
	l.SetSize(width, len(rows)+1)
	first, _, _ := strings.Cut(ansi.Strip(l.View()), "\n")
	return barScale.ReplaceAllString(first, "time")
}

// TestTheColumnsStayWhereTheyAre: what the rows hold moves none of them: rows without a
// model, with long names, with other origins, or of other programs.
func TestTheColumnsStayWhereTheyAre(t *testing.T) {
	long := entries(1)
	long[0].Asked, long[0].Served, long[0].Provider = "a/very-long-model-name-that-goes-on", "b/another-long-one-with-a-date-20261123", "Borealis-of-the-north"
	long[0].Tokens.Counts[usage.Input], long[0].Tokens.Counts[usage.Output] = 1_204_112, 88_120
	older := entries(1)
	older[0].Start = now.AddDate(-2, 0, 0)
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(60, 240).Draw(t, "width")
		want := head(t, width, entries(1))
		for name, rows := range map[string][]history.Entry{
			"blocked": entries(2)[1:], "several origins": entries(3), "other programs": passed(), "long": long, "older": older,
			"waiting": {{Key: 1, ID: "a", Start: now, Verdict: state.Running, TTFTUS: -1, TotalUS: -1, Cost: -1}},
		} {
			if got := head(t, width, rows); got != want {
				t.Fatalf("at %d over rows that are %s:\n%s\nwant\n%s", width, name, got, want)
			}
		}
	})
}

// TestLargeCountsStayReadable: a figure is shortened, never cut.
func TestLargeCountsStayReadable(t *testing.T) {
	for cell, want := range map[string]string{
		"34 + 212":              "34 + 212",
		"99,999 + 9,999":        "99,999 + 9,999",
		"1,204,112 + 88,120":    "1,204 k + 88 k",
		"12,048 + ~131,072":     "12 k + ~131 k",
		"912,204,112 + 200,000": "912,204 k + 200 k",
	} {
		if got := cutTokens(cell, 14); got != want {
			t.Errorf("%s becomes %s, want %s", cell, got, want)
		}
	}
}

// TestAWiderListLosesNoColumn.
func TestAWiderListLosesNoColumn(t *testing.T) {
	for _, preview := range []bool{false, true} {
		testWider(t, preview, false)
		testWider(t, preview, true)
	}
}

func testWider(t *testing.T, preview, team bool) {
	t.Helper()
	var before []history.Column
	for width := 20; width < 260; width++ {
		columns, _ := fitList(width, preview, team)
		for _, c := range before {
			if !slices.ContainsFunc(columns, func(o history.Column) bool { return o.Cell.Title == c.Cell.Title }) {
				t.Fatalf("at %d the column %s is gone", width, c.Cell.Title)
			}
		}
		if left := left(columns, width); width >= 77 && left < history.MinWords {
			t.Fatalf("at %d the first words have %d cells", width, left)
		}
		if left := left(columns, width); preview && width >= 95 && left < history.FairWords {
			t.Fatalf("at %d the first words have %d cells beside a preview", width, left)
		}
		before = columns
	}
	if len(before) != len(history.ListColumns(team))+1 {
		t.Errorf("at 260 there are %d columns, want all", len(before))
	}
}
