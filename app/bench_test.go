package app

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// streamed is a model of 120×35 whose shown conversation has an answer of size
// bytes on its way, in deltas of four bytes, and a function that lets the next
// batch arrive.
func streamed(b testing.TB, size int) (m *Model, more func(deltas int)) {
	m = New(Options{Theme: "dark", Connection: Connection{BaseURL: "http://bench.example"}})
	m.resize(120, 35)
	c := m.desk.Shown()
	turn := c.Conv.Add(nil, nil)
	turn.Exchange = state.NewExchange("bench", []byte(`{"stream":true}`))
	x := sending(m, turn)
	event := func(data string) wire.Arrival {
		e, err := read.Event([]byte(data))
		if err != nil {
			b.Fatal(err)
		}
		return wire.Arrival{Kind: wire.ArrivedFrame, Event: e, Decoded: true, Frame: wire.Frame{Kind: wire.FrameEvent, Data: e.Data}}
	}
	start := []wire.Arrival{
		{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}, Stream: true},
		event(`{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m","role":"assistant","content":[]}}`),
	}
	arrived(m, x, true, start...).Land()
	text := strings.Repeat("Some words of a paragraph that wraps, with *emphasis* in it.\n\n- one item\n- another item\n\n", 1)
	at := 0
	more = func(deltas int) {
		arrivals := make([]wire.Arrival, 0, deltas)
		for range deltas {
			d := text[at%len(text) : min(at%len(text)+4, len(text))]
			at += 4
			arrivals = append(arrivals, event(fmt.Sprintf(`{"type":"response.output_text.delta","output_index":0,"content_index":0,"item_id":"m","delta":%q}`, d)))
		}
		arrived(m, x, true, arrivals...).Land()
	}
	for n := 0; n < size/4; n += 4000 {
		more(min(4000, size/4-n))
		m.View()
	}
	return m, more
}

// sending makes the exchange of a turn of the shown conversation the one on its way.
func sending(m *Model, turn *talk.Turn) *screen.Exchange {
	c := m.desk.Shown()
	c.Run = m.desk.ExchangeOf(c, turn)
	c.Run.Cancel = func() {}
	return c.Run
}

// arrived is a batch of an exchange.
func arrived(m *Model, x *screen.Exchange, draw bool, arrivals ...wire.Arrival) screen.Batch {
	chunk := make(screen.Chunk, 0, len(arrivals))
	for _, a := range arrivals {
		chunk = append(chunk, screen.Post{Of: x, Arrival: a})
	}
	return screen.Batch{Host: m.Host, Chunks: []screen.Chunk{chunk}, Draw: draw}
}

// BenchmarkKeyEcho is what one key costs while an answer of that size streams:
// Update and View, and each time a batch that arrived in between.
func BenchmarkKeyEcho(b *testing.B) {
	for _, size := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprintf("%dKB", size/1000), func(b *testing.B) {
			m, more := streamed(b, size)
			x, back := tea.KeyPressMsg{Code: 'x', Text: "x"}, tea.KeyPressMsg{Code: tea.KeyBackspace}
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				more(16)
				m.View()
				b.StartTimer()
				m.Update(x)
				m.View()
				m.Update(back)
				m.View()
			}
		})
	}
}

// BenchmarkBatch is what a batch of 16 deltas costs, folded and drawn.
func BenchmarkBatch(b *testing.B) {
	for _, size := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprintf("%dKB", size/1000), func(b *testing.B) {
			m, more := streamed(b, size)
			b.ReportAllocs()
			for b.Loop() {
				more(16)
				m.View()
			}
		})
	}
}

// BenchmarkFirstFrame is the way from nothing to the first drawn screen.
func BenchmarkFirstFrame(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		m := New(Options{Theme: "dark", Connection: Connection{BaseURL: "http://bench.example"}})
		m.Init()
		m.resize(120, 35)
		if m.View().Content == "" {
			b.Fatal("nothing is drawn")
		}
	}
}

// BenchmarkUnchanged is what a message costs that changes nothing.
func BenchmarkUnchanged(b *testing.B) {
	m, _ := streamed(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		m.View()
	}
}

// BenchmarkEditOfALargeRequest is what one edit of a field costs in the
// builder, drawn, in a request of 5 MB.
func BenchmarkEditOfALargeRequest(b *testing.B) {
	m := New(Options{Theme: "dark", Connection: Connection{BaseURL: "http://bench.example"}})
	m.resize(120, 35)
	m.Update(tea.PasteMsg{Content: strings.Repeat("some words of a long prompt, ", 180_000)})
	m.Update(tea.KeyPressMsg{Code: tea.KeyF3})
	m.View()
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		m.Do(views.Edit{Pointer: "/temperature", Value: fmt.Appendf(nil, "0.%d", n)})
		m.Refreshed(nil)
		m.View()
	}
}

// BenchmarkKeyInALargeRequest is what a key costs there that edits nothing.
func BenchmarkKeyInALargeRequest(b *testing.B) {
	m := New(Options{Theme: "dark", Connection: Connection{BaseURL: "http://bench.example"}})
	m.resize(120, 35)
	m.Update(tea.PasteMsg{Content: strings.Repeat("some words of a long prompt, ", 180_000)})
	m.Update(tea.KeyPressMsg{Code: tea.KeyF3})
	for b.Loop() {
		m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
		m.View()
		m.Update(tea.KeyPressMsg{Code: 'k', Text: "k"})
		m.View()
	}
}
