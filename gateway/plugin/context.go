package plugin

import (
	"slices"

	"gatehouse/gateway/content"
	"gatehouse/gateway/event"
	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
)

// before is the request with one more system message, right before the newest
// message of the user.
func before(req *request.Request, text string) *request.Request {
	items := content.Items(req.Body())
	at := len(items)
	for i, raw := range items {
		if it := request.ParseItem(gjson.Parse(raw)); it.Type == "message" && it.Role == "user" {
			at = i
		}
	}
	message := append(event.AppendString([]byte(`{"type":"message","role":"system","content":`), text), '}')
	return req.With(content.WithItems(req.Body(), slices.Insert(items, at, string(message))))
}
