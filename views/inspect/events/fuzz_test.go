package events

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// FuzzScreen streams any bytes, presses what opens more of them, and checks the finished
// screen: it has no control character but those of its styles.
func FuzzScreen(f *testing.F) {
	for _, seed := range []string{
		"data: plain\n\n", "data: \x1b[31m\x1b]0;x\a\n\n", ": \u009b2J\x9b\n\n", "event: \u202e\nid: \u200b\n\n",
		"data: {\"type\":\"\\u001b[2J\\u202e.delta\",\"delta\":\"\\u009b\\r\\n\",\"output_index\":3}\n\n",
		"data: {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"\\u001b\",\"name\":\"\\u0007\",\"status\":\"日本\\u200d\"}}\n\n",
		"data: {\"type\":\"error\",\"message\":\"\\u001b[5m\"}\r\n\r\n", "retry: 7\n\n", "data: torn", "\ufeffdata\n\n",
		"data: " + strings.Repeat("[", 3000) + "\n\n", "data: " + strings.Repeat("x\t", 40_000) + "\n\n",
	} {
		f.Add([]byte(seed), 80)
	}
	f.Fuzz(func(t *testing.T, data []byte, width int) {
		if width < 0 || width > 200 || len(data) > 1<<14 {
			t.Skip()
		}
		s := newStage(width, 40)
		s.begin()
		s.exchange.RequestModel = string(data)
		for range 3 {
			s.feed(data, stall)
		}
		s.end(wire.EndLost)
		for i, keys := range [][]string{nil, {"g", "enter"}, {"v"}, {"v"}, {"j", "l"}, {"j"}, {"f"}, {"esc", "esc", "/", "x"}, {"esc", "}"}, {"="}} {
			s.SetPreview([]views.PreviewPlace{views.PreviewOff, views.PreviewAside, views.PreviewBelow}[(i+width)%3])
			s.press(keys...)
			view := s.View()
			viewstest.Exact(t, view, width, 40)
			for line := range strings.SplitSeq(view, "\n") {
				if text.Guard(line) != line {
					t.Fatalf("a line holds what a terminal obeys: %q", line)
				}
			}
		}
	})
}

// TestAMegabyteInOneFrame draws frames of one line, or one nesting, of a megabyte, and
// checks the number of bytes that are left out.
func TestAMegabyteInOneFrame(t *testing.T) {
	const size = 1 << 20
	for _, data := range []string{
		strings.Repeat("x\t\x1b[2J", size/6), strings.Repeat("[", size), `{"type":"` + strings.Repeat("\u202e", size/3) + `"}`,
		`{"type":"response.output_text.delta","output_index":0,"delta":"` + strings.Repeat("\\u001b", size/6) + `"}`,
	} {
		s := newStage(100, 30)
		s.play([]byte("data: "+data+"\n\n"), steady, wire.EndClean)
		for _, keys := range [][]string{{"enter"}, {"v"}, {"J"}} {
			s.press(keys...)
			view := s.View()
			viewstest.Exact(t, view, 100, 30)
			for line := range strings.SplitSeq(view, "\n") {
				if text.Guard(line) != line {
					t.Fatalf("a line holds what a terminal obeys: %q", line)
				}
			}
		}
		if want := len(data) - shownData; s.data.cut < want || s.data.cut > want+16 {
			t.Errorf("%d bytes are said to be left out, want %d", s.data.cut, want)
		}
	}
}
