package events

import (
	"fmt"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/views/viewstest"
)

// stall is a stream that stops for 4 s in its middle.
func stall(frame int) int64 {
	if frame == 20 {
		return 4_000_000
	}
	return steady(frame)
}

func TestScreens(t *testing.T) {
	cases := []struct {
		name, slug string
		when       pace
		end        wire.EndCause
	}{
		{"plain", "sim/writer", steady, wire.EndClean},
		{"gap", "fault/gap", steady, wire.EndClean},
		{"bad-json", "fault/bad-json", steady, wire.EndClean},
		{"comments", "fault/comments", steady, wire.EndClean},
		{"keepalive", "fault/keepalive", steady, wire.EndClean},
		{"cut", "fault/cut", steady, wire.EndLost},
		{"no-done", "fault/no-done", steady, wire.EndClean},
		{"unknown-event", "fault/unknown-event", steady, wire.EndClean},
		{"failed-event", "fault/failed-event", steady, wire.EndClean},
		{"crlf", "fault/crlf", steady, wire.EndClean},
		{"stall", "fault/comments", stall, wire.EndIdle},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			body := answered(t, c.slug)
			for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
				s := newStage(size[0], size[1])
				s.play(body, c.when, c.end)
				s.press("g", "w")
				viewstest.Exact(t, s.View(), size[0], size[1])
				viewstest.Golden(t, fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1]), s.trimmed())
			}
		})
	}
}
