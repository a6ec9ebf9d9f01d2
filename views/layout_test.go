package views

import (
	"testing"

	"pgregory.net/rapid"
)

func TestAnOverlayStaysOnTheScreen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, _ := Frame(rapid.IntRange(0, 200).Draw(t, "width"), rapid.IntRange(0, 80).Draw(t, "height"), 1, 0, 3)
		frame, content := l.Overlay(rapid.IntRange(0, 300).Draw(t, "w"), rapid.IntRange(0, 100).Draw(t, "h"))
		for _, r := range []Rect{frame, content} {
			if r.X < 0 || r.Y < 0 || r.W < 0 || r.H < 0 || r.X+r.W > l.Width || r.Y+r.H > l.Height {
				t.Fatalf("%d×%d: %+v", l.Width, l.Height, r)
			}
		}
	})
}
