package page

import (
	"testing"

	"gatehouse/views"
)

// TestWhatARowHolds: a row with a document holds that, or the part under the cursor if it is unfolded.
// A row below another holds what that one holds, and any other the complete document of the page.
func TestWhatARowHolds(t *testing.T) {
	doc, full := []byte(`{"a":1,"list":[{"x":2}]}`), []byte(`{"all":true}`)
	rows := []Row{
		{ID: "head", Line: line("head")}, {ID: "stage/1", Line: line("one  two"), JSON: doc}, {ID: "stage/1/summary/0/0", Line: line("words")},
		{ID: "stage/12", Line: line("other")}, {ID: CompleteRow, Line: line("as it came"), JSON: full},
	}
	s := sheetOf(40, 20, rows...)
	s.Scroll(0, 1)
	s.Do(views.ActOpenRow)
	for _, want := range []views.RowContent{
		{Title: "one two", JSON: doc},
		{Title: "one two", JSON: doc}, // the member a
		{Title: "one two .list", JSON: []byte(`[{"x":2}]`)},
		{Title: "one two .list[0]", JSON: []byte(`{"x":2}`)},
		{Title: "one two .list[0]", JSON: []byte(`{"x":2}`)}, // the member x
		{Title: "one two", JSON: doc},                        // the summary
		{Title: "as it came", JSON: full},
	} {
		if got, ok := s.RowContent(); !ok || string(got.JSON) != string(want.JSON) || got.Title[:3] != want.Title[:3] {
			t.Errorf("%q holds %s, want %q, %s", got.Title, got.JSON, want.Title, want.JSON)
		}
		s.Scroll(0, 1)
	}
	if _, ok := sheetOf(40, 20, rows[0]).RowContent(); ok {
		t.Error("a row that stands alone holds something")
	}
}

// TestALineOfARowOpensTheRow: what a row says may take several lines, each with
// the key of the first.
func TestALineOfARowOpensTheRow(t *testing.T) {
	s := sheetOf(30, 9, Row{ID: "a", Line: line("a"), JSON: []byte(`{"k":1}`)}, Row{ID: "a/1", Line: line("and more")}, Row{ID: "b", Line: line("b")})
	s.Scroll(0, 1)
	if s.Opens() != unfolds {
		t.Errorf("it %q", s.Opens())
	}
	s.Do(views.ActOpenRow)
	if got := shownSheet(s); got != "❯▾ a\n     k: 1\n   and more\n   b" {
		t.Errorf("got\n%s", got)
	}
	if s.Do(views.ActGoEnd); s.Opens() != "" {
		t.Errorf("b %q", s.Opens())
	}
}
