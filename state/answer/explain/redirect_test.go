package explain

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

func TestRedirectShowsItsAddress(t *testing.T) {
	for location, want := range map[string]string{
		"https://other.example/v2/api/v1/responses":       "https://other.example/v2/api/v1",
		"/new/api/v1/responses/":                          "http://127.0.0.1:8080/new/api/v1",
		"//other.example/responses?token=secret#part":     "http://other.example",
		"https://user:secret@other.example/api/v1":        "https://other.example/api/v1",
		"https://other.example/\u202e\u009b31m/responses": "https://other.example/%E2%80%AE%C2%9B31m",
		"":                    "",
		"javascript:alert(1)": "",
		"https://other.example/" + strings.Repeat("a", 1000): "",
		"https://[": "",
	} {
		x := state.NewExchange("x", []byte(`{}`))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 307, Header: http.Header{"Location": {location}}}})
		x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}})
		p, ok := Exchange(x, Context{BaseURL: base})
		try := "use " + want + " as the base URL, if you trust it with the key"
		if want == "" {
			try = "check the base URL"
		}
		if !ok || p.Title != "redirected (307)" || len(p.SuggestionTexts()) != 1 || p.SuggestionTexts()[0] != try {
			t.Errorf("%q: %+v, want %q", location, p, try)
		}
		if p.Message != "" || !strings.HasSuffix(p.Meaning, "The body is empty.") {
			t.Errorf("%q: %q is quoted as the gateway's; %q", location, p.Message, p.Meaning)
		}
	}
}
