package rerank

import (
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/screen"
	"gatehouse/views"
)

func TestReadPaneGetsMostRows(t *testing.T) {
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
		l := arrange(screen.Size{Width: c.width, Height: c.height}, wishes{query: 2, table: c.table, reading: c.wanted, figures: c.figures})
		if l.Pages[RankingPane].H != c.ranking || l.Pages[ReadingPane].H != c.reading || l.Pages[MeasuresPane].H != c.measures {
			t.Errorf("%s: %d, %d and %d rows, want %d, %d and %d", c.name, l.Pages[RankingPane].H, l.Pages[ReadingPane].H, l.Pages[MeasuresPane].H, c.ranking, c.reading, c.measures)
		}
		if l.Bars[0].W > 0 && l.Pages[RankingPane].W < c.table {
			t.Errorf("%s: the figures leave the table %d columns of %d", c.name, l.Pages[RankingPane].W, c.table)
		}
	}
}

func TestTheRerankScreensPartsFillTheBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-2, 300).Draw(t, "width"), rapid.IntRange(-2, 120).Draw(t, "height")
		l := arrange(screen.Size{Width: w, Height: h, Notice: rapid.IntRange(0, 9).Draw(t, "notice")}, wishes{
			query: rapid.IntRange(1, 5).Draw(t, "query"), table: rapid.IntRange(0, 200).Draw(t, "table"),
			reading: rapid.IntRange(0, 99).Draw(t, "wanted"),
			figures: rapid.Bool().Draw(t, "figures"),
			preview: views.PreviewPlace(rapid.SampledFrom([]string{"aside", "below", "off"}).Draw(t, "preview")).In(w, h),
		})
		if l.TooSmall {
			return
		}
		parts := []views.Rect{l.Pages[QueryPane], l.Pages[RankingPane], l.Pages[ReadingPane], l.Pages[MeasuresPane], l.Bars[0]}
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
		if l.Pages[QueryPane].H == 0 {
			t.Fatal("there is no query")
		}
	})
}

// TestPreviewEnlargesTheDocument: aside of the table where all its columns still fit, with
// the figures below it, else below the table.
func TestPreviewEnlargesTheDocument(t *testing.T) {
	for _, c := range []struct {
		name                       string
		preview                    views.PreviewPlace
		width, height, table       int
		ranking, reading, measures views.Rect
	}{
		{"aside", views.PreviewAside, 160, 45, 85, views.Rect{X: 0, Y: 4, W: 107, H: 39}, views.Rect{X: 108, Y: 2, W: 52, H: 20}, views.Rect{X: 108, Y: 22, W: 52, H: 21}},
		{"aside, a wide table", views.PreviewAside, 160, 45, 110, views.Rect{X: 0, Y: 4, W: 110, H: 39}, views.Rect{X: 111, Y: 2, W: 49, H: 20}, views.Rect{X: 111, Y: 22, W: 49, H: 21}},
		{"no room aside", views.PreviewAside, 160, 45, 150, views.Rect{X: 0, Y: 4, W: 160, H: 24}, views.Rect{X: 0, Y: 28, W: 160, H: 15}, views.Rect{}},
		{"no room aside nor below", views.PreviewAside, 160, 35, 150, views.Rect{X: 0, Y: 4, W: 160, H: 23}, views.Rect{X: 0, Y: 27, W: 160, H: 6}, views.Rect{}},
		{"below", views.PreviewBelow, 160, 45, 85, views.Rect{X: 0, Y: 4, W: 119, H: 24}, views.Rect{X: 0, Y: 28, W: 119, H: 15}, views.Rect{X: 120, Y: 2, W: 40, H: 41}},
	} {
		l := arrange(screen.Size{Width: c.width, Height: c.height}, wishes{query: 2, table: c.table, preview: c.preview})
		if l.Pages[RankingPane] != c.ranking || l.Pages[ReadingPane] != c.reading || l.Pages[MeasuresPane] != c.measures {
			t.Errorf("%s: %v, %v, %v", c.name, l.Pages[RankingPane], l.Pages[ReadingPane], l.Pages[MeasuresPane])
		}
	}
}
