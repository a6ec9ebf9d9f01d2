package wire

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// held returns the bytes of memory that a body's segments take.
func held(b *Body) (n int) {
	for i := range b.segments {
		n += cap(b.segments[i].plain) + cap(b.segments[i].packed)
	}
	return n
}

// stream returns an event stream of about size bytes, as a gateway sends it.
func stream(size int) []byte {
	words := []string{" rate", " the", " key", " gateway", "\\n", " of", " models", " route"}
	var b bytes.Buffer
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":%d,\"item_id\":\"msg_0123456789abcdef\",\"output_index\":0,\"content_index\":0,\"delta\":%q,\"logprobs\":[]}\n\n",
			i, words[rand.IntN(len(words))])
	}
	return b.Bytes()
}

func TestALongStreamTakesAFractionOfItsBytes(t *testing.T) {
	all := stream(4 << 20)
	var b Body
	for rest := all; len(rest) > 0; {
		n := min(len(rest), 3<<10)
		b.Append(rest[:n], 1)
		rest = rest[n:]
	}
	if got := held(&b); got > len(all)/4 {
		t.Errorf("%d bytes are held in %d", len(all), got)
	}
	if !bytes.Equal(b.All(), all) {
		t.Error("what was packed came back otherwise")
	}
	if part := b.Bytes(200<<10, 900<<10); !bytes.Equal(part, all[200<<10:900<<10]) {
		t.Error("a part over several segments differs")
	}
}

func TestWhatDoesNotPackStaysAsItIs(t *testing.T) {
	all := make([]byte, 2<<20)
	source := rand.NewChaCha8([32]byte{})
	if _, err := source.Read(all); err != nil {
		t.Fatal(err)
	}
	var b Body
	b.Append(all, 1)
	if !bytes.Equal(b.All(), all) {
		t.Error("the bytes differ")
	}
	if got := held(&b); got > len(all)+2*lastSegment {
		t.Errorf("%d bytes are held in %d", len(all), got)
	}
}

func TestBlankReachesPackedSegments(t *testing.T) {
	secret := []byte("sk-canary-0123456789 ")
	var b Body
	b.Append(bytes.Repeat(secret, 100_000), 1)
	b.Bytes(0, 10) // so that an unpacked copy is kept
	b.Blank()
	if bytes.Contains(b.All(), secret) || bytes.Contains(b.Bytes(0, 64), secret) {
		t.Error("a blanked body still holds its bytes")
	}
	if b.Len() != int64(100_000*len(secret)) {
		t.Error("blanking changed the size")
	}
}

func BenchmarkBodyReadLineByLine(b *testing.B) {
	all := stream(8 << 20)
	var body Body
	body.Append(all, 1)
	b.SetBytes(int64(len(all)))
	for b.Loop() {
		for at := int64(0); at < body.Len(); at += 240 {
			body.Bytes(at, at+240)
		}
	}
}

// TestWhatIsJoinedIsThereOnce: who keeps a long line, or a document, that came in
// many pieces shares it with the body, also when more comes.
func TestWhatIsJoinedIsThereOnce(t *testing.T) {
	for _, c := range []struct {
		name string
		all  []byte
	}{{"packs", stream(3 << 20)}, {"does not pack", random(3 << 20)}} {
		t.Run(c.name, func(t *testing.T) {
			const from, to = 100_000, 2_500_000
			var b Body
			b.Append(c.all[:to+10], 1)
			line := b.Join(from, to)
			b.Append(c.all[to+10:], 2)
			if again := b.Bytes(from, to); &again[0] != &line[0] || len(again) != len(line) {
				t.Error("the body keeps another copy")
			}
			if got := held(&b); got > len(c.all)+2*lastSegment {
				t.Errorf("%d bytes are held in %d", len(c.all), got)
			}
			if !bytes.Equal(b.All(), c.all) {
				t.Error("the body differs")
			}
		})
	}
}

// TestWhatStandsBetweenLongLinesIsPacked: only what is kept by somebody is plain.
func TestWhatStandsBetweenLongLinesIsPacked(t *testing.T) {
	var b Body
	const part, parts = 1_500_000, 8
	joined := 0
	for i := range parts {
		from := b.Len()
		for rest := stream(part); len(rest) > 0; {
			n := min(len(rest), 32<<10)
			b.Append(rest[:n], 1)
			rest = rest[n:]
		}
		if i%2 == 0 {
			joined += len(b.Join(from, b.Len()))
		}
	}
	b.Append(stream(2*lastSegment), 1)
	if got, most := held(&b), joined+(int(b.Len())-joined)/4+4*lastSegment; got > most {
		t.Errorf("%d bytes are held in %d, of which %d are shared", b.Len(), got, joined)
	}
}

// TestWhatIsLentIsThereOnce: who keeps data that was put together of several lines
// shares it with the body, which keeps the bytes between them beside it; also of a line
// that lies in many segments.
func TestWhatIsLentIsThereOnce(t *testing.T) {
	for line, frames := range map[int]int{20_000: 200, 2 << 20: 4} {
		lentAndThereOnce(t, line, frames)
	}
}

func lentAndThereOnce(t *testing.T, line, frames int) {
	const gap = 100
	all := random(frames * (line + gap))
	var b Body
	var kept [][]byte
	for i := range frames {
		from := i * (line + gap)
		b.Append(all[from:from+line+gap], 1)
		data := bytes.Clone(all[from : from+line])
		b.Lend(int64(from), int64(from+line+gap), data, []Line{{At: int64(from), Text: data[:line/2]}, {At: int64(from + line/2), Text: data[line/2:]}})
		kept = append(kept, data)
	}
	for i, data := range kept {
		from := int64(i * (line + gap))
		if got := b.Joined(from, from+int64(line+gap)); &got[0] != &data[0] {
			t.Fatalf("frame %d is another copy", i)
		}
	}
	if got := held(&b); got > 4*lastSegment+2*frames*gap {
		t.Errorf("beside %d bytes that are kept %d are held", frames*line, got)
	}
	if !bytes.Equal(b.All(), all) {
		t.Error("the body differs")
	}
	for from := range frames {
		from *= line + gap - 7
		if got := b.Bytes(int64(from), int64(from+line/3)); !bytes.Equal(got, all[from:from+line/3]) {
			t.Fatalf("the bytes from %d on differ", from)
		}
	}
}

// TestOnlyWhereMuchIsLentItIsTaken: a frame of a single line that somebody keeps would
// keep all of that once more.
func TestOnlyWhereMuchIsLentItIsTaken(t *testing.T) {
	const frame = 10_000
	for others, taken := range map[int64]bool{200: true, 15_000: true, 30_000: false} {
		all := random(3 << 20)
		var b Body
		b.Append(all, 1)
		before := held(&b)
		var kept [][]byte
		for from := int64(0); from < 2<<20; from += frame + others {
			data := bytes.Clone(all[from : from+frame])
			b.Lend(from, from+frame, data, []Line{{At: from, Text: data}})
			kept = append(kept, data)
		}
		if got, less := held(&b), len(kept)*frame; got < before-less/2 != taken {
			t.Errorf("%d bytes between frames: beside %d that are lent %d are held, %d before", others, less, got, before)
		}
		if !bytes.Equal(b.All(), all) {
			t.Error("the body differs")
		}
		runtime.KeepAlive(kept)
	}
}

// TestOfShortLinesNoneAreTaken: the body would keep the short ones too.
func TestOfShortLinesNoneAreTaken(t *testing.T) {
	long, short := strings.Repeat("x", LeastLent), strings.Repeat("x", LeastLent-1)
	for data, taken := range map[string]bool{long: true, short: false, long + "\n" + short: true, short + "\n" + long + "\n" + short: false} {
		var b Body
		b.Append(random(3<<20), 1)
		if Lends([]byte(data)) != taken {
			t.Errorf("of %.400q", data)
		}
		b.Lend(0, int64(len(data)), []byte(data), []Line{{At: 0, Text: []byte(long)}})
		if len(b.lent) > 0 != taken {
			t.Errorf("%d lines of %.400q wait for their segment", len(b.lent), data)
		}
	}
}

// TestWhatWasReadBeforeABlankIsNotLent: it may hold what was to be hidden.
func TestWhatWasReadBeforeABlankIsNotLent(t *testing.T) {
	var b Body
	b.Append(random(1000), 1)
	data := bytes.Clone(b.Bytes(0, 1000))
	b.Blank()
	b.Lend(0, 1000, data, nil)
	if b.Joined(0, 1000) != nil {
		t.Error("it is found again")
	}
}

// TestWhatIsKeptOfAPackedSegmentIsFoundAgain: who reads it again gets the bytes that
// somebody keeps, and no others beside them.
func TestWhatIsKeptOfAPackedSegmentIsFoundAgain(t *testing.T) {
	var b Body
	b.Append(stream(50_200), 1)
	kept := b.Run(50_000, 50_100)
	b.Append(stream(4*lastSegment), 2)
	if s := b.segments[b.segmentAt(50_000)]; s.packed == nil {
		t.Fatal("it is not packed")
	}
	if again := b.Bytes(50_000, 50_100); &again[0] != &kept[0] {
		t.Error("another copy")
	}
}

// TestTrimGivesRoomBack: a service may announce more than it sends.
func TestTrimGivesRoomBack(t *testing.T) {
	var b Body
	b.Expect(1 << 40)
	b.Append([]byte("short"), 1)
	b.Trim()
	if held(&b) > lastSegment || string(b.All()) != "short" {
		t.Errorf("%d bytes are held for %q", held(&b), b.All())
	}
	b.Append([]byte(" and more"), 2)
	if string(b.All()) != "short and more" {
		t.Errorf("%q", b.All())
	}
}

// TestADocumentThatIsExpectedIsNotCopied, also when it is longer or shorter than
// was announced.
func TestADocumentThatIsExpectedIsNotCopied(t *testing.T) {
	all := random(1 << 20)
	for _, size := range []int64{1, 1000, int64(len(all)), 2 << 20, 1 << 40} {
		var b Body
		b.Expect(size)
		for rest := all; len(rest) > 0; {
			n := min(len(rest), 30_000)
			b.Append(rest[:n], 1)
			rest = rest[n:]
		}
		first := &b.Run(0, b.Len())[0]
		if joined := b.Join(0, b.Len()); !bytes.Equal(joined, all) || size >= b.Len() && &joined[0] != first {
			t.Errorf("announced as %d bytes: copied, or other bytes", size)
		}
	}
}

// random returns bytes that no packing makes smaller.
func random(size int) []byte {
	out := make([]byte, size)
	rand.NewChaCha8([32]byte{}).Read(out)
	return out
}
