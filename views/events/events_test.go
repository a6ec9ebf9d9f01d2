package events

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	"pgregory.net/rapid"

	"gatehouse/client"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/frames"
	"gatehouse/state/statetest"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// said is a stream of created, some deltas with a comment behind each fifth,
// completed and [DONE].
func said(deltas int) []byte {
	var b strings.Builder
	b.WriteString("data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"model\":\"m\"}}\n\n")
	for i := range deltas {
		fmt.Fprintf(&b, "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":%d,\"output_index\":0,\"delta\":\"word%d \"}\n\n", i+1, i)
		if i%5 == 4 {
			b.WriteString(": wait\n\n")
		}
	}
	b.WriteString("data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}\n\ndata: [DONE]\n\n")
	return []byte(b.String())
}

func TestKeysThatAskForSomething(t *testing.T) {
	last := len(cutUp(said(20))) - 1
	frame := func(s *stage, n int) string {
		ref := s.capture.Frames.All()[n]
		return string(s.capture.Body.Bytes(ref.Offset, ref.Offset+int64(ref.Length)))
	}
	for _, c := range []struct {
		name string
		at   int // of the cursor of time
		keys []string
		want views.Intent
	}{
		{"back from the end", -1, []string{","}, views.Seek{Frame: last - 1}},
		{"on to the last frame", last - 1, []string{"."}, views.Seek{Frame: -1}},
		{"on at the end", -1, []string{"."}, views.Notify{Text: "the cursor of time is at the end"}},
		{"back", 7, []string{","}, views.Seek{Frame: 6}},
		{"back at the start", 0, []string{","}, views.Seek{Frame: 0}},
		{"on", 7, []string{"."}, views.Seek{Frame: 8}},
		{"ten back", 17, []string{"<"}, views.Seek{Frame: 7}},
		{"ten on", 7, []string{">"}, views.Seek{Frame: 17}},
		{"over the end", last - 3, []string{">"}, views.Seek{Frame: -1}},
		{"here", -1, []string{"g", "j", "t"}, views.Seek{Frame: 5}}, // behind the run
		{"the list of types hides the frames", -1, []string{"f", "t"}, views.Notify{Text: "the list of types is open; esc closes it"}},
		{"play", -1, []string{"space"}, views.Play{Speed: 1}},
		{"play faster", -1, []string{"s", "space"}, views.Play{Speed: 10}},
		{"a jump takes the cursor along", 7, []string{"T"}, views.Seek{Frame: 1}},
		{"a jump alone", -1, []string{"T"}, nil},
		{"a jump to a frame in a run goes to it alone", -1, []string{"T", "t"}, views.Seek{Frame: 1}},
		{"to the end", 7, []string{"G"}, views.Seek{Frame: -1}},
		{"esc leaves the past", 7, []string{"esc"}, views.Seek{Frame: -1}},
		{"esc", -1, []string{"esc"}, views.Cancel{}},
		{"text", -1, []string{"T", "j", "o"}, views.ShowText{Frame: 2}},
		{"no text", -1, []string{"g", "o"}, views.Notify{Text: "this frame wrote no text; those of type *.delta do"}},
		{"a filter that hides all", -1, []string{"g", "j", "enter", "f", "g", "space", "f", "y"}, views.Notify{Text: "the filter hides all frames; a lists them again"}},
		{"all again", -1, []string{"g", "j", "enter", "f", "g", "space", "f", "enter", "a", "g", "j", "t"}, views.Seek{Frame: 5}},
		{"nothing stands out", -1, []string{"g", "w"}, views.Notify{Text: "nothing stands out after this frame"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(100, 30)
			s.play(said(20), steady, wire.EndClean)
			s.SetTime(c.at, 0, nil)
			if got := s.press(c.keys...); got != c.want {
				t.Errorf("got %#v, want %#v", got, c.want)
			}
		})
	}
	s := newStage(100, 30)
	s.play(said(20), steady, wire.EndClean)
	if got := s.press("g", "y"); got != (views.Copy{What: "frame", Text: frame(s, 0)}) {
		t.Errorf("copied %#v", got)
	}
	if got := s.press("j", "y"); got != (views.Copy{What: "5 frames", Text: frame(s, 1) + frame(s, 2) + frame(s, 3) + frame(s, 4) + frame(s, 5)}) {
		t.Errorf("copied of a run %#v", got)
	}
}

// TestTheEndIsAStepWhereItIsAnotherMoment than the last frame: of a stream that broke
// off, and of one that hung; it is said that the end is still to come.
func TestTheEndIsAStepWhereItIsAnotherMoment(t *testing.T) {
	whole := said(20)
	half, _, _ := bytes.Cut(whole, []byte(`data: {"type":"response.completed"`))
	for _, c := range []struct {
		name  string
		body  []byte
		hung  int64
		apart bool
	}{{"whole", whole, 0, false}, {"broken off", half, 0, true}, {"hung", whole, 5_000_000, true}} {
		s := newStage(100, 30)
		s.begin()
		s.feed(c.body, steady)
		s.capture.Timing.End, s.capture.End = s.at, &wire.End{Cause: wire.EndClean, AtUS: s.at + c.hung}
		s.exchange.Apply(s.capture.Ended())
		s.show()
		last := s.rows.Frames() - 1
		first := last - 1
		if c.apart {
			first = last
		}
		if got := s.press(","); got != (views.Seek{Frame: first}) {
			t.Errorf("%s: the first step back is %+v of frames up to %d", c.name, got, last)
		}
		s.SetTime(last, 0, nil)
		if says := strings.Contains(s.trimmed(), ", before the end"); says != c.apart {
			t.Errorf("%s: before the end: %t\n%s", c.name, says, s.trimmed())
		}
	}
}

func TestNoTwoKeysClash(t *testing.T) {
	k := views.NewKeys(views.DefaultCommands())
	if clashes := k.Clashes(); len(clashes) > 0 {
		t.Error(strings.Join(clashes, "\n"))
	}
}

// TestAFrameThatCannotBeReadWroteNothing, whatever type it tells.
func TestAFrameThatCannotBeReadWroteNothing(t *testing.T) {
	s := newStage(120, 40)
	s.play(answered(t, "fault/bad-json"), steady, wire.EndClean)
	if got, want := s.press("g", "w", "o"), (views.Notify{Text: "this frame could not be read: nothing of it is in the answer"}); got != want {
		t.Errorf("got %#v, want %#v", got, want)
	}
}

// TestTheEndIsFollowedUntilOneLeavesIt plays a stream on while it is looked at.
func TestTheEndIsFollowedUntilOneLeavesIt(t *testing.T) {
	s := newStage(100, 12)
	s.begin()
	s.feed(said(60), steady)
	if got := s.trimmed(); !strings.Contains(got, "[DONE]") {
		t.Errorf("the last frame is not in view:\n%s", got)
	}
	s.press("g")
	s.feed(said(60), steady)
	if got := s.trimmed(); !strings.Contains(got, "response.created") {
		t.Errorf("the view left the first frame:\n%s", got)
	}
	s.press("G")
	s.feed([]byte(": last words\n\n"), steady)
	if got := s.trimmed(); !strings.Contains(got, "last words") {
		t.Errorf("the end is not followed again:\n%s", got)
	}
}

func TestAFinishedStreamIsReadFromItsFirstFrame(t *testing.T) {
	live := newStage(100, 10)
	live.play(said(60), steady, wire.EndClean)
	s := newStage(100, 10)
	s.exchange, s.capture = live.exchange, live.capture
	s.show()
	if got := s.trimmed(); !strings.Contains(got, "response.created") {
		t.Errorf("the first frame is not in view:\n%s", got)
	}
}

// TestTheFirstWarningIsOneKeyAway presses w where the end is followed, and on.
func TestTheFirstWarningIsOneKeyAway(t *testing.T) {
	s := newStage(100, 30)
	s.play(answered(t, "fault/gap"), stall, wire.EndClean)
	for _, want := range []int{14, 20} {
		if s.press("w"); s.selection.frame != want {
			t.Errorf("w goes to frame %d, want %d", s.selection.frame, want)
		}
	}
	if s.press("W"); s.selection.frame != 14 {
		t.Errorf("W goes to frame %d", s.selection.frame)
	}
}

func TestAFrameIsFoundFromTheTranscript(t *testing.T) {
	s := newStage(100, 16)
	s.play(said(60), steady, wire.EndClean)
	s.press("f", "g", "j", "enter", "f") // hides response.created; the first type in the list is the comments'
	s.press("x")
	s.ShowFrame(28)
	if got := s.trimmed(); !strings.Contains(got, "· output_text.delta  “word23 ”") || s.selection.frame != 28 {
		t.Errorf("frame 29 is not shown:\n%s", got)
	}
}

// TestThePastIsMarked draws the cursor of time, the figures of its moment, and
// what had not come yet.
func TestThePastIsMarked(t *testing.T) {
	s := newStage(120, 16)
	s.play(said(20), steady, wire.EndClean)
	past := state.NewExchange("x", []byte(request))
	past.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: s.capture.Head, Stream: true})
	for _, ref := range s.capture.Frames.All()[:9] {
		f := s.cut(&s.capture.Body, ref)
		e, err := wire.DecodeEvent(f.Data)
		past.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: f, Event: e, Decoded: err == nil})
	}
	s.SetTime(8, 10, past)
	viewstest.Golden(t, "past-120x16", s.trimmed())
	s.SetTime(8, 0, nil)
	if got := s.trimmed(); !strings.Contains(got, "reading back …") {
		t.Errorf("nothing tells of the fold:\n%s", got)
	}
}

func TestWithoutFramesItSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(*stage)
		want string
	}{
		{"none", func(*stage) {}, "No exchange yet."},
		{"sent", func(s *stage) { s.exchange = state.NewExchange("x", nil) }, "Waiting for the answer."},
		{"begun", func(s *stage) { s.begin() }, "Waiting for the first frame."},
		{"no answer", func(s *stage) {
			s.exchange = state.NewExchange("x", nil)
			s.exchange.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndDNS}})
		}, "No answer came"},
		{"empty stream", func(s *stage) { s.play(nil, steady, wire.EndClean) }, "before its first frame"},
		{"document", func(s *stage) {
			s.exchange = state.NewExchange("x", nil)
			s.exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
				wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(`{"output":[]}`)})
		}, "one document"},
		{"no body", func(s *stage) {
			s.exchange = state.NewExchange("x", []byte(`{"stream":true}`))
			s.exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
				wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}})
		}, "a head and no body"},
	} {
		s := newStage(80, 10)
		c.make(s)
		s.show()
		if got := s.trimmed(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is missing in\n%s", c.name, c.want, got)
		}
		if intent := s.press("j", "enter", "space", "f", "/", "G", "T"); intent != nil {
			t.Errorf("%s: a key asks for %#v", c.name, intent)
		}
	}
}

// TestASearchGoesOnWithTheStream: it counts what comes, says that there may be more,
// and goes nowhere by itself.
func TestASearchGoesOnWithTheStream(t *testing.T) {
	s := newStage(100, 20)
	s.begin()
	s.feed(delta("a needle"), steady)
	s.press("/", "needle", "enter")
	for range 2 {
		s.feed(delta("another needle"), steady)
		for cmd := s.Work(); cmd != nil; {
			_, cmd = s.Update(cmd())
		}
	}
	if got := s.trimmed(); !strings.Contains(got, "1 of 3 frames so far") || s.selection.frame != 0 {
		t.Errorf("frame %d:\n%s", s.selection.frame+1, got)
	}
	s.end(wire.EndClean)
	if got := s.trimmed(); !strings.Contains(got, "1 of 3 frames") || strings.Contains(got, "so far") {
		t.Errorf("at the end:\n%s", got)
	}
	if s.press("esc"); s.Work() != nil {
		t.Error("it goes on when it is closed")
	}
}

func delta(text string) []byte {
	return []byte(`data: {"type":"response.output_text.delta","output_index":0,"delta":"` + text + `"}` + "\n\n")
}

func TestASearchEndsWhenItIsClosed(t *testing.T) {
	s := newStage(100, 12)
	s.play(said(200), steady, wire.EndClean)
	s.press("/")
	_, slice := s.Update(keyMsg("w"))
	s.press("esc")
	if _, more := s.Update(slice()); more != nil || s.find.Open || len(s.find.hits) > 0 {
		t.Error("the search went on")
	}
	s.press("/", "w", "o", "r", "d", "1", "7", "down", "down")
	if got := s.trimmed(); !strings.Contains(got, "3 of 11 frames") || !strings.Contains(got, "word171") {
		t.Errorf("the third hit is not shown:\n%s", got)
	}
	s.press("enter", "n")
	if got := s.trimmed(); s.Typing() || !strings.Contains(got, "4 of 11 frames") {
		t.Errorf("n does not go on:\n%s", got)
	}
	s.feed([]byte("data: word17 again\n\n"), steady)
	for range 8 {
		s.press("n")
	}
	if got := s.trimmed(); !strings.Contains(got, "12 of 12 frames") {
		t.Errorf("what came since was not looked through:\n%s", got)
	}
}

// TestEverySizeIsExact presses any keys at any size while the stream goes on.
func TestEverySizeIsExact(t *testing.T) {
	keys := []string{"j", "k", "g", "G", "enter", "l", "h", "f", "x", "a", "w", "W", "T", "L", "v", "J", "K", ",", ".", "<", ">", "t", "s",
		"space", "/", "o", "y", "n", "N", "esc", "pgup", "pgdown", "backspace"}
	rapid.Check(t, func(t *rapid.T) {
		s := newStage(0, 0)
		if rapid.Bool().Draw(t, "begun") {
			s.begin()
		}
		for range 12 {
			w, h := rapid.IntRange(0, 170).Draw(t, "width"), rapid.IntRange(0, 30).Draw(t, "height")
			s.SetSize(w, h)
			if s.exchange != nil && rapid.Bool().Draw(t, "more") {
				s.feed(said(rapid.IntRange(0, 12).Draw(t, "deltas")), stall)
			}
			if i, ok := s.press(rapid.SampledFrom(keys).Draw(t, "key")).(views.Seek); ok {
				s.SetTime(i.Frame, 0, nil)
			}
			viewstest.Exact(t, s.View(), w, h)
		}
	})
}

func TestTheFooterNamesTheKeysBeforeTheListIsDrawn(t *testing.T) {
	s := newStage(80, 24)
	s.play(answered(t, "sim/writer"), steady, wire.EndClean)
	other := New(s.styles, s.keys, sse.At)
	other.SetSubject(s.subject)
	if len(other.ShortHelp()) == 0 {
		t.Error("no keys are named")
	}
}

func TestAPlayIsSeenBesideTheCounters(t *testing.T) {
	s := newStage(80, 24)
	s.play(answered(t, "sim/writer"), steady, wire.EndClean)
	s.SetTime(40, 0.1, s.exchange)
	if got := s.trimmed(); !strings.Contains(got, "space pause ×0.1") || !strings.Contains(got, "tokens") {
		t.Errorf("at 80 columns:\n%s", got)
	}
	for speed, does := range map[float64]string{10: "pause", 0: "play"} {
		s.SetTime(40, speed, s.exchange)
		isPlay := func(b key.Binding) bool { return b.Help().Key == "space" && b.Help().Desc == does }
		if !slices.ContainsFunc(s.ShortHelp(), isPlay) || !strings.Contains(s.trimmed(), "space "+does) {
			t.Errorf("at speed %g the footer and the pane do not both say %s:\n%s", speed, does, s.trimmed())
		}
	}
}

// TestTheLongestGapIsTheSilenceThatGoesOn: L goes to the last frame before it, and
// the row behind a shorter silence no longer says that it was the longest.
func TestTheLongestGapIsTheSilenceThatGoesOn(t *testing.T) {
	s := newStage(120, 40)
	s.begin()
	body, _, _ := bytes.Cut(said(30), []byte(`data: {"type":"response.completed"`))
	s.feed(body, stall)
	last := s.rows.Frames() - 1
	for _, goesOn := range []bool{false, true} {
		if goesOn {
			subject := s.subject
			subject.NowUS = s.at + 7_000_000
			s.SetSubject(subject)
		}
		s.press("g", "L")
		if at := s.Model.frame; at == last != goesOn || strings.Contains(s.trimmed(), "longest silence") == goesOn {
			t.Errorf("goes on %t: at frame %d of %d\n%s", goesOn, at+1, last+1, s.trimmed())
		}
	}
}

// TestACommentSaysWhatItIsFor: a person who never saw one takes it for a part of the
// answer; an event says nothing of that.
func TestACommentSaysWhatItIsFor(t *testing.T) {
	s := newStage(120, 40)
	s.play(answered(t, "fault/comments"), steady, wire.EndClean)
	says := func() bool { return strings.Contains(s.trimmed(), "it is no part of the answer") }
	s.press("g", "enter")
	for range 4 {
		if comment := s.list().Type(s.Model.frame) == frames.Comment; comment != says() {
			t.Errorf("a comment %t: got\n%s", comment, s.trimmed())
		}
		s.press("j")
	}
}

// TestNoStreamSaysWhatCameInstead: of a request that asked for one nobody says how
// to ask for it.
func TestNoStreamSaysWhatCameInstead(t *testing.T) {
	for request, want := range map[string]string{
		`{"model":"fault/502","input":"x","stream":true}`: "An error came instead of a stream",
		`{"model":"fault/502","input":"x"}`:               `A request with "stream": true`,
		`{"model":"sim/writer","input":"x"}`:              `A request with "stream": true`,
	} {
		x, c := statetest.Talk(t, request, client.MetadataOff)
		s := newStage(120, 20)
		s.SetSubject(views.Subject{Exchange: x, Capture: c})
		if got := s.trimmed(); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", request, want, got)
		}
	}
}
