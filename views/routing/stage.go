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
			words += "; the service does not say why"
		}
		switch {
		case !x.Known.Request && len(guard.Upstream(x.Debug, nil)) > 0:
			return words + ". Which ones is unknown without the request as sent; the Request tab shows what was forwarded."
		case !x.Known.Request:
			return words + ". Which ones is unknown: neither the request as sent nor the forwarded one was saved."
		case string(scan.At(x.Request, "debug", "echo_upstream_body")) == "true":
			return words + ". The Request tab compares the request as sent with the forwarded one."
		case x.Stream:
			return words + ". Which ones is not reported; with debug.echo_upstream_body the Request tab would show them."
		}
		return words + ". Which ones is not reported; a stream with debug.echo_upstream_body would show them on the Request tab."
	case string(scan.Get(s.Data, "improved")) == "true":
		return "The response contains only the repaired text, not what the model wrote."
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
