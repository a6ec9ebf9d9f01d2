package inspect_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/client/read"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
)

// captured is a model of 160×45 whose shown conversation has an exchange on
// its way with everything that the inspector reads, and a function that lets
// more of its body arrive, in one batch.
func captured() (m *app.Model, more func(body string)) {
	m = app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://bench.example"}})
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 45})
	c := m.Desk.Shown()
	turn := c.Conv.Add(nil, nil)
	turn.Exchange = state.NewExchange("bench", []byte(`{"model":"m","stream":true,"input":"hi"}`))
	turn.Capture = &wire.Capture{ID: "bench", Timing: wire.NoTiming(), Sent: wire.Sent{Method: "POST", URL: "http://bench.example/responses", Body: turn.Exchange.Request}}
	x := apptest.Sending(m, turn)
	arrive := func(came ...wire.Arrival) {
		m.Update(apptest.Batch(m, x, true, came...))
	}
	turn.Capture.Head = &wire.Head{Status: 200, AtUS: 200_000}
	arrive(wire.Arrival{Kind: wire.ArrivedHead, Head: turn.Capture.Head, Stream: true})
	at := int64(200_000)
	text := turn.Capture.Text()
	cutter := sse.New(text, 0)
	more = func(body string) {
		at += 25_000
		text.Append([]byte(body), at)
		cutter.Feed(text.Len(), at)
		var batch []wire.Arrival
		for f, ok := cutter.Next(); ok; f, ok = cutter.Next() {
			turn.Capture.Frames.Append(f.Ref())
			a := wire.Arrival{Kind: wire.ArrivedFrame, Frame: f}
			if e, err := read.Event(f.Data); err == nil {
				a.Event, a.Decoded = e, true
			}
			batch = append(batch, a)
		}
		arrive(batch...)
	}
	more(`data: {"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m","role":"assistant","content":[]}}` + "\n\n")
	return m, more
}

// deltas is the body of n deltas from a number on.
func deltas(from, n int) string {
	const text = "Some words of a paragraph that wraps, with *emphasis* in it.\n\n- one item\n- another item\n\n"
	var b strings.Builder
	for i := from; i < from+n; i++ {
		at := i * 4 % (len(text) - 4)
		fmt.Fprintf(&b, "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":%d,\"output_index\":0,\"content_index\":0,\"item_id\":\"m\",\"delta\":%q}\n\n", i, text[at:at+4])
	}
	return b.String()
}

// BenchmarkInspectBatch is what a batch of 16 deltas costs at the end of 1 MB,
// folded and drawn: in the chat without the column and with it, and in each
// tab.
func BenchmarkInspectBatch(b *testing.B) {
	m, more := captured()
	n := 0
	for n < 262_144 {
		more(deltas(n, 4096))
		n += 4096
	}
	batch := func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			body := deltas(n, 16)
			n += 16
			b.StartTimer()
			more(body)
			m.View()
		}
	}
	m.Run(views.ActColumn)
	b.Run("chat", batch)
	m.Run(views.ActColumn)
	b.Run("column", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			body := deltas(n, 16)
			n += 16
			*apptest.Of(m).Column() = chat.Column{Model: apptest.Of(m).Column().Model} // as ten times a second
			b.StartTimer()
			more(body)
			m.View()
		}
	})
	for _, t := range apptest.Of(m).Tabs() {
		m.SetFocus(t.ID)
		m.Refreshed(nil)
		m.View()
		b.Run(t.Title, batch)
	}
}

// large is an exchange of a million frames and 100 MB.
var large = sync.OnceValue(million)

// BenchmarkInspectLarge is the way from the chat to a tab's first picture of a
// million frames in 140 MB, each time in a new program.
func BenchmarkInspectLarge(b *testing.B) {
	large := large()
	for _, t := range apptest.Of(large).Tabs() {
		b.Run(t.Title, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				m := app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://bench.example"}})
				m.Update(tea.WindowSizeMsg{Width: 160, Height: 45})
				m.Desk.Shown().Conv = large.Desk.Shown().Conv
				apptest.Sending(m, apptest.Of(large).Look().Turn())
				m.View()
				b.StartTimer()
				m.SetFocus(t.ID)
				m.Refreshed(nil)
				m.View()
			}
		})
	}
}
