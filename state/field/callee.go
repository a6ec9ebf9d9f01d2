package field

import "gatehouse/state/raw"

// Callee returns the tool of a request that a call names: in tools, in a
// namespace there, or in an additional_tools item of input. Nil when the
// request offers none of that name.
func Callee(request, call []byte) []byte {
	kind := "function"
	if raw.Text(raw.Get(call, "type")) == "custom_tool_call" {
		kind = "custom"
	}
	name, space := raw.Text(raw.Get(call, "name")), raw.Text(raw.Get(call, "namespace"))
	var found []byte
	offered(request, func(tool []byte, namespace string) bool {
		if raw.Text(raw.Get(tool, "type")) != kind || raw.Text(raw.Get(tool, "name")) != name {
			return true
		}
		if found == nil || namespace == space {
			found = tool // of another namespace only while there is no better
		}
		return namespace != space
	})
	return found
}

// FunctionNames is the names of the functions that a request offers, in their
// order: what Names suggests.
func FunctionNames(request []byte) []string {
	var names []string
	offered(request, func(tool []byte, _ string) bool {
		if name := raw.Text(raw.Get(tool, "name")); name != "" && raw.Text(raw.Get(tool, "type")) == "function" {
			names = append(names, name)
		}
		return true
	})
	return names
}

// offered calls f with every tool of a request and the namespace that it stands
// in, until f returns false.
func offered(request []byte, f func(tool []byte, namespace string) bool) {
	lists := [][]byte{raw.Get(request, "tools")}
	for _, item := range raw.Elements(raw.Get(request, "input")) {
		if raw.Text(raw.Get(item, "type")) == "additional_tools" {
			lists = append(lists, raw.Get(item, "tools"))
		}
	}
	for _, list := range lists {
		for _, tool := range raw.Elements(list) {
			if !f(tool, "") {
				return
			}
			if raw.Text(raw.Get(tool, "type")) != "namespace" {
				continue
			}
			for _, inner := range raw.Elements(raw.Get(tool, "tools")) {
				if !f(inner, raw.Text(raw.Get(tool, "name"))) {
					return
				}
			}
		}
	}
}
