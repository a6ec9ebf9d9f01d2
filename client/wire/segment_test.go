package wire

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// segmentBytes returns the bytes of memory that a body's segments take.
func segmentBytes(b *Body) (n int) {
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

// random returns bytes that no packing makes smaller.
func random(size int) []byte {
	out := make([]byte, size)
	rand.NewChaCha8([32]byte{}).Read(out)
	return out
}

// appendIn appends bytes in reads of some size.
func appendIn(b *Body, all []byte, size int) {
	for len(all) > 0 {
		n := min(len(all), size)
		b.Append(all[:n], 1)
		all = all[n:]
	}
}

func TestLongStreamIsPacked(t *testing.T) {
	all := stream(4 << 20)
	var b Body
	appendIn(&b, all, 3<<10)
	if got := segmentBytes(&b); got > len(all)/4 {
		t.Errorf("%d bytes are held in %d", len(all), got)
	}
	if !bytes.Equal(b.All(), all) {
		t.Error("what was packed came back otherwise")
	}
	if part := b.Bytes(200<<10, 900<<10); !bytes.Equal(part, all[200<<10:900<<10]) {
		t.Error("a part over several segments differs")
	}
}

func TestIncompressibleSegmentStaysPlain(t *testing.T) {
	all := random(2 << 20)
	var b Body
	b.Append(all, 1)
	if !bytes.Equal(b.All(), all) {
		t.Error("the bytes differ")
	}
	if got := segmentBytes(&b); got > len(all)+2*lastSegment {
		t.Errorf("%d bytes are held in %d", len(all), got)
	}
}

// TestReturnedSlicesAreNotOverwritten: an item refers to a slice of the body while its segment is
// packed, blanked or joined.
func TestReturnedSlicesAreNotOverwritten(t *testing.T) {
	all := stream(4 * lastSegment)
	var b Body
	b.Append(all[:lastSegment], 1)
	early := b.Bytes(10_000, 20_000)
	b.Append(all[lastSegment:], 2)
	if s := b.segments[0]; s.packed == nil {
		t.Fatal("nothing is packed")
	}
	late := b.Bytes(10_000, 20_000) // of what was unpacked
	b.Join()
	joined := b.Bytes(10_000, 20_000)
	b.Overwrite()
	for name, slice := range map[string][]byte{"before it was packed": early, "unpacked": late, "joined": joined} {
		if !bytes.Equal(slice, all[10_000:20_000]) {
			t.Errorf("what was handed out %s is another now", name)
		}
	}
}

func TestOverwriteReachesPackedSegments(t *testing.T) {
	secret := []byte("sk-canary-0123456789 ")
	var b Body
	b.Append(bytes.Repeat(secret, 100_000), 1)
	b.Bytes(0, 10) // so that an unpacked copy is stored
	b.Overwrite()
	if bytes.Contains(b.All(), secret) || bytes.Contains(b.Bytes(0, 64), secret) {
		t.Error("a blanked body still holds its bytes")
	}
	if b.Len() != int64(100_000*len(secret)) {
		t.Error("blanking changed the size")
	}
	b.Append(make([]byte, 2*lastSegment), 2)
	if got := segmentBytes(&b); got > 4*lastSegment {
		t.Errorf("of a blanked body of %d bytes %d are held when more comes", b.Len(), got)
	}
}

// TestJoinKeepsOneCopy: a document that arrived in many pieces shares the body, also when more
// arrives.
func TestJoinKeepsOneCopy(t *testing.T) {
	for name, all := range map[string][]byte{"packs": stream(3 << 20), "does not pack": random(3 << 20), "one segment": random(1000)} {
		t.Run(name, func(t *testing.T) {
			first := len(all) - len(all)/3
			var b Body
			appendIn(&b, all[:first], 30_000)
			document := b.Join()
			b.Append(all[first:], 2)
			if again := b.Bytes(0, int64(first)); &again[0] != &document[0] || len(again) != len(document) {
				t.Error("the body keeps another copy")
			}
			if got := segmentBytes(&b); got > len(all)+2*lastSegment {
				t.Errorf("%d bytes are held in %d", len(all), got)
			}
			if !bytes.Equal(b.All(), all) {
				t.Error("the body differs")
			}
		})
	}
}

// TestTrimReleasesSpareCapacity: a service may announce more than it sends.
func TestTrimReleasesSpareCapacity(t *testing.T) {
	var b Body
	b.ReserveAnnounced(1 << 40)
	b.Append([]byte("short"), 1)
	b.Trim()
	if segmentBytes(&b) > lastSegment || string(b.All()) != "short" {
		t.Errorf("%d bytes are held for %q", segmentBytes(&b), b.All())
	}
	b.Append([]byte(" and more"), 2)
	if string(b.All()) != "short and more" {
		t.Errorf("%q", b.All())
	}
}

// TestReservedDocumentIsNotCopied, also when it is longer or shorter than
// was announced.
func TestReservedDocumentIsNotCopied(t *testing.T) {
	all := random(1 << 20)
	for _, size := range []int64{1, 1000, int64(len(all)), 2 << 20, 1 << 40} {
		var b Body
		b.ReserveAnnounced(size)
		appendIn(&b, all, 30_000)
		first := &b.Run(0, b.Len())[0]
		if joined := b.Join(); !bytes.Equal(joined, all) || size >= b.Len() && &joined[0] != first {
			t.Errorf("announced as %d bytes: copied, or other bytes", size)
		}
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
