package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

var now = time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)

// entries are the newest first: a key counts down.
func entries(n int) []history.Entry {
	var all []history.Entry
	for i := range n {
		e := history.Entry{
			Key: int64(n - i), ID: fmt.Sprint("id", i), About: history.About{Origin: history.Playground}, Start: now.Add(-time.Duration(i) * 7 * time.Hour),
			Asked: "auto", Served: "borealis/coder-m", Provider: "Borealis", Verdict: state.Completed, Status: 200,
			TTFTUS: 212_000, TotalUS: 2_600_000, LastedUS: 2_600_000, Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: 34, usage.Output: 212}}, Cost: 0.0003, Words: "Rotate in this order",
		}
		switch i % 5 {
		case 1:
			e.Verdict, e.Status, e.Served, e.Provider, e.TTFTUS, e.Cost = state.Failed, 403, "", "", -1, -1
			e.Guardrails, e.Tokens, e.Words = []string{"card"}, figures.Tokens{Counts: usage.Counts{usage.Input: -1, usage.Output: -1}}, "please charge 4111 1111"
		case 2:
			e.Origin, e.Verdict, e.Tokens.Estimated, e.Tokens.Counts[usage.Input] = history.Send, state.Truncated, true, -1
		case 3:
			e.Asked, e.Words = "a/very-long-model-name-that-goes-on-and-on", "長い答えがここにある、そしてまだ続く"
		}
		all = append(all, e)
	}
	return all
}

func list(width, height, n int) *List {
	styles := themes.Dark()
	l := NewList(&styles, views.NewKeys(views.DefaultCommands()), views.History,
		views.ActOpenRow, views.ActFind, views.ActHistoryContinue)
	l.SetEntries(entries(n), true, now)
	l.SetSize(width, height)
	l.SetFocus(true)
	return l
}

func TestListScreens(t *testing.T) {
	viewstest.Sizes(t, "list", func(width, height int) views.Pane {
		l := list(width, height, 40)
		l.Mark(39)
		l.Mark(38)
		viewstest.Press(l, "j", "j", "j")
		return l
	}, viewstest.Screen)
}

// TestTheBarOfTheSelectedRowEndsWithTheRow, whatever is in it.
func TestTheBarOfTheSelectedRowEndsWithTheRow(t *testing.T) {
	for _, width := range []int{60, 80, 120, 160, 220} {
		l := list(width, 5, 3)
		for range 3 {
			for line := range strings.SplitSeq(l.View(), "\n") {
				if bar := l.styles.Selection.Render(ansi.Strip(line)); strings.HasPrefix(ansi.Strip(line), "▸") && line != bar {
					t.Errorf("at %d: %q", width, line)
				}
			}
			viewstest.Press(l, "j")
		}
	}
}

func TestTheListAsksForMoreBeforeItsEndIsSeen(t *testing.T) {
	l := list(80, 11, 100)
	l.SetEntries(entries(100), false, now)
	asked := 0
	for range 99 {
		if _, ok := viewstest.Press(l, "j").(views.MoreHistory); ok {
			asked++
		}
	}
	if asked != 1 {
		t.Errorf("it asked %d times, want once", asked)
	}
	l.SetEntries(entries(100), true, now)
	if got := viewstest.Press(l, "G"); got != nil {
		t.Errorf("a whole list asks for %v", got)
	}
}

func TestTheSelectionStaysWithItsExchange(t *testing.T) {
	l := list(80, 10, 20)
	viewstest.Press(l, "j", "j", "j")
	was, _ := l.Selected()
	key := was.Key
	l.SetEntries(append([]history.Entry{{Key: 99, ID: "new"}}, entries(20)...), true, now)
	if e, _ := l.Selected(); e.Key != key {
		t.Errorf("%d is selected, want %d", e.Key, key)
	}
}

// TestHostileTextIsNotObeyed: names and words are received over the wire.
func TestHostileTextIsNotObeyed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hostile := rapid.StringOf(rapid.RuneFrom([]rune("a\x1b[2J\u202e\x9b\r\n長\u200d\x00]8;;")))
		e := history.Entry{
			Key: 1, Start: now, Asked: hostile.Draw(t, "asked"), Served: hostile.Draw(t, "served"), Provider: hostile.Draw(t, "provider"),
			Words: hostile.Draw(t, "words"), Verdict: state.Verdict("completed"), TTFTUS: -1, TotalUS: -1, Cost: -1,
		}
		width, height := rapid.IntRange(0, 130).Draw(t, "width"), rapid.IntRange(0, 6).Draw(t, "height")
		styles := themes.Dark()
		l := NewList(&styles, views.NewKeys(views.DefaultCommands()), views.History,
			views.ActOpenRow, views.ActFind, views.ActHistoryContinue)
		l.SetEntries([]history.Entry{e, e}, true, now)
		l.SetSize(width, height)
		viewstest.Exact(t, l.View(), width, height)
	})
}

func filter(width int, typed string) *Filter {
	styles := themes.Dark()
	f := NewFilter(&styles, views.NewKeys(views.DefaultCommands()))
	f.SetSize(width, 3)
	f.SetFocus(true)
	for _, r := range typed {
		f.Update(tea.KeyPressMsg{Text: string(r), Code: r})
	}
	return f
}

func TestTheFilterProposesFieldsAndTheirValues(t *testing.T) {
	for typed, want := range map[string]string{
		"ver":                       "verdict:",
		"tok":                       "tokens>",
		"verdict:fa":                "verdict:failed",
		"-gua":                      "-guardrail:",
		"model:x verdict:c":         "model:x verdict:completed",
		"hello":                     "hello",
		"status:4":                  "status:4",
		"origin:playground verdict": "origin:playground verdict:",
	} {
		f := filter(80, typed)
		f.Update(tea.KeyPressMsg{Code: tea.KeyRight})
		if f.Text() != want {
			t.Errorf("%q becomes %q, want %q", typed, f.Text(), want)
		}
	}
}

func TestFilterFaultIsShownBelowIt(t *testing.T) {
	f := filter(60, "ttft>soon ")
	drawn := ansi.Strip(f.View())
	if f.Rows() != 2 || !strings.Contains(drawn, "✗ ttft takes a number") {
		t.Errorf("%d rows:\n%s", f.Rows(), drawn)
	}
	if _, ok := f.Query(now); ok {
		t.Error("it filters all the same")
	}
}

func TestFilterFitsAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		styles := themes.Dark()
		f := NewFilter(&styles, views.NewKeys(views.DefaultCommands()))
		f.SetFocus(rapid.Bool().Draw(t, "focus"))
		f.SetText(rapid.StringOf(rapid.RuneFrom([]rune("ab:\x1b[\" 長>-\u202e"))).Draw(t, "text"))
		f.SetFacts("18 of 1,204")
		width, height := rapid.IntRange(0, 100).Draw(t, "width"), rapid.IntRange(0, 5).Draw(t, "height")
		f.SetSize(width, height)
		viewstest.Exact(t, f.View(), width, height)
	})
}

// TestAWebSocketIsOpen while it runs: it waits for nothing.
func TestAWebSocketIsOpen(t *testing.T) {
	for kind, want := range map[state.Kind]string{state.Other: "● open", state.Responses: "● waiting"} {
		if got := history.ColumnOf("verdict").CellOf(&history.Entry{About: history.About{Kind: kind}, Verdict: state.Running, Status: 101, TTFTUS: -1}, now); got != want {
			t.Errorf("%s: %q, not %q", kind, got, want)
		}
	}
}

// An answer that ended as it should, and breaks clients, is marked; one that failed is seen anyhow.
func TestAnAnswerThatBreaksClientsIsMarked(t *testing.T) {
	for _, c := range []struct {
		verdict state.Verdict
		lint    []string
		want    string
	}{
		{state.Completed, []string{"error", "final-output-empty"}, "✓ completed ⚠"},
		{state.Completed, []string{"warning", "no-done"}, "✓ completed"},
		{state.Truncated, []string{"error", "no-terminal"}, "✂ truncated"},
	} {
		e := history.Entry{Verdict: c.verdict, Lint: c.lint, Status: 200}
		if got := history.ColumnOf("verdict").CellOf(&e, now); got != c.want {
			t.Errorf("%s, %v: %q, not %q", c.verdict, c.lint, got, c.want)
		}
	}
}
