package report

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// Each value that the proxy changed is listed once: not the object that it is in, but an object that became a list.
func TestRequestChangesListTheValuesAlone(t *testing.T) {
	c := &wire.Capture{
		Sent:    wire.Sent{Body: []byte(`{"model":"b","reasoning":{"effort":"high","summary":"auto"},"provider":["x"],"input":"hi"}`)},
		Changed: &wire.Changed{By: []string{"rule"}, Body: `{"model":"a","reasoning":{"effort":"low","summary":"auto"},"provider":{"only":["x"]},"input":"hi"}`},
	}
	var got []string
	for _, b := range requestChanges(c) {
		if t, ok := b.(Table); ok {
			for _, row := range t.Rows {
				got = append(got, row.Cells[0].Text+": "+row.Cells[1].Text+" → "+row.Cells[2].Text)
			}
		}
	}
	want := `model: "a" → "b"
reasoning.effort: "low" → "high"
provider: {"only":["x"]} → ["x"]`
	if strings.Join(got, "\n") != want {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}
