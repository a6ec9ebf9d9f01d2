package frames

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// come makes the arrival of a frame whose data is given; one that begins with a
// colon is a comment.
func come(data string, at int64) wire.Arrival {
	a := wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data), AtUS: at}}
	if strings.HasPrefix(data, ":") {
		a.Frame.Kind = wire.FrameComment
		return a
	}
	e, err := read.Event(a.Frame.Data)
	a.Event, a.Decoded = e, err == nil
	return a
}

// stream is a list that grows, and the places of its frames.
type stream struct {
	list List
	refs []wire.FrameRef
	at   int64
}

func (s *stream) add(data string, gap int64, marks Mark) {
	s.at += gap
	a := come(data, s.at)
	s.list.Add(&a, marks, read.Ends(&a))
	from := int64(0)
	if n := len(s.refs); n > 0 {
		from = s.refs[n-1].Offset + int64(s.refs[n-1].Length)
	}
	s.refs = append(s.refs, wire.FrameRef{Offset: from, AtUS: s.at, Length: uint32(len(data) + 8), Kind: a.Frame.Kind})
}

func text(item int, delta string) string {
	return fmt.Sprintf(`{"type":"response.output_text.delta","output_index":%d,"delta":%q}`, item, delta)
}

func TestRunsFoldIntoARow(t *testing.T) {
	s := &stream{}
	s.add(`{"type":"response.created"}`, 1000, 0)
	for range 3 {
		s.add(text(0, "word"), 1000, 0)
	}
	s.add(":", 1000, 0)
	s.add(text(0, "word"), 1000, 0)
	s.add(text(1, "word"), 1000, 0)
	s.add(text(1, "word"), 1000, Gap)
	s.add(text(1, "word"), 1000, 0)
	s.add(text(1, "word"), 400_000, 0)
	s.add(text(1, "word"), 1000, 0)
	s.add(text(1, "word"), 1000, 0)
	s.add("[DONE]", 1000, 0)
	var r Rows
	r.Update(&s.list, s.refs)
	var got []string
	for n := range r.Lines() {
		l := r.Line(n)
		got = append(got, fmt.Sprintf("%d×%d", l.First, l.Count))
	}
	want := "0×1 1×3 4×1 5×1 6×1 7×1 8×1 9×1 10×2 12×1"
	if g := strings.Join(got, " "); g != want {
		t.Errorf("rows %s, want %s", g, want)
	}
	if frame, us, ok := s.list.LongestSilence(); !ok || frame != 9 || us != 400_000 {
		t.Errorf("the longest silence is %d µs before frame %d", us, frame)
	}
	if frame, ok := s.list.FirstDelta(); !ok || frame != 1 {
		t.Errorf("the first token is in frame %d", frame)
	}
	for _, want := range []int{7, 9} {
		if frame, ok := r.NextOdd(want-1, 1); !ok || frame != want {
			t.Errorf("what stands out next is %d, want %d", frame, want)
		}
	}
	if _, ok := r.NextOdd(9, 1); ok {
		t.Error("something stands out behind the last silence")
	}
}

func TestFailureIsMarked(t *testing.T) {
	for _, kind := range []string{"error", "response.failed", "response.incomplete", "response.fusion_call.panel.failed"} {
		s := &stream{}
		s.add(text(0, "w"), 1000, 0)
		s.add(fmt.Sprintf(`{"type":%q}`, kind), 1000, 0)
		s.add(text(0, "w"), 1000, 0)
		var r Rows
		r.Update(&s.list, s.refs)
		if frame, ok := r.NextOdd(-1, 1); !ok || frame != 1 || s.list.Marks(1) != Failure {
			t.Errorf("%s: what stands out is %d, %v", kind, frame, ok)
		}
	}
}

// TestSilenceThresholdFollowsTheMedian, so that a slow stream is not full of warnings.
func TestSilenceThresholdFollowsTheMedian(t *testing.T) {
	for _, c := range []struct{ gap, want int64 }{{1000, 250_000}, {24_000, 250_000}, {400_000, 3_932_160}} {
		s := &stream{}
		for range 50 {
			s.add(text(0, "w"), c.gap, 0)
		}
		low, high := c.want*8/10, c.want*12/10
		if got := s.list.SilenceThreshold(); got < low || got > high {
			t.Errorf("gaps of %d µs: a silence is long from %d µs on, want about %d", c.gap, got, c.want)
		}
	}
}

func TestStepsStayInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		us := rapid.Int64Range(0, 1<<62).Draw(t, "us")
		low := least(step(us))
		if low > us || us > 7 && us-low > us/4 {
			t.Fatalf("%d lies in the step from %d on", us, low)
		}
	})
}

func TestFrameOfByte(t *testing.T) {
	s := &stream{}
	long := strings.Repeat("x", 70_000)
	for _, d := range []string{"one", long, "two"} {
		s.add(text(0, d), 1000, 0)
		s.add(text(1, "other"), 1000, 0)
	}
	if got := s.list.BytesBefore(4); got != 3+70_000 {
		t.Errorf("%d bytes were written before, want 70003", got)
	}
	kind, ok := s.list.ids["response.output_text.delta"]
	for offset, want := range map[int]int{0: 0, 2: 0, 3: 2, 70_002: 2, 70_003: 4} {
		if frame, found := s.list.FrameOfByte(kind, 0, offset); !ok || !found || frame != want {
			t.Errorf("byte %d came with frame %d, want %d", offset, frame, want)
		}
	}
	if _, found := s.list.FrameOfByte(kind, 0, 70_006); found {
		t.Error("a byte that nobody wrote was found")
	}
}

// TestLinesAreTheRowsUnfolded compares the lines with a list that was simply
// written down, whatever is unfolded and hidden, and however the frames arrived.
func TestLinesAreTheRowsUnfolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, one := &stream{}, new(Rows)
		for range rapid.IntRange(1, 4).Draw(t, "batches") {
			for range rapid.IntRange(0, 20).Draw(t, "frames") {
				data := rapid.SampledFrom([]string{text(0, "a"), text(0, "b"), text(1, "a"), ":", `{"type":"x"}`, "[DONE]"}).Draw(t, "data")
				gap := rapid.SampledFrom([]int64{0, 1000, 1000, 900_000}).Draw(t, "gap")
				s.add(data, gap, rapid.SampledFrom([]Mark{0, 0, 0, Gap}).Draw(t, "mark"))
			}
			one.Update(&s.list, s.refs)
			if len(s.refs) == 0 {
				continue
			}
			one.SetOpen(rapid.IntRange(0, len(s.refs)-1).Draw(t, "frame"), rapid.Bool().Draw(t, "on"))
			if rapid.Bool().Draw(t, "filter") {
				f := Filter{Odd: rapid.Bool().Draw(t, "odd")}
				if some := map[TypeID]bool{s.list.Type(rapid.IntRange(0, len(s.refs)-1).Draw(t, "type")): true}; rapid.Bool().Draw(t, "only") {
					f.Only = some
				} else {
					f.Hidden = some
				}
				one.SetFilter(f)
			}
		}
		complete := new(Rows)
		complete.Update(&s.list, s.refs)
		if !slices.Equal(complete.starts, one.starts) {
			t.Fatalf("rows %v in batches, %v at once", one.starts, complete.starts)
		}
		var want []Line
		for i := range one.starts {
			first, count := one.row(i)
			f := one.filter
			kind := s.list.Type(first)
			if f.Hidden[kind] || f.Only != nil && !f.Only[kind] || f.Odd && !one.IsOdd(first) {
				continue
			}
			open := count > 1 && slices.ContainsFunc(one.open, func(o openRun) bool { return o.first == first && o.at >= 0 })
			want = append(want, Line{First: first, Count: count, Open: open})
			for j := 0; open && j < count; j++ {
				want = append(want, Line{First: first + j, Count: 1, Member: true})
			}
		}
		var got []Line
		for n := range one.Lines() {
			got = append(got, one.Line(n))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("lines %v, want %v", got, want)
		}
		for n, l := range got {
			if l.Open {
				n++ // the frame's own line
			}
			if found := one.Find(l.First); found != n {
				t.Fatalf("frame %d is at line %d, want %d of %v", l.First, found, n, got)
			}
		}
	})
}

func TestManyTypesAreBounded(t *testing.T) {
	s := &stream{}
	for i := range maxTypes + 10 {
		s.add(fmt.Sprintf(`{"type":"t%d"}`, i), 0, 0)
	}
	if n := len(s.list.Types()); n > maxTypes {
		t.Errorf("%d types are told apart", n)
	}
	if got := s.list.Name(s.list.Type(maxTypes + 9)); got != "further types" {
		t.Errorf("the last type is %q", got)
	}
}

// BenchmarkMillion adds a million frames, cuts them into rows and filters them.
func BenchmarkMillion(b *testing.B) {
	s := &stream{}
	for i := range 1_000_000 {
		data := text(i/1000%8, "word")
		if i%50 == 0 {
			data = ":"
		}
		s.add(data, 300, 0)
	}
	b.Run("rows", func(b *testing.B) {
		for b.Loop() {
			var r Rows
			r.Update(&s.list, s.refs)
		}
	})
	var r Rows
	r.Update(&s.list, s.refs)
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			r.SetFilter(Filter{Hidden: map[TypeID]bool{Comment: true}})
		}
	})
	a := come(text(0, "word"), 1)
	b.Run("add", func(b *testing.B) {
		var l List
		for b.Loop() {
			l.Add(&a, 0, false)
		}
	})
}

// TestFrameTakes32Bytes: an entry of the index has its budgeted size.
func TestFrameTakes32Bytes(t *testing.T) {
	if n := unsafe.Sizeof(note{}) + unsafe.Sizeof(wire.FrameRef{}); n > 32 {
		t.Errorf("a frame takes %d bytes beside its own", n)
	}
}

// TestWhatDeltasWroteIsFoundInLongTexts compares with adding up from the first frame, also in
// a clone while the list grows on.
func TestWhatDeltasWroteIsFoundInLongTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &stream{}
		add := func(n int) {
			for range n {
				item := rapid.IntRange(0, 2).Draw(t, "item")
				s.add(text(item, strings.Repeat("x", rapid.IntRange(0, 3).Draw(t, "size"))), 1, 0)
			}
		}
		add(3 * stride)
		clone := s.list.Clone()
		add(2 * stride)
		kind := s.list.ids["response.output_text.delta"]
		for _, l := range []*List{&s.list, &clone} {
			wrote := [3]int{}
			for i := range l.Len() {
				item, _ := l.Item(i)
				if got := l.BytesBefore(i); got != wrote[item] {
					t.Fatalf("frame %d: %d bytes before, want %d", i, got, wrote[item])
				}
				for byte := range l.DeltaBytes(i) {
					if frame, ok := l.FrameOfByte(kind, item, wrote[item]+byte); !ok || frame != i {
						t.Fatalf("byte %d of item %d is of frame %d (%v), want %d", wrote[item]+byte, item, frame, ok, i)
					}
				}
				wrote[item] += l.DeltaBytes(i)
			}
			for item, all := range wrote {
				if frame, ok := l.FrameOfByte(kind, item, all); ok {
					t.Fatalf("nobody wrote byte %d of item %d, but frame %d is said to", all, item, frame)
				}
			}
		}
	})
}
