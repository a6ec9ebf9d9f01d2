package reading

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/rank"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func model(width, height int, d Document) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(width, height)
	m.SetDocument(d)
	return m
}

func TestDocumentShowsItsRanksAndMark(t *testing.T) {
	m := model(100, 4, Document{Index: 2, Text: "Each key carries scopes.", Mark: 2, Places: []Place{{Name: "sim/bm25", Rank: 2, Tied: true}, {Name: "sim/trigram"}}})
	got := ansi.Strip(m.View())
	for _, want := range []string{"document 3", "rank 2= by sim/bm25, – by sim/trigram", "★★☆ relevant", "  Each key carries scopes."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	for width, want := range map[int]string{60: "rank 2= by bm25, – by trigram", 56: "rank 2= bm25, – trigram"} {
		m.SetSize(width, 4)
		if got := ansi.Strip(m.View()); !strings.Contains(got, want) || !strings.Contains(got, "★★☆ relevant") {
			t.Errorf("%d columns: %q is not in\n%s", width, want, got)
		}
	}
	if got := m.Rows(9); got != 2 {
		t.Errorf("a line and its head are %d rows", got)
	}
	m.SetSize(44, 4)
	if got := ansi.Strip(m.View()); !strings.Contains(got, "rank 2= bm25, – trigram  ★★☆ ─") {
		t.Errorf("narrow:\n%s", got)
	}
}

// TestManyRanksShowTheirModels: also of one model with other settings.
func TestManyRanksShowTheirModels(t *testing.T) {
	m := model(80, 4, Document{Mark: 3, Places: []Place{{Name: "sim/bm25 top_n 3"}, {Name: "sim/trigram", Rank: 9}, {Name: "sim/position", Rank: 1}, {Name: "sim/bm25 top_n 4"}}})
	for width, want := range map[int]string{
		80: "rank – bm25 top_n 3, 9 trigram, 1 position, – bm25 top_n 4  ★★★ ─",
		74: "rank – b… top_n 3, 9 trigram, 1 position, – b… top_n 4  ★★★",
	} {
		m.SetSize(width, 4)
		if got := ansi.Strip(m.View()); !strings.Contains(got, want) {
			t.Errorf("%d columns: %q is not in\n%s", width, want, got)
		}
	}
}

func TestTheWordsOfTheQueryAreMarked(t *testing.T) {
	m := model(80, 5, Document{Text: "Rotated keys. A KEY, a monkey; schlüssel.", Query: "rotate a key? Schlüssel", Mark: rank.None})
	hits := map[string]bool{}
	for _, word := range []string{"Rotated", "keys", "KEY", "monkey", "schlüssel", "A"} {
		hits[word] = strings.Contains(m.View(), m.styles.Match.Render(word))
	}
	for word, want := range map[string]bool{"Rotated": true, "KEY": true, "schlüssel": true, "monkey": false, "A": false} {
		if hits[word] != want {
			t.Errorf("%s marked: %t", word, hits[word])
		}
	}
}

func TestAllOfALongDocumentCanBeRead(t *testing.T) {
	for name, text := range map[string]string{
		"lines":  strings.Repeat("one line of it\n", 5000) + "THE END",
		"a line": strings.Repeat("漢字 and words ", 20000) + "THE END",
		"a word": strings.Repeat("x", 100000) + "THEEND",
	} {
		m := model(60, 8, Document{Text: text, Mark: rank.None})
		m.View()
		drawn := 0
		for i := range m.text.Len() {
			lines, _ := m.text.Known(i)
			drawn += lines
		}
		if drawn > 200 {
			t.Errorf("%s: %d rows are drawn before they are looked at", name, drawn)
		}
		m.Update(views.Perform{Action: views.ActGoEnd})
		if got := strings.ReplaceAll(ansi.Strip(m.View()), " ", ""); !strings.Contains(strings.ReplaceAll(got, "\n", ""), "THEEND") {
			t.Errorf("%s: the end is not shown:\n%s", name, got)
		}
	}
}

// TestMoreBelowIsIndicated: in the last row, as long as it is so.
func TestMoreBelowIsIndicated(t *testing.T) {
	m := model(40, 4, Document{Index: 0, Text: strings.Repeat("a line of it\n", 5)})
	for top, want := range []bool{true, true, false} {
		m.page.Top()
		m.Scroll(0, top)
		lines := strings.Split(ansi.Strip(m.View()), "\n")
		if got := strings.HasSuffix(lines[3], " …"); got != want || strings.Contains(lines[2], "…") {
			t.Errorf("from row %d on:\n%s", top, strings.Join(lines, "\n"))
		}
	}
}

func TestMarksAreGivenWhileReading(t *testing.T) {
	m := model(60, 8, Document{Index: 4, Text: "x", Mark: rank.None})
	if got := m.Update(tea.KeyPressMsg{Code: '3', Text: "3"}).Intent; got != (views.MarkDocument{Document: 4, Mark: 3}) {
		t.Errorf("3 is %v", got)
	}
	if got := m.Update(tea.KeyPressMsg{Code: 'o', Text: "o"}).Intent; got != (views.RunAction{Action: views.ActRankSort}) {
		t.Errorf("o is %v", got)
	}
}

func TestAnyDocumentIsExactlyItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(0, 90).Draw(t, "width"), rapid.IntRange(0, 20).Draw(t, "height")
		m := model(width, height, Document{
			Text: rapid.String().Draw(t, "text"), Query: rapid.String().Draw(t, "query"), Mark: rapid.IntRange(-1, 3).Draw(t, "mark"),
			Places: []Place{{Name: rapid.String().Draw(t, "name"), Rank: 1}},
		})
		m.Scroll(0, rapid.IntRange(-3, 30).Draw(t, "dy"))
		viewstest.Exact(t, m.View(), width, height)
	})
}

// TestQuestionIsRightBelowTheText: of a long one as much is shown as there is room for.
func TestQuestionIsRightBelowTheText(t *testing.T) {
	m := model(40, 12, Document{Text: "one\ntwo"})
	m.SetFoot("how relevant?", "1 of 8")
	if got := rows(m); strings.Join(got[1:], "|") != "  one|  two||  how relevant?|  1 of 8||||||" {
		t.Errorf("%q", got)
	}
	m.SetDocument(Document{Text: strings.Repeat("line\n", 30)})
	if got := rows(m); got[8] != "  line"+strings.Repeat(" ", 32)+" …" || got[10] != "  how relevant?" || got[11] != "  1 of 8" {
		t.Errorf("%q", got)
	}
	m.SetFoot()
	if got := rows(m); !strings.HasPrefix(got[11], "  line") {
		t.Errorf("%q", got)
	}
}

// rows are the lines of a pane, without the blanks at their ends.
func rows(m *Model) []string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}
