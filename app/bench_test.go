package app_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/views"
)

// BenchmarkKeyEcho is what one key costs while an answer of that size streams:
// Update and View, and each time a batch that arrived in between.
func BenchmarkKeyEcho(b *testing.B) {
	for _, size := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprintf("%dKB", size/1000), func(b *testing.B) {
			m, more := apptest.Streaming(b, size)
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
			m, more := apptest.Streaming(b, size)
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
		m := app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://bench.example"}})
		m.Init()
		m.Update(tea.WindowSizeMsg{Width: 120, Height: 35})
		if m.View().Content == "" {
			b.Fatal("nothing is drawn")
		}
	}
}

// BenchmarkUnchanged is what a message costs that changes nothing.
func BenchmarkUnchanged(b *testing.B) {
	m, _ := apptest.Streaming(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		m.View()
	}
}

// BenchmarkEditOfALargeRequest is what one edit of a field costs in the
// builder, drawn, in a request of 5 MB.
func BenchmarkEditOfALargeRequest(b *testing.B) {
	m := app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://bench.example"}})
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 35})
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
	m := app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://bench.example"}})
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 35})
	m.Update(tea.PasteMsg{Content: strings.Repeat("some words of a long prompt, ", 180_000)})
	m.Update(tea.KeyPressMsg{Code: tea.KeyF3})
	for b.Loop() {
		m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
		m.View()
		m.Update(tea.KeyPressMsg{Code: 'k', Text: "k"})
		m.View()
	}
}
