package source

import (
	"strings"
	"testing"

	"gatehouse/state/report"
)

// large is a document of some megabytes: many lines, and one that is long.
func large(lines bool) string {
	if lines {
		return "{\n\"input\": [\n" + strings.Repeat("  {\"role\": \"user\", \"content\": \"word word word\"},\n", 100_000) + "  {}\n]}\n"
	}
	return `{"input": [{"file_data": "` + strings.Repeat("word base64 ", 420_000) + `"}]}`
}

// BenchmarkKey types into the middle of 5 MB and draws the pane, as at every
// key.
func BenchmarkKey(b *testing.B) {
	for name, doc := range map[string]string{"lines": large(true), "line": large(false)} {
		b.Run(name, func(b *testing.B) {
			d := newDesk(b, doc, 100, 50)
			d.press("enter")
			d.ed.GoTo(len(doc) / 2)
			for b.Loop() {
				d.Update(keyPress("x"))
				d.View()
			}
		})
	}
}

// BenchmarkSetDocument takes a small edit made elsewhere in 5 MB.
func BenchmarkSetDocument(b *testing.B) {
	for name, doc := range map[string]string{"lines": large(true), "line": large(false)} {
		b.Run(name, func(b *testing.B) {
			d := newDesk(b, doc, 100, 50)
			docs := [2][]byte{[]byte(doc), []byte(strings.Replace(doc, "word", "other", 1))}
			for n := 0; b.Loop(); n++ {
				d.SetDocument(docs[n%2], uint64(n+10))
				d.View()
			}
		})
	}
}

// BenchmarkFindings marks what the checks found in 5 MB.
func BenchmarkFindings(b *testing.B) {
	d := newDesk(b, large(true), 100, 50)
	list := []report.Finding{{Level: report.Failed, Pointer: "/input/90000/role", Path: "input[90000].role", Message: "wrong"}}
	for b.Loop() {
		d.SetFindings(list, d.version)
		d.View()
	}
}
