package check

import (
	"gatehouse/state/fit"
	"gatehouse/state/raw"
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
// its tool; nil for a tool that takes any. The error says what does not fit,
// and wraps fit.ErrUnfit, or what is wrong with the schema.
func Arguments(tool []byte, arguments string) error {
	parameters := raw.Get(tool, "parameters")
	if raw.KindOf(parameters) != raw.Object {
		parameters = []byte("true")
	}
	s, err := fit.Compile(parameters)
	if err != nil {
		return err
	}
	return s.Validate([]byte(arguments))
}
