package app

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// BenchmarkInspectHeld is what an exchange costs in memory, in multiples of its
// bytes (BUDGETS.md: at most 2): as it is kept and folded, and when every tab was
// opened, gone through and searched. It also tells the longest first picture of a
// tab.
func BenchmarkInspectHeld(b *testing.B) {
	for _, c := range []struct {
		name string
		make func() *Model
	}{{"a million frames", million}, {"one document of 100 MB", func() *Model { return document("") }}, {"one event of 100 MB", func() *Model { return oneEvent("") }},
		{"one document with escapes", func() *Model { return document("\"quoted\"\n") }}, {"one event with escapes", func() *Model { return oneEvent("\"quoted\"\n") }}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				held(b, c.make)
			}
		})
	}
}

func held(b *testing.B, begin func() *Model) {
	before := heap()
	m := begin()
	size := float64(m.inspected().Capture.Text().Len())
	m.View()
	b.ReportMetric(float64(heap()-before)/size, "held-at-first")
	var longest time.Duration
	for _, t := range m.tabs() {
		began := time.Now()
		cmd := m.refreshed(m.setFocus(t.pane))
		m.View()
		longest = max(longest, time.Since(began))
		work(m, cmd)
		for _, key := range []string{"G", "pgup", "g", "pgdown", "/", "n", "e", "e", "enter", "n", "esc", "enter", "j", "r", "G", "r", "G", "/", "z", "z", "esc", "r"} {
			_, cmd := m.Update(keyPress(key))
			work(m, cmd)
			m.View()
		}
		b.ReportMetric(float64(heap()-before)/size, "held-"+t.name)
	}
	b.ReportMetric(float64(longest.Milliseconds()), "first-picture-ms")
	runtime.KeepAlive(m)
}

// heap is what is held.
func heap() uint64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

func million() *Model {
	m, more := captured()
	for n := 0; n < 1_000_000; n += 1000 {
		more(deltas(n, 1000))
	}
	return m
}

// words is an output of so many items of 10 KB, each of which repeats a phrase
// that ends in tail.
func words(items int, tail string) string {
	var b strings.Builder
	for i := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"type":"message","id":"m%d","role":"assistant","status":"completed","content":[{"type":"output_text","text":%q,"annotations":[]}]}`, i, strings.Repeat(fmt.Sprintf("words of item %d ", i)+tail, 600))
	}
	return b.String()
}

// document is an answer that is no stream.
func document(tail string) *Model {
	m, _ := captured()
	turn := m.inspected()
	body := []byte(`{"id":"r","object":"response","status":"completed","usage":{"input_tokens":1,"output_tokens":20000000},"output":[` + words(10_000, tail) + `]}`)
	turn.Capture = &wire.Capture{ID: "large", Timing: wire.NoTiming(), Sent: turn.Capture.Sent, Head: &wire.Head{Status: 200}}
	for at := 0; at < len(body); at += 16 << 10 {
		turn.Capture.Body.Append(body[at:min(at+16<<10, len(body))], int64(at))
	}
	size := len(body)
	body = nil
	turn.Capture.End = &wire.End{Cause: wire.EndClean, AtUS: int64(size)}
	turn.Exchange = state.NewExchange("large", turn.Exchange.Request)
	turn.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: turn.Capture.Head}, wire.Arrival{Kind: wire.ArrivedEnd, End: turn.Capture.End, Body: turn.Capture.Text().Join(), Timing: &turn.Capture.Timing})
	m.desk.chat().run = nil
	return m
}

// oneEvent is a stream whose last event brings all.
func oneEvent(tail string) *Model {
	m, more := captured()
	more(`data: {"type":"response.completed","response":{"status":"completed","output":[` + words(10_000, tail) + "]}}\n\n")
	return m
}
