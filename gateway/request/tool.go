package request

import (
	"slices"

	"github.com/tidwall/gjson"
)

// Tool is one element of tools ("Tools" in the document).
type Tool struct {
	Type         string
	Name         string
	Description  string
	Parameters   string // the JSON schema of a function's arguments; empty when not sent
	DeferLoading bool
}

func parseTool(v gjson.Result) Tool {
	t := Tool{
		Type:         v.Get("type").String(),
		Name:         v.Get("name").String(),
		Description:  v.Get("description").String(),
		DeferLoading: v.Get("defer_loading").Bool(),
	}
	if p := v.Get("parameters"); p.IsObject() {
		t.Parameters = p.Raw
	}
	return t
}

// Choice is tool_choice: which tools a model may call, and whether it must.
type Choice struct {
	Must  bool     // required, or a function by name
	Never bool     // none
	Only  []string // the functions that may be called; nil is any
}

// Choice reads tool_choice: auto (the default), none, required, a function by
// name, or a list of allowed tools (wire-notes §2).
func (r *Request) Choice() Choice {
	v, _ := r.Member("tool_choice")
	switch {
	case v.Str == "none":
		return Choice{Never: true}
	case v.Str == "required":
		return Choice{Must: true}
	case v.Get("type").Str == "function":
		return Choice{Must: true, Only: []string{v.Get("name").Str}}
	case v.Get("type").Str == "allowed_tools":
		only := []string{}
		for _, t := range v.Get("tools").Array() {
			only = append(only, t.Get("name").Str)
		}
		return Choice{Must: v.Get("mode").Str == "required", Only: only}
	}
	return Choice{}
}

// Functions is the function tools that the model sees and may call.
func (r *Request) Functions() []Tool {
	choice := r.Choice()
	if choice.Never {
		return nil
	}
	var functions []Tool
	for _, t := range r.Tools {
		if t.Type == "function" && !t.DeferLoading && (choice.Only == nil || slices.Contains(choice.Only, t.Name)) {
			functions = append(functions, t)
		}
	}
	return functions
}
