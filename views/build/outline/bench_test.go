package outline

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkScrollTenThousandItems(b *testing.B) {
	items := make([]string, 10_000)
	for i := range items {
		items[i] = fmt.Sprintf(`{"type":"message","role":"user","content":[{"type":"input_text","text":"question %d, with words"}]}`, i)
	}
	m := newModel(`{"input":[`+strings.Join(items, ",")+`]}`, 30, 40)
	b.Run("key", func(b *testing.B) {
		for b.Loop() {
			press(m, "j")
			m.View()
		}
	})
	b.Run("edit", func(b *testing.B) {
		for b.Loop() {
			m.SetDocument(m.doc, m.version+1)
			m.View()
		}
	})
}

func BenchmarkEditNextToFiveMegabytes(b *testing.B) {
	m := newModel(`{"temperature":1,"input":[{"role":"user","content":[{"type":"input_file","file_data":"`+strings.Repeat("QUJD", 5<<18)+`"}]}]}`, 30, 40)
	for b.Loop() {
		m.SetDocument(m.doc, m.version+1)
		m.View()
	}
}
