package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// FuzzFrameLine: whatever bytes a frame holds, its line is one line of JSON
// from which the bytes can be read again.
func FuzzFrameLine(f *testing.F) {
	f.Add([]byte("{\"type\":\"x\"}"), "message", uint8(0))
	f.Add([]byte("a\xff\xfe\n\x00\u2028"), "\xff", uint8(1))
	f.Add([]byte(""), "", uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, name string, kind uint8) {
		frame := wire.Frame{Kind: wire.FrameKind(kind % 3), Data: data, Event: name, HasEvent: name != "", AtUS: 7}
		line := frameLine(&frame)
		if bytes.ContainsAny(line, "\r\n") {
			t.Fatalf("%q is not one line", line)
		}
		var e eventLine
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

// delta is the arrival of text for the only message of an answer.
func delta(t *testing.T, text string) wire.Arrival {
	t.Helper()
	quoted, _ := json.Marshal(text)
	data := fmt.Appendf(nil, `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":%s}`, quoted)
	e, err := read.Event(data)
	if err != nil {
		t.Fatal(err)
	}
	return wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Data: data}, Event: e, Decoded: true}
}

func TestTerminalGetsSafeTextAndANewline(t *testing.T) {
	var out, err bytes.Buffer
	p := newPlainText(host{stdout: &out, stderr: &err})
	p.terminal = true
	x := state.NewExchange("1", []byte(`{"stream":true}`))
	for _, text := range []string{"a\x1b[31m", "b\u202e", "\rc"} {
		a := delta(t, text)
		x.Apply(a)
		if err := p.show(x, []wire.Arrival{a}); err != nil {
			t.Fatal(err)
		}
	}
	p.note("told later")
	p.flush(false)
	if err.Len() > 0 {
		t.Errorf("%q breaks into the middle of a line", err.String())
	}
	if err := p.finish(x); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	if strings.ContainsAny(got, "\x1b\r\u202e") || !strings.HasPrefix(got, "a") || !strings.HasSuffix(got, "c\n") || strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
	if !strings.Contains(err.String(), "gatehouse: told later\n") {
		t.Errorf("stderr %q", err.String())
	}
}

func TestPipeGetsNoNewline(t *testing.T) {
	var out bytes.Buffer
	p := newPlainText(host{stdout: &out, stderr: &bytes.Buffer{}})
	x := state.NewExchange("1", nil)
	x.Apply(delta(t, "a"), delta(t, "b"))
	if err := p.finish(x); err != nil || out.String() != "ab" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestQueueKeepsOrderAndNeverWaits: nobody takes while the arrivals come, so an
// Arrive that waited would wait for ever.
func TestQueueKeepsOrderAndNeverWaits(t *testing.T) {
	q := newQueue(0)
	const n = 10_000
	for i := range n {
		q.Arrive(wire.Arrival{Frame: wire.Frame{Offset: int64(i)}})
	}
	var producer sync.WaitGroup
	producer.Go(func() {
		for i := range n {
			q.Arrive(wire.Arrival{Frame: wire.Frame{Offset: int64(n + i)}})
		}
		q.end()
	})
	next := int64(0)
	for {
		batch, more := q.take()
		for _, a := range batch {
			if a.Frame.Offset != next {
				t.Fatalf("%d came in the place of %d", a.Frame.Offset, next)
			}
			next++
		}
		if !more {
			break
		}
	}
	producer.Wait()
	if next != 2*n {
		t.Errorf("%d of %d arrivals", next, 2*n)
	}
}

// BenchmarkPlainText measures the cost of a delta late in a long answer; it
// must not grow with what was printed before.
func BenchmarkPlainText(b *testing.B) {
	for _, size := range []int{10 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("after %d bytes", size), func(b *testing.B) {
			e, _ := read.Event([]byte(`{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"word "}`))
			a := wire.Arrival{Kind: wire.ArrivedFrame, Event: e, Decoded: true, Frame: wire.Frame{Data: e.Data}}
			x := state.NewExchange("1", nil)
			for range size / 5 {
				x.Apply(a)
			}
			p := newPlainText(host{stdout: discard{}, stderr: discard{}})
			for b.Loop() {
				x.Apply(a)
				if err := p.show(x, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// discard is a stdout that keeps nothing.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkFrameLine measures one line of --events.
func BenchmarkFrameLine(b *testing.B) {
	f := wire.Frame{HasEvent: true, Event: "response.output_text.delta", AtUS: 123456,
		Data: []byte(`{"type":"response.output_text.delta","sequence_number":17,"output_index":0,"content_index":0,"item_id":"msg_1","delta":"word ","logprobs":[]}`)}
	b.ReportAllocs()
	for b.Loop() {
		frameLine(&f)
	}
}

// TestReasoningIsSearchedOnce: where a line ends is looked for in new text alone, so
// that an end where the first text was searched is found no second time.
func TestReasoningIsSearchedOnce(t *testing.T) {
	p, x := newPlainText(host{}), state.NewExchange("x", nil)
	for n, step := range []struct {
		delta string
		want  int
	}{{"one line\nhalf", len("one line\n")}, {" and", 0}, {" more\n", len("one line\nhalf and more\n")}, {"rest", 0}} {
		data := []byte(`{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":` + string(scan.Quote(step.delta)) + `}`)
		e, err := read.Event(data)
		if err != nil {
			t.Fatal(err)
		}
		x.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Decoded: true, Event: e, Frame: wire.Frame{Data: data}})
		if got := p.wholeLines(textAt{}, x.Items[0].Parts()[0]); got != step.want {
			t.Errorf("step %d: %d, want %d", n, got, step.want)
		}
	}
}

// TestResultIsJSONWhateverBytesCame: what the service sends is not always UTF-8, and
// who reads the result may take nothing else.
func TestResultIsJSONWhateverBytesCame(t *testing.T) {
	var out bytes.Buffer
	x, p := state.NewExchange("x", nil), &result{host{stdout: &out}}
	body := []byte("{\"id\":\"r\xff\",\"status\":\"completed\",\"output\":[],\"usage\":{\"u\":\"\xfe\"}}")
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: body})
	if err := p.finish(x); err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(out.Bytes()) || !json.Valid(out.Bytes()) || !strings.Contains(out.String(), `"response":{"id":"r�",`) {
		t.Errorf("%q", out.Bytes())
	}
}

// TestResultIsOneLine also when white space comes around the body: the value itself is
// written byte for byte.
func TestResultIsOneLine(t *testing.T) {
	var out bytes.Buffer
	x, p := state.NewExchange("x", nil), &result{host{stdout: &out}}
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte("\r\n {\"status\" :\"completed\",  \"output\":[]}\n\n")})
	if err := p.finish(x); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"response":{"status" :"completed",  "output":[]},`) {
		t.Errorf("%q", got)
	}
}

// TestATextThatWasARefusalIsPrintedOnce: the end of an item may tell another kind.
func TestATextThatWasARefusalIsPrintedOnce(t *testing.T) {
	stream := event("response.output_text.delta", `,"output_index":0,"item_id":"m","content_index":0,"delta":"I will not."`) +
		event("response.output_item.done", `,"output_index":0,"item":{"type":"message","id":"m","content":[{"type":"refusal","refusal":"I will not."}]}`) + completed
	r := program(t, `{"stream":true}`, "send", "--base-url", saying(t, stream))
	r.wants(t, exitOK, "warning: refusal")
	if r.stdout != "I will not." {
		t.Errorf("stdout %q", r.stdout)
	}
}
