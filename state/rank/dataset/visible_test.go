package dataset

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"gatehouse/state/lab"
)

// A comparison is looked at in a terminal too: nothing in it is obeyed there.
func TestNothingInAnExportIsObeyed(t *testing.T) {
	const evil = "a\x1b[2J b\u009b31m c\u202e d\x7f e\r f\u2066"
	set := Set{}.WithQueryText(0, evil).WithDocuments(TextDocument(evil), TextDocument("two\r\nlines\tand a tab, ümlaut"))
	table := set.Table(0, 10, Answer{Label: evil, Provider: evil, Verdict: evil, Earlier: evil})
	out := string(table.CSV())
	if at := strings.IndexFunc(strings.ReplaceAll(out, "\r\n", ""), hidden); at >= 0 {
		t.Errorf("a control character at %d of %q", at, out)
	}
	for _, want := range []string{"a␛", "2J b‹U+009B›31m c‹U+202E› d␡ e␍ f‹U+2066›", "ümlaut"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %q", want, out)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 3 || rows[2][len(rows[2])-1] != "two\nlines\tand a tab, ümlaut" {
		t.Errorf("%q, %v", rows, err)
	}
}

// TestNoCellOfAnExportIsAFormula: and what is imported again is what was exported.
func TestNoCellOfAnExportIsAFormula(t *testing.T) {
	texts := []string{"=HYPERLINK(\"http://e.invalid\",A1)", "+cmd|' /C calc'!A0", "-1.5", "@SUM(A1)", "'=quoted", "plain"}
	set := Set{}.WithQueryText(0, "=1+1")
	for _, text := range texts {
		set.Documents = append(set.Documents, TextDocument(text))
	}
	table := set.Table(0, 10, Answer{Label: "=label", Verdict: "failed", Failure: "@x"}).CSV()
	bench := Bench{Set: set, Models: []string{"-model"}, Results: [][]Result{{{Answer: lab.Answer{Verdict: "failed"}}}}}.CSV()
	for _, doc := range [][]byte{table, bench} {
		rows, err := csv.NewReader(strings.NewReader(string(doc))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range slices.Concat(rows...) {
			if cell != "" && strings.Contains("=+-@\t\r", cell[:1]) && cell != "-1.5" {
				t.Errorf("%q is a formula", cell)
			}
		}
	}
	in, err := Read(table, CSV, "text")
	if err != nil || len(in.Documents) != len(texts) {
		t.Fatalf("%+v, %v", in, err)
	}
	for i, text := range texts {
		if got := in.Documents[i].Text; got != text {
			t.Errorf("%q is imported as %q", text, got)
		}
	}
}
