package ranking

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// scored makes a result of documents with these scores, the best first.
func scored(scores ...float64) rank.Order {
	var r wire.Rerank
	for i, v := range scores {
		r.Results = append(r.Results, wire.Ranked{Index: i, Score: v, Raw: []byte(`{"score":1}`)})
	}
	return rank.Join(len(scores), 0, r)
}

func TestScoresAreWrittenInFiveCells(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		want   string
		unit   string
	}{
		{[]float64{9.527, 7.089, 0}, "9.53 7.09 0.00", ""},
		{[]float64{1, 0.995, 0.0004}, "1.000 0.995 0.000", ""},
		{[]float64{0.0072, 0.0005, 0}, "7.20 0.50 0.00", "×10⁻³"},
		{[]float64{123456, 99}, "123.5 0.1", "×10³"},
		{[]float64{-3.5, -12.345}, "-3.5 -12.3", ""},
		{[]float64{4, -123456}, "0 -123", "×10³"},
		{[]float64{0, 0}, "0.000 0.000", ""},
		{[]float64{1e300, 1e-300}, "1.00 0.00", "×10³⁰⁰"},
	} {
		o := scored(c.scores...)
		col := column{Column: ranked("a", 0, o)}
		col.arrange()
		m := model(120, 20)
		var got []string
		for doc := range c.scores {
			text := m.score(&col, doc)
			if len(text) != scoreCell {
				t.Errorf("%v: %q is not %d cells", c.scores, text, scoreCell)
			}
			got = append(got, strings.TrimSpace(text))
		}
		if strings.Join(got, " ") != c.want || col.scale.unit() != c.unit {
			t.Errorf("%v are %s %s, want %s %s", c.scores, got, col.scale.unit(), c.want, c.unit)
		}
	}
}

func TestAnyScoresFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOf(rapid.OneOf(rapid.Float64(), rapid.SampledFrom(extremes))).Draw(t, "scores")
		s := scaleOf(scores)
		for _, v := range []float64{s.low, s.high} {
			if text := s.write(v); !math.IsInf(v, 0) && len(text) > scoreCell {
				t.Fatalf("%g is %q", v, text)
			}
		}
		m, col := model(120, 20), &column{Column: Column{Answer: dataset.Answer{Order: rank.Order{Score: scores}}}, scale: s}
		for _, m.normal = range []bool{false, true} {
			for doc, v := range scores {
				if text := m.score(col, doc); finite(v) && len(text) > scoreCell {
					t.Fatalf("%g is %q", v, text)
				}
				if share := m.share(col, doc); !(share >= 0 && share <= 1) || text.Width(bar(share, 10)) != 10 {
					t.Fatalf("%g fills %g of its bar: %q", v, share, bar(share, 10))
				}
			}
		}
	})
}

// Scores whose range is no number are drawn like all others, whatever the rows
// are sorted by.
func TestTheLargestScoresAreDrawn(t *testing.T) {
	m := model(120, 20)
	m.SetDocuments([]string{"a", "b", "c", "d", "e"})
	o := scored(1.7e308, 0, -1.7e308, math.Inf(1), math.Inf(-1))
	m.SetColumns([]Column{ranked("large", 0, o), ranked("even", 0, scored(5, 4, 3, 2, 1))})
	m.SetDisagreements([]int{4, 3, 2, 1, 0})
	for _, m.normal = range []bool{false, true} {
		for s := byRank; s <= byInput+2; s++ {
			m.setSort(s)
			viewstest.Exact(t, m.View(), 120, 20)
		}
	}
	col := m.columns[1]
	if col.near[0] || col.near[1] {
		t.Error("they are said to be nearly the same")
	}
	if got := fmt.Sprint(m.share(&col, 0), m.share(&col, 1), m.share(&col, 2), m.share(&col, 3)); got != "1 0.5 0 0" {
		t.Errorf("the shares are %s", got)
	}
}

func TestTiesAreMarkedOnBothRows(t *testing.T) {
	col := column{Column: ranked("a", 0, scored(9, 5, 5, 4, 1.01, 1))}
	col.arrange()
	got := ""
	for place := range 6 {
		got += col.tie(place)
	}
	if got != " == ≈≈" {
		t.Errorf("the signs are %q", got)
	}
}

// The bar is under the words of a row, and is drawn by the background alone.
func TestABarLiesBehindTheWords(t *testing.T) {
	m := model(80, 20)
	plain := m.styles.Text
	for _, c := range []struct {
		share float64
		want  string // the words on the bar
	}{{0, ""}, {0.5, "0.50 漢"}, {1, "0.50 漢字 abc"}} {
		drawn := m.filled(3, c.share, []span{{"0.50 ", plain}, {"漢字 abc", plain}})
		on, rest := "", drawn
		for rest != "" {
			before, after, ok := strings.Cut(rest, ";48;2;")
			if !ok {
				break
			}
			_ = before
			_, text, _ := strings.Cut(after, "m")
			text, rest, _ = strings.Cut(text, "\x1b")
			on += text
		}
		if on != c.want || ansi.Strip(drawn) != "0.50 漢字 abc" {
			t.Errorf("%g: on the bar stands %q, want %q, of %q", c.share, on, c.want, ansi.Strip(drawn))
		}
	}
}

func TestNormalisedScoresAreLabelled(t *testing.T) {
	m := model(120, 20, three()...)
	if got, ok := m.press("z").(views.Notify); !ok || !strings.Contains(got.Text, "normalised") {
		t.Errorf("z says %v", got)
	}
	if !strings.Contains(plain(m), "0 = 0.200, 1 = 1.000") {
		t.Errorf("it is not said which scores 0 and 1 are:\n%s", plain(m))
	}
}

// Every cell between two columns is a line that goes straight on, one corner, or
// two lines that cross: no path joins another.
func TestEveryPathCanBeFollowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width := rapid.IntRange(1, 30).Draw(t, "documents"), rapid.IntRange(3, 8).Draw(t, "width")
		top, rows := rapid.IntRange(0, n-1).Draw(t, "top"), rapid.IntRange(1, 12).Draw(t, "rows")
		g := newGrid(width, rows)
		for from, to := range rapid.Permutation(identity(n).seq).Draw(t, "order") {
			w := path{doc: from, from: from - top, to: to - top}
			if max(w.from, w.to) < 0 || min(w.from, w.to) >= rows || w.from == w.to && !g.inside(w.from) {
				continue
			}
			g.add(w, g.lane(w))
		}
		for y, row := range g.sides {
			for x, sides := range row {
				if sides != 0 && glyph(sides) == 0 {
					t.Fatalf("at line %d cell %d paths join: %04b", y, x, sides)
				}
			}
		}
	})
}

func TestTheRowsStayWhereTheyAreWhenAModelIsAdded(t *testing.T) {
	const n = 60
	texts, back := make([]string, n), make([]int, n)
	for i := range n {
		texts[i], back[i] = fmt.Sprint("document ", i), n-1-i
	}
	m := model(100, 12)
	m.SetDocuments(texts)
	first := ranked("a", 0, order(n, 0, 0.01, back...))
	m.SetColumns([]Column{first})
	m.press("l", "g") // document 59, in the first row of a
	m.SetColumns([]Column{first, {Answer: dataset.Answer{Label: "b"}}})
	m.SelectColumn(1)
	second := ranked("b", 0, order(n, 0, 0.01, identity(n).seq...))
	for _, step := range []string{"added", "answered"} {
		if doc, _ := m.Selected(); m.top != 0 || doc != n-1 || m.col != 2 {
			t.Errorf("%s: line %d is the first, document %d selected in column %d", step, m.top, doc, m.col)
		}
		m.SetColumns([]Column{first, second})
	}
	m.press("k") // from where the document is in the new one
	if doc, _ := m.Selected(); doc != n-2 || m.top == 0 {
		t.Errorf("above document %d in b stands %d, the first line is %d", n-1, doc, m.top)
	}
}
