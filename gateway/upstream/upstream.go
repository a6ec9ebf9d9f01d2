// Package upstream makes the body that a provider is sent. No provider is there
// to be sent it: the models are part of the gateway. It is what the debug event
// shows (debug.echo_upstream_body in "Responses request body").
package upstream

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strings"

	"gatehouse/gateway/event"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// Bodies is what each of the endpoints is sent, made one by one: a body can be
// large, and a router can have many endpoints asked.
func Bodies(req *request.Request, asked []route.Endpoint, account string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, e := range asked {
			if !yield(Body(req, e.Model.Slug, account)) {
				return
			}
		}
	}
}

// Body is a request as it goes upstream to one provider: without the members
// that are the gateway's own business, with the model's name as its maker calls
// it, and with a hashed identity in place of safety_identifier. account is that
// of the key.
func Body(req *request.Request, slug, account string) []byte {
	_, model, _ := strings.Cut(slug, "/")
	b := event.AppendString([]byte(`{"model":`), model)
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
		b = append(event.AppendString(append(b, ','), name.Str), ':')
		b = append(b, raw...)
		return true
	})
	sent, _ := req.Member("safety_identifier")
	b = event.AppendString(append(b, `,"safety_identifier":`...), Identity(sent.Str, account))
	return append(b, '}')
}

// Identity is whom a provider may isolate for abuse: the end user, folded with
// the account into a hash that tells neither, or the account where the request
// names no end user ("safety_identifier").
func Identity(endUser, account string) string {
	if endUser == "" {
		return account
	}
	sum := sha256.Sum256([]byte("gatehouse end user\x00" + account + "\x00" + endUser))
	return "enduser_" + hex.EncodeToString(sum[:12])
}
