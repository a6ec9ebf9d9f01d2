package client_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// endless replies with a head and then with the same piece until nobody reads.
func endless(head, piece string) reply {
	return func(conn net.Conn, req *http.Request) {
		raw(head)(conn, req)
		for {
			if _, err := io.WriteString(conn, piece); err != nil {
				return
			}
		}
	}
}

// bomb is gzip of that number of MiB of one letter.
func bomb(t *testing.T, size int) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	block := bytes.Repeat([]byte("x"), 1<<20)
	for range size {
		if _, err := z.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// heapBytes returns how many bytes of memory the program uses.
func heapBytes() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestBodyBeyondTheCap ends the exchange, and what had arrived is stored: to the
// byte, whatever it arrived packed in, and in no more memory than that.
func TestBodyBeyondTheCap(t *testing.T) {
	const most = 4 << 20
	zipped := strings.Replace(jsonHead, "Connection", "Content-Encoding: gzip\r\nConnection", 1)
	block := strings.Repeat("data: {\"type\":\"response.x\",\"n\":\"0123456789\"}\n\n", 1000)
	for name, c := range map[string]struct {
		serve reply
		text  int64 // bytes that are stored
	}{
		"a document":         {endless(jsonHead, `{"a":"`+strings.Repeat("x", 1<<20)), most},
		"a stream":           {endless(sseHead, block), most},
		"a gzip bomb":        {raw(zipped, bomb(t, 64)), most},
		"gzip that is empty": {endless(zipped+"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", strings.Repeat("\x00\x00\x00\xff\xff", 10000)), 0},
		"an error":           {endless(strings.Replace(jsonHead, "200 OK", "500 No", 1), strings.Repeat("x", 1<<20)), most},
	} {
		t.Run(name, func(t *testing.T) {
			before := heapBytes()
			capture, s := exchange(t, c.serve, client.Call{}, client.WithMaxBody(most))
			if capture.End.Cause != wire.EndBodyCap || !strings.Contains(capture.End.Message, "larger than 4 MiB") {
				t.Fatalf("%+v", capture.End)
			}
			if n, raw := capture.Text().Len(), capture.Body.Len(); n != c.text || raw > most {
				t.Errorf("%d bytes are kept of %d that came", n, raw)
			}
			if more := heapBytes() - before; more > 12*most {
				t.Errorf("%d MiB are held", more>>20)
			}
			checkReplay(t, capture, s)
		})
	}
}

// TestEmptyFramesBeyondTheCap: their places take more than they do.
func TestEmptyFramesBeyondTheCap(t *testing.T) {
	const most = 1 << 20
	capture, _ := exchange(t, endless(sseHead, strings.Repeat(":\n", 1<<12)), client.Call{}, client.WithMaxBody(most))
	if frames := len(capture.Frames.All()); capture.End.Cause != wire.EndBodyCap || frames > most/16 {
		t.Errorf("%+v, %d frames", capture.End, frames)
	}
}

// TestBodyOfExactlyTheCap arrives completely.
func TestBodyOfExactlyTheCap(t *testing.T) {
	const text = `{"object":"response","output":[]}`
	capture, _ := exchange(t, raw(jsonHead, text), client.Call{}, client.WithMaxBody(int64(len(text))))
	if capture.End.Cause != wire.EndClean || string(capture.Text().All()) != text {
		t.Errorf("%+v %s", capture.End, capture.Text().All())
	}
}

// TestDiscardedBodyGivesTheSameArrivals: every frame as without, also those whose lines are in
// several pieces, or around a comment, and nothing is stored.
func TestDiscardedBodyGivesTheSameArrivals(t *testing.T) {
	var pieces []string
	for i := range 3000 {
		text := strings.Repeat("line ", i%500)
		pieces = append(pieces, "data: {\"type\":\"response.x\",\n:c\ndata: \"n\":\""+text+"\"}\n\n", ": "+text+"\n")
	}
	zipped := func() string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := io.WriteString(z, strings.Join(pieces, "")+done); err != nil {
			t.Fatal(err)
		}
		z.Close()
		return b.String()
	}()
	for name, serve := range map[string]reply{
		"as it is": raw(append([]string{sseHead}, append(pieces, done)...)...),
		"gzip":     raw(strings.Replace(sseHead, "Connection", "Content-Encoding: gzip\r\nConnection", 1), zipped),
	} {
		_, want := exchange(t, serve, client.Call{})
		capture, got := exchange(t, serve, client.Call{DiscardBody: true})
		a, b := frames(want), frames(got)
		if len(a) != len(b) || len(a) < 6000 {
			t.Fatalf("%s: %d frames, want %d", name, len(b), len(a))
		}
		for i := range a {
			if a[i].Kind != b[i].Kind || !bytes.Equal(a[i].Data, b[i].Data) || a[i].Offset != b[i].Offset || a[i].Length != b[i].Length {
				t.Fatalf("%s: frame %d is %+v, want %+v", name, i, b[i], a[i])
			}
		}
		if n := int64(len(capture.Text().All())); n > 512<<10 || len(capture.Frames.All()) > 0 || len(capture.Text().Chunks()) > 1 {
			t.Errorf("%s: %d bytes, %d frames and %d chunks are kept", name, n, len(capture.Frames.All()), len(capture.Text().Chunks()))
		}
	}
}

// TestAStoreGetsAllOfACompressedStream: its bytes as they arrived, though of the text only the
// open frame is in memory.
func TestAStoreGetsAllOfACompressedStream(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	var pieces []string
	for i := range 2000 {
		fmt.Fprintf(z, "data: {\"type\":\"response.x\",\"n\":%d}\n\n", i*i)
		if err := z.Flush(); err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, b.String())
		b.Reset()
	}
	z.Close()
	pieces = append(pieces, b.String())
	head := strings.Replace(sseHead, "Connection", "Content-Encoding: gzip\r\nConnection", 1)
	var s stored
	exchange(t, raw(append([]string{head}, pieces...)...), client.Call{DiscardBody: true, Store: &s})
	if want := strings.Join(pieces, ""); string(s.coded) != want {
		t.Errorf("%d bytes are stored, %d came", len(s.coded), len(want))
	}
}

// stored copies the body of an exchange as it is when it ends.
type stored struct{ coded []byte }

func (*stored) Begin(*wire.Capture)   {}
func (*stored) Head(*wire.Capture)    {}
func (*stored) Chunk([]byte, int64)   {}
func (s *stored) End(c *wire.Capture) { s.coded = c.Body.All() }
