package transcript

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

func TestOnlyTurnsInViewAreMade(t *testing.T) {
	s := newStage(80, 20)
	for i := range 200 {
		s.answered(fmt.Sprint("question ", i), long(20))
	}
	s.View()
	made := 0
	for _, tv := range s.turns {
		if tv.synced {
			made++
		}
	}
	if made > 3 {
		t.Errorf("%d of 200 turns were made for one screen", made)
	}
	s.press("g")
	has(t, s, "question 0")
	s.press("G", "[", "[")
	has(t, s, "question 198")
}

func TestTheWheelScrolls(t *testing.T) {
	s := newStage(80, 20)
	s.answered("go", long(60))
	s.View()
	s.Scroll(0, -3)
	if s.Following() {
		t.Fatal("the wheel did not leave the end")
	}
	s.Scroll(0, 3)
	if !s.Following() {
		t.Fatal("the wheel did not come back to the end")
	}
}

func TestAnotherConversationIsShownAtItsEnd(t *testing.T) {
	s := newStage(80, 20)
	s.answered("first conversation", long(60))
	s.View()
	s.press("g")
	other := talk.NewConversation(talk.NewDraft())
	s.SetConversation(other)
	hasNot(t, s, "first conversation")
	s.SetConversation(s.conv)
	has(t, s, "✓ completed")
}

func TestAnOpenedConversationIsShown(t *testing.T) {
	conv, err := talk.Open([]byte(`{"model":"m","input":[{"role":"user","content":"what is it?"},` +
		`{"type":"message","role":"assistant","model":"borealis/a","content":[{"type":"output_text","text":"It is **this**."}]},` +
		`{"role":"user","content":[{"type":"input_text","text":"and"},{"type":"input_image","image_url":"data:image/png;base64,AAAA"},{"type":"input_file","filename":"a.pdf"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(80, 20)
	s.SetConversation(conv)
	for _, want := range []string{"borealis/a", "what is it?", "It is this.", "[input_image image/png 3 B]", "[input_file a.pdf]"} {
		has(t, s, want)
	}
}

func TestOtherInputItemsAreRows(t *testing.T) {
	s := newStage(80, 20)
	s.conv.Add(nil, []json.RawMessage{[]byte(`{"type":"function_call_output","call_id":"c1","output":"{\"temp\":3}"}`),
		[]byte(`{"role":"system","content":"be brief"}`)})
	has(t, s, "▾ function_call_output\n ▌   {\"temp\": 3}")
	has(t, s, "system")
	has(t, s, "be brief")
}

func TestALongRawBodyIsDrawnByWindow(t *testing.T) {
	s := newStage(100, 30)
	x := s.ask("go")
	c := s.conv.Current.Capture
	for i := range 20_000 {
		frame := fmt.Sprintf("data: {\"n\":%d}\n\n", i)
		at := c.Body.Len()
		c.Body.Append([]byte(frame), int64(i))
		c.Frames.Append(wire.FrameRef{Offset: at, Length: uint32(len(frame)), AtUS: int64(i)})
	}
	huge := "data: " + strings.Repeat("A", 3<<20) + "\n\n"
	c.Frames.Append(wire.FrameRef{Offset: c.Body.Len(), Length: uint32(len(huge)), AtUS: 20_000})
	c.Body.Append([]byte(huge), 20_000)
	x.Apply(s.talk.head(200), s.talk.delta(0, "x"), s.talk.end(wire.EndClean))
	s.View()
	s.press("v")
	has(t, s, "3.1 MB more in this frame")
	s.press("g")
	has(t, s, `{"n":0}`)
	s.press("pgdown")
	has(t, s, `{"n":8}`)
	for _, sec := range s.path[0].sections {
		f, ok := sec.body.(*frames)
		if !ok {
			continue
		}
		drawn := 0
		for i := range f.Len() {
			if _, ok := f.Known(i); ok {
				drawn++
			}
		}
		if drawn > 100 {
			t.Errorf("%d frames were drawn for three screens", drawn)
		}
	}
}

func TestAnAnswerThatIsNoStreamIsShown(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("go")
	body := `{"object":"response","status":"completed","model":"m","output":[{"type":"message","content":[{"type":"output_text","text":"all at once"}]}]}`
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200, AtUS: 5, Header: map[string][]string{"Content-Type": {"application/json"}}}})
	has(t, s, "waiting for the complete answer")
	x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: 9}, Timing: new(wire.NoTiming()), Body: []byte(body)})
	has(t, s, "all at once")
	has(t, s, "✓ completed")
	hasNot(t, s, "tok/s")
}

func TestHelpNamesWhatWorksNow(t *testing.T) {
	s := newStage(80, 30)
	if n := len(s.ShortHelp()); n != 0 {
		t.Errorf("%d keys are offered on an empty screen", n)
	}
	scene(s)
	s.View()
	offered := func() string {
		var words []string
		for _, b := range s.ShortHelp() {
			words = append(words, b.Help().Desc)
		}
		return strings.Join(words, " ")
	}
	if got := offered(); !strings.Contains(got, "edit") || strings.Contains(got, "write file") {
		t.Errorf("on the footer the keys are for %q", got)
	}
	s.press("K", "K", "K")
	if got := offered(); !strings.Contains(got, "write file") {
		t.Errorf("on a picture the keys are for %q", got)
	}
	if n := len(s.FullHelp()[0]); n != len(views.TranscriptCommands()) {
		t.Errorf("the whole help has %d keys, the table %d", n, len(views.TranscriptCommands()))
	}
}

func TestHelpAndDrawingSelectNothing(t *testing.T) {
	s := newStage(80, 30)
	scene(s)
	before := s.selected
	s.View()
	s.ShortHelp()
	s.FullHelp()
	if s.selected != before {
		t.Errorf("after drawing and help %+v is selected, not %+v", s.selected, before)
	}
}

func TestDrawingDoesNotTakeUpFollowing(t *testing.T) {
	s := newStage(60, 12)
	x := s.ask("count")
	x.Apply(s.talk.head(200), s.talk.delta(0, long(50)))
	s.View()
	s.Scroll(0, -4)
	x.Apply(s.talk.event(`{"type":"response.output_text.done","output_index":0,"content_index":0,"text":"short"}`))
	s.View()
	if s.Following() {
		t.Error("drawing a shorter text changed what the pane follows")
	}
	has(t, s, "short")
	s.SetSize(60, 14)
	if !s.Following() {
		t.Error("nothing lies below the screen, and yet the pane does not follow")
	}
}

func TestTheSelectionStaysOnTheScreen(t *testing.T) {
	s := newStage(80, 20)
	s.SetFocus(true)
	for i := range 6 {
		s.answered(fmt.Sprint("question ", i), long(30))
	}
	s.View()
	for _, k := range []string{"pgup", "pgup", "k", "[", "pgdown", "K", "K", "J", "g", "]", "G"} {
		s.press(k)
		if !strings.Contains(s.View(), "▎") {
			t.Errorf("after %s nothing on the screen is selected:\n%s", k, s.trimmed())
		}
	}
}

func TestEnteredPromptsAndKeysDoNothingWithoutAConversation(t *testing.T) {
	s := newStage(80, 20)
	for _, c := range views.TranscriptCommands() {
		if got := s.Update(views.Perform{Action: c.Action}).Intent; got != nil {
			t.Errorf("%s asks for %#v where no output", c.Action, got)
		}
	}
}
