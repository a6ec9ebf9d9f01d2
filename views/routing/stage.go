package routing

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/guard"
	"gatehouse/views"
)

// ofAnswer reports whether a stage works on what the model wrote, behind the
// attempts, and not on the request. Of other stages nothing tells when they ran.
func ofAnswer(s wire.Stage) bool { return s.Type == "response_healing" }

// untold says what a stage's data leaves open that one looks for; empty for
// nothing.
func untold(s wire.Stage, x *state.Exchange) string {
	dropped := views.Whole(string(scan.Get(s.Data, "original_count"))) - views.Whole(string(scan.Get(s.Data, "compressed_count")))
	switch {
	case scan.Get(s.Data, "compressed_count") != nil && dropped > 0:
		words := views.Thousands(dropped) + " dropped"
		if scan.Text(scan.Get(s.Data, "engine")) == "middle-out" {
			words += " from the middle"
		}
		if strings.TrimSpace(s.Summary) == "" { // in whatever words, it may say why
			words += "; why, the service does not say"
		}
		switch {
		case !x.Known.Request && len(guard.Upstream(x.Debug, nil)) > 0:
			return words + ". Which ones is not told: what was sent is not known. The Request page shows what was sent on."
		case !x.Known.Request:
			return words + ". Which ones is not told: neither what was sent is known nor what was sent on."
		case string(scan.At(x.Request, "debug", "echo_upstream_body")) == "true":
			return words + ". The Request page compares what was sent with what was sent on."
		case x.Stream:
			return words + ". Which ones is not told; with debug.echo_upstream_body the Request page would show it."
		}
		return words + ". Which ones is not told; a stream with debug.echo_upstream_body would show it in the Request page."
	case string(scan.Get(s.Data, "improved")) == "true":
		return "What the model wrote before the repair does not come over the wire: the answer holds the repaired text only."
	}
	return ""
}

// contents is what a stage unfolds to: its data, or all of it where it has
// members that this page does not draw.
func contents(s wire.Stage) []byte {
	const known = " type name summary guardrail_id guardrail_scope data "
	for m := range scan.Members(s.Raw) {
		if !strings.Contains(known, " "+m.Key+" ") {
			return s.Raw
		}
	}
	if scan.KindOf(s.Data) == scan.Object || scan.KindOf(s.Data) == scan.Array {
		return s.Data
	}
	if scan.IsNull(s.Data) && scan.KindOf(s.Raw) == scan.Object {
		return nil
	}
	return s.Raw
}
