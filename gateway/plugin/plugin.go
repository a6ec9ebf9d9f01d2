// Package plugin is the plugins that change what a model reads or what it has
// answered ("Plugins" in the document). Each tells what it did in a stage of the
// pipeline, also when that was nothing.
package plugin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/gateway/content"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// stage is the stage of a plugin.
func stage(name, summary string, data map[string]any) route.Stage {
	return route.Stage{Type: "plugin", Name: name, Summary: summary, Data: data}
}

// plural counts things in words.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "s") {
		thing += "e"
	}
	return thousands(n) + " " + thing + "s"
}

// thousands writes a count with a comma at each thousand.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

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
	message := append(output.AppendString([]byte(`{"type":"message","role":"system","content":`), text), '}')
	return req.With(content.WithItems(req.Body(), slices.Insert(items, at, string(message))))
}
