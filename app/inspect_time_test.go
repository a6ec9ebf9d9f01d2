package app

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/app/chat"
	"gatehouse/app/inspect"
)

func TestTheCursorOfTimeShowsEverythingAsItWas(t *testing.T) {
	against(t, scripted(answer, 50*time.Millisecond), 140, 40, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.keys("f4", "E")
		d.shows("[DONE]")
		d.keys("g", "j", "j", "enter", "j", "t") // after the first delta
		d.keys("O")
		d.shows("as it was at frame 3 of 13, 0.050 s: esc goes back to the end")
		d.shows("streaming")
		d.shows("◀ as it was ")
		d.hides("✓ completed  ")
		d.keys("f2")
		d.shows("as it was at frame 3")
		d.shows("Rotate in this order")
		d.hides("keys without an expiry")
		d.keys("f4", "E", ".", ".", "f2")
		d.shows("keys without an expiry")
		d.hides("once more.")
		d.keys("esc")
		d.shows("once more.")
		d.hides("as it was")
		if d.m.screens.shown != chatScreen {
			t.Error("esc did more than go back to the end")
		}
	})
}

// TestEscEndsASearchInThePastFirst, as the footer says.
func TestEscEndsASearchInThePastFirst(t *testing.T) {
	against(t, scripted(answer, 50*time.Millisecond), 140, 40, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.keys("f4", "E", "g", "j", "j", "enter", "j", "t", "f2", "tab")
		d.shows("esc to the end")
		d.keys("/")
		d.typeText("Rotate")
		d.keys("enter")
		d.shows("esc end search")
		d.hides("esc to the end")
		d.keys("esc")
		d.shows("esc to the end")
		d.shows("as it was at frame 3")
	})
}

// TestDiffIsOfTheEndsAndSaysSo whatever the time; what is copied elsewhere is what is
// shown.
func TestDiffIsOfTheEndsAndSaysSo(t *testing.T) {
	against(t, scripted(answer, 50*time.Millisecond), 140, 40, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.ask("sim/writer", "some words")
		d.keys("f4", "E", "g", "j", "j", "enter", "j", "t", "alt+y")
		d.shows("the text as markdown, as it was")
		d.shows("the body as received, to the end")
		d.keys("esc", "D")
		d.shows("Diff compares the final states, not frame 3 of 13, 0.050 s: esc goes back to the end")
		d.hides("◀ as it was")
		d.shows("exchange 2 of 2  ✓")
		d.keys("O")
		d.shows("◀ as it was")
		d.keys("D", "esc")
		d.hides("Diff compares the ends")
	})
}

func TestAPlayRunsOnAnyScreenAndEndsAtTheEnd(t *testing.T) {
	against(t, scripted(answer, 100*time.Millisecond), 140, 40, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.keys("f4", "E", "space", "f2")
		d.pass(450 * time.Millisecond)
		d.shows("playing ×1, frame 6 of 13, 0.400 s: F4 E space pauses, esc ends it")
		d.hides("once more.")
		d.keys("f4", "O")
		d.shows("s: E space pauses, esc ends it")
		d.keys("E", "space", "f2")
		d.shows("as it was at frame 6 of 13, 0.400 s: esc goes back to the end")
		d.keys("f4", "E", "space", "f2")
		d.pass(time.Second)
		d.hides("playing")
		d.shows("once more.")
	})
}

func TestWhatIsSentNextEndsThePlayback(t *testing.T) {
	against(t, scripted(answer, 10*time.Millisecond), 140, 40, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.keys("f4", "E", "g", "t", "f2")
		d.shows("as it was at frame 1")
		d.ask("sim/writer", "other words")
		d.hides("as it was at frame")
		if n := strings.Count(d.screen(), "once more."); n == 0 {
			t.Errorf("the answers are not as they are:\n%s", d.screen())
		}
	})
}

func TestAFrameLeadsToItsTextAndATextToItsFrame(t *testing.T) {
	against(t, scripted(answer, 10*time.Millisecond), 140, 40, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.keys("f4", "E", "g", "j", "j", "enter", "j", "j", "o")
		if d.m.Focus() != chat.TranscriptPane {
			t.Fatalf("o does not lead to the transcript:\n%s", d.screen())
		}
		d.shows("esc end mark   E events")
		d.keys("E")
		if d.m.Focus() != inspect.EventsPane {
			t.Fatalf("E does not lead to the events:\n%s", d.screen())
		}
		d.keys("enter")
		d.shows("frame 4, data")
		d.keys("g", "o")
		d.shows("this frame has no text")
	})
}

// TestRawEndsAtTheCursorOfTime: later bytes are not shown.
func TestRawEndsAtTheCursorOfTime(t *testing.T) {
	against(t, scripted(answer, 50*time.Millisecond), 140, 60, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.keys("f4", "S", "v", "G")
		d.shows("data: [DONE]")
		d.keys("E", "g", "j", "j", "enter", "j", "t", "S", "G")
		d.shows("as it was at frame 3 of 13")
		d.shows("response.output_text.delta")
		d.hides("data: [DONE]")
		d.hides("response.completed")
		d.keys("esc", "G")
		d.shows("data: [DONE]")
	})
}

// TestTheJumpFromAFrameToReplacedTextSaysSo and marks nothing; as it was before the end,
// what the frame wrote is there.
func TestTheJumpFromAFrameToReplacedTextSaysSo(t *testing.T) {
	stream := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, data := range []string{
			`{"type":"response.output_text.delta","output_index":0,"item_id":"m","content_index":0,"delta":"streamed words"}`,
			`{"type":"response.output_text.done","output_index":0,"item_id":"m","content_index":0,"text":"corrected words"}`,
			`{"type":"response.completed","response":{"status":"completed","output":[]}}`, "[DONE]",
		} {
			fmt.Fprintf(w, "data: %s\n\n", data)
		}
	})
	against(t, stream, 140, 40, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.keys("f4", "E", "g", "o")
		d.shows("corrected words")
		d.shows("the text of frame 1 was replaced by the item's final text")
		d.keys("f4", "E", "g", "t", "o")
		d.shows("streamed words")
		d.hides("is gone")
	})
}
