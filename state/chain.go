package state

import (
	"fmt"
	"strings"

	"gatehouse/client/scan"
)

// longestChain is how many models Chain names.
const longestChain = 5

// Chain names the models of a request in the order in which they are tried: `model`, then
// `models`, without repeating one that directly follows itself. When the request names none,
// it is the router among its plugins, which chooses one; empty when there is none either.
func Chain(request []byte) string {
	var names []string
	if model := scan.Text(scan.Get(request, "model")); model != "" {
		names = append(names, model)
	}
	more := 0
	for _, e := range scan.Elements(scan.Get(request, "models")) {
		switch slug := scan.Text(e); {
		case slug != "" && len(names) > 0 && slug == names[len(names)-1]: // models repeats model
		case len(names) < longestChain && slug != "":
			names = append(names, slug)
		default:
			more++
		}
	}
	if len(names) == 0 {
		return router(request)
	}
	chain := strings.Join(names, ", then ")
	if more > 0 {
		chain += fmt.Sprintf(", and %d more", more)
	}
	return chain
}

// router is the plugin of a request that chooses the model: of several that are enabled the
// first, as a gateway does it. It is empty when there is none.
func router(request []byte) string {
	for _, plugin := range scan.Elements(scan.Get(request, "plugins")) {
		id := scan.Text(scan.Get(plugin, "id"))
		if (strings.HasSuffix(id, "-router") || id == "fusion") && string(scan.Get(plugin, "enabled")) != "false" {
			return id
		}
	}
	return ""
}
