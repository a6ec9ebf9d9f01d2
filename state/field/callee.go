package field

import (
	"gatehouse/client/scan"
)

// Callee returns the tool of a request that a call names: in tools, in a
// namespace there, or in an additional_tools item of input. Nil when the
// request offers none of that name.
func Callee(request, call []byte) []byte {
	kind := "function"
	if scan.Text(scan.Get(call, "type")) == "custom_tool_call" {
		kind = "custom"
	}
	name, space := scan.Text(scan.Get(call, "name")), scan.Text(scan.Get(call, "namespace"))
	var found []byte
	offered(request, func(tool []byte, namespace string) bool {
		if scan.Text(scan.Get(tool, "type")) != kind || scan.Text(scan.Get(tool, "name")) != name {
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
		if name := scan.Text(scan.Get(tool, "name")); name != "" && scan.Text(scan.Get(tool, "type")) == "function" {
			names = append(names, name)
		}
		return true
	})
	return names
}

// offered calls f with every tool of a request and the namespace that it stands
// in, until f returns false.
func offered(request []byte, f func(tool []byte, namespace string) bool) {
	lists := [][]byte{scan.Get(request, "tools")}
	for _, item := range scan.Elements(scan.Get(request, "input")) {
		if scan.Text(scan.Get(item, "type")) == "additional_tools" {
			lists = append(lists, scan.Get(item, "tools"))
		}
	}
	for _, list := range lists {
		for _, tool := range scan.Elements(list) {
			if !f(tool, "") {
				return
			}
			if scan.Text(scan.Get(tool, "type")) != "namespace" {
				continue
			}
			for _, inner := range scan.Elements(scan.Get(tool, "tools")) {
				if !f(inner, scan.Text(scan.Get(tool, "name"))) {
					return
				}
			}
		}
	}
}
