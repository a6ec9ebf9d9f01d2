package request

import "github.com/tidwall/gjson"

// Effort is reasoning.effort: none, minimal, low, medium, high, xhigh or max
// (wire-notes §2); empty when it is not set. reasoning.enabled false is none.
func (r *Request) Effort() string {
	reasoning := r.members["reasoning"]
	if enabled := reasoning.Get("enabled"); enabled.Type == gjson.False {
		return "none"
	}
	return reasoning.Get("effort").Str
}

// Summary reports whether a summary of the reasoning is asked for.
func (r *Request) Summary() bool { return r.members["reasoning"].Get("summary").Str != "" }

// Format is text.format: its type (text, json_object, json_schema or what was
// sent) and the JSON schema of a json_schema, else empty.
func (r *Request) Format() (typ, schema string) {
	format := r.members["text"].Get("format")
	typ = format.Get("type").Str
	if typ == "" {
		typ = "text"
	}
	if s := format.Get("schema"); typ == "json_schema" && s.Exists() {
		schema = s.Raw
	}
	return typ, schema
}
