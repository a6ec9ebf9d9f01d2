package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gatehouse/client/scan"
)

// invalid begins the library's error for arguments that do not fit a tool's schema.
const invalid = `validating "arguments": `

// explained replaces the library's error for arguments that do not fit by one that names the
// known arguments.
func (s *Server) explained(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		call, isCall := req.(*mcp.CallToolRequest)
		r, answered := result.(*mcp.CallToolResult)
		if err != nil || !isCall || !answered || !r.IsError || r.GetError() == nil || !strings.HasPrefix(r.GetError().Error(), invalid) {
			return result, err
		}
		name := call.Params.Name
		words := wrongArguments(name, s.schemas[name], call.Params.Arguments)
		if words == nil {
			words = []string{strings.TrimPrefix(r.GetError().Error(), invalid)}
		}
		return s.failure(append(words, name+" takes "+argumentWords(s.schemas[name])+".")...), nil
	}
}

// wrongArguments returns a line for each argument that does not fit a schema, sorted by name.
func wrongArguments(tool string, schema *jsonschema.Schema, arguments json.RawMessage) (lines []string) {
	given := map[string]json.RawMessage{}
	if err := json.Unmarshal(arguments, &given); err != nil && len(arguments) > 0 {
		return []string{"the arguments are no JSON object"}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		property, known := schema.Properties[name]
		switch {
		case !known:
			lines = append(lines, fmt.Sprintf("%s: %s has no such argument", name, tool))
		case !fits(property.Type, given[name]):
			lines = append(lines, fmt.Sprintf("%s: it must be of type %s", name, property.Type))
		}
	}
	for _, name := range schema.Required {
		if _, there := given[name]; !there {
			lines = append(lines, name+": it is missing")
		}
	}
	return lines
}

// fits reports whether a value can have a type of JSON Schema, judged by its first character.
func fits(kind string, value json.RawMessage) bool {
	switch got := scan.KindOf(value); kind {
	case "string":
		return got == scan.String
	case "integer":
		return got == scan.Number && !strings.Contains(string(value), ".")
	case "array":
		return got == scan.Array
	case "object":
		return got == scan.Object
	}
	return true
}

// argumentWords lists the arguments of a tool in the order of its schema, with their types.
func argumentWords(schema *jsonschema.Schema) string {
	var words []string
	for _, name := range schema.PropertyOrder {
		kind := schema.Properties[name].Type
		if slices.Contains(schema.Required, name) {
			kind += ", required"
		}
		words = append(words, name+" ("+kind+")")
	}
	return strings.Join(words, ", ")
}
