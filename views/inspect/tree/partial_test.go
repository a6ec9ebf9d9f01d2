package tree

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// streamed is a tab of a stream that arrives event by event.
type streamed struct {
	*stage
	r       *Response
	subject views.Subject
}

func newStreamed() *streamed {
	r := NewResponse(styles(), keys())
	s := &streamed{stage: newStage(r, 80, 20), r: r, subject: asked()}
	s.subject.Exchange = state.NewExchange("x", []byte(`{"stream":true}`))
	head := &wire.Head{Status: 200, Header: map[string][]string{"Content-Type": {"text/event-stream"}}}
	s.subject.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: head, Stream: true})
	return s
}

func (s *streamed) feed(data string) {
	e, err := read.Event([]byte(data))
	s.subject.Capture.Body.Append([]byte("data: "+data+"\n\n"), 1)
	s.subject.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data)}, Event: e, Decoded: err == nil})
	s.r.SetSubject(s.subject)
}

func (s *streamed) delta(text string) {
	s.feed(fmt.Sprintf(`{"type":"response.output_text.delta","output_index":1,"delta":%q}`, text))
}

// begin adds a complete item, and one that grows.
func (s *streamed) begin() {
	s.feed(`{"type":"response.created","response":{"model":"m","status":"in_progress"}}`)
	s.feed(`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","name":"look","hologram":[1,2],"arguments":"{}"}}`)
	s.feed(`{"type":"response.output_item.added","output_index":1,"item":{"type":"message","id":"msg_1","content":[]}}`)
	s.delta("the first words")
}

func TestWhatHasComeStaysAsFoldedAndScrolledWhileItGrows(t *testing.T) {
	s := newStreamed()
	s.begin()
	s.has(t, `"hologram": [`)
	s.press("j", "j", "j", "j", "left")
	s.has(t, "▸     { 4 members }")
	s.delta(", and more")
	s.has(t, "▸     { 4 members }", `"text": "the first words, and more"`)
	path := s.r.path(60)
	s.feed(`{"type":"response.completed","response":{"status":"completed","model":"m","output":[{"type":"function_call","name":"look","hologram":[1,2],"arguments":"{}"},{"type":"message"}]}}`)
	s.has(t, "▸     {", "last event; all in raw")
	if s.r.path(60) != path {
		t.Errorf("the cursor went from %s to %s", path, s.r.path(60))
	}
}

func TestTheEndIsFollowedInEveryForm(t *testing.T) {
	s := newStreamed()
	s.begin()
	for i := range 40 {
		s.feed(fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"message","id":"item %d"}}`, i+2, i))
	}
	for _, form := range []string{"pretty", "tree", "raw"} {
		s.has(t, form)
		s.press("g")
		s.delta("x")
		s.hasNot(t, "item 39")
		s.press("G")
		n := 42 + len(s.subject.Exchange.Items)
		s.feed(fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"message","id":"the newest %d"}}`, n, n))
		s.has(t, fmt.Sprintf("the newest %d", n))
		s.press("v")
	}
}

func TestALongTextThatGrowsIsShownByItsEnd(t *testing.T) {
	s := newStreamed()
	s.begin()
	s.delta(strings.Repeat("word ", 2000) + "the newest")
	s.press("G")
	s.has(t, "the newest")
	for range 5 {
		s.press("k")
	}
	s.press("pgup")
	s.has(t, "before this: enter shows all of it")
}

// TestLongResponsesAreWrittenInTheBackground: one writing at a time, none while hidden.
func TestLongResponsesAreWrittenInTheBackground(t *testing.T) {
	s := newStreamed()
	s.begin()
	s.press("G")
	s.delta(strings.Repeat("word ", maxSyncBytes/5) + "early")
	s.hasNot(t, "early")
	cmd := s.r.Work()
	if cmd == nil || s.r.Work() != nil {
		t.Fatal("not one writing is on its way")
	}
	take := s.r.partial.take
	write := s.r.Update(partialDue{take}).Cmd
	msg := write()
	s.delta(" late")
	again := s.r.Update(msg).Cmd
	s.has(t, "early")
	s.hasNot(t, "late")
	if again == nil {
		t.Fatal("what came meanwhile is not written")
	}
	s.r.ShowRaw()
	write = s.r.Update(partialDue{take}).Cmd
	if s.r.Update(write()); s.r.Work() != nil {
		t.Error("a document is written while raw is shown")
	}
}

// TestASearchContinuesWhileStreaming, over what is added to the answer and over its end, in
// every form; the screen stays where the user went.
func TestASearchContinuesWhileStreaming(t *testing.T) {
	for form, want := range map[string][4]string{"pretty": {"2 of 2", "2 of 3", "3 of 4", "1 of 1"}, "tree": {"2 of 2", "2 of 3", "3 of 4", "1 of 1"}, "raw": {"2 of 2", "2 of 3", "3 of 4", "4 of 5"}} {
		s := newStreamed()
		add := func(data string) { s.feed(data); s.run(s.r.findOn()) }
		s.begin()
		for i := 0; form != (pretty + mode(i)).String(); i++ {
			s.press("v")
		}
		item := `{"type":"response.output_item.done","output_index":%d,"item":{"type":"message","id":"needle"}}`
		add(fmt.Sprintf(item, 2))
		add(fmt.Sprintf(item, 3))
		s.press("g", "/").write("NEEDLE").press("enter", "n")
		s.has(t, "/NEEDLE   "+want[0])
		place := s.r.path(60)
		add(fmt.Sprintf(item, 4))
		s.has(t, "/NEEDLE   "+want[1])
		if s.r.path(60) != place {
			t.Errorf("%s: gone from %s to %s", form, place, s.r.path(60))
		}
		s.feed(fmt.Sprintf(item, 5))
		search := s.r.findOn()
		s.press("n") // before it is done
		s.run(search)
		s.has(t, "/NEEDLE   "+want[2])
		s.press("n")
		add(`{"type":"response.completed","response":{"status":"completed","output":[{"type":"message"},{"type":"message"},{"type":"message"},{"type":"message","id":"needle"}]}}`)
		s.has(t, "/NEEDLE   "+want[3])
		s.press("N", "n")
		s.has(t, "/NEEDLE   "+want[3])
	}
}

// TestAFilterOfAPartialResponseIsMarkedEarlier if the document has changed since; run again
// it has the present one.
func TestAFilterOfAPartialResponseIsMarkedEarlier(t *testing.T) {
	s := newStreamed()
	s.begin()
	s.press("|").write("[.output[].content[]?.text]").press("enter")
	s.has(t, `"the first words"`)
	s.hasNot(t, "earlier")
	s.delta(", and more")
	s.has(t, "earlier: jq [.output", `"the first words"`)
	s.press("|", "enter")
	s.has(t, `"the first words, and more"`)
	s.hasNot(t, "earlier")
	s.press("|")
	run := s.r.run()
	s.delta(", while it runs")
	s.run(run)
	s.has(t, "earlier: jq [.output", `"the first words, and more"`)
	s.press("esc", "G")
	s.has(t, "while it runs")
	s.hasNot(t, "earlier")
}

// TestOmissionsOfALongTextAreShown: a growing text that is too long to be written again with
// every batch is shown with its beginning and its end, and both the head and the text have
// the number of bytes that are missing.
func TestOmissionsOfALongTextAreShown(t *testing.T) {
	s := newStreamed()
	s.begin()
	s.press("G")
	s.delta(strings.Repeat("word ", maxPartialBytes/5) + "the newest")
	s.r.Work()
	write := s.r.Update(partialDue{s.r.partial.take}).Cmd
	s.r.Update(write())
	s.has(t, "4.2 MB left out; all in raw", "the newest")
	if text := string(s.r.partial.json); !strings.Contains(text, "the first words") || !strings.Contains(text, " bytes left out here, see raw …") || len(text) > maxPartialBytes {
		t.Errorf("%d bytes, %.300q", len(text), text)
	}
}

// TestRawStaysInItsPlaceInTime: at another time there is more or less of the same
// body, and the lines that were read stay on the screen as long as they are there.
func TestRawStaysInItsPlaceInTime(t *testing.T) {
	var capture wire.Capture
	var ends []int64 // after each line
	for i := range 400 {
		capture.Body.Append(fmt.Appendf(nil, "data: line %d\n", i), int64(i))
		ends = append(ends, capture.Text().Len())
	}
	for name, document := range map[string][]byte{"no document": nil, "one document": []byte(`{"a":1}`), "another document each time": {}} {
		t.Run(name, func(t *testing.T) {
			m := New(styles(), keys())
			s := newStage(m, 60, 12)
			at := func(lines int) {
				c := Content{Title: "Response", Head: Head{Line: "HTTP"}, JSON: document, Raw: text.Piece{Of: capture.Text(), To: ends[lines-1]}, Of: state.NewExchange("x", nil).Identity()}
				if document != nil && len(document) == 0 {
					c.JSON = []byte(fmt.Sprintf(`{"a":%d}`, lines))
				}
				m.SetContent(c)
			}
			at(300)
			s.run(m.ShowRaw())
			for range 22 {
				s.press("j")
			}
			s.has(t, "line 20\n", "line 29\n")
			for _, lines := range []int{299, 31, 300, 400} {
				at(lines)
				s.has(t, "line 20\n", "line 29\n")
			}
			at(15) // those lines arrive later: the last ones are shown
			s.has(t, "line 5\n", "line 14\n")
			s.press("G")
			at(100)
			s.has(t, "line 90\n", "line 99\n")
			m.SetContent(Content{Title: "Response", Raw: text.Piece{Of: capture.Text(), To: ends[50]}, Of: state.NewExchange("y", nil).Identity()}) // another exchange
			s.has(t, "line 0\n")
		})
	}
}

// TestRawFollowsFromBeforeTheFirstBytes: G before the answer arrives shows its end as it grows.
func TestRawFollowsFromBeforeTheFirstBytes(t *testing.T) {
	m := New(styles(), keys())
	s := newStage(m, 60, 12)
	c := Content{Title: "Response", Head: Head{Line: "HTTP"}, Of: state.NewExchange("x", nil).Identity()}
	m.SetContent(c)
	s.press("G")
	var capture wire.Capture
	for i := range 40 {
		capture.Body.Append(fmt.Appendf(nil, "data: line %d\n", i), int64(i))
	}
	c.Raw = text.Piece{Of: capture.Text(), To: capture.Text().Len()}
	m.SetContent(c)
	s.has(t, "line 39\n")
}

// TestAnErrorEventLeavesWhatArrived: the text that had arrived is next to the error.
func TestAnErrorEventLeavesWhatArrived(t *testing.T) {
	s := newStreamed()
	s.begin()
	s.feed(`{"type":"error","code":"server_error","message":"boom"}`)
	s.has(t, `"message": "boom"`)
	s.press("G")
	s.has(t, `"text": "the first words"`)
}

// TestACutBodyIsCalledWhatItIs: what nests too deep is named first, so that a narrow screen
// has it, and raw is the complete body.
func TestACutBodyIsCalledWhatItIs(t *testing.T) {
	s := newStreamed()
	x := state.NewExchange("y", nil)
	x.Response, x.TooDeep = []byte(`{"x":{}}`), true
	s.subject.Exchange = x
	s.subject.Capture.Body.Append([]byte(`{"x":{"a":[[]]}}`), 1)
	s.r.SetSubject(s.subject)
	s.has(t, "nested too deep; see raw")
	s.press("v")
	s.has(t, "the body   16 B")
}
