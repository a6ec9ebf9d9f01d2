package events

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state/request/talk"
	"gatehouse/views"
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
				s.press("g", "}")
				viewstest.Exact(t, s.View(), size[0], size[1])
				viewstest.Golden(t, fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1]), s.trimmed())
			}
		})
	}
}

// TestScreensWithoutTimes: a saved stream has no arrival times.
func TestScreensWithoutTimes(t *testing.T) {
	body := answered(t, "fault/gap")
	for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}, {30, 10}} {
		s := newStage(size[0], size[1])
		s.capture, _ = client.ReadSaved(body)
		conv, err := talk.OpenSaved(s.capture, client.ReplaySaved(s.capture))
		if err != nil {
			t.Fatal(err)
		}
		s.exchange = conv.Current.Exchange
		s.show()
		s.press("g", "}")
		s.SetTime(3, 0, 0, s.exchange.At(client.ReplaySaved(s.capture), 3))
		viewstest.Exact(t, s.View(), size[0], size[1])
		viewstest.Golden(t, fmt.Sprintf("untimed-%dx%d", size[0], size[1]), s.trimmed())
	}
}

func TestNarrowScreens(t *testing.T) {
	body := answered(t, "fault/gap")
	for _, size := range [][2]int{{38, 12}, {60, 16}} {
		s := newStage(size[0], size[1])
		s.play(body, stall, wire.EndClean)
		s.press("}", "enter")
		viewstest.Exact(t, s.View(), size[0], size[1])
		viewstest.Golden(t, fmt.Sprintf("narrow-%dx%d", size[0], size[1]), s.trimmed())
	}
}

// TestEverySizeIsExact presses any keys at any size during the stream.
func TestEverySizeIsExact(t *testing.T) {
	keys := []string{"j", "k", "g", "G", "enter", "l", "h", "f", "i", "=", "0", "}", "{", "T", "L", "v", "J", "K", ",", ".", "<", ">", "@", "+",
		"space", "/", `"`, "y", "n", "N", "esc", "pgup", "pgdown", "backspace"}
	rapid.Check(t, func(t *rapid.T) {
		s := newStage(0, 0)
		if rapid.Bool().Draw(t, "begun") {
			s.begin()
		}
		for range 12 {
			w, h := rapid.IntRange(0, 170).Draw(t, "width"), rapid.IntRange(0, 30).Draw(t, "height")
			s.SetSize(w, h)
			if s.exchange != nil && rapid.Bool().Draw(t, "more") {
				s.feed(textStream(rapid.IntRange(0, 12).Draw(t, "deltas")), stall)
			}
			if i, ok := s.press(rapid.SampledFrom(keys).Draw(t, "key")).(views.Seek); ok {
				s.SetTime(i.Frame, 0, 0, nil)
			}
			viewstest.Exact(t, s.View(), w, h)
		}
	})
}
