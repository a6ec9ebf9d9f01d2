package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state/share/redact"
)

func TestCanariesAreGoneFromBodies(t *testing.T) {
	r := rules(t)
	for place, write := range places() {
		for _, canary := range canaries() {
			body := write(canary.text)
			c := exchange(body, body, 7)
			clean, hits, err := r.Capture(c)
			if err != nil {
				t.Fatal(err)
			}
			for part, got := range map[string][]byte{"request": clean.Sent.Body, "response": clean.Body.All()} {
				check(t, place+" of the "+part+", "+canary.name, body, string(got), hits)
			}
		}
	}
}

func TestTextSplitOverDeltasIsGone(t *testing.T) {
	r := rules(t)
	for _, canary := range canaries() {
		for _, text := range []string{canary.text, `{"to":` + quoted(canary.text) + `}`, base64.StdEncoding.EncodeToString([]byte("It is " + canary.text + " in here"))} {
			for _, size := range []int{1, 2, 5, 1000} {
				if strings.ContainsFunc(text, func(r rune) bool { return r > 0x7F }) && size < 5 {
					continue // a delta is cut between characters
				}
				body := stream("see "+text+" there", size)
				c := exchange(`{"stream":true}`, body, 11)
				c.Head.Header.Set("Content-Type", "text/event-stream")
				clean, hits, err := r.Capture(c)
				if err != nil {
					t.Fatal(err)
				}
				got := string(clean.Body.All())
				check(t, canary.name, body, got, hits)
				var answer strings.Builder
				for f := range sse.All(&clean.Body) {
					var e struct{ Type, Delta string }
					if json.Unmarshal(f.Data, &e) == nil && e.Type == "response.output_text.delta" {
						answer.WriteString(e.Delta)
					}
				}
				if strings.Contains(decodings(answer.String()), orAll(canary)) {
					t.Errorf("%s, %d bytes a delta: %s", canary.name, size, answer.String())
				}
				if a, b := fmt.Sprint(clean.Body.Chunks()), fmt.Sprint(c.Body.Chunks()); a != b {
					t.Errorf("%s: the chunks are %s, were %s", canary.name, a, b)
				}
			}
		}
	}
}

func TestUnsearchableBodyIsRefused(t *testing.T) {
	for name, change := range map[string]func(*wire.Capture){
		"not ended": func(c *wire.Capture) { c.End = nil },
		"encoded as x-mine": func(c *wire.Capture) {
			c.Head.Header.Set("Content-Encoding", "x-mine")
			c.Body.Append([]byte{1, 2, 0xff}, 1)
		},
		"encoded as gzip": func(c *wire.Capture) {
			c.Sent.Header.Set("Content-Encoding", "gzip")
			c.Sent.Body = []byte("\x1f\x8b\x08\x00")
		},
		"body is gzip":         func(c *wire.Capture) { c.Body = wire.Body{}; c.Body.Append([]byte("\x1f\x8b\x08\x00"), 1) },
		"request body is zstd": func(c *wire.Capture) { c.Sent.Body = []byte("\x28\xb5\x2f\xfd…") },
		"request body is zip":  func(c *wire.Capture) { c.Sent.Body = []byte("PK\x03\x04…") },
		"zero bytes":           func(c *wire.Capture) { c.Sent.Body = []byte("b\x00o\x00b\x00@\x00a\x00.\x00d\x00e\x00") },
		"damaged":              func(c *wire.Capture) { c.End.Cause = wire.EndEncoding },
		"utf-16":               func(c *wire.Capture) { c.Head.Header.Set("Content-Type", "text/html; charset=UTF-16LE") },
		"UTF-16":               func(c *wire.Capture) { c.Sent.Body = []byte("\xff\xfea\x00@\x00") },
		"complete":             func(c *wire.Capture) { c.Body.Append(bytes.Repeat([]byte("x"), 1<<20), 1); c.Body.Discard(1 << 19) },
	} {
		c := exchange(`{}`, `{"a":1}`, 3)
		change(c)
		clean, _, err := rules(t).Capture(c)
		var unsearchable *redact.UnsearchableError
		if !errors.As(err, &unsearchable) || clean != nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "x1") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := redact.New([]string{"ok", "a(b"}, ""); err == nil || !strings.Contains(err.Error(), `"a(b"`) {
		t.Errorf("a broken pattern: %v", err)
	}
}

func TestDecodedBodyIsWrittenDecoded(t *testing.T) {
	c := exchange(`{}`, "\x1f\x8b…", 3)
	c.Head.Header.Set("Content-Encoding", "gzip")
	c.Decoded = &wire.Body{}
	c.Decoded.Append([]byte(`{"to":"bob@`), 5)
	c.Decoded.Append([]byte(`acme.example"}`), 9)
	clean, _, err := rules(t).Capture(c)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(clean.Text().All()); got != `{"to":"****************"}` || clean.Decoded != nil || clean.Head.Header.Get("Content-Encoding") != "" {
		t.Errorf("%s, %v", got, clean.Head.Header)
	}
	if chunks := clean.Body.Chunks(); len(chunks) != 2 || chunks[0] != (wire.Chunk{End: 11, AtUS: 5}) {
		t.Errorf("chunks: %v", chunks)
	}
	if redact.Decoded(c) != "gzip" || clean.Redacted != 16 {
		t.Errorf("%q, %d", redact.Decoded(c), clean.Redacted)
	}
}

// TestDecodedRequestIsMasked: the copy has the masked text, and a header that claims no
// encoding; of a request that could not be decoded it has the reason.
func TestDecodedRequestIsMasked(t *testing.T) {
	c := exchange(`{"to":"bob@acme.example"}`, `{"a":1}`, 3)
	c.Sent.Header.Set("Content-Encoding", "gzip")
	c.Sent.Header.Set("Content-Length", "31")
	c.Sent.Encoded = &wire.Encoded{Size: 31}
	clean, hits, err := rules(t).Capture(c)
	if err != nil || string(clean.Sent.Body) != `{"to":"****************"}` || len(hits) != 1 || hits[0].Place != "request body, to" {
		t.Errorf("%v: %s %v", err, clean.Sent.Body, hits)
	}
	if clean.Sent.Header.Get("Content-Encoding") != "" || clean.Sent.Header.Get("Content-Length") != "" || clean.Sent.Encoded == nil || clean.Sent.Encoded.Size != 31 {
		t.Errorf("%v %+v", clean.Sent.Header, clean.Sent.Encoded)
	}
	if c.Sent.Header.Get("Content-Encoding") != "gzip" {
		t.Error("the original was changed")
	}
	c.Sent.Body, c.Sent.Encoded.Fault = nil, "not decoded: bob@acme.example"
	if clean, _, err := rules(t).Capture(c); err != nil || clean.Sent.Undecoded() != "not decoded: ****************" {
		t.Errorf("%v: %+v", err, clean.Sent.Encoded)
	}
}
