package validate

import (
	"fmt"

	"gatehouse/client/scan"
	jsonschema "gatehouse/state/json/schema"
)

// FunctionTool returns the tool of a function call: the one with its name, in its
// namespace when it names one. Nil for none.
func FunctionTool(tools, call []byte) []byte {
	name, space := scan.Text(scan.Get(call, "name")), scan.Text(scan.Get(call, "namespace"))
	for _, tool := range scan.Elements(tools) {
		switch kind := scan.Text(scan.Get(tool, "type")); {
		case kind == "namespace" && space != "" && scan.Text(scan.Get(tool, "name")) == space:
			return FunctionTool(scan.Get(tool, "tools"), []byte(`{"name":`+string(scan.Quote(name))+`}`))
		case kind == "function" && space == "" && scan.Text(scan.Get(tool, "name")) == name:
			return tool
		}
	}
	return nil
}

// Arguments checks the arguments of a function call against the JSON Schema of its tool; nil for a
// tool without one. The error describes what does not match; it wraps schema.ErrSchema when the
// schema itself is unusable.
func Arguments(tool []byte, arguments string) error {
	if err := scan.Check([]byte(arguments)); err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	parameters := scan.Get(tool, "parameters")
	if scan.KindOf(parameters) != scan.Object {
		return nil
	}
	return jsonschema.Fits(parameters, trim([]byte(arguments)))
}
