package events

import (
	"fmt"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/views/viewstest"
)

// TestParts draws what can be opened in the pane.
func TestParts(t *testing.T) {
	body := answered(t, "fault/comments")
	for _, c := range []struct {
		name string
		keys []string
	}{
		{"unfolded", []string{"T", "j"}},
		{"data", []string{"T", "enter"}},
		{"raw", []string{"T", "v", "v"}},
		{"filter", []string{"f", "g", "j", "enter"}},
		{"filtered", []string{"g", "="}},
		{"find", []string{"/", "P", "R", "O", "C", "down"}},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 35}} {
			s := newStage(size[0], size[1])
			s.play(body, stall, wire.EndClean)
			s.press(c.keys...)
			viewstest.Exact(t, s.View(), size[0], size[1])
			viewstest.Golden(t, fmt.Sprintf("part-%s-%dx%d", c.name, size[0], size[1]), s.trimmed())
		}
	}
}
