package output

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// FuzzFrame: whatever bytes a frame holds, its line is one line of JSON
// from which the bytes can be read again.
func FuzzFrame(f *testing.F) {
	f.Add([]byte("{\"type\":\"x\"}"), "message", uint8(0))
	f.Add([]byte("a\xff\xfe\n\x00\u2028"), "\xff", uint8(1))
	f.Add([]byte(""), "", uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, name string, kind uint8) {
		frame := wire.Frame{Kind: wire.FrameKind(kind % 3), Data: data, Event: name, HasEvent: name != "", AtUS: 7}
		line := Frame(&frame)
		if bytes.ContainsAny(line, "\r\n") {
			t.Fatalf("%q is not one line", line)
		}
		var e struct {
			Data    *string
			Comment *string
			Raw     []byte `json:"raw_base64"`
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		text := e.Data
		if frame.Kind == wire.FrameComment {
			text = e.Comment
		}
		back := e.Raw
		if utf8.Valid(data) {
			if e.Raw != nil {
				t.Fatalf("%q has raw_base64 beside valid text", line)
			}
			back = []byte(*text)
		}
		if !bytes.Equal(back, data) {
			t.Fatalf("%q came back as %q", data, back)
		}
	})
}

// BenchmarkFrame measures one line of --events.
func BenchmarkFrame(b *testing.B) {
	f := wire.Frame{HasEvent: true, Event: "response.output_text.delta", AtUS: 123456,
		Data: []byte(`{"type":"response.output_text.delta","sequence_number":17,"output_index":0,"content_index":0,"item_id":"msg_1","delta":"word ","logprobs":[]}`)}
	b.ReportAllocs()
	for b.Loop() {
		Frame(&f)
	}
}

// TestExchangeIsJSONForAnyBytes: what the service sends is not always UTF-8, and
// who reads the result may take nothing else.
func TestExchangeIsJSONForAnyBytes(t *testing.T) {
	var out bytes.Buffer
	x := state.NewExchange("x", nil)
	body := []byte("{\"id\":\"r\xff\",\"status\":\"completed\",\"output\":[],\"usage\":{\"u\":\"\xfe\"}}")
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: body})
	if err := Exchange(&out, x); err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(out.Bytes()) || !json.Valid(out.Bytes()) || !strings.Contains(out.String(), `"response":{"id":"r�",`) {
		t.Errorf("%q", out.Bytes())
	}
}

// TestAnExchangeIsOneLine also with white space around the body: the value itself is
// written byte for byte.
func TestAnExchangeIsOneLine(t *testing.T) {
	var out bytes.Buffer
	x := state.NewExchange("x", nil)
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte("\r\n {\"status\" :\"completed\",  \"output\":[]}\n\n")})
	if err := Exchange(&out, x); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"response":{"status" :"completed",  "output":[]},`) {
		t.Errorf("%q", got)
	}
}
