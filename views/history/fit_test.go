package history

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestTheColumnsStayWhereTheyAre: next to an exchange with a value in every column, what the other rows hold
// moves none of them: rows without a model, with long names, with other origins, or of other programs.
func TestTheColumnsStayWhereTheyAre(t *testing.T) {
	full := entries(1)[0]
	full.Cost, full.LastedUS, full.Request = 0.02, 9_000_000, history.Request{Method: "POST", Path: "/responses"}
	long := entries(1)
	long[0].Asked, long[0].Served, long[0].Provider = "a/very-long-model-name-that-goes-on", "b/another-long-one-with-a-date-20261123", "Borealis-of-the-north"
	long[0].Tokens.Counts[usage.Input], long[0].Tokens.Counts[usage.Output] = 1_204_112, 88_120
	older := entries(1)
	older[0].Start = now.AddDate(-2, 0, 0)
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(60, 240).Draw(t, "width")
		want := head(t, width, []history.Entry{full})
		for name, rows := range map[string][]history.Entry{
			"blocked": entries(2)[1:], "several origins": entries(3), "other programs": passed(), "long": long, "older": older,
			"waiting": {{Key: 1, ID: "a", Start: now, Verdict: state.Running, TTFTUS: -1, TotalUS: -1, Cost: -1}},
		} {
			if got := head(t, width, append(rows, full)); got != want {
				t.Fatalf("at %d over rows that are %s:\n%s\nwant\n%s", width, name, got, want)
			}
		}
	})
}

// TestColumnsWithNothingOfInterestLeaveTheirCells to the first words: dashes alone, costs below a tenth of a
// cent, and the model that was asked for once more. The column that orders the list stays.
func TestColumnsWithNothingOfInterestLeaveTheirCells(t *testing.T) {
	of := func(change func(e *history.Entry)) []history.Entry {
		rows := entries(1)
		rows[0].Asked, rows[0].LastedUS, rows[0].Cost = "borealis/coder-m", 9_000_000, 0.0003
		change(&rows[0])
		return rows
	}
	for name, c := range map[string]struct {
		rows         []history.Entry
		want, absent string
	}{
		"the same model":   {of(func(*history.Entry) {}), "model provider ttft tokens first", "asked served cost"},
		"another model":    {of(func(e *history.Entry) { e.Served = "b/c" }), "asked served", "model"},
		"no answer":        {of(func(e *history.Entry) { e.Served, e.Provider = "", "" }), "asked", "model served provider"},
		"a cost":           {of(func(e *history.Entry) { e.Cost = 0.001 }), "cost", "served"},
		"one of two costs": {append(of(func(*history.Entry) {}), of(func(e *history.Entry) { e.Cost = 0.4 })...), "cost", "served"},
		"no tokens":        {entries(2)[1:], "total", "ttft tokens cost"},
	} {
		got := strings.Fields(list200(c.rows, 0))
		for _, title := range strings.Fields(c.want) {
			if !slices.Contains(got, title) {
				t.Errorf("%s: no column %s in %q", name, title, got)
			}
		}
		for _, title := range strings.Fields(c.absent) {
			if slices.Contains(got, title) {
				t.Errorf("%s: a column %s in %q", name, title, got)
			}
		}
	}
	byCost := slices.Index(history.Orders(), "cost")
	if got := list200(of(func(*history.Entry) {}), byCost); !strings.Contains(got, "cost") {
		t.Errorf("ordered by cost, without it: %q", got)
	}
}

// list200 returns the titles of a list of 200 cells in an order.
func list200(rows []history.Entry, order int) string {
	styles := themes.Dark()
	l := NewList(&styles, views.NewKeys(views.DefaultCommands()), views.History)
	l.order = order
	l.SetEntries(rows, true, now)
	l.SetSize(200, 5)
	first, _, _ := strings.Cut(ansi.Strip(l.View()), "\n")
	return first
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
		columns, _ := fitList(width, preview, team, true, history.Order{})
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

// TestTheColumnOfTheOrderShowsWhatIsOrdered: by lasted each row has how long it lasted, with a silence at the end.
func TestTheColumnOfTheOrderShowsWhatIsOrdered(t *testing.T) {
	columns, _ := fitList(77, false, false, false, history.Order{Column: "lasted"})
	e := history.Entry{TotalUS: 96_000, LastedUS: 3_100_000}
	shown := ""
	for _, c := range columns {
		if c.Cell.Title == "lasted" {
			shown += c.CellOf(&e, time.Time{}) + ";"
		}
		if c.Cell.Title == "total" {
			t.Error("the total is shown beside it")
		}
	}
	if shown != "3.1 s;" {
		t.Errorf("shown is %q", shown)
	}
}
