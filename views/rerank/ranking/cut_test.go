package ranking

import (
	"strings"
	"testing"

	"gatehouse/state/rank"
	"gatehouse/views/kit/text"
)

// cells are the columns of a row, the request's order first.
func cells(m *Model, line int) []string {
	row, g := strings.Split(plain(m), "\n")[m.headRows()+line], m.measure()
	out := []string{text.Cut(row, 0, g.input)}
	for x := g.input + g.gutter; x < m.Width; x += g.cell + g.gutter {
		out = append(out, text.Cut(row, x, x+g.cell))
	}
	return out
}

// Only what a model itself was asked for ends there: top_n of one model does not apply
// to another's order, nor to the request's.
func TestALineEndsTheOrderThatWasCutAlone(t *testing.T) {
	none := unranked("a/no", "", strings.Repeat("a long reason why there is none ", 9))
	none.TopN = 5
	m := model(160, 20,
		ranked("a/five", 5, order(8, 5, 0.1, 0, 2, 3, 1, 7)),
		ranked("a/all", 0, order(8, 0, 0.1, 7, 6, 5, 4, 3, 2, 1, 0)),
		ranked("a/two", 2, order(8, 2, 0.1, 3, 4)),
		none,
	)
	for sorted, want := range map[sort]map[int]string{
		byRank:      {2: "   2 ", 6: " 5   "},
		byInput + 1: {5: " 5   "},
		byInput + 3: {2: "   2 "},
		byInput:     {},
	} {
		m.setSort(sorted)
		for line := range 8 {
			got := cells(m, line)
			for i, c := range got {
				if i < 4 {
					cut := want[line] != "" && want[line][i] != ' '
					if is := strings.HasPrefix(c, " ╌ top_n "+string(max(want[line]+"     ", "     ")[i])+" ╌"); is != cut {
						t.Errorf("sort %d, line %d, column %d: %q", sorted, line, i, c)
					}
					if !cut && want[line] != "" && strings.TrimSpace(c) != "" {
						t.Errorf("sort %d: beside the line of another stands %q", sorted, c)
					}
				}
			}
			if sorted == byRank && strings.TrimSpace(got[4]) == "" {
				t.Errorf("line %d: the reason breaks off at another's line", line)
			}
		}
	}
}

// Every line is reached by the wheel and by the mouse, also where the window
// begins or ends with a cut, and the keys leave none out.
func TestCutsAreNoHindrance(t *testing.T) {
	for height := minHead + 1; height < 16; height++ {
		m := model(120, height, ranked("a", 3, order(8, 3, 0.1, 5, 2, 0)), ranked("b", 4, order(8, 4, 0.1, 1, 0, 7, 6)))
		m.press("l", "g")
		var seen []int
		for range 8 {
			seen = append(seen, m.doc)
			m.press("j")
		}
		for place, doc := range seen {
			if m.docAt(1, place) != doc {
				t.Errorf("%d rows: place %d is document %d", m.rows(), place, doc)
			}
		}
		for _, dy := range []int{-1, 1} {
			for range 2 * m.count() {
				was := m.top
				m.Scroll(0, dy)
				if most := max(m.count()-m.rows(), 0); m.top == was && (dy < 0 && was > 0 || dy > 0 && was < most) {
					t.Fatalf("%d rows: the wheel by %d stops at line %d of %d", m.rows(), dy, was, most)
				}
			}
		}
		for y := m.headRows(); y < m.Height; y++ {
			was, line := m.doc, m.top+y-m.headRows()
			m.click(m.measure().input+10, y)
			place, topN := m.placeAt(line)
			switch {
			case line >= m.count(), topN > 0:
				if m.doc != was {
					t.Errorf("a click on nothing selects document %d", m.doc)
				}
			case m.doc != m.docAt(1, place):
				t.Errorf("a click on line %d selects document %d", line, m.doc)
			}
		}
	}
}

// Between two columns a path runs on through the line of a cut.
func TestPathsRunThroughTheLineOfACut(t *testing.T) {
	m := model(120, 20, ranked("a", 2, order(8, 2, 0.1, 7, 3)), ranked("b", 0, order(8, 0, 0.1, 0, 1, 2, 3, 4, 5, 6, 7)))
	g := m.measure()
	row := strings.Split(plain(m), "\n")[m.headRows()+2]
	if in := text.Cut(row, g.input, g.input+g.gutter); !strings.Contains(in, "│") || strings.Contains(in, "╌") {
		t.Errorf("beside the cut stands %q\n%s", in, plain(m))
	}
	if m.columns[1].Order.Place[0] != rank.None {
		t.Fatal("nothing was cut")
	}
}
