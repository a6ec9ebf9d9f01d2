package export

import (
	"slices"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rerankset"
)

func names(copies []Copy) []string {
	var names []string
	for _, c := range copies {
		names = append(names, c.Name)
	}
	return names
}

func capture(url, body string) *wire.Capture {
	c := &wire.Capture{Sent: wire.Sent{URL: url}}
	c.Body.Append([]byte(body), 1)
	return c
}

// TestAnExchangeIsCopiedInTheFormatsThatHaveWhatTheyNeed, in the order of the menu.
func TestAnExchangeIsCopiedInTheFormatsThatHaveWhatTheyNeed(t *testing.T) {
	sent := state.NewExchange("x", []byte(`{"model":"m"}`))
	file := state.NewExchange("y", nil)
	file.Known.Request, file.Response = false, []byte(`{"id":"r"}`)
	for name, c := range map[string]struct {
		of   Exchange
		want []string
	}{
		"nothing":       {Exchange{}, nil},
		"a text alone":  {Exchange{Prompt: "hello"}, []string{"your text"}},
		"on its way":    {Exchange{State: sent, Shown: sent, Prompt: "hello", Capture: capture("http://h/x", "")}, []string{"your text"}},
		"answered":      {Exchange{State: sent, Shown: sent, Capture: capture("http://h/x", "data: 1")}, []string{"response"}},
		"a saved reply": {Exchange{State: file, Shown: file}, []string{"response"}},
	} {
		copies := Copies(c.of, Formats())
		if got := names(copies); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		for _, made := range copies {
			if len(made.Text()) != made.Size {
				t.Errorf("%s: %s has %d bytes, not %d", name, made.Name, len(made.Text()), made.Size)
			}
		}
	}
}

func TestAComparisonIsCopiedInTheFormatsThatHaveWhatTheyNeed(t *testing.T) {
	of := Comparison{Model: -1, Document: -1}
	if got := names(Copies(of, ComparisonFormats())); got != nil {
		t.Errorf("of nothing: %q", got)
	}
	of = Comparison{Model: 0, Label: "sim/bm25", Document: 0, Capture: capture("http://h/rerank", "{}")}
	of.Set = of.Set.WithModel(0, rerankset.NewModel("sim/bm25")).WithQuery(0, rerankset.Query{Text: "why"})
	of.Set = of.Set.WithDocuments(rerankset.TextDocument("because"))
	want := []string{"response", "request JSON", "rank table, markdown", "rank table, CSV", "document"}
	if got := names(Copies(of, ComparisonFormats())); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
