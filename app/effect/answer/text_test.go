package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

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
	p := NewText(&out, func(line string) { err.WriteString(line + "\n") }, Style{Safe: true, Newline: true})
	x := state.NewExchange("1", []byte(`{"stream":true}`))
	for _, text := range []string{"a\x1b[31m", "b\u202e", "\rc"} {
		a := delta(t, text)
		x.Apply(a)
		if err := p.Show(x, []wire.Arrival{a}); err != nil {
			t.Fatal(err)
		}
	}
	p.note("told later")
	p.flush(false)
	if err.Len() > 0 {
		t.Errorf("%q breaks into the middle of a line", err.String())
	}
	if err := p.Finish(x); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	if strings.ContainsAny(got, "\x1b\r\u202e") || !strings.HasPrefix(got, "a") || !strings.HasSuffix(got, "c\n") || strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
	if !strings.Contains(err.String(), "told later\n") {
		t.Errorf("stderr %q", err.String())
	}
}

func TestPipeGetsNoNewline(t *testing.T) {
	var out bytes.Buffer
	p := NewText(&out, func(string) {}, Style{})
	x := state.NewExchange("1", nil)
	x.Apply(delta(t, "a"), delta(t, "b"))
	if err := p.Finish(x); err != nil || out.String() != "ab" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestQueueKeepsOrderAndNeverWaits: nobody takes while arrivals are added, so an
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

// BenchmarkText measures the cost of a delta late in a long answer; it
// must not grow with what was printed before.
func BenchmarkText(b *testing.B) {
	for _, size := range []int{10 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("after %d bytes", size), func(b *testing.B) {
			e, _ := read.Event([]byte(`{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"word "}`))
			a := wire.Arrival{Kind: wire.ArrivedFrame, Event: e, Decoded: true, Frame: wire.Frame{Data: e.Data}}
			x := state.NewExchange("1", nil)
			for range size / 5 {
				x.Apply(a)
			}
			p := NewText(io.Discard, func(string) {}, Style{})
			for b.Loop() {
				x.Apply(a)
				if err := p.Show(x, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestReasoningIsSearchedOnce: where a line ends is looked for in new text alone, so
// that an end where the first text was searched is found no second time.
func TestReasoningIsSearchedOnce(t *testing.T) {
	p, x := NewText(io.Discard, func(string) {}, Style{}), state.NewExchange("x", nil)
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
		if got := p.completeLines(textAt{}, x.Items[0].Parts()[0]); got != step.want {
			t.Errorf("step %d: %d, want %d", n, got, step.want)
		}
	}
}
