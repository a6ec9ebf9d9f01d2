package views

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTheRerankScreenGivesRoomToWhatIsRead(t *testing.T) {
	cases := []struct {
		name                       string
		width, height              int
		wanted                     int // by what is read
		table                      int // columns, at least
		figures                    bool
		ranking, reading, measures int // rows
	}{
		{"wide", 120, 35, 0, 85, false, 23, 6, 31},
		{"wide, reading a short one", 120, 35, 3, 85, false, 23, 6, 31},
		{"wide, reading", 120, 35, 10, 85, false, 19, 10, 31},
		{"wide, reading a long one", 120, 35, 900, 85, false, 6, 23, 31},
		{"wide, figures", 120, 35, 0, 85, true, 23, 6, 31},
		{"wide, many columns", 120, 35, 0, 120, false, 23, 6, 0},
		{"wide, many columns, figures", 120, 35, 0, 120, true, 0, 0, 29},
		{"80 columns", 80, 24, 0, 85, false, 14, 4, 0},
		{"80 columns, figures", 80, 24, 0, 85, true, 0, 0, 18},
		{"low", 80, 9, 0, 0, false, 5, 0, 0},
		{"low, reading", 80, 9, 2, 0, false, 3, 2, 0},
	}
	for _, c := range cases {
		l := ArrangeRerank(c.width, c.height, 2, 0, c.wanted, 0, c.table, c.figures)
		if l.Ranking.H != c.ranking || l.Reading.H != c.reading || l.Measures.H != c.measures {
			t.Errorf("%s: %d, %d and %d rows, want %d, %d and %d", c.name, l.Ranking.H, l.Reading.H, l.Measures.H, c.ranking, c.reading, c.measures)
		}
		if l.Bars[0].W > 0 && l.Ranking.W < c.table {
			t.Errorf("%s: the figures leave the table %d columns of %d", c.name, l.Ranking.W, c.table)
		}
	}
}

func TestTheRerankScreensPartsFillTheBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-2, 300).Draw(t, "width"), rapid.IntRange(-2, 120).Draw(t, "height")
		l := ArrangeRerank(w, h, rapid.IntRange(1, 5).Draw(t, "query"), rapid.IntRange(0, 9).Draw(t, "notice"), rapid.IntRange(0, 99).Draw(t, "wanted"), rapid.IntRange(0, 9).Draw(t, "text"), rapid.IntRange(0, 200).Draw(t, "table"), rapid.Bool().Draw(t, "figures"))
		if l.TooSmall {
			return
		}
		parts := []Rect{l.Query, l.Ranking, l.Reading, l.Measures, l.Bars[0]}
		cells := 0
		for i, r := range parts {
			if r.W*r.H == 0 {
				continue
			}
			cells += r.W * r.H
			if r.X < 0 || r.Y < 1 || r.X+r.W > w || r.Y+r.H > l.Footer.Y {
				t.Fatalf("part %d is outside: %+v", i, r)
			}
			for _, other := range parts[i+1:] {
				if other.W*other.H > 0 && r.X < other.X+other.W && other.X < r.X+r.W && r.Y < other.Y+other.H && other.Y < r.Y+r.H {
					t.Fatalf("%+v and %+v overlap", r, other)
				}
			}
		}
		end := l.Footer.Y
		if l.FootRule.H > 0 {
			end--
		}
		top := l.Top.H + l.TopRule.H
		if want := w * (end - top - l.Notice.H); cells != want {
			t.Fatalf("the parts fill %d of %d cells", cells, want)
		}
		if l.Query.H == 0 {
			t.Fatal("there is no query")
		}
	})
}
