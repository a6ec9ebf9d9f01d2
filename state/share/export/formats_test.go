package export

import (
	"slices"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
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
		copies := Copies(c.of)
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
