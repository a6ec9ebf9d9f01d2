package ranking

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/views/kit/text"
)

// flat is the text of the last column, its lines joined by single spaces.
func flat(m *Model) string {
	g := m.measure()
	from := g.input + g.models*(g.gutter+g.cell) - g.cell
	var words []string
	for _, line := range strings.Split(m.View(), "\n") {
		words = append(words, strings.Fields(text.TruncateLeft(ansi.Strip(line), from, ""))...)
	}
	return strings.Join(words, " ")
}

func TestAReasonIsNotCutWhereTheDocumentsEnd(t *testing.T) {
	const reason = "the service is overloaded and asks to be left alone for a while, until nobody asks it for anything any more. Try: again later; another model; a smaller request; fewer documents; the end"
	failed := unranked("down", state.Failed, reason)
	m := model(80, 24, ranked("a", 0, scored(8, 7, 6, 5, 4, 3, 2, 1)), failed)
	if got := flat(m); !strings.HasSuffix(got, reason) {
		t.Errorf("%s", got)
	}
	m.SetSize(80, 6)
	if got := flat(m); !strings.HasSuffix(got, "…") {
		t.Errorf("a reason that goes on does not say so: %s", got)
	}
}

func TestTheWarningsStandUnderTheDocuments(t *testing.T) {
	odd := ranked("odd", 0, scored(8, 7, 6, 5, 4, 3, 2, 1))
	odd.Notes = []string{"several results for one document (index 3); the first counts", "the results came unsorted"}
	m := model(80, 24, ranked("a", 0, scored(8, 7, 6, 5, 4, 3, 2, 1)), odd)
	if got := flat(m); !strings.HasSuffix(got, "⚠ "+strings.Join(odd.Notes, " ⚠ ")) {
		t.Errorf("%s", got)
	}
	m.SetSize(80, 15)
	if got := flat(m); !strings.HasSuffix(got, "…") {
		t.Errorf("warnings that go on do not say so: %s", got)
	}
	m.SetSize(80, 12) // the documents take all rows
	if got := flat(m); strings.Contains(got, "several") {
		t.Errorf("%s", got)
	}
}

// TestOneScoreForAllFillsNoBar: a model that gives all documents the same score
// says of none that it is good.
func TestOneScoreForAllFillsNoBar(t *testing.T) {
	for _, v := range []float64{0, 0.5, -3} {
		m := model(120, 24, ranked("a", 0, scored(v, v, v, v, v, v, v, v)))
		for _, m.normal = range []bool{false, true} {
			m.changed()
			if share := m.share(&m.columns[1], 0); share != 0 {
				t.Errorf("%v, normalised %t, fills %v of its bar", v, m.normal, share)
			}
			if shown := flat(m); m.normal && (strings.Contains(shown, "1.000") || !strings.Contains(shown, "one score")) {
				t.Errorf("%v normalised: %s", v, shown)
			}
		}
	}
}

// The column with the cursor is marked by a sign, which no theme removes, and no
// other name is drawn as its name is.
func TestCursorColumnIsMarked(t *testing.T) {
	m := model(119, 36, three()...)
	for col, name := range []string{"input order", "sim/bm25", "sim/trigram", "fault/413"} {
		lines := strings.Split(plain(m), "\n")
		if strings.Count(lines[0], "❯") != 1 || !strings.Contains(lines[0], "❯ "+name) {
			t.Errorf("column %d: %s", col, lines[0])
		}
		cells := 0
		for _, line := range lines[1:] {
			cells += strings.Count(line, "❯")
		}
		if want := 1; cells != want && name != "fault/413" {
			t.Errorf("column %d: the cursor stands in %d cells", col, cells)
		}
		m.press("l")
	}
	m.SetFocus(false)
	if strings.Contains(plain(m), "❯") {
		t.Error("a cursor without the keys")
	}
}
