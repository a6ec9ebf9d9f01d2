package events

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/views"
)

// million is an exchange of a million frames; every hundredth is a comment.
var million = sync.OnceValue(func() *stage {
	s := newStage(120, 40)
	s.begin()
	for i := range 1_000 {
		var b strings.Builder
		for j := range 1_000 {
			if j%100 == 99 {
				b.WriteString(": wait\n\n")
				continue
			}
			fmt.Fprintf(&b, "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":%d,\"item_id\":\"msg_0\",\"output_index\":%d,\"delta\":\"word\"}\n\n", i*1000+j, i%7)
		}
		s.at += 300
		one := new(wire.Body)
		one.Append([]byte(b.String()), s.at)
		from := s.capture.Body.Len()
		s.capture.Body.Append([]byte(b.String()), s.at)
		for f := range sse.All(one) {
			f.Offset += from
			s.capture.Frames.Append(f.Ref())
			a := wire.Arrival{Kind: wire.ArrivedFrame, Frame: f}
			if e, err := read.Event(f.Data); err == nil {
				a.Event, a.Decoded = e, true
			}
			s.exchange.Apply(a)
		}
	}
	return s
})

// BenchmarkMillion measures what the user waits for in a list of a million frames.
func BenchmarkMillion(b *testing.B) {
	s := million()
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			m := newStage(120, 40)
			m.exchange, m.capture = s.exchange, s.capture
			m.show()
			m.View()
		}
	})
	m := newStage(120, 40)
	m.exchange, m.capture = s.exchange, s.capture
	m.show()
	for _, c := range []struct {
		name string
		keys []string
	}{
		{"page", []string{"pgup"}},
		{"unfold", []string{"h", "l"}},
		{"filter", []string{"=", "0"}},
		{"longest", []string{"L"}},
		{"warning", []string{"g", "}"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				m.press(c.keys...)
				m.View()
			}
		})
	}
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			m.press("esc", "/", "q")
		}
		b.ReportMetric(float64(m.rows.Frames()), "frames")
	})
	m.press("esc", "esc")
	m.SetPreview(views.PreviewAside)
	for _, c := range []struct {
		name string
		keys []string
	}{{"preview", []string{"j"}}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				m.press(c.keys...)
				m.View()
			}
		})
	}
	b.Run("live", func(b *testing.B) {
		for b.Loop() {
			m.exchange.Version++
			m.show()
			m.View()
		}
	})
}
