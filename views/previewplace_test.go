package views

import "testing"

// TestThePlaceOfAPreviewFollowsTheTerminal and what was chosen, where there is room for it.
func TestThePlaceOfAPreviewFollowsTheTerminal(t *testing.T) {
	for _, tt := range []struct {
		chosen        PreviewPlace
		width, height int
		in, next      PreviewPlace
	}{
		{"", 80, 24, PreviewOff, ""},
		{PreviewAside, 80, 24, PreviewOff, ""},
		{"", 140, 24, PreviewAside, PreviewOff},
		{PreviewBelow, 140, 24, PreviewAside, PreviewOff},
		{"", 80, 40, PreviewBelow, PreviewOff},
		{PreviewAside, 80, 40, PreviewBelow, PreviewOff},
		{"", 160, 45, PreviewAside, PreviewBelow},
		{PreviewBelow, 160, 45, PreviewBelow, PreviewOff},
		{PreviewOff, 160, 45, PreviewOff, PreviewAside},
		{PreviewOff, 80, 45, PreviewOff, PreviewBelow},
		{"somewhere", 160, 45, PreviewAside, PreviewBelow},
	} {
		if in := tt.chosen.In(tt.width, tt.height); in != tt.in {
			t.Errorf("%q in %d×%d is %q, not %q", tt.chosen, tt.width, tt.height, in, tt.in)
		}
		next, ok := tt.chosen.Next(tt.width, tt.height)
		if ok != (tt.next != "") || ok && next != tt.next {
			t.Errorf("after %q in %d×%d comes %q (%v), not %q", tt.chosen, tt.width, tt.height, next, ok, tt.next)
		}
	}
}

// TestAListAndItsPreviewFillThePlace: no cell is lost, none is given twice.
func TestAListAndItsPreviewFillThePlace(t *testing.T) {
	r := Rect{X: 3, Y: 2, W: 157, H: 41}
	list, rule, preview := PreviewAside.Split(r)
	if list.W+rule.W+preview.W != r.W || rule.X != list.X+list.W || preview.X != rule.X+1 || preview.H != r.H || preview.W < minAside {
		t.Errorf("aside: %v %v %v", list, rule, preview)
	}
	list, rule, preview = PreviewBelow.Split(r)
	if list.H+rule.H+preview.H != r.H || rule.Y != list.Y+list.H || preview.Y != rule.Y+1 || preview.W != r.W {
		t.Errorf("below: %v %v %v", list, rule, preview)
	}
	if list, rule, preview = PreviewOff.Split(r); list != r || rule != (Rect{}) || preview != (Rect{}) {
		t.Errorf("off: %v %v %v", list, rule, preview)
	}
}
