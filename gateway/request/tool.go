package request

import (
	"cmp"
	"slices"

	"github.com/tidwall/gjson"
)

// Tool is one element of tools ("Tools" in the document).
type Tool struct {
	Type         string
	Name         string
	Description  string
	Parameters   string // the JSON schema of a function's arguments; "" if missing
	DeferLoading bool
	Namespace    string // the name of the tool's namespace; "" outside
	Inside       []Tool // the tools of a namespace
	Fields
}

func parseTool(v gjson.Result) Tool {
	t := Tool{
		Type:         v.Get("type").String(),
		Name:         v.Get("name").String(),
		Description:  v.Get("description").String(),
		DeferLoading: v.Get("defer_loading").Bool(),
		// A server tool has its fields in parameters, the web searches some of them in filters
		// (wire-notes §2).
		Fields: Fields{v, []string{"", "parameters.", "filters.", "parameters.filters."}},
	}
	if p := v.Get("parameters"); p.IsObject() {
		t.Parameters = p.Raw
	}
	if t.Type == "namespace" {
		for _, inner := range v.Get("tools").Array() {
			in := parseTool(inner)
			in.Namespace, in.Inside = t.Name, nil // a nested namespace is not supported
			t.Inside = append(t.Inside, in)
		}
	}
	return t
}

// Raw returns the tool as it was sent.
func (t Tool) Raw() string { return t.value.Raw }

// Label returns the name that users know: that of a function, the label of an MCP server, else the
// type.
func (t Tool) Label() string {
	if t.Name != "" {
		return t.Name
	}
	if label, ok := t.Member("server_label"); ok {
		return label.Str
	}
	return t.Type
}

// Pick is a chosen tool: by its type, its name, or both.
type Pick struct{ Type, Name string }

// Choice is tool_choice.
type Choice struct {
	Must  bool   // call a tool: required, or a named tool
	Never bool   // none
	Only  []Pick // the tools that may be called; nil is any
}

// Choice reads tool_choice: auto (the default), none, required, one tool by its type and name, or a
// list of allowed tools (wire-notes §2).
func (r *Request) Choice() Choice {
	v, _ := r.Member("tool_choice")
	pick := func(v gjson.Result) Pick {
		name := v.Get("name").Str
		if label := v.Get("server_label"); label.Str != "" {
			name = label.Str
		}
		return Pick{v.Get("type").Str, name}
	}
	word := v.Str
	if v.IsObject() {
		word = v.Get("type").Str
	}
	switch word {
	case "none":
		return Choice{Never: true}
	case "required":
		return Choice{Must: true}
	case "allowed_tools":
		only := []Pick{}
		for _, t := range v.Get("tools").Array() {
			only = append(only, pick(t))
		}
		return Choice{Must: v.Get("mode").Str == "required", Only: only}
	case "", "auto":
		return Choice{}
	}
	if !v.IsObject() {
		return Choice{}
	}
	return Choice{Must: true, Only: []Pick{pick(v)}}
}

func (c Choice) allows(t Tool) bool {
	if c.Never {
		return false
	}
	if c.Only == nil {
		return true
	}
	for _, p := range c.Only {
		byType := p.Type == t.Type || p.Type == "" || p.Type == "namespace" && t.Namespace == p.Name
		byName := p.Name == "" || p.Name == t.Label() || p.Type == "namespace" && t.Namespace == p.Name
		if byType && byName && p != (Pick{}) {
			return true
		}
	}
	return false
}

// Offered returns the tools that the model may call, including deferred ones and those of
// namespaces.
func (r *Request) Offered() []Tool {
	choice := r.Choice()
	return slices.DeleteFunc(r.allTools(), func(t Tool) bool { return !choice.allows(t) })
}

// allTools returns all tools, those of additional_tools items last, with the tools of a namespace
// one by one.
func (r *Request) allTools() []Tool {
	var tools []Tool
	for _, t := range slices.Concat(r.Tools, r.additional) {
		if t.Type == "namespace" {
			tools = append(tools, t.Inside...)
			continue
		}
		tools = append(tools, t)
	}
	return tools
}

// OfType returns the first tool of a type, whatever tool_choice is, including those of
// additional_tools items.
func (r *Request) OfType(typ string) (Tool, bool) {
	for _, t := range slices.Concat(r.Tools, r.additional) {
		if t.Type == typ {
			return t, true
		}
	}
	return Tool{}, false
}

// Callable reports whether the caller runs the tool under its name: a function or a custom tool.
func (t Tool) Callable() bool { return t.Type == "function" || t.Type == "custom" }

// ItemType returns the type of the item that calls a function or a custom tool.
func (t Tool) ItemType() string {
	if t.Type == "custom" {
		return "custom_tool_call"
	}
	return "function_call"
}

// Deferred reports whether the model does not see the tool until tool search finds it.
func (t Tool) Deferred() bool { return t.Type == "function" && t.DeferLoading }

// Plugin is one element of plugins ("Plugins" in the document).
type Plugin struct {
	ID string
	Fields
}

// Fields is the fields of a plugin or a tool as they were sent.
type Fields struct {
	value    gjson.Result
	prefixes []string // of the paths at which a field may be
}

// Member returns a field. ok is false if it is missing or null.
func (f Fields) Member(name string) (value gjson.Result, ok bool) {
	for _, prefix := range f.prefixes {
		if v := f.value.Get(prefix + name); v.Exists() && v.Type != gjson.Null {
			return v, true
		}
	}
	return gjson.Result{}, false
}

// Text returns a text, or def if it is missing or empty.
func (f Fields) Text(name, def string) string {
	v, _ := f.Member(name)
	return cmp.Or(v.Str, def)
}

// Texts returns the strings of an array; nil if the field is missing or not an array.
func (f Fields) Texts(name string) []string {
	v, _ := f.Member(name)
	return texts(v)
}

// Count returns a number, not less than 0; def if it is missing.
func (f Fields) Count(name string, def int) int {
	v, _ := f.Member(name)
	if v.Type != gjson.Number {
		return def
	}
	return int(min(max(v.Num, 0), 1<<30))
}

// Plugins returns the enabled plugins, in the order of the request, each id once. moderation is
// always enabled.
func (r *Request) Plugins() []Plugin {
	var plugins []Plugin
	seen := map[string]bool{}
	for _, v := range r.members["plugins"].Array() {
		p := Plugin{v.Get("id").Str, Fields{v, []string{""}}}
		off := v.Get("enabled").Type == gjson.False && p.ID != "moderation"
		if !seen[p.ID] && !off {
			plugins = append(plugins, p)
		}
		seen[p.ID] = true
	}
	return plugins
}

// Plugin returns the plugin with this id; ok is false if it is not enabled.
func (r *Request) Plugin(id string) (p Plugin, ok bool) {
	for _, p := range r.Plugins() {
		if p.ID == id {
			return p, true
		}
	}
	return Plugin{ID: id}, false
}
