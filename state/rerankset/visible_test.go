package rerankset

import (
	"encoding/csv"
	"strings"
	"testing"
)

// A comparison is looked at in a terminal too: nothing in it is obeyed there.
func TestNothingInAnExportIsObeyed(t *testing.T) {
	const evil = "a\x1b[2J b\u009b31m c\u202e d\x7f e\r f\u2066"
	set := Set{}.WithQueryText(0, evil).WithDocuments(TextDocument(evil), TextDocument("two\r\nlines\tand a tab, ümlaut"))
	table := set.Table(0, 10, 0.9, Column{Label: evil, Provider: evil, Verdict: evil, Note: evil})
	for name, out := range map[string]string{"CSV": string(table.CSV()), "Markdown": string(table.Markdown())} {
		if at := strings.IndexFunc(strings.ReplaceAll(out, "\r\n", ""), hidden); at >= 0 {
			t.Errorf("%s: a control character at %d of %q", name, at, out)
		}
		for _, want := range []string{"a␛", "2J b‹U+009B›31m c‹U+202E› d␡ e␍ f‹U+2066›", "ümlaut"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in %q", name, want, out)
			}
		}
	}
	rows, err := csv.NewReader(strings.NewReader(string(table.CSV()))).ReadAll()
	if err != nil || len(rows) != 3 || rows[2][len(rows[2])-1] != "two\nlines\tand a tab, ümlaut" {
		t.Errorf("%q, %v", rows, err)
	}
}
