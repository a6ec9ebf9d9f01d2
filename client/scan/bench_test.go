package scan

import (
	"strings"
	"testing"
)

// megabyte is about a megabyte: a response that repeats a long answer.
func megabyte() []byte {
	return []byte(`{"type":"response.completed","response":{"output":[{"type":"message","content":[{"text":"` +
		strings.Repeat(`line of text\n`, 1<<20/14) + `"}]}],"usage":{"output_tokens":1}}}`)
}

func BenchmarkCheck(b *testing.B) {
	doc := megabyte()
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if err := Check(doc); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAt reads past a long string to a short member after it.
func BenchmarkAt(b *testing.B) {
	doc := megabyte()
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if At(doc, "response", "usage", "output_tokens") == nil {
			b.Fatal("not found")
		}
	}
}

// BenchmarkMembers reads a small event.
func BenchmarkMembers(b *testing.B) {
	doc := []byte(`{"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"m","status":"in_progress","content":[]}}`)
	b.ReportAllocs()
	for b.Loop() {
		if Get(doc, "item") == nil {
			b.Fatal("not found")
		}
	}
}

// BenchmarkIndent lays out a long answer, and a long list of small items.
func BenchmarkIndent(b *testing.B) {
	small := []byte("[" + strings.Repeat(`{"type":"message","role":"user","content":"hello"},`, 20_000) + "0]")
	for name, doc := range map[string][]byte{"long": megabyte(), "small": small} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				if _, err := AppendIndent(nil, doc, "  "); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
