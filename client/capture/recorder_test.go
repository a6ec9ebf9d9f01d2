package capture

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"gatehouse/client/wire"
)

// clock is a clock that a test moves.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

// script is a body that arrives in given reads, each some microseconds after the one before.
type script struct {
	clock *clock
	reads [][]byte
	gap   time.Duration
	err   error
}

func (s *script) Read(p []byte) (int, error) {
	if len(s.reads) == 0 {
		return 0, s.err
	}
	s.clock.t = s.clock.t.Add(s.gap)
	n := copy(p, s.reads[0])
	if s.reads[0] = s.reads[0][n:]; len(s.reads[0]) == 0 {
		s.reads = s.reads[1:]
	}
	return n, nil
}

func (s *script) Close() error { return nil }

// record plays reads into a capture to their end.
func record(t *testing.T, secrets *Secrets, header http.Header, end error, reads ...[]byte) (*wire.Capture, error) {
	t.Helper()
	c := &clock{time.Unix(1000, 0)}
	rec := New("x1", wire.Sent{Method: "POST"}, secrets, c.now, nil)
	c.t = c.t.Add(time.Millisecond)
	rec.Head(&http.Response{
		StatusCode: 200, Proto: "HTTP/1.1", Header: header,
		Body: &script{clock: c, reads: reads, gap: 100 * time.Microsecond, err: end},
	}, nil)
	var err error
	for err == nil {
		err = rec.Next()
	}
	cause := wire.EndClean
	if err != io.EOF {
		cause = wire.EndLost
	}
	rec.End(wire.End{Cause: cause}, err)
	return rec.Capture, err
}

func zip(t testing.TB, flush bool, parts ...string) [][]byte {
	t.Helper()
	var out [][]byte
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	take := func() {
		out = append(out, bytes.Clone(b.Bytes()))
		b.Reset()
	}
	for _, p := range parts {
		if _, err := z.Write([]byte(p)); err != nil {
			t.Fatal(err)
		}
		if flush {
			if err := z.Flush(); err != nil {
				t.Fatal(err)
			}
			take()
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	take()
	return out
}

func TestEveryReadIsStamped(t *testing.T) {
	c, err := record(t, NewSecrets(), nil, io.EOF, []byte("one"), []byte("two"), []byte("three"))
	if err != io.EOF {
		t.Fatal(err)
	}
	want := []wire.Chunk{{End: 3, AtUS: 1100}, {End: 6, AtUS: 1200}, {End: 11, AtUS: 1300}}
	if got := c.Body.Chunks(); len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("%+v", got)
	}
	if string(c.Text().All()) != "onetwothree" || c.Decoded != nil || c.Head.AtUS != 1000 || c.Timing.FirstByte != 1000 || c.Timing.End != 1300 {
		t.Errorf("%+v %+v", c.Head, c.Timing)
	}
}

// TestGzipIsDecodedAsItArrives: each flushed part is there with its read, and
// the compressed bytes are stored as they arrived.
func TestGzipIsDecodedAsItArrives(t *testing.T) {
	reads := zip(t, true, "data: a\n\n", "data: b\n\n")
	all := bytes.Join(reads, nil)
	c, err := record(t, NewSecrets(), http.Header{"Content-Encoding": {"GZIP"}}, io.EOF, reads...)
	if err != io.EOF || string(c.Text().All()) != "data: a\n\ndata: b\n\n" || !bytes.Equal(c.Body.All(), all) {
		t.Fatalf("%v: %q", err, c.Text().All())
	}
	if chunks := c.Text().Chunks(); len(chunks) != 2 || chunks[0].AtUS >= chunks[1].AtUS {
		t.Errorf("the parts did not come one by one: %+v", chunks)
	}
}

func TestBodyThatOnlyClaimsGzip(t *testing.T) {
	for name, text := range map[string]string{"a text": `{"error":{"code":500}}`, "one byte": "x", "nothing": ""} {
		c, err := record(t, NewSecrets(), http.Header{"Content-Encoding": {"gzip"}}, io.EOF, []byte(text))
		if err != io.EOF || string(c.Text().All()) != text {
			t.Errorf("%s: %v: %q", name, err, c.Text().All())
		}
	}
}

func TestTruncatedGzipKeepsWhatArrived(t *testing.T) {
	reads := zip(t, true, "data: a\n\n", "data: b\n\n")
	c, err := record(t, NewSecrets(), http.Header{"Content-Encoding": {"gzip"}}, io.EOF, reads[0])
	if !errors.Is(err, cutError("gzip")) || string(c.Text().All()) != "data: a\n\n" {
		t.Errorf("%v: %q", err, c.Text().All())
	}
	if c, err := record(t, NewSecrets(), http.Header{"Content-Encoding": {"gzip"}}, io.EOF, []byte("\x1f\x8b\x08")); !errors.Is(err, cutError("gzip")) {
		t.Errorf("a cut gzip header: %v: %q", err, c.Text().All())
	}
	broken := errors.New("connection reset")
	if _, err := record(t, NewSecrets(), http.Header{"Content-Encoding": {"gzip"}}, broken, reads[0]); !errors.Is(err, broken) {
		t.Errorf("a reset became %v", err)
	}
}

// encodedBy compresses parts, each flushed into a separate read.
func encodedBy(t testing.TB, coding string, parts ...string) [][]byte {
	t.Helper()
	var b bytes.Buffer
	var z interface {
		io.WriteCloser
		Flush() error
	}
	switch coding {
	case "br":
		z = brotli.NewWriter(&b)
	case "zstd":
		z, _ = zstd.NewWriter(&b)
	case "deflate":
		z = zlib.NewWriter(&b)
	case "raw deflate":
		z, _ = flate.NewWriter(&b, flate.DefaultCompression)
	}
	var out [][]byte
	for _, p := range parts {
		if _, err := io.WriteString(z, p); err != nil {
			t.Fatal(err)
		}
		if err := z.Flush(); err != nil {
			t.Fatal(err)
		}
		out = append(out, bytes.Clone(b.Bytes()))
		b.Reset()
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return append(out, bytes.Clone(b.Bytes()))
}

// TestEveryCodingIsDecodedAsItArrives: each part is there with its read; the capture stores what
// arrived; a body that ends in its middle is truncated, a reset stays a reset, and a text that
// only claims the coding passes.
func TestEveryCodingIsDecodedAsItArrives(t *testing.T) {
	for _, name := range []string{"br", "zstd", "deflate", "raw deflate"} {
		coding := http.Header{"Content-Encoding": {strings.TrimPrefix(name, "raw ")}}
		reads := encodedBy(t, name, "data: a\n\n", "data: b\n\n")
		c, err := record(t, NewSecrets(), coding, io.EOF, slices.Clone(reads)...)
		if err != io.EOF || string(c.Text().All()) != "data: a\n\ndata: b\n\n" || !bytes.Equal(c.Body.All(), bytes.Join(reads, nil)) {
			t.Fatalf("%s: %v: %q, kept %q", name, err, c.Text().All(), c.Body.All())
		}
		if chunks := c.Text().Chunks(); len(chunks) != 2 || chunks[0].AtUS >= chunks[1].AtUS {
			t.Errorf("%s: the parts did not come one by one: %+v", name, chunks)
		}
		if c, err := record(t, NewSecrets(), coding, io.EOF, reads[0]); !IsCutShort(err) || string(c.Text().All()) != "data: a\n\n" {
			t.Errorf("%s, cut: %v: %q", name, err, c.Text().All())
		}
		broken := errors.New("connection reset")
		if _, err := record(t, NewSecrets(), coding, broken, reads[0]); !errors.Is(err, broken) {
			t.Errorf("%s: a reset became %v", name, err)
		}
		var wrong *EncodingError
		if c, err := record(t, NewSecrets(), coding, io.EOF, reads[0], bytes.Repeat([]byte{0xFF}, 100)); !errors.As(err, &wrong) || string(c.Text().All()) != "data: a\n\n" {
			t.Errorf("%s, wrong: %v: %q", name, err, c.Text().All())
		}
		for _, text := range []string{`{"error":{"code":500}}`, "data: a\n\n", "event: x\ndata: a\n\n", "[1]", "<html>", ": c\n\n"} {
			if c, err := record(t, NewSecrets(), coding, io.EOF, []byte(text)); err != io.EOF || string(c.Text().All()) != text {
				t.Errorf("%s claimed by %q: %v: %q", name, text, err, c.Text().All())
			}
		}
	}
	both := http.Header{"Content-Encoding": {"deflate", "zstd, identity"}}
	twice := encodedBy(t, "zstd", string(bytes.Join(encodedBy(t, "deflate", "data: a\n\n"), nil)))
	if c, err := record(t, NewSecrets(), both, io.EOF, twice...); err != io.EOF || string(c.Text().All()) != "data: a\n\n" {
		t.Errorf("twice: %v: %q", err, c.Text().All())
	}
	if c, err := record(t, NewSecrets(), http.Header{"Content-Encoding": {"gzip, lzma"}}, io.EOF, []byte("\x5d\x00")); err != io.EOF || c.Decoded != nil || string(c.Body.All()) != "\x5d\x00" {
		t.Errorf("an unknown coding: %v %+v", err, c)
	}
}

// TestCompressedSecretIsNeverRecorded: not in the text, and not to be had by
// decompressing what is stored.
func TestCompressedSecretIsNeverRecorded(t *testing.T) {
	const key = "canary-0123456789"
	reads := zip(t, true, "data: a\n\n", "data: cana", "ry-0123456789 !\n\n", "data: b\n\n")
	size := len(bytes.Join(reads, nil))
	c, err := record(t, NewSecrets(key), http.Header{"Content-Encoding": {"gzip"}}, io.EOF, reads...)
	if err != io.EOF || string(c.Text().All()) != "data: a\n\ndata: ***************** !\n\ndata: b\n\n" {
		t.Fatalf("%v: %q", err, c.Text().All())
	}
	if !bytes.Equal(c.Body.All(), bytes.Repeat([]byte("*"), size)) {
		t.Error("the compressed bytes are still there")
	}
	if c.Redacted != len(key) {
		t.Errorf("%d bytes are said to be redacted", c.Redacted)
	}
}

func TestRecorderEnd(t *testing.T) {
	broken := errors.New("read canary-0123456789: connection reset")
	c, _ := record(t, NewSecrets("canary-0123456789"), nil, broken, []byte("half of can"))
	if c.End.Cause != wire.EndLost || c.End.Message != "read *****************: connection reset" {
		t.Errorf("%+v", c.End)
	}
	if string(c.Body.All()) != "half of can" {
		t.Errorf("the pending bytes are lost: %q", c.Body.All())
	}
}

func TestSentIsRedacted(t *testing.T) {
	const key = "canary-0123456789"
	sent := wire.Sent{Method: "POST", Header: http.Header{"Authorization": {"Bearer " + key}}, Body: []byte(`{"input":"` + key + `"}`)}
	c := New("x", sent, NewSecrets(key), time.Now, nil).Capture
	if strings.Contains(string(c.Sent.Body), "canary") || strings.Contains(c.Sent.Header.Get("Authorization"), "canary") {
		t.Errorf("%s %v", c.Sent.Body, c.Sent.Header)
	}
	if len(c.Sent.Body) != len(sent.Body) || !strings.Contains(string(sent.Body), key) || c.Redacted != len(key) {
		t.Error("the size, the request or the count is wrong")
	}
}

// TestWhatCallersSayIsRedacted: what another program calls itself, the path that it called, and
// the answer to it.
func TestWhatCallersSayIsRedacted(t *testing.T) {
	const key = "canary-0123456789"
	c := &wire.Capture{Start: time.Unix(1000, 0), Caller: &wire.Caller{Address: "127.0.0.1:1", UserAgent: "me " + key, Path: "/of/" + key + "/x?a=" + key + "&key=short"}}
	rec := NewForwarded(c, NewSecrets(key), time.Now, NewTrace(c.Start, time.Now), nil)
	rec.Delivery = func() *wire.Delivery { return &wire.Delivery{Status: 502, Message: "bad line " + key} }
	if want := (wire.Caller{Address: "127.0.0.1:1", UserAgent: "me *****************", Path: "/of/*****************/x?a=*****************&key=***"}); *c.Caller != want {
		t.Errorf("%+v", *c.Caller)
	}
	rec.End(wire.End{Cause: wire.EndLost}, nil)
	if c.Delivery.Message != "bad line *****************" || c.Delivery.Status != 502 {
		t.Errorf("%+v", c.Delivery)
	}
}

// BenchmarkRecord is a read of one delta, with a key to look for.
func BenchmarkRecord(b *testing.B) {
	delta := []byte(`data: {"type":"response.output_text.delta","content_index":0,"delta":" word42","item_id":"msg_68a1b2c3d4e5f60718293a4b5c6d7e8f","logprobs":[],"output_index":0,"sequence_number":12345}` + "\n\n")
	secrets := NewSecrets("sk-0123456789abcdefghijklmnopqrstuvwxyz")
	b.SetBytes(int64(len(delta)))
	b.ReportAllocs()
	var rec *Recorder
	for i := 0; b.Loop(); i++ {
		if i%(1<<16) == 0 {
			rec = New("x", wire.Sent{}, secrets, time.Now, nil)
			rec.Head(&http.Response{StatusCode: 200, Body: endless{delta}}, nil)
		}
		if err := rec.Next(); err != nil {
			b.Fatal(err)
		}
	}
}

type endless struct{ data []byte }

func (e endless) Read(p []byte) (int, error) { return copy(p, e.data), nil }
func (endless) Close() error                 { return nil }
