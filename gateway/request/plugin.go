package request

import "github.com/tidwall/gjson"

// Plugin is one element of plugins ("Plugins" in the document).
type Plugin struct {
	ID    string
	value gjson.Result
}

// Member is one of the plugin's fields as it was sent. ok is false when it was
// not sent, or is null.
func (p Plugin) Member(name string) (value gjson.Result, ok bool) {
	value = p.value.Get(name)
	return value, value.Exists() && value.Type != gjson.Null
}

// Texts is a field that is an array of strings. ok is false when it was not
// sent; an array that was sent may be empty.
func (p Plugin) Texts(name string) (list []string, ok bool) {
	value, ok := p.Member(name)
	return texts(value), ok && value.IsArray()
}

// Count returns a field that is a number, not less than 0; def if it was not sent.
func (p Plugin) Count(name string, def int) int {
	v, ok := p.Member(name)
	return count(v, ok, def)
}

// Plugins is the plugins that are enabled, in the order of the request. Of
// several with one id the first counts. moderation has no switch.
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

// Plugin is the plugin with this id; ok is false when it is not enabled.
func (r *Request) Plugin(id string) (p Plugin, ok bool) {
	for _, p := range r.Plugins() {
		if p.ID == id {
			return p, true
		}
	}
	return Plugin{ID: id}, false
}

// Default is a plugin of which no field was sent.
func Default(id string) Plugin { return Plugin{ID: id} }
