package plugin_test

import (
	"bytes"
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
