package inspect_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/inspect"
)

func TestTheCursorOfTimeShowsEverythingAsItWas(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 50*time.Millisecond), 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Press("f4", "E")
		d.Shows("[DONE]")
		d.Press("g", "j", "j", "enter", "j", "@") // after the first delta
		d.Press("O")
		d.Shows("as it was at frame 3 of 13, 0.050 s: esc goes back to the end")
		d.Shows("streaming")
		d.Shows("◀ as it was ")
		d.Hides("✓ completed  ")
		d.Press("f2")
		d.Shows("as it was at frame 3")
		d.Shows("Rotate in this order")
		d.Hides("keys without an expiry")
		d.Press("f4", "E", ".", ".", "f2")
		d.Shows("keys without an expiry")
		d.Hides("once more.")
		d.Press("esc")
		d.Shows("once more.")
		d.Hides("as it was")
		if d.Focus().Screen() != "chat" {
			t.Error("esc did more than go back to the end")
		}
	})
}

// TestEscEndsASearchInThePastFirst, as the footer says.
func TestEscEndsASearchInThePastFirst(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 50*time.Millisecond), 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Press("f4", "E", "g", "j", "j", "enter", "j", "@", "f2", "tab")
		d.Shows("esc to the end")
		d.Press("/")
		d.Type("Rotate")
		d.Press("enter")
		d.Shows("esc end search")
		d.Hides("esc to the end")
		d.Press("esc")
		d.Shows("esc to the end")
		d.Shows("as it was at frame 3")
	})
}

// TestDiffIsOfTheEndsAndSaysSo whatever the time; what is copied elsewhere is what is
// shown.
func TestDiffIsOfTheEndsAndSaysSo(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 50*time.Millisecond), 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Ask("sim/writer", "some words")
		d.Press("f4", "E", "g", "j", "j", "enter", "j", "@", "alt+y")
		d.Shows("the text as markdown, as it was")
		d.Shows("the body as received, to the end")
		d.Press("esc", "D")
		d.Shows("Diff compares the final states, not frame 3 of 13, 0.050 s: esc goes back to the end")
		d.Hides("◀ as it was")
		d.Shows("exchange 2 of 2  ✓")
		d.Press("O")
		d.Shows("◀ as it was")
		d.Press("D", "esc")
		d.Hides("Diff compares the ends")
	})
}

func TestAPlayRunsOnAnyScreenAndEndsAtTheEnd(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 100*time.Millisecond), 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Press("f4", "E", "space", "f2")
		d.Sleep(450 * time.Millisecond)
		d.Shows("playing ×1, frame 6 of 13, 0.400 s: F4 E space pauses, esc ends it")
		d.Hides("once more.")
		d.Press("f4", "O")
		d.Shows("s: E space pauses, esc ends it")
		d.Press("E", "space", "f2")
		d.Shows("as it was at frame 6 of 13, 0.400 s: esc goes back to the end")
		d.Press("f4", "E", "space", "f2")
		d.Sleep(time.Second)
		d.Hides("playing")
		d.Shows("once more.")
	})
}

func TestWhatIsSentNextEndsThePlayback(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 10*time.Millisecond), 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Press("f4", "E", "g", "@", "f2")
		d.Shows("as it was at frame 1")
		d.Ask("sim/writer", "other words")
		d.Hides("as it was at frame")
		if n := strings.Count(d.Screen(), "once more."); n == 0 {
			t.Errorf("the answers are not as they are:\n%s", d.Screen())
		}
	})
}

func TestAFrameLeadsToItsTextAndATextToItsFrame(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 10*time.Millisecond), 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Press("f4", "E", "g", "j", "j", "enter", "j", "j", `"`)
		if d.Focus() != chat.TranscriptPane {
			t.Fatalf("o does not lead to the transcript:\n%s", d.Screen())
		}
		d.Shows("E events")
		d.Shows("esc end mark")
		d.Press("E")
		if d.Focus() != inspect.EventsPane {
			t.Fatalf("E does not lead to the events:\n%s", d.Screen())
		}
		d.Press("enter")
		d.Shows("frame 4, data")
		d.Press("g", `"`)
		d.Shows("this frame has no text")
	})
}

// TestRawEndsAtTheCursorOfTime: later bytes are not shown.
func TestRawEndsAtTheCursorOfTime(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 50*time.Millisecond), 140, 60, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Press("f4", "S", "v", "G")
		d.Shows("data: [DONE]")
		d.Press("E", "g", "j", "j", "enter", "j", "@", "S", "G")
		d.Shows("as it was at frame 3 of 13")
		d.Shows("response.output_text.delta")
		d.Hides("data: [DONE]")
		d.Hides("response.completed")
		d.Press("esc", "G")
		d.Shows("data: [DONE]")
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
	apptest.RunAgainst(t, stream, 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Press("f4", "E", "g", `"`)
		d.Shows("corrected words")
		d.Shows("the text of frame 1 was replaced by the item's final text")
		d.Press("f4", "E", "g", "@", `"`)
		d.Shows("streamed words")
		d.Hides("is gone")
	})
}
