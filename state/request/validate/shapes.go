package validate

import (
	"slices"
	"strings"
	"sync"

	"gatehouse/state/request/field"
)

// shape is what hints need of a field: the members of its value, and its range.
type shape struct {
	name     string
	kind     field.Kind
	members  map[string]*shape // nil where any member may be
	names    []string          // of members, in their order
	other    *shape            // where the value may be of another type too
	min, max *float64
}

func shapeOf(f *field.Field) *shape {
	s := &shape{name: f.Name, kind: f.Kind, min: f.Min, max: f.Max}
	if len(f.Fields) > 0 && f.Name != "trace" { // which takes any member
		s.holds(f.Fields...)
	}
	if f.Else != nil {
		s.other = shapeOf(f.Else)
		s.other.name = f.Name
	}
	return s
}

// holds gives a shape members.
func (s *shape) holds(fields ...field.Field) *shape {
	if s.members == nil {
		s.members = map[string]*shape{}
	}
	for i := range fields {
		s.members[fields[i].Name] = shapeOf(&fields[i])
		s.names = append(s.names, fields[i].Name)
	}
	return s
}

// tables are what state/request/field knows, by names in a request. Server tools and their items have a
// colon without the service's word before it.
type tables struct {
	request, rerank *shape
	plugins, tools  map[string]*shape
	toolTypes       []string
	itemTypes       []string
	partTypes       []string
}

var known = sync.OnceValue(func() *tables {
	t := &tables{request: &shape{}, rerank: (&shape{}).holds(field.Rerank()...), plugins: map[string]*shape{}, tools: map[string]*shape{}}
	for _, g := range field.Groups() {
		t.request.holds(g.Fields...)
	}
	for _, name := range []string{"input", "plugins", "tools"} {
		t.request.holds(field.Field{Name: name, Kind: field.JSON})
	}
	for _, p := range field.Plugins() {
		t.plugins[p.ID] = (&shape{}).holds(field.Field{Name: "id"}).holds(p.Fields...)
	}
	t.plugins["auto-beta-router"].holds(field.Field{Name: "pin_model"}) // a warning says that it has no effect
	for _, tool := range field.Tools("") {
		t.tools[tool.Type] = (&shape{}).holds(field.Field{Name: "type"}).holds(tool.Fields...)
		t.toolTypes = append(t.toolTypes, tool.Type)
	}
	for _, item := range field.Items("") {
		t.itemTypes = append(t.itemTypes, item.Type)
	}
	// Items that public services return in addition to the document's list (wire-notes §1, §4).
	t.itemTypes = append(t.itemTypes, "program", "program_output", "configuration_update")
	for _, part := range field.Parts() {
		t.partTypes = append(t.partTypes, part.Type)
	}
	t.partTypes = append(t.partTypes, "reasoning_text", "summary_text", "computer_screenshot", "encrypted_content")
	return t
})

// bare returns a type as the tables have it: without the service's word.
func (c *checker) bare(kind string) string {
	if name, prefixed := strings.CutPrefix(kind, c.word+":"); prefixed {
		return ":" + name
	}
	if strings.HasPrefix(kind, ":") {
		return ""
	}
	return kind
}

// worded returns the types of a table as requests have them.
func (c *checker) worded(types []string) []string {
	types = slices.Clone(types)
	for i, t := range types {
		if strings.HasPrefix(t, ":") {
			types[i] = c.word + t
		}
	}
	return types
}
