package apptest

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
)

// Streaming returns a model of 120×35 whose shown conversation has an answer of size
// bytes on its way, in deltas of four bytes, and a function that lets the next
// batch arrive.
func Streaming(b testing.TB, size int) (m *app.Model, more func(deltas int)) {
	return StreamingVariants(b, 1, size)
}

// StreamingVariants is Streaming of the answers of several variants side by side; of one, it is the conversation's.
func StreamingVariants(b testing.TB, variants, size int) (m *app.Model, more func(deltas int)) {
	m = app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://bench.example"}})
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 35})
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
	c := m.Desk.Shown()
	var exchanges []*screen.Exchange
	for n := range variants {
		turn := c.Conv.Add(nil, nil)
		turn.Exchange = state.NewExchange(fmt.Sprint("bench", n), []byte(`{"stream":true}`))
		if variants > 1 && c.Variants == nil {
			c.Variants = &desk.Variants{}
		}
		if variants > 1 {
			c.Variants.List = append(c.Variants.List, &desk.Variant{From: turn, Tip: turn})
		}
		exchanges = append(exchanges, Sending(m, turn))
	}
	m.Arrange()
	send := func(arrivals []wire.Arrival) {
		for i, x := range exchanges {
			m.Update(Batch(m, x, i == len(exchanges)-1, arrivals...))
		}
	}
	send(start)
	text := strings.Repeat("Some words of a paragraph that wraps, with *emphasis* in it.\n\n- one item\n- another item\n\n", 1)
	at := 0
	more = func(deltas int) {
		arrivals := make([]wire.Arrival, 0, deltas)
		for range deltas {
			d := text[at%len(text) : min(at%len(text)+4, len(text))]
			at += 4
			arrivals = append(arrivals, event(fmt.Sprintf(`{"type":"response.output_text.delta","output_index":0,"content_index":0,"item_id":"m","delta":%q}`, d)))
		}
		send(arrivals)
	}
	for n := 0; n < size/4; n += 4000 {
		more(min(4000, size/4-n))
		m.View()
	}
	return m, more
}

// Sending makes the exchange of a turn of the shown conversation the running one.
func Sending(m *app.Model, turn *talk.Turn) *screen.Exchange {
	c := m.Desk.Shown()
	x := m.Desk.ExchangeOf(c, turn)
	x.Cancel = func() {}
	c.Runs = append(c.Runs, x)
	return x
}

// Batch returns a batch of arrivals of an exchange; draw reports whether it is drawn at once.
func Batch(m *app.Model, x *screen.Exchange, draw bool, arrivals ...wire.Arrival) screen.Batch {
	chunk := make(screen.Chunk, 0, len(arrivals))
	for _, a := range arrivals {
		chunk = append(chunk, screen.Post{Of: x, Arrival: a})
	}
	return screen.Batch{Host: m.Host, Chunks: []screen.Chunk{chunk}, Draw: draw}
}
