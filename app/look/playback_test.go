package look

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// lived is a finished exchange of that many deltas, one each 10 ms, with a comment
// after every seventh, as the reader would have left it.
func lived(deltas int) (*wire.Capture, *state.Exchange) {
	c := &wire.Capture{ID: "x", Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean},
		Head: &wire.Head{Status: 200, AtUS: 5000, Header: http.Header{"Content-Type": {"text/event-stream"}}}}
	at := int64(10_000)
	say := func(text string) {
		c.Body.Append([]byte(text+"\n\n"), at)
		at += 10_000
	}
	say(`data: {"type":"response.created","sequence_number":0,"response":{"model":"m"}}`)
	for i := range deltas {
		say(fmt.Sprintf(`data: {"type":"response.output_text.delta","sequence_number":%d,"output_index":0,"delta":"word %d "}`, i+1, i))
		if i%7 == 6 {
			say(": wait")
		}
	}
	say(fmt.Sprintf(`data: {"type":"response.completed","response":{"status":"completed","usage":{"output_tokens":%d}}}`, deltas))
	say("data: [DONE]")
	c.End.AtUS = at
	x := state.NewExchange("x", []byte(`{"model":"m","stream":true}`))
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	return c, x
}

// finish runs what a playback asked for until no message follows, and returns
// how often that was.
func finish(cmd tea.Cmd) (steps int) {
	for cmds := []tea.Cmd{cmd}; len(cmds) > 0; cmds = cmds[1:] {
		if cmds[0] == nil {
			continue
		}
		switch msg := cmds[0]().(type) {
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		case screen.Effect:
			steps++
			cmds = append(cmds, msg.Apply())
		}
	}
	return steps
}

func quiet() tea.Cmd { return nil }

// TestThePastIsWhatWasLiveThere goes to and fro and compares with the state of the
// live fold after the same frame; but its tokens are counted by what the end reported.
func TestThePastIsWhatWasLiveThere(t *testing.T) {
	c, x := lived(nearFrames + 50)
	last := x.Frames - 1
	lives := map[int]*state.Exchange{}
	live := func(frame int) *state.Exchange {
		if lives[frame] == nil {
			lives[frame] = state.NewExchange("x", x.Request).At(client.Replay(c), frame)
			figures.SetTokenRatio(lives[frame], x)
		}
		return lives[frame]
	}
	seeks := 3
	if testing.Short() { // under the race detector each costs ten times as much
		seeks = 1
	}
	rapid.Check(t, func(t *rapid.T) {
		p := newPlayback(context.Background(), x, c, quiet)
		for range seeks {
			frame := rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(nearFrames-3, nearFrames+40), rapid.Just(last)).Draw(t, "frame")
			finish(p.seek(frame))
			if p.frame != frame || !reflect.DeepEqual(p.snapshot, live(frame)) {
				t.Fatalf("behind frame %d: at %d, %.100q, live %.100q", frame, p.frame, p.snapshot.Text(), live(frame).Text())
			}
		}
		if finish(p.seek(last + 1)); p.frame != -1 || p.snapshot != nil {
			t.Fatalf("behind the last frame is %d", p.frame)
		}
	})
}

// TestStepsBackInALongStreamDoNotFoldItAnew: the first of them makes what the others
// begin with.
func TestStepsBackInALongStreamDoNotFoldItAnew(t *testing.T) {
	c, x := lived(3 * nearFrames)
	p := newPlayback(context.Background(), x, c, quiet)
	finish(p.moveTo(x.Frames - 2))
	for frame := x.Frames - 3; frame > x.Frames-2-nearFrames/4; frame -= nearFrames / 12 {
		if fold := p.moveTo(frame); fold != nil || p.snapshot == nil || p.snapshot.Frames != frame+1 {
			t.Fatalf("the step back to frame %d is folded from the start", frame)
		}
	}
	if fold := p.moveTo(x.Frames - 2 - 2*nearFrames); fold == nil || p.snapshot != nil {
		t.Error("the keys waited for a long way back")
	}
}

// TestStepsBackAmongManyItemsBeginAtACheckpoint too, in the background.
func TestStepsBackAmongManyItemsBeginAtACheckpoint(t *testing.T) {
	c := &wire.Capture{ID: "x", Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}, End: &wire.End{Cause: wire.EndClean}}
	for i := range 2 * nearFrames {
		c.Body.Append(fmt.Appendf(nil, `data: {"type":"response.output_text.delta","output_index":%d,"delta":"%d"}`+"\n\n", i/2, i), 1)
	}
	x := state.NewExchange("x", []byte(`{"stream":true}`))
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	p := newPlayback(context.Background(), x, c, quiet)
	finish(p.moveTo(x.Frames - 2))
	checkpoint := p.checkpoint
	if checkpoint == nil || len(checkpoint.Items) <= maxCloned {
		t.Fatalf("there is no checkpoint of many items: %v", checkpoint != nil)
	}
	for frame := x.Frames - 3; frame > x.Frames-6; frame-- {
		fold := p.moveTo(frame)
		if fold == nil || p.snapshot != nil {
			t.Fatal("the keys waited for a clone of many items")
		}
		finish(fold)
		then := x.At(client.Replay(c), frame)
		if figures.SetTokenRatio(then, x); p.checkpoint != checkpoint || !reflect.DeepEqual(p.snapshot, then) {
			t.Errorf("behind frame %d: another checkpoint (%v), or another past", frame, p.checkpoint != checkpoint)
		}
	}
}

// TestAFoldThatIsOvertakenDoesNotLand checks that a late fold does not show another
// time than the cursor's.
func TestAFoldThatIsOvertakenDoesNotLand(t *testing.T) {
	c, x := lived(nearFrames + 50)
	p := newPlayback(context.Background(), x, c, quiet)
	late := p.moveTo(nearFrames + 20)
	msg := late() // it is done before it is overtaken
	p.seek(3)
	msg.(screen.Effect).Apply()
	if p.snapshot == nil || p.snapshot.Frames != 4 {
		t.Errorf("the late fold landed: %+v", p.snapshot)
	}
	if msg := late(); msg != nil {
		t.Errorf("a fold that was given up brings %v", msg)
	}
}

// TestLargeFramesAreFoldedInTheBackground: few frames may be many bytes.
func TestLargeFramesAreFoldedInTheBackground(t *testing.T) {
	c := &wire.Capture{ID: "x", Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}, End: &wire.End{Cause: wire.EndClean}}
	for range 6 {
		c.Body.Append([]byte(`data: {"type":"response.output_text.delta","output_index":0,"delta":"`+strings.Repeat("x", nearBytes/4)+"\"}\n\n"), 1)
	}
	x := state.NewExchange("x", []byte(`{"stream":true}`))
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	p := newPlayback(context.Background(), x, c, quiet)
	if fold := p.moveTo(1); fold != nil || p.snapshot == nil {
		t.Error("two of them were folded in the background")
	}
	fold := p.moveTo(5)
	if fold == nil || p.snapshot != nil {
		t.Fatal("the keys waited for all of them")
	}
	if finish(fold); p.snapshot == nil || p.snapshot.Frames != 6 {
		t.Errorf("%+v", p.snapshot)
	}
}

// TestAStepOverALargeFrameGoesOn: what was folded is not folded again.
func TestAStepOverALargeFrameGoesOn(t *testing.T) {
	c, x := lived(3)
	c.Body.Append([]byte(`data: {"type":"response.output_text.delta","output_index":0,"delta":"`+strings.Repeat("x", nearBytes)+"\"}\n\n: end\n\n"), 1)
	c.Frames = wire.Index{}
	x = x.Rewound()
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	p := newPlayback(context.Background(), x, c, quiet)
	finish(p.moveTo(x.Frames - 3))
	past := p.snapshot
	if fold := p.moveTo(x.Frames - 2); fold != nil || p.snapshot != past || past.Frames != x.Frames-1 {
		t.Errorf("behind %d of %d frames, another past: %v", p.snapshot.Frames, x.Frames, p.snapshot != past)
	}
}

func TestPlayKeepsTheTimesOfTheWire(t *testing.T) {
	for _, speed := range []float64{1, 10, 0.1} {
		synctest.Test(t, func(t *testing.T) {
			c, x := lived(40)
			var seen []int
			var p *playback
			p = newPlayback(t.Context(), x, c, func() tea.Cmd {
				seen = append(seen, p.frame)
				return nil
			})
			began := time.Now()
			finish(p.play(speed))
			refs := c.Frames.All()
			want := time.Duration(float64(refs[len(refs)-1].AtUS-refs[0].AtUS)/speed) * time.Microsecond
			if took := time.Since(began); took < want || took > want+2*screen.Frame {
				t.Errorf("×%g took %v, want %v", speed, took, want)
			}
			if last := len(seen) - 1; seen[0] != 0 || seen[last] != -1 || len(seen) < 3 {
				t.Errorf("×%g showed %v", speed, seen)
			}
			for i := 1; i < len(seen)-1; i++ {
				if seen[i] <= seen[i-1] {
					t.Errorf("×%g goes back: %v", speed, seen)
				}
			}
		})
	}
}

// TestASilenceIsPlayed: the clock continues through it, to the end where it is the last,
// and a play that was stopped in it continues from there.
func TestASilenceIsPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, x := lived(4)
		refs := c.Frames.All()
		last := refs[len(refs)-1].AtUS
		x.Timing.End, x.End.AtUS = last, last+time.Minute.Microseconds()
		p := newPlayback(t.Context(), x, c, quiet)
		var clock []int64
		stopped := false
		p.changed = func() tea.Cmd {
			if p.frame == len(refs)-1 {
				clock = append(clock, p.atUS)
			}
			if p.atUS >= last+30_000_000 && !stopped {
				stopped = true
				p.speed = 0
			}
			return nil
		}
		began := time.Now()
		finish(p.play(1))
		if stands := p.atUS - last; p.frame != len(refs)-1 || stands < 30_000_000 || stands > 31_000_000 {
			t.Fatalf("stopped behind frame %d of %d, %d µs into the silence", p.frame, len(refs), stands)
		}
		finish(p.play(1))
		want := time.Duration(x.End.AtUS-refs[0].AtUS) * time.Microsecond
		if took := time.Since(began); p.frame != -1 || took < want || took > want+time.Second {
			t.Errorf("at %d after %v, want the end after %v", p.frame, took, want)
		}
		if len(clock) < 100 {
			t.Errorf("the clock was seen %d times in a minute", len(clock))
		}
	})
}

func TestStoppingAPlayStaysThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, x := lived(40)
		p := newPlayback(t.Context(), x, c, quiet)
		cmd := p.play(1)
		stopped := false
		p.changed = func() tea.Cmd {
			if p.frame >= 9 && !stopped {
				stopped = true
				p.play(0)
			}
			return nil
		}
		if finish(cmd); p.speed != 0 || p.frame < 9 || p.frame > 15 || !strings.Contains(p.snapshot.Text(), "word 7") {
			t.Errorf("stopped at %d with speed %g", p.frame, p.speed)
		}
	})
}

// BenchmarkPlayback is a step back from the end of a long exchange, and one on.
func BenchmarkPlayback(b *testing.B) {
	c, x := lived(100_000)
	p := newPlayback(context.Background(), x, c, quiet)
	last := x.Frames - 1
	b.Run("back", func(b *testing.B) {
		for b.Loop() {
			finish(p.seek(last - 1))
			finish(p.seek(last - 2))
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N*last), "ns/frame")
	})
}

// TestAPlayWithNothingLeftStartsAnew: at the end, and after the last frame.
func TestAPlayWithNothingLeftStartsAnew(t *testing.T) {
	c, x := lived(40)
	p := newPlayback(t.Context(), x, c, quiet)
	for _, frame := range []int{-1, x.Frames - 1} {
		finish(p.seek(frame))
		p.play(1)
		if p.frame != 0 || p.speed != 1 {
			t.Errorf("from %d it plays from %d at speed %g, want from the start", frame, p.frame, p.speed)
		}
		p.play(0)
	}
}
