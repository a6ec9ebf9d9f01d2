package events

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// TestTheEndIsAStepIfItIsAnotherMoment than the last frame: of a stream that broke off, and
// of one that hung. The last frame shows that the end is later.
func TestTheEndIsAStepIfItIsAnotherMoment(t *testing.T) {
	complete := textStream(20)
	half, _, _ := bytes.Cut(complete, []byte(`data: {"type":"response.completed"`))
	for _, c := range []struct {
		name  string
		body  []byte
		hung  int64
		apart bool
	}{{"whole", complete, 0, false}, {"broken off", half, 0, true}, {"hung", complete, 5_000_000, true}} {
		s := newStage(100, 30)
		s.begin()
		s.feed(c.body, steady)
		s.capture.Timing.End, s.capture.End = s.at, &wire.End{Cause: wire.EndClean, AtUS: s.at + c.hung}
		s.exchange.Apply(s.capture.EndArrival())
		s.show()
		last := s.rows.Frames() - 1
		first := last - 1
		if c.apart {
			first = last
		}
		if notice, ok := s.press("g", "}").(views.Notify); c.hung > 0 && (!ok || !strings.HasSuffix(notice.Text, "only the silence before the end stands out: 5.0 s")) {
			t.Errorf("%s: the next that stands out is %+v", c.name, notice)
		}
		s.press("G")
		if got := s.press(","); got != (views.Seek{Frame: first}) {
			t.Errorf("%s: the first step back is %+v of frames up to %d", c.name, got, last)
		}
		s.SetTime(last, 0, 0, nil)
		if says := strings.Contains(s.trimmed(), ", before the end"); says != c.apart {
			t.Errorf("%s: before the end: %t\n%s", c.name, says, s.trimmed())
		}
	}
}

// TestThePastIsMarked draws the cursor of time, the figures of its moment, and what had not
// arrived yet.
func TestThePastIsMarked(t *testing.T) {
	s := newStage(120, 16)
	s.play(textStream(20), steady, wire.EndClean)
	past := state.NewExchange("x", []byte(request))
	past.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: s.capture.Head, Stream: true})
	for _, ref := range s.capture.Frames.All()[:9] {
		f := s.cut(&s.capture.Body, ref)
		e, err := read.Event(f.Data)
		past.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: f, Event: e, Decoded: err == nil})
	}
	s.SetTime(8, 0, 10, past)
	viewstest.Golden(t, "past-120x16", s.trimmed())
	s.SetTime(8, 0, 0, nil)
	if got := s.trimmed(); !strings.Contains(got, "rewinding …") {
		t.Errorf("nothing tells of the fold:\n%s", got)
	}
}

func TestPlayingIsVisibleNextToTheCounters(t *testing.T) {
	s := newStage(80, 24)
	s.play(answered(t, "sim/writer"), steady, wire.EndClean)
	s.SetTime(40, 0, 0.1, s.exchange)
	if got := s.trimmed(); !strings.Contains(got, "space pause ×0.1") || !strings.Contains(got, "tokens") {
		t.Errorf("at 80 columns:\n%s", got)
	}
	for speed, does := range map[float64]string{10: "pause", 0: "play"} {
		s.SetTime(40, 0, speed, s.exchange)
		isPlay := func(b key.Binding) bool { return b.Help().Key == "space" && b.Help().Desc == does }
		if !slices.ContainsFunc(s.ShortHelp(), isPlay) || !strings.Contains(s.trimmed(), "space "+does) {
			t.Errorf("at speed %g the footer and the pane do not both say %s:\n%s", speed, does, s.trimmed())
		}
	}
}

// TestTheCursorOfTimeIsSeenThroughAFilter: if the frame at it is not listed, no row is
// marked, and the line of the time has the reason.
func TestTheCursorOfTimeIsSeenThroughAFilter(t *testing.T) {
	const why = ", hidden by the filter"
	s := newStage(100, 30)
	s.play(textStream(20), steady, wire.EndClean)
	s.SetTime(8, 0, 0, s.exchange)
	if got := s.trimmed(); strings.Contains(got, why) || !strings.Contains(got, "▶  ") {
		t.Errorf("nothing is filtered:\n%s", got)
	}
	s.press("g", "=") // the first frame's type alone
	s.SetTime(8, 0, 0, s.exchange)
	if got := s.trimmed(); !strings.Contains(got, "frame 9 of "+figures.Thousands(s.rows.Frames())+why) {
		t.Errorf("nothing says where the cursor is:\n%s", got)
	}
	s.SetTime(0, 0, 0, s.exchange)
	if got := s.trimmed(); strings.Contains(got, why) {
		t.Errorf("the first frame is listed:\n%s", got)
	}
}

// TestTheFirstWarningIsOneKeyAway presses w where the end is followed, and on.
func TestTheFirstWarningIsOneKeyAway(t *testing.T) {
	s := newStage(100, 30)
	s.play(answered(t, "fault/gap"), stall, wire.EndClean)
	for _, want := range []int{14, 20} {
		if s.press("}"); s.selection.frame != want {
			t.Errorf("} goes to frame %d, want %d", s.selection.frame, want)
		}
	}
	if s.press("{"); s.selection.frame != 14 {
		t.Errorf("{ goes to frame %d", s.selection.frame)
	}
}

// TestTheLongestGapIsTheSilenceThatContinues: L goes to the last frame before it, and the
// row after a shorter silence is no longer marked as the longest.
func TestTheLongestGapIsTheSilenceThatContinues(t *testing.T) {
	s := newStage(120, 40)
	s.begin()
	body, _, _ := bytes.Cut(textStream(30), []byte(`data: {"type":"response.completed"`))
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
