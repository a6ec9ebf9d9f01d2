package explain

import (
	"net/http"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestLongWaitIsADate reads each form of Retry-After from an exchange.
func TestLongWaitIsADate(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for raw, want := range map[string]string{
		"604800":                        "168 h",
		"604801":                        "until 8 March 2026 12:00 UTC",
		"31536000":                      "until 1 March 2027 12:00 UTC",
		"Wed, 21 Oct 2099 07:28:00 GMT": "until 21 October 2099 07:28 UTC",
		"9999999999999":                 "more than 100 years",
	} {
		x := state.NewExchange("x", []byte(`{}`))
		head := wire.Head{Status: 429, Header: http.Header{"Retry-After": {raw}}, At: at}
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &head})
		x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(`{"error":{"message":"m"}}`)})
		p, ok := Exchange(x, Context{BaseURL: base})
		if full := "wait " + want + ", as the service asks, then send it again"; !ok || p.SuggestionTexts()[0] != full {
			t.Errorf("%s: %q, want %q", raw, p.SuggestionTexts(), full)
		}
	}
	long := wire.Retry{AfterMS: 30 * 24 * time.Hour.Milliseconds(), Source: "retry-after-ms", Raw: "2592000000"}
	if got := retryWords(long, time.Time{}); got != "wait 30 days, as the service asks, then send it again" {
		t.Error(got)
	}
}

// TestTemporaryFailuresAreResent looks for the repeat among the numbered ways.
func TestTemporaryFailuresAreResent(t *testing.T) {
	for status, want := range map[int]bool{408: true, 500: true, 502: true, 504: true, 524: true, 529: true, 400: false, 401: false, 404: false} {
		x := state.NewExchange("x", []byte(`{"model":"m"}`))
		x.Verdict, x.Failure = state.Failed, &wire.Failure{Status: status}
		got := false
		for _, r := range Relaxations(x, nil) {
			got = got || len(r.Edits) == 0 && r.WaitMS == 0
		}
		if got != want {
			t.Errorf("%d: the same request again: %t", status, got)
		}
	}
}
