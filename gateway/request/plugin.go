package request

import "github.com/tidwall/gjson"

// Plugin is one element of plugins ("Plugins" in the document).
type Plugin struct {
	ID string
	fields
}

// fields is the fields of a plugin or a tool as they were sent.
type fields struct {
	value    gjson.Result
	prefixes []string // of the paths at which a field may be
}

// Member returns a field. ok is false if it is missing or null.
func (f fields) Member(name string) (value gjson.Result, ok bool) {
	for _, prefix := range f.prefixes {
		if v := f.value.Get(prefix + name); v.Exists() && v.Type != gjson.Null {
			return v, true
		}
	}
	return gjson.Result{}, false
}

// Texts returns the strings of an array; nil if the field is missing or not an array.
func (f fields) Texts(name string) []string {
	v, _ := f.Member(name)
	return texts(v)
}

// Count returns a number, not less than 0; def if it is missing.
func (f fields) Count(name string, def int) int {
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
		p := Plugin{v.Get("id").Str, fields{v, []string{""}}}
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
