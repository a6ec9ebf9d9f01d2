package plugin_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/ascii85"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/plugin"
	"gatehouse/gateway/plugin/pdftest"
)

func TestRead(t *testing.T) {
	for _, packed := range []bool{false, true} {
		doc, err := plugin.ReadPDF(t.Context(), pdftest.File(packed, pdftest.Shows("The first page."), pdftest.Shows("And the second.")))
		if err != nil || doc.Text != "The first page.\n\nAnd the second." || doc.Pages != 2 || !doc.Complete {
			t.Errorf("packed %t: %+v, %v", packed, doc, err)
		}
	}
}

func TestBounds(t *testing.T) {
	pages := make([]string, plugin.MaxPDFPages+1)
	for i := range pages {
		pages[i] = pdftest.Shows("x")
	}
	if doc, err := plugin.ReadPDF(t.Context(), pdftest.File(false, pages...)); err != nil || doc.Complete || doc.Pages != plugin.MaxPDFPages+1 || strings.Count(doc.Text, "x") != plugin.MaxPDFPages {
		t.Errorf("%d pages, whole %t, %v", doc.Pages, doc.Complete, err)
	}
	long := pdftest.Shows(strings.Repeat("long ", plugin.MaxPDFText/4))
	if doc, err := plugin.ReadPDF(t.Context(), pdftest.File(true, long)); err != nil || doc.Complete || len(doc.Text) > plugin.MaxPDFText {
		t.Errorf("%d bytes, whole %t, %v", len(doc.Text), doc.Complete, err)
	}
}

// What is no PDF, is broken, or wants more than it may have.
func TestRefused(t *testing.T) {
	valid := pdftest.File(true, pdftest.Shows("text"))
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":     {nil, "not a PDF"},
		"text":      {[]byte("hello"), "not a PDF"},
		"half":      {valid[:len(valid)/2], "not a PDF"},
		"large":     {make([]byte, plugin.MaxPDF+1), "larger than"},
		"bomb":      {pdftest.File(true, "BT ("+strings.Repeat("a", plugin.MaxPDFInflated)+") Tj ET"), "decompresses to more"},
		"deep file": {append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte("<<"), 100_000)...), ""},
		"claims":    {bytes.Replace(valid, []byte("/Size 6"), []byte("/Size 99999999"), 1), "impossible size"},
		"twice":     {bytes.Replace(valid, []byte("/Filter /FlateDecode"), []byte("/Filter [/FlateDecode /FlateDecode]"), 1), "unsupported way"},
		"operator":  {pdftest.File(false, "BT /F1 Tf ET"), ""},
	} {
		doc, err := plugin.ReadPDF(t.Context(), c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) || doc.Text != "" {
			t.Errorf("%s: %+v, %v", name, doc, err)
		}
	}
}

// Reading any input ends with a result or an error.
func FuzzRead(f *testing.F) {
	f.Add(pdftest.File(false, pdftest.Shows("seed")))
	f.Add(pdftest.File(true, pdftest.Shows("seed"), pdftest.Shows("more")))
	f.Fuzz(func(t *testing.T, b []byte) {
		if doc, err := plugin.ReadPDF(t.Context(), b); err == nil && len(doc.Text) > plugin.MaxPDFText {
			t.Errorf("%d bytes", len(doc.Text))
		}
	})
}

// looping is a file whose object table continues at its start.
func looping() []byte {
	b := []byte("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n")
	start := len(b)
	return fmt.Appendf(b, "xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n", start, start)
}

// A file of a few hundred bytes that leads in circles is not followed for long.
func TestLoops(t *testing.T) {
	file := looping()
	work := testing.AllocsPerRun(1, func() {
		if _, err := plugin.ReadPDF(t.Context(), file); err == nil {
			t.Error("it was read")
		}
	})
	if work > 200_000 {
		t.Errorf("%.0f allocations", work)
	}
}

func TestReadStopsWithItsContext(t *testing.T) {
	gone := errors.New("the client is gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	if doc, err := plugin.ReadPDF(ctx, pdftest.File(true, pdftest.Shows("text"))); err == nil || !strings.Contains(err.Error(), gone.Error()) || doc.Text != "" {
		t.Errorf("%+v, %v", doc, err)
	}
}

// However a file spells it, what unpacks to more than may be is not unpacked.
func TestHiddenBombs(t *testing.T) {
	valid := pdftest.File(true, pdftest.Shows("text"))
	with := func(dict string) []byte {
		return bytes.Replace(valid, []byte("/Filter /FlateDecode"), []byte(dict), 1)
	}
	for _, dict := range []string{
		"/Filter [/FlateDecode/Fl#61teDecode]", "/F#69lter [/FlateDecode/FlateDecode]", "/Filter%\n[/FlateDecode/FlateDecode]",
		"/Filter [/FlateDecode%]\n/FlateDecode]", "/Filter%\n9 0 R", "/Filter[9 0 R]", "/Filter [[/FlateDecode]]",
		"/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns%\n99999999999 >>", "/Filter /FlateDecode /DecodeParms << /Predictor 12 /C#6flumns 99999999999 >>",
	} {
		if doc, err := plugin.ReadPDF(t.Context(), with(dict)); err == nil || !strings.Contains(err.Error(), "unsupported way") && !strings.Contains(err.Error(), "impossible size") {
			t.Errorf("%s: %+v, %v", dict, doc, err)
		}
	}
	bomb := string(deflate(t, strings.Repeat("a", plugin.MaxPDFInflated)))
	var digits bytes.Buffer
	w := ascii85.NewEncoder(&digits)
	_, _ = w.Write([]byte(bomb))
	_ = w.Close()
	spread := strings.Replace(digits.String(), digits.String()[:1], digits.String()[:1]+"\x80", 1) // the library skips it
	file := bytes.Replace(pdftest.File(false, spread+"~>"), []byte("<< /Length"), []byte("<< /Filter [/ASCII85Decode /FlateDecode] /Length"), 1)
	if _, err := plugin.ReadPDF(t.Context(), file); err == nil || !strings.Contains(err.Error(), "decompresses to more") {
		t.Errorf("a bomb within ASCII85: %v", err)
	}
}

// Escapes in other names, and one filter after another kind, are common.
func TestOrdinarySpellings(t *testing.T) {
	valid := pdftest.File(true, pdftest.Shows("text"))
	for _, dict := range []string{"/Filter /FlateDecode", "/Filter[/FlateDecode]", "/Filter [ /FlateDecode ] /Title#20x /A#42"} {
		doc, err := plugin.ReadPDF(t.Context(), bytes.Replace(valid, []byte("/Filter /FlateDecode"), []byte(dict), 1))
		if err != nil && !strings.Contains(err.Error(), "malformed") { // the offsets of the table have moved
			t.Errorf("%s: %+v, %v", dict, doc, err)
		}
	}
}

func deflate(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// tabled is a file whose table of objects is a stream with these members.
func tabled(members, entries string, objects ...string) []byte {
	b := []byte("%PDF-1.5\n")
	for _, o := range objects {
		b = append(b, o...)
	}
	return fmt.Appendf(b, "2 0 obj\n<< /Type /XRef %s /Root 1 0 R /Length %d >>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n",
		members, len(entries), entries, len(b))
}

// What the library would recurse on, or make room for, without an end ends the process: nothing can
// be recovered.
func TestHostileTables(t *testing.T) {
	for name, file := range map[string][]byte{
		"an object within itself":   tabled("/Size 2 /W [1 1 1]", "\x00\x00\x00\x02\x01\x00"),
		"one within another":        tabled("/Size 3 /W [1 1 1]", "\x00\x00\x00\x02\x02\x00\x02\x01\x00"),
		"a width":                   tabled("/Size 2 /W [1 99999999999999 1]", "x"),
		"a sum of widths":           tabled("/Size 2 /W ["+strings.Repeat("999999 ", 1000)+"]", "x"),
		"a spelled width":           tabled("/Size 2 /#57 [1 99999999999999 1]", "x"),
		"an index":                  tabled("/Size 2 /W [1 1 1] /Index [0 1%\n 99999999999 1]", "\x00\x00\x00\x00\x00\x00"),
		"a size":                    tabled("/Size 99999999999 /W [1 1 1]", "x"),
		"a number in a plain table": []byte("%PDF-1.4\n" + strings.Repeat("%\n", 100) + "xref\n0 1\n0000000000 65535 f \n99999999999 1\n0000000000 00000 n \ntrailer\n<< /Size 2 >>\nstartxref\n209\n%%EOF\n"),
		"the first number of it":    []byte("%PDF-1.4\n" + strings.Repeat("%\n", 100) + "xref\n+99999999999%\n 1\n0000000000 65535 f \ntrailer\n<< /Size 2 >>\nstartxref\n209\n%%EOF\n"),
		"a length in its own stream": tabled("/Size 4 /W [1 1 1]", "\x00\x00\x00\x02\x03\x00\x01\x00\x00\x01\x09\x00",
			"3 0 obj\n<< /Type /ObjStm /N 1 0 R /First 4 /Length 1 0 R >>\nstream\n1 0 7\nendstream\nendobj\n"),
	} {
		if doc, err := plugin.ReadPDF(t.Context(), file); err == nil {
			t.Errorf("%s: %+v", name, doc)
		}
	}
}
