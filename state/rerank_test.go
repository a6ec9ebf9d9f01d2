package state

import (
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestRerankVerdicts: only results, in any shape of wire-notes §8, answer POST /rerank.
func TestRerankVerdicts(t *testing.T) {
	for name, tt := range map[string]struct {
		body    string
		end     wire.EndCause
		verdict Verdict
		results int
		model   string
		usage   string
	}{
		"the document's":            {`{"id":"gen-rerank-1","model":"m/x","results":[{"index":0,"relevance_score":1}],"usage":{"search_units":1}}`, wire.EndClean, Completed, 1, "m/x", `{"search_units":1}`},
		"without results that fit":  {`{"results":[]}`, wire.EndClean, Completed, 0, "", ""},
		"billed units":              {`{"id":"x","results":[{"index":0,"relevance_score":1}],"meta":{"api_version":{"version":"2"},"billed_units":{"search_units":1}}}`, wire.EndClean, Completed, 1, "", `{"search_units":1}`},
		"a bare array":              {`[{"index":0,"score":1},{"index":1,"score":0}]`, wire.EndClean, Completed, 2, "", ""},
		"a list called data":        {`{"data":[{"index":0,"score":1}]}`, wire.EndClean, Completed, 1, "", ""},
		"an error in a 200":         {`{"error":{"code":502,"message":"boom"}}`, wire.EndClean, Failed, 0, "", ""},
		"a response":                {`{"object":"response","status":"completed","output":[]}`, wire.EndClean, Failed, 0, "", ""},
		"text":                      {`"ok"`, wire.EndClean, Failed, 0, "", ""},
		"cut":                       {`{"results":[{"index":0,`, wire.EndClean, Truncated, 0, "", ""},
		"reset":                     {`{"results":[{"index":0,`, wire.EndLost, Truncated, 0, "", ""},
		"nothing":                   {``, wire.EndClean, Truncated, 0, "", ""},
		"reset behind the last one": {`[{"index":0,"score":1}]`, wire.EndLost, Completed, 1, "", ""},
	} {
		x := NewRerank("x", nil)
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
			wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: tt.end}, Body: []byte(tt.body)})
		results := 0
		if x.Ranking != nil {
			results = len(x.Ranking.Results)
		}
		if x.Verdict != tt.verdict || results != tt.results || x.Model != tt.model || string(x.Usage) != tt.usage {
			t.Errorf("%s: %s (%s), %d results, model %q, usage %s", name, x.Verdict, x.Reason, results, x.Model, x.Usage)
		}
	}
}

func TestStreamIsNoRerankResult(t *testing.T) {
	e, err := read.Event([]byte(wiretest.Completed()))
	if err != nil {
		t.Fatal(err)
	}
	x := NewRerank("x", nil)
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}, Stream: true},
		wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Data: []byte(wiretest.Completed())}, Event: e, Decoded: true},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}})
	if x.Verdict != Failed || x.Failure == nil {
		t.Errorf("%s (%s)", x.Verdict, x.Reason)
	}
}
