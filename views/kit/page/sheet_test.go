package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func line(words string) func() string { return func() string { return text.SanitizeLine(words) } }

func sheetOf(width, height int, rows ...Row) *Sheet {
	styles := themes.Dark()
	s := NewSheet(&styles, views.NewKeys(views.DefaultCommands()), nil)
	s.SetFocus(true)
	s.SetSize(width, height)
	s.SetRows(rows)
	return s
}

func shownSheet(s *Sheet) string {
	lines := strings.Split(ansi.Strip(s.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// TestALongQuotationPushesNothingAway: only its beginning is shown, and a key shows all of it.
func TestALongQuotationPushesNothingAway(t *testing.T) {
	styles := themes.Dark()
	for size, folded := range map[int]bool{5: false, 200: true} {
		rows := Rows{Styles: &styles, Width: 40}
		rows.Quote("q", styles.Text, 2, strings.Repeat("twelve bytes", size)+" END")
		rows.Styled("next", "what stands below")
		s := sheetOf(40, 12, rows.List...)
		if got := shownSheet(s); strings.Contains(got, "in total") != folded || !strings.Contains(got, "what stands below") {
			t.Errorf("%d:\n%s", size, got)
		}
		for range ofMore {
			s.Do(views.ActGoDown)
		}
		s.Do(views.ActOpenRow)
		if s.Do(views.ActGoEnd); !strings.Contains(shownSheet(s), "END\n") {
			t.Errorf("%d, unfolded:\n%s", size, shownSheet(s))
		}
	}
}

func TestSheetUnfoldsJSONAsATree(t *testing.T) {
	s := sheetOf(40, 12, Row{Line: line("HEADING")}, Row{ID: "a", Line: line("stage"),
		JSON: []byte(`{"engine":"regex","list":[1,"two",{"x":null}],"long":"` + strings.Repeat("ab ", 30) + `"}`)},
		Row{ID: "b", Line: line("last")})
	if got := shownSheet(s); got != "   HEADING\n❯▸ stage\n   last" {
		t.Fatalf("folded:\n%s", got)
	}
	s.Do(views.ActOpenRow)
	want := "   HEADING\n❯▾ stage\n     engine: \"regex\"\n   ▾ list: [ 3 elements ]\n       0: 1\n       1: \"two\"\n     ▾ 2: { 1 member }\n         x: null\n     long: \"ab ab ab ab ab ab ab ab ab …\n   last"
	if got := shownSheet(s); got != want {
		t.Fatalf("unfolded:\n%s", got)
	}
	s.Scroll(0, 2)
	s.Do(views.ActOpenRow) // the array
	s.Scroll(0, 1)
	s.Do(views.ActOpenRow) // the long value
	got := shownSheet(s)
	for _, want := range []string{"▸ list: [ 3 elements ]  1, \"two\"\n", "long: \"ab ab ab"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "ab "); n < 20 {
		t.Errorf("the long value is not unfolded:\n%s", got)
	}
	s.Do(views.ActGoTop)
	s.Do(views.ActOpenRow)
	if got := shownSheet(s); got != "   HEADING\n❯▸ stage\n   last" {
		t.Errorf("folded again:\n%s", got)
	}
}

// TestSheetKeepsItsPlace: selection and unfolding stay with their row when others are added before
// it, and its text may grow.
func TestSheetKeepsItsPlace(t *testing.T) {
	text := &rope.Rope{}
	text.Append("one")
	rows := []Row{
		{ID: "a", Line: line("first")},
		{ID: "b", Line: line("second"), Text: func() *rope.Rope { return text }},
	}
	s := sheetOf(30, 9, rows...)
	s.Scroll(0, 1)
	s.Do(views.ActOpenRow)
	text.Append("\ntwo")
	s.SetRows(slices.Insert(slices.Clone(rows), 0, Row{ID: "new", Line: line("new")}))
	if got := shownSheet(s); got != "   new\n   first\n❯▾ second\n     one\n     two" {
		t.Errorf("got\n%s", got)
	}
	if r, ok := s.Selected(); !ok || r.ID != "b" {
		t.Error(r.ID)
	}
	s.SetRows(rows[:1])
	if got := shownSheet(s); got != "❯  first" {
		t.Errorf("got\n%s", got)
	}
	s.SetRows(nil)
	if _, ok := s.Selected(); ok || shownSheet(s) != "" {
		t.Error("something is left")
	}
}

// TestSheetFollowsItsJSON: an unfolded document is read again if it was replaced, even by one of the
// same length, and stays unfolded as it was if it did not change.
func TestSheetFollowsItsJSON(t *testing.T) {
	row := func(doc string) Row { return Row{ID: "a", Line: line("a"), JSON: []byte(doc)} }
	s := sheetOf(30, 9, row(`{"k":[1]}`))
	s.Do(views.ActOpenRow)
	s.Scroll(0, 1)
	s.Do(views.ActOpenRow)
	s.SetRows([]Row{row(`{"k":[1]}`)})
	if got := shownSheet(s); !strings.Contains(got, "▸ k: [ 1 element ]  1") {
		t.Errorf("the same:\n%s", got)
	}
	s.SetRows([]Row{row(`{"n":[2]}`)})
	if got := shownSheet(s); !strings.Contains(got, "▾ n: [ 1 element ]") {
		t.Errorf("another:\n%s", got)
	}
}

func TestSheetClick(t *testing.T) {
	s := sheetOf(30, 9, Row{ID: "a", Line: line("a")}, Row{Line: line("")}, Row{ID: "b", Line: line("b"), JSON: []byte(`{"k":1}`)})
	s.click(1) // an empty line
	s.click(2)
	s.click(2)
	if got := shownSheet(s); got != "   a\n\n❯▾ b\n     k: 1" {
		t.Errorf("got\n%s", got)
	}
	s.click(8)
	if got := s.Plain(); got != "a\n\nb\n  k: 1\n" {
		t.Errorf("%q", got)
	}
}

// TestSheetAcceptsAnything: whatever is pressed, the page has its size, the
// cursor is in view, and the way back is the way there.
func TestSheetAcceptsAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := []string{`{"a":[1,2,{"b":[]}],"c":{}}`, `[]`, `7`, `"text"`, `no JSON`, strings.Repeat("[", 200) + strings.Repeat("]", 200)}
		var rows []Row
		for i := range rapid.IntRange(0, 12).Draw(t, "rows") {
			r := Row{ID: fmt.Sprint(i), Line: line(rapid.StringMatching(`.{0,20}`).Draw(t, "line"))}
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				r.ID = ""
			case 1:
				r.JSON = []byte(rapid.SampledFrom(docs).Draw(t, "json"))
			case 2:
				text := rapid.StringMatching(`(.{0,30}\n?){0,5}`).Draw(t, "text")
				r.Text = func() *rope.Rope { return rope.Plain(text) }
			}
			rows = append(rows, r)
		}
		s := sheetOf(rapid.IntRange(0, 40).Draw(t, "w"), rapid.IntRange(0, 12).Draw(t, "h"), rows...)
		actions := []views.Action{views.ActGoUp, views.ActGoDown, views.ActGoPageUp, views.ActGoPageDown,
			views.ActGoTop, views.ActGoEnd, views.ActOpenRow, views.ActOpenRow}
		for range rapid.IntRange(0, 30).Draw(t, "presses") {
			s.Do(rapid.SampledFrom(actions).Draw(t, "action"))
			if rapid.IntRange(0, 9).Draw(t, "resize") == 0 {
				s.SetSize(rapid.IntRange(0, 40).Draw(t, "w"), rapid.IntRange(0, 12).Draw(t, "h"))
			}
			fits(t, s)
		}
		var there, back []place
		for p, ok := s.Edge(1), len(rows) > 0; ok; p, ok = s.Step(p, 1) {
			there = append(there, p)
		}
		for p, ok := s.Edge(-1), len(rows) > 0; ok; p, ok = s.Step(p, -1) {
			back = append(back, p)
		}
		slices.Reverse(back)
		if !slices.Equal(there, back) {
			t.Fatalf("there %v\nback %v", there, back)
		}
	})
}

func fits(t *rapid.T, s *Sheet) {
	drawn := s.View()
	if s.Width == 0 || s.Height == 0 {
		if drawn != "" {
			t.Fatalf("%q", drawn)
		}
		return
	}
	lines := strings.Split(drawn, "\n")
	if len(lines) != s.Height {
		t.Fatalf("%d lines of %d", len(lines), s.Height)
	}
	for _, l := range lines {
		if text.Width(l) != s.Width {
			t.Fatalf("%q is %d wide, not %d", l, text.Width(l), s.Width)
		}
	}
	selectable := slices.ContainsFunc(s.rows, func(r Row) bool { return r.ID != "" })
	if selectable && !strings.Contains(ansi.Strip(drawn), "❯") && s.Width > 1 {
		t.Fatalf("no cursor:\n%s", ansi.Strip(drawn))
	}
}

// TestSheetSeeksWhatActs: on a page that is all in view the cursor goes from one
// row that does something to the next; on a longer one it goes through all.
func TestSheetSeeksWhatActs(t *testing.T) {
	rows := []Row{{ID: "a", Line: line("words")}, {ID: "b", Line: line("more words")}, {ID: "c", Line: line("press"), Of: 1},
		{ID: "d", Line: line("words")}, {ID: "e", Line: line("unfolds"), JSON: []byte(`{"k":1}`)}, {ID: "f", Line: line("last words")}}
	for _, c := range []struct {
		height int
		stops  []string
	}{{6, []string{"c", "e", "e"}}, {5, []string{"b", "c", "d"}}} {
		s := sheetOf(30, c.height, rows...)
		s.SeekActing()
		for i, want := range c.stops {
			s.Do(views.ActGoDown)
			if r, _ := s.Selected(); r.ID != want {
				t.Errorf("height %d, step %d: %s, want %s", c.height, i, r.ID, want)
			}
		}
	}
}

// TestUnfoldedJSONIsShort: as many levels are unfolded with a document as have few rows.
func TestUnfoldedJSONIsShort(t *testing.T) {
	unfolded := func(doc string) string {
		s := sheetOf(60, 30, Row{ID: "a", Line: line("stage"), JSON: []byte(doc)})
		s.Do(views.ActOpenRow)
		return shownSheet(s)
	}
	candidate := `{"model":"a/b","price":0.5},`
	if got := unfolded(`{"candidates":[` + strings.Repeat(candidate, 2) + `{}]}`); !strings.Contains(got, "▾ 1: { 2 members }") {
		t.Errorf("a short list:\n%s", got)
	}
	if got := unfolded(`{"candidates":[` + strings.Repeat(candidate, 9) + `{}]}`); !strings.Contains(got, "▸ 8: { 2 members }  a/b") {
		t.Errorf("a longer list:\n%s", got)
	}
	if got := unfolded(`{"candidates":[` + strings.Repeat(candidate, 60) + `{}]}`); !strings.Contains(got, "▸ candidates: [ 61 elements ]") {
		t.Errorf("a long list:\n%s", got)
	}
}
