package websocket_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	ours "gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// wireFrame is a frame as a side sends it, with a mask where key is not nil.
func wireFrame(first byte, payload string, key []byte) []byte {
	b := []byte{first}
	masked := byte(0)
	if key != nil {
		masked = 0x80
	}
	switch n := len(payload); {
	case n < 126:
		b = append(b, masked|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, masked|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, masked|127), uint64(n))
	}
	b = append(b, key...)
	for i := range len(payload) {
		c := payload[i]
		if key != nil {
			c ^= key[i%4]
		}
		b = append(b, c)
	}
	return b
}

// pieces reads bytes of a side, in parts that end at the given places.
func pieces(t *testing.T, r *ours.Decoder, b []byte, ends ...int) (all []ours.Piece, err error) {
	t.Helper()
	from := 0
	for _, end := range append(ends, len(b)) {
		err = r.Decode(b[from:end], func(p ours.Piece) {
			p.Message = bytes.Clone(p.Message)
			all = append(all, p)
		})
		from = end
	}
	return all, err
}

// script is a connection's one side: fragments around a ping, an empty message, lengths of all
// three forms, a close.
func script(key []byte) []byte {
	return bytes.Join([][]byte{
		wireFrame(0x01, "Hel", key), wireFrame(0x89, "are you there", key), wireFrame(0x80, "lo", key),
		wireFrame(0x81, "", key),
		wireFrame(0x82, strings.Repeat("x", 126), key),
		wireFrame(0x81, strings.Repeat("long ", 20_000), key),
		wireFrame(0x88, "\x03\xe8bye", key),
	}, nil)
}

// TestFramesDoNotDependOnReads: they are the same however their bytes were split.
func TestFramesDoNotDependOnReads(t *testing.T) {
	for _, key := range [][]byte{nil, {1, 2, 3, 4}} {
		b := script(key)
		frames, err := pieces(t, ours.NewDecoder(key != nil, ours.Extensions{}, 0), b)
		if err != nil || len(frames) != 7 {
			t.Fatalf("%d frames, %v", len(frames), err)
		}
		for i, want := range []string{"", "", "Hello", "", strings.Repeat("x", 126), strings.Repeat("long ", 20_000), ""} {
			if string(frames[i].Message) != want || frames[i].FromClient != (key != nil) {
				t.Errorf("frame %d: %.40q", i, frames[i].Message)
			}
		}
		if last := frames[6]; last.Opcode != ours.Close || wire.CloseCode(last.Payload) != 1000 || wire.CloseWords(last.Payload) != "1000: bye" {
			t.Errorf("the close is %+v", last)
		}
		for at := range min(len(b), 400) {
			again, err := pieces(t, ours.NewDecoder(key != nil, ours.Extensions{}, 0), b, at)
			if err != nil || len(again) != len(frames) {
				t.Fatalf("split at %d: %d frames, %v", at, len(again), err)
			}
			for i := range frames {
				if !bytes.Equal(again[i].Raw, frames[i].Raw) || !bytes.Equal(again[i].Message, frames[i].Message) {
					t.Errorf("split at %d, frame %d differs", at, i)
				}
			}
		}
	}
}

// TestServerFramesAreRecordedUnchanged: what a server sends needs no rewriting.
func TestServerFramesAreRecordedUnchanged(t *testing.T) {
	b := script(nil)
	all, err := pieces(t, ours.NewDecoder(ours.FromServer, ours.Extensions{}, 0), b)
	if err != nil {
		t.Fatal(err)
	}
	var recorded []byte
	for _, p := range all {
		recorded = append(recorded, p.Text...)
	}
	if !bytes.Equal(recorded, b) {
		t.Error("the record differs from what came")
	}
}

func TestWhatIsNoFrameIsAnError(t *testing.T) {
	for name, c := range map[string]struct {
		client bool
		bytes  []byte
	}{
		"reserved bit":           {false, wireFrame(0xa1, "x", nil)},
		"opcode":                 {false, wireFrame(0x83, "x", nil)},
		"masked by a server":     {false, wireFrame(0x81, "x", []byte{1, 2, 3, 4})},
		"not masked":             {true, wireFrame(0x81, "x", nil)},
		"fragmented ping":        {false, wireFrame(0x09, "x", nil)},
		"long ping":              {false, wireFrame(0x89, strings.Repeat("x", 126), nil)},
		"compressed, not agreed": {false, wireFrame(0xc1, "x", nil)},
		"continues nothing":      {false, wireFrame(0x80, "x", nil)},
		"inside another":         {false, append(wireFrame(0x01, "x", nil), wireFrame(0x81, "y", nil)...)},
		"too long":               {false, []byte{0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
	} {
		r := ours.NewDecoder(ours.Side(c.client), ours.Extensions{}, 1000)
		if _, err := pieces(t, r, c.bytes); err == nil || r.Err() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestABrokenFrameIsStored: what arrived of it is in the record as a message without an end.
func TestABrokenFrameIsStored(t *testing.T) {
	for _, key := range [][]byte{nil, {1, 2, 3, 4}} {
		b := wireFrame(0x81, strings.Repeat("some text ", 30), key)
		for end := range len(b) {
			r := ours.NewDecoder(key != nil, ours.Extensions{}, 0)
			if _, err := pieces(t, r, b[:end]); err != nil || r.InMessage() != (end > 0) {
				t.Fatalf("%d bytes: %v", end, err)
			}
			header := 4 + len(key)
			p, ok := r.Truncated()
			if ok != (end >= header) {
				t.Fatalf("%d bytes: %v", end, ok)
			}
			if !ok {
				continue
			}
			var body wire.Body
			body.Append(p.Text, 5)
			f := frames(&body)
			if len(f) != 1 || f[0].Kind != wire.FrameTorn || string(f[0].Data) != strings.Repeat("some text ", 30)[:end-header] {
				t.Errorf("%d bytes: %+v", end, f)
			}
		}
	}
}

func frames(body *wire.Body) (all []wire.Frame) {
	c := ours.New(body)
	for _, chunk := range body.Chunks() {
		c.Feed(chunk.End, chunk.AtUS)
		for f, ok := c.Next(); ok; f, ok = c.Next() {
			all = append(all, f)
		}
	}
	c.End()
	for f, ok := c.Next(); ok; f, ok = c.Next() {
		all = append(all, f)
	}
	return all
}

// TestMessagesOfBothSidesAreCut: fragments of the two may be interleaved.
func TestMessagesOfBothSidesAreCut(t *testing.T) {
	var body wire.Body
	for i, f := range []ours.Frame{
		{Opcode: ours.Text, Payload: []byte(`{"a"`)},
		{Opcode: ours.Text, Payload: []byte(`sent `), FromClient: true},
		{Opcode: ours.Ping, Payload: []byte("p"), Fin: true},
		{Opcode: ours.Pong, Payload: []byte("p"), Fin: true, FromClient: true},
		{Opcode: ours.Continuation, Payload: []byte(`:1}`), Fin: true},
		{Opcode: ours.Continuation, Payload: []byte(`text`), Fin: true, FromClient: true},
		{Opcode: ours.Text, Payload: []byte(`unfinished`)},
		{Opcode: ours.Close, Payload: []byte("\x03\xf3oh"), Fin: true},
	} {
		body.Append(f.Append(nil), int64(i))
	}
	want := []struct {
		kind wire.FrameKind
		name string
		data string
		at   int64
	}{
		{wire.FrameControl, "ping", "p", 2}, {wire.FrameControl, "client pong", "p", 3},
		{wire.FrameEvent, "", `{"a":1}`, 4}, {wire.FrameSent, "client message", "sent text", 5},
		{wire.FrameControl, "close", "\x03\xf3oh", 7}, {wire.FrameTorn, "", "unfinished", 7},
	}
	got := frames(&body)
	if len(got) != len(want) {
		t.Fatalf("%d frames: %+v", len(got), got)
	}
	for i, f := range got {
		if w := want[i]; f.Kind != w.kind || f.Event != w.name || string(f.Data) != w.data || f.AtUS != w.at {
			t.Errorf("frame %d is %+v", i, f)
		}
		ref := f.Ref()
		if again := ours.At(&body, ref, ref.End()); string(again.Data) != string(f.Data) || again.Event != f.Event {
			t.Errorf("frame %d is cut again as %+v", i, again)
		}
	}
}

// TestCompressedMessagesAreRead: of another implementation, in all of its modes.
func TestCompressedMessagesAreRead(t *testing.T) {
	for _, mode := range []websocket.CompressionMode{websocket.CompressionContextTakeover, websocket.CompressionNoContextTakeover} {
		var messages []string
		for i := range 20 {
			messages = append(messages, strings.Repeat("the same words again and again ", i*i*10)+string(rune('a'+i)))
		}
		sent, extensions := recordedBy(t, mode, messages)
		if !extensions.Deflate {
			t.Fatal("compression was not agreed on")
		}
		for side, b := range sent {
			var got []string
			r := ours.NewDecoder(side == 1, extensions, 0)
			compressed, size := false, 0
			if err := r.Decode(b, func(p ours.Piece) {
				compressed = compressed || p.Compressed
				if p.Complete {
					got = append(got, string(p.Message))
					size += len(p.Text)
				}
			}); err != nil {
				t.Fatal(err)
			}
			if !compressed || size < 2*len(b) || strings.Join(got, "|") != strings.Join(messages, "|") {
				t.Errorf("mode %v, side %d: %d messages differ", mode, side, len(got))
			}
		}
	}
}

// recordedBy is what the two sides of a connection send that exchange messages.
func recordedBy(t *testing.T, mode websocket.CompressionMode, messages []string) (sent [2][]byte, e ours.Extensions) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: mode, CompressionThreshold: 1})
		if err != nil {
			t.Error(err)
			return
		}
		defer c.CloseNow()
		c.SetReadLimit(-1)
		for range messages {
			kind, data, err := c.Read(r.Context())
			if err == nil {
				err = c.Write(r.Context(), kind, data)
			}
			if err != nil {
				t.Error(err)
			}
		}
		_ = c.Close(websocket.StatusNormalClosure, "done")
	}))
	defer server.Close()
	var tapped [2]bytes.Buffer
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		return &tapConn{c, &tapped}, err
	}}
	c, resp, err := websocket.Dial(t.Context(), server.URL, &websocket.DialOptions{HTTPClient: &http.Client{Transport: transport}, CompressionMode: mode, CompressionThreshold: 1})
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(-1)
	for _, m := range messages {
		if err := c.Write(t.Context(), websocket.MessageText, []byte(m)); err != nil {
			t.Fatal(err)
		}
		if _, data, err := c.Read(t.Context()); err != nil || string(data) != m {
			t.Fatal(err)
		}
	}
	_, _, _ = c.Read(t.Context()) // answers the close
	for side := range tapped {
		_, after, _ := bytes.Cut(tapped[side].Bytes(), []byte("\r\n\r\n"))
		sent[side] = after
	}
	return sent, ours.ExtensionsOf(resp.Header)
}

// tapConn copies what passes: what was read first, then what was written.
type tapConn struct {
	net.Conn
	to *[2]bytes.Buffer
}

func (c *tapConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.to[0].Write(p[:n])
	return n, err
}

func (c *tapConn) Write(p []byte) (int, error) {
	c.to[1].Write(p)
	return c.Conn.Write(p)
}

// TestATextMayNotGrowWithoutBound: a few compressed bytes may stand for many.
func TestATextMayNotGrowWithoutBound(t *testing.T) {
	sent, e := recordedBy(t, websocket.CompressionContextTakeover, []string{strings.Repeat("0", 1<<20)})
	r := ours.NewDecoder(ours.FromServer, e, 1<<16)
	if err := r.Decode(sent[0], func(ours.Piece) {}); err == nil {
		t.Error("a megabyte was read where 64 KiB are the most")
	}
}

// FuzzDecoder feeds bytes of the wire. Frames are the same in any split, the record of them is
// cut into the same messages, and nothing is held beyond the bound.
func FuzzDecoder(f *testing.F) {
	f.Add(script(nil), false, uint64(1))
	f.Add(script([]byte{1, 2, 3, 4}), true, uint64(2))
	f.Add([]byte{0xc1, 0x07, 0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00}, false, uint64(3))
	f.Fuzz(func(t *testing.T, b []byte, client bool, seed uint64) {
		e := ours.ExtensionsOf(http.Header{"Sec-Websocket-Extensions": {"permessage-deflate"}})
		const most = 1 << 16
		read := func(split func(int) int) (text []byte, messages []string, failed bool) {
			r := ours.NewDecoder(ours.Side(client), e, most)
			from := 0
			for from < len(b) {
				n := split(len(b) - from)
				if r.Decode(b[from:from+n], func(p ours.Piece) {
					text = append(text, p.Text...)
					if p.Complete {
						messages = append(messages, string(p.Message))
					}
				}) != nil {
					break
				}
				if r.Pending() > 8*most {
					t.Fatalf("%d bytes are held", r.Pending())
				}
				from += n
			}
			return text, messages, r.Err() != nil
		}
		text, messages, failed := read(func(left int) int { return left })
		random := rand.New(rand.NewPCG(seed, 0))
		again, others, failedToo := read(func(left int) int { return 1 + random.IntN(min(left, 20)) })
		if !bytes.Equal(text, again) || len(messages) != len(others) || failed != failedToo {
			t.Fatal("another split gives other frames")
		}
		var body wire.Body
		body.Append(text, 1)
		var cut []string
		for _, f := range frames(&body) {
			if f.Kind == wire.FrameEvent || f.Kind == wire.FrameSent {
				cut = append(cut, string(f.Data))
			}
			ref := f.Ref()
			if again := ours.At(&body, ref, ref.End()); f.Head > 0 && !bytes.Equal(again.Data, f.Data) {
				t.Fatal("a frame is cut again as another")
			}
		}
		if strings.Join(cut, "\x00") != strings.Join(messages, "\x00") {
			t.Fatalf("%d messages were read, %d cut", len(messages), len(cut))
		}
	})
}

// FuzzCutter cuts any bytes, as those of a file that somebody changed.
func FuzzCutter(f *testing.F) {
	f.Add(script(nil))
	f.Add(append(script(nil), script([]byte{0, 0, 0, 0})...))
	f.Fuzz(func(t *testing.T, b []byte) {
		var body wire.Body
		body.Append(b, 1)
		for _, f := range frames(&body) {
			if f.Offset < 0 || f.Offset+f.Length > int64(len(b)) || f.Length < 0 {
				t.Fatalf("%+v lies outside the body", f)
			}
		}
	})
}
