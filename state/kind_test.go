package state

import (
	"testing"

	"gatehouse/client/wire"
)

// TestTheVerdictOfAnotherAPI is the transport's: its events and documents are not known.
func TestTheVerdictOfAnotherAPI(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		end    wire.EndCause
		want   Verdict
	}{
		"whole":    {200, wire.EndClean, Completed},
		"refused":  {404, wire.EndClean, Failed},
		"cut":      {200, wire.EndLost, Truncated},
		"hung up":  {200, wire.EndHungUp, Cancelled},
		"unread":   {429, wire.EndHungUp, Failed}, // programs that do not read what an error says
		"stopped":  {429, wire.EndCancelled, Cancelled},
		"given up": {200, wire.EndBehind, Truncated},
	} {
		x := New(Other, "x", nil)
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: c.status}}, wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: c.end}, Body: []byte(`{"a":1}`)})
		if x.Verdict != c.want {
			t.Errorf("%s: %s, want %s", name, x.Verdict, c.want)
		}
	}
}

// TestADocumentOfAnotherAPIIsStored: its bytes are the response, and its usage is read.
func TestADocumentOfAnotherAPIIsStored(t *testing.T) {
	for body, stored := range map[string]bool{`{"data":[],"model":"e","usage":{"prompt_tokens":3}}`: true, `[1]`: false, `{"a"`: false, "": false} {
		x := New(Other, "x", nil)
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}}, wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
		if got := string(x.Response) == body && x.Model == "e" && string(x.Usage) == `{"prompt_tokens":3}`; got != stored || x.Verdict != Completed {
			t.Errorf("%q: response %q, model %q, usage %q, %s", body, x.Response, x.Model, x.Usage, x.Verdict)
		}
	}
}

// TestTheNameOfAKindIsReadBack: the history has it as a word.
func TestTheNameOfAKindIsReadBack(t *testing.T) {
	for _, k := range []Kind{Responses, Rerank, Other, Chat, Messages} {
		if got := ParseKind(k.String()); got != k {
			t.Errorf("%s is read as %s", k, got)
		}
	}
}
