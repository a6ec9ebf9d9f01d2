package inspect

import (
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/screen"
	"gatehouse/views"
)

func TestTheInspectorHasALineOfTabsAndTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-2, 300).Draw(t, "width"), rapid.IntRange(-2, 100).Draw(t, "height")
		l := arrange(screen.Size{Width: w, Height: h, Notice: rapid.IntRange(-1, 30).Draw(t, "notice")}, EventsPane)
		if l.TooSmall {
			return
		}
		owner, page := make([]int, h), l.Pages[EventsPane]
		for _, r := range []views.Rect{l.Top, l.TopRule, l.Tabs, page, l.Notice, l.FootRule, l.Footer} {
			for y := r.Y; y < r.Y+r.H; y++ {
				owner[y]++
			}
		}
		for y, n := range owner {
			if n != 1 && !(h >= roomy && y == l.Tabs.Y+1) {
				t.Fatalf("%d×%d: row %d belongs to %d areas: %+v", w, h, y, n, l)
			}
		}
		if l.Tabs.H != 1 || page.H < 1 || page.W != w {
			t.Fatalf("%d×%d: %+v", w, h, l)
		}
	})
}
