// Package pdftest makes small PDFs for tests.
package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
)

// Shows returns a content stream that shows a line of text without brackets.
func Shows(text string) string { return "BT /F1 12 Tf 72 700 Td (" + text + ") Tj ET" }

// File returns a PDF with one page for each content stream, compressed if packed.
func File(packed bool, contents ...string) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	kids := ""
	for i := range contents {
		kids += fmt.Sprintf("%d 0 R ", 4+2*i)
	}
	object("<< /Type /Pages /Kids [ %s] /Count %d >>", kids, len(contents))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for i, content := range contents {
		object("<< /Type /Page /Parent 2 0 R /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", 5+2*i)
		filter := ""
		if packed {
			content, filter = deflated(content), "/Filter /FlateDecode "
		}
		object("<< %s/Length %d >>\nstream\n%s\nendstream", filter, len(content), content)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

func deflated(text string) string {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	_, _ = w.Write([]byte(text)) // to memory
	_ = w.Close()
	return z.String()
}
