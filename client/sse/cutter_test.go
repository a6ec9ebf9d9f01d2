package sse

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

// sseCase is one file of testdata: why it is there, quoted lines of bytes, a
// rule, and the frames.
type sseCase struct {
	name   string
	input  []byte
	frames []string
}

func cases(t testing.TB) []sseCase {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	var out []sseCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, after, ok := strings.Cut(string(text), "----------\n")
		if !ok {
			t.Fatalf("%s has no rule", file)
		}
		c := sseCase{name: strings.TrimSuffix(filepath.Base(file), ".txt"), frames: []string{}}
		for line := range strings.Lines(before) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			piece, err := strconv.Unquote(strings.TrimSpace(line))
			if err != nil {
				t.Fatalf("%s: %s: %v", file, line, err)
			}
			c.input = append(c.input, piece...)
		}
		for line := range strings.Lines(after) {
			c.frames = append(c.frames, strings.TrimSpace(line))
		}
		out = append(out, c)
	}
	return out
}

func describe(f wire.Frame) string {
	kind := map[wire.FrameKind]string{wire.FrameEvent: "event", wire.FrameComment: "comment", wire.FrameTorn: "torn", wire.FrameFields: "fields"}[f.Kind]
	s := fmt.Sprintf("%s %d+%d", kind, f.Offset, f.Length)
	if f.HasEvent {
		s += fmt.Sprintf(" event=%q", f.Event)
	}
	if f.HasID {
		s += fmt.Sprintf(" id=%q", f.ID)
	}
	if f.HasRetry {
		s += fmt.Sprintf(" retry=%d", f.RetryMS)
	}
	return s + fmt.Sprintf(" data=%q", f.Data)
}

// fill appends input in reads that end at the given places; read i arrives at 1000+i.
func fill(input []byte, ends ...int) *wire.Body {
	var body wire.Body
	at := 0
	for i, end := range append(ends, len(input)) {
		body.Append(input[at:end], int64(1000+i))
		at = end
	}
	return &body
}

func cut(body *wire.Body) []wire.Frame { return slices.Collect(All(body)) }

func describeAll(frames []wire.Frame) []string {
	out := []string{}
	for _, f := range frames {
		out = append(out, describe(f))
	}
	return out
}

// TestCasesAtEverySplit cuts each case as one read, split once at every place,
// and byte by byte.
func TestCasesAtEverySplit(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			check := func(split string, ends ...int) {
				if got := describeAll(cut(fill(c.input, ends...))); !slices.Equal(got, c.frames) {
					t.Errorf("%s\ngot  %s\nwant %s", split, strings.Join(got, "\n     "), strings.Join(c.frames, "\n     "))
				}
			}
			check("whole")
			var every []int
			for i := 1; i < len(c.input); i++ {
				check(fmt.Sprintf("split at %d", i), i)
				every = append(every, i)
			}
			check("byte by byte", every...)
		})
	}
}

// TestFramesAreCutAgainFromTheirPlaces: the index and the body are enough to
// have any frame again.
func TestFramesAreCutAgainFromTheirPlaces(t *testing.T) {
	for _, c := range cases(t) {
		body := fill(c.input)
		for _, f := range cut(body) {
			if again := At(body, f.Ref()); describe(again) != describe(f) || again.AtUS != f.AtUS {
				t.Errorf("%s: %s became %s", c.name, describe(f), describe(again))
			}
		}
	}
}

// TestFrameIsStampedByTheReadThatCompletedIt.
func TestFrameIsStampedByTheReadThatCompletedIt(t *testing.T) {
	input := "data: a\n\n: c\ndata: b\r\n\r\ndata: torn"
	frames := cut(fill([]byte(input), 4, 9, 12, 23, 24))
	want := []int64{1001, 1003, 1004, 1005}
	for i, f := range frames {
		if f.AtUS != want[i] {
			t.Errorf("%s at %d, want %d", describe(f), f.AtUS, want[i])
		}
	}
	if len(frames) != len(want) {
		t.Errorf("%d frames", len(frames))
	}
}

// TestEventEndedByBareCRIsNotDelayed: waiting for the next byte, which may be an LF, would show an
// event only when the next one arrives.
func TestEventEndedByBareCRIsNotDelayed(t *testing.T) {
	for _, input := range []string{"data: a\r\r", "data: a\n\r", "data: a\n\n", "data: a\r\n\r\n"} {
		var body wire.Body
		c := New(&body, 0)
		body.Append([]byte(input), 1)
		c.Feed(body.Len(), 1)
		if f, ok := c.Next(); !ok || string(f.Data) != "a" {
			t.Errorf("%q is held back", input)
		}
	}
}

// TestDataSharesTheBody: a frame that is in one piece is not copied.
func TestDataSharesTheBody(t *testing.T) {
	body := fill([]byte("data: hello\n\n"))
	var frame wire.Frame
	for f := range All(body) {
		frame = f
	}
	if run := body.Run(6, 11); &run[0] != &frame.Data[0] {
		t.Error("the data was copied")
	}
	if cap(frame.Data) != len(frame.Data) {
		t.Error("appending to the data would write into the body")
	}
}

func TestLineBeyondTheCap(t *testing.T) {
	const limit = 1000
	feed := func(pieces ...string) (frames []wire.Frame, err error) {
		var body wire.Body
		c := New(&body, limit)
		for i, p := range pieces {
			body.Append([]byte(p), int64(i))
			c.Feed(body.Len(), int64(i))
			for f, ok := c.Next(); ok; f, ok = c.Next() {
				frames = append(frames, f)
			}
			if c.Err() != nil {
				break
			}
		}
		err = c.Err()
		c.End()
		for f, ok := c.Next(); ok; f, ok = c.Next() {
			frames = append(frames, f)
		}
		return frames, err
	}
	long := strings.Repeat("x", 600)
	frames, err := feed("data: ok\n\n", "data: "+long, long, "more\n\ndata: never\n\n")
	var tooLong *LineCapError
	if !errors.As(err, &tooLong) || tooLong.Cap != limit || tooLong.Offset != 10 {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(err.Error(), "1000 bytes") || !strings.Contains(err.Error(), "the rest was not read") || strings.Contains(err.Error(), "WithMaxLine") {
		t.Errorf("%q does not tell a person the cap and what became of the rest", err)
	}
	if len(frames) != 2 || frames[1].Kind != wire.FrameTorn || len(frames[1].Data) != 1200 {
		t.Errorf("what had arrived is not kept: %v", describeAll(frames))
	}
	if _, err := feed("data: "+long+"\n", "data: "+long+"\n", "\n"); !errors.As(err, &tooLong) {
		t.Errorf("many lines of one event passed the cap: %v", err)
	}
	if frames, err := feed("data: "+long+"\n\n", "data: "+long+"\n\n"); err != nil || len(frames) != 2 {
		t.Errorf("lines below the cap: %v", err)
	}
}

// TestEveryByteIsReadOnce: a line of 8 MiB in small reads takes a number of
// steps that grows with its length, not with its square.
func TestEveryByteIsReadOnce(t *testing.T) {
	var body wire.Body
	c := New(&body, 0)
	piece := bytes.Repeat([]byte("x"), 512)
	body.Append([]byte("data: "), 0)
	for range 16 << 10 {
		body.Append(piece, 1)
		c.Feed(body.Len(), 1)
		if _, ok := c.Next(); ok {
			t.Fatal("a frame without an end")
		}
		if looked := body.Len() - c.lines.pos; looked != 0 {
			t.Fatalf("%d bytes will be looked at again", looked)
		}
		if n := int64(len(c.lines.run)); n > 1024 {
			t.Fatalf("%d bytes were loaded for a read of %d", n, len(piece))
		}
	}
	body.Append([]byte("\n\n"), 2)
	c.Feed(body.Len(), 2)
	if f, ok := c.Next(); !ok || len(f.Data) != 8<<20 {
		t.Error("the line did not come whole")
	}
}

// TestNoByteIsLost: whatever arrives, comments, events and the tail cover it, but for line ends
// and a byte order mark.
func TestNoByteIsLost(t *testing.T) {
	piece := rapid.SampledFrom([]string{"data: a", "data:", "event: e", "id: \x00", ":c", "x", "\n", "\r", "\r\n", "\n\n", "\uFEFF", " ", "data: é"})
	rapid.Check(t, func(t *rapid.T) {
		input := []byte(strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), ""))
		covered := make([]bool, len(input))
		for f := range All(fill(input)) {
			for i := f.Offset; i < f.Offset+f.Length; i++ {
				covered[i] = true
			}
		}
		for i, ok := range covered {
			if !ok && input[i] != '\n' && input[i] != '\r' && !(i < 3 && bytes.HasPrefix(input, []byte("\uFEFF"))) {
				t.Fatalf("byte %d of %q is in no frame", i, input)
			}
		}
	})
}

// FuzzAnySplit: however the bytes are split into reads, the frames are the
// same, and each is found again from its place.
func FuzzAnySplit(f *testing.F) {
	for _, c := range cases(f) {
		f.Add(c.input, uint64(len(c.input)))
	}
	f.Fuzz(func(t *testing.T, input []byte, seed uint64) {
		want := cut(fill(input))
		var ends []int
		for i := 1; i < len(input); i++ {
			seed = seed*6364136223846793005 + 1442695040888963407
			if seed>>62 == 0 {
				ends = append(ends, i)
			}
		}
		body := fill(input, ends...)
		got := cut(body)
		if !slices.Equal(describeAll(got), describeAll(want)) {
			t.Fatalf("%q split at %v\ngot  %v\nwant %v", input, ends, describeAll(got), describeAll(want))
		}
		for _, frame := range got {
			if again := At(body, frame.Ref()); describe(again) != describe(frame) {
				t.Fatalf("%q: %s became %s", input, describe(frame), describe(again))
			}
		}
	})
}

// TestBodyMayBeOverwrittenWhileItIsCut: what arrives after it is still cut.
func TestBodyMayBeOverwrittenWhileItIsCut(t *testing.T) {
	var body wire.Body
	c := New(&body, 1<<20)
	body.Append([]byte("data: {\ndata: a\n"), 1)
	c.Feed(body.Len(), 1)
	if _, ok := c.Next(); ok {
		t.Fatal("half a frame is one")
	}
	body.Overwrite()
	body.Append([]byte("\ndata: more\n\n"), 2)
	c.Feed(body.Len(), 2)
	for range 2 {
		if _, ok := c.Next(); !ok {
			t.Fatal("a frame is missing")
		}
	}
}

// TestLongLineAcrossSegments, and cut again from where it is.
func TestLongLineAcrossSegments(t *testing.T) {
	long := strings.Repeat("long ", 1<<20)
	body := fill([]byte("data: a\n\ndata: " + long + "\n\ndata: b\n\n"))
	frames := cut(body)
	if len(frames) != 3 || string(frames[1].Data) != long || string(frames[2].Data) != "b" {
		t.Fatal("the frames differ")
	}
	if again := At(body, frames[1].Ref()); string(again.Data) != long {
		t.Error("cut again it differs")
	}
}

// TestJoinedDataHasNoSpareCapacity: a reader of a long text retains it.
func TestJoinedDataHasNoSpareCapacity(t *testing.T) {
	long := strings.Repeat("0123456789", 3000)
	input := []byte(strings.Repeat("data: {\nevent: e\ndata: "+long+"\ndata: }\n\n", 40))
	body := fill(input)
	frames := cut(body)
	if len(frames) != 40 || !bytes.Equal(body.All(), input) {
		t.Fatal("the frames differ")
	}
	for i, f := range frames {
		if string(f.Data) != "{\n"+long+"\n}" || cap(f.Data) > len(f.Data)+64 {
			t.Errorf("frame %d has %d bytes and room for %d", i, len(f.Data), cap(f.Data))
		}
		if again := At(body, f.Ref()); !bytes.Equal(again.Data, f.Data) || again.Event != "e" {
			t.Errorf("frame %d is cut again as another", i)
		}
	}
}
