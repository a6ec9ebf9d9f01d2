package route

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
)

// UpstreamBodies yields the body for each endpoint that was asked, for the debug event
// (debug.echo_upstream_body); the models are local, so nothing is sent. They are made one by one,
// since a body can be large and the attempts many.
func (r Route) UpstreamBodies(req *request.Request, account string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, a := range r.Attempts {
			if a.Provider != Nobody && !yield(UpstreamBody(req, a.Model, account)) {
				return
			}
		}
	}
}

// UpstreamBody returns the body of a request to one provider: without the members for the gateway,
// with the model's name at its vendor, and with a hashed identity for safety_identifier. account is
// that of the key.
func UpstreamBody(req *request.Request, slug, account string) []byte {
	_, model, _ := strings.Cut(slug, "/")
	b := output.JSON("{").Text("model", model)
	gjson.ParseBytes(req.Body()).ForEach(func(name, value gjson.Result) bool {
		raw := value.Raw
		switch name.Str {
		case "model", "models", "route", "provider", "plugins", "session_id", "debug", "trace", "user", "background",
			"store", "previous_response_id", "max_tool_calls", "stop_server_tools_when", "safety_identifier":
			return true
		case "service_tier":
			if value.Str == "fast" {
				raw = `"priority"` // fast is an alias
			}
		}
		b = b.Raw(name.Str, raw)
		return true
	})
	sent, _ := req.Member("safety_identifier")
	return b.Text("safety_identifier", Identity(sent.Str, account)).End()
}

// Identity returns whom a provider may isolate for abuse: a hash of the end user and the account,
// or the account if the request names no end user ("safety_identifier").
func Identity(endUser, account string) string {
	if endUser == "" {
		return account
	}
	sum := sha256.Sum256([]byte("gatehouse end user\x00" + account + "\x00" + endUser))
	return "enduser_" + hex.EncodeToString(sum[:12])
}
