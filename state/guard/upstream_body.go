package guard

import (
	"encoding/json"
	"fmt"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// UpstreamBody is a request's body as the gateway sent it to a provider.
type UpstreamBody struct {
	Provider string // empty when unknown
	Place    string // which attempt, or which body, it was
	Body     []byte // JSON, or a text where the gateway reported it as one
}

// Upstream returns the bodies that the gateway sent, one for each provider that it tried
// (wire-notes §5.1): debug.echo_upstream_body of the response.debug events in
// state.Exchange.Debug. The attempts of the routing metadata name their providers where
// there are as many.
func Upstream(debugs []json.RawMessage, routing json.RawMessage) []UpstreamBody {
	var list []UpstreamBody
	for _, debug := range debugs {
		v := scan.Get(debug, "echo_upstream_body")
		if scan.KindOf(v) == scan.String {
			v = []byte(scan.Text(v))
		}
		if len(v) > 0 && !scan.IsNull(v) && string(v) != "true" {
			list = append(list, UpstreamBody{Body: v})
		}
	}
	if len(list) == 0 {
		return nil
	}
	var attempts []wire.Attempt
	if len(routing) > 0 {
		attempts = read.Routing(routing).Attempts
	}
	for i := range list {
		switch p := &list[i]; len(attempts) {
		case len(list):
			p.Provider, p.Place = attempts[i].Provider, fmt.Sprintf("attempt %d of %d", i+1, len(list))
		case 0:
			p.Place = fmt.Sprintf("upstream body %d of %d", i+1, len(list))
		default:
			p.Place = fmt.Sprintf("upstream body %d of %d, %d attempts", i+1, len(list), len(attempts))
		}
	}
	return list
}
