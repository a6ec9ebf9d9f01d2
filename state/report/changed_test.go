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
		if l, ok := b.(List); ok {
			for _, item := range l.Items {
				got = append(got, item.Value[0].Text+": "+item.About.Text)
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
