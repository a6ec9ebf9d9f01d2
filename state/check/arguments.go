package check

import (
	"fmt"

	"gatehouse/state/raw"
	jsonschema "gatehouse/state/schema"
)

// FunctionTool returns the tool that a function call is for: the one of its
// name, in its namespace when it names one. Nil when none is offered.
func FunctionTool(tools, call []byte) []byte {
	name, space := raw.Text(raw.Get(call, "name")), raw.Text(raw.Get(call, "namespace"))
	for _, tool := range raw.Elements(tools) {
		switch kind := raw.Text(raw.Get(tool, "type")); {
		case kind == "namespace" && space != "" && raw.Text(raw.Get(tool, "name")) == space:
			return FunctionTool(raw.Get(tool, "tools"), []byte(`{"name":`+string(raw.Quote(name))+`}`))
		case kind == "function" && space == "" && raw.Text(raw.Get(tool, "name")) == name:
			return tool
		}
	}
	return nil
}

// Arguments checks the arguments of a function call against the JSON Schema of
// its tool; nil for a tool that takes any. The error says what does not fit; it
// wraps schema.ErrSchema when only the schema is to blame.
func Arguments(tool []byte, arguments string) error {
	if err := raw.Check([]byte(arguments)); err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	parameters := raw.Get(tool, "parameters")
	if raw.KindOf(parameters) != raw.Object {
		return nil
	}
	return jsonschema.Fits(parameters, trim([]byte(arguments)))
}
