package agent

import (
	"fmt"
	"slices"

	"gatehouse/gateway/output"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// Stage is the step of the pipeline in which tools were used (wire-notes §6). ok
// is false when the gateway ran none.
func Stage(items []output.Placed) (stage route.Stage, ok bool) {
	steps := 0
	tools := []string{}
	for _, it := range items {
		used, isTool := it.Item.(output.Used)
		if !isTool {
			continue
		}
		if by, _ := used.Use(); by != output.Gateway {
			continue
		}
		steps++
		typ := gjson.GetBytes(it.Item.AppendJSON(nil, it.Status), "type").Str
		if !slices.Contains(tools, typ) {
			tools = append(tools, typ)
		}
	}
	summary := fmt.Sprintf("%d steps with server tools", steps)
	if steps == 1 {
		summary = "1 step with server tools"
	}
	return route.Stage{
		Type: "server_tools", Name: "server-tools", Summary: summary,
		Data: map[string]any{"mode": "native", "tools": tools, "steps": steps},
	}, steps > 0
}
