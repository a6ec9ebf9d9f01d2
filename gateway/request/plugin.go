package request

import "github.com/tidwall/gjson"

// Plugin is one element of plugins ("Plugins" in the document).
type Plugin struct {
	ID    string
	value gjson.Result
}

// Member returns a field. ok is false if it is missing or null.
func (p Plugin) Member(name string) (value gjson.Result, ok bool) {
	value = p.value.Get(name)
	return value, value.Exists() && value.Type != gjson.Null
}

// Texts returns the strings of an array. ok is false if the field is missing or not an array.
func (p Plugin) Texts(name string) (list []string, ok bool) {
	value, ok := p.Member(name)
	return texts(value), ok && value.IsArray()
}

// Count returns a number, not less than 0; def if it is missing.
func (p Plugin) Count(name string, def int) int {
	v, ok := p.Member(name)
	return count(v, ok, def)
}

// Plugins returns the enabled plugins, in the order of the request, each id once. moderation is
// always enabled.
func (r *Request) Plugins() []Plugin {
	var plugins []Plugin
	seen := map[string]bool{}
	for _, v := range r.members["plugins"].Array() {
		p := Plugin{v.Get("id").Str, v}
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

// Default returns a plugin without fields.
func Default(id string) Plugin { return Plugin{ID: id} }
