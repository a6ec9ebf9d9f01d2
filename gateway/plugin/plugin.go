// Package plugin is the plugins that change the input of a model or its answer ("Plugins" in the
// document). Each reports what it did, even if that was nothing, as a stage of the pipeline.
package plugin

import (
	"slices"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

func stage(name, summary string, data map[string]any) route.Stage {
	return route.Stage{Type: "plugin", Name: name, Summary: summary, Data: data}
}

// lastPrompt returns the index of the newest message of the user, or the number of items.
func lastPrompt(items []string) int {
	for i, raw := range slices.Backward(items) {
		if it := request.ParseItem(gjson.Parse(raw)); it.Type == "message" && it.Role == "user" {
			return i
		}
	}
	return len(items)
}

// insertBeforePrompt inserts a system message right before the newest message of the user.
func insertBeforePrompt(req *request.Request, text string) *request.Request {
	items := request.RawItems(req.Body())
	at := lastPrompt(items)
	message := append(output.AppendString([]byte(`{"type":"message","role":"system","content":`), text), '}')
	return req.With(request.WithItems(req.Body(), slices.Insert(items, at, string(message))))
}
