package form

import (
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/field"
)

// A JSON Schema is shown as a table of its properties. What the table has no
// column for ($ref, oneOf, minimum, …) stands below as JSON and stays as it is.

// maxSchemaDepth bounds how deep properties within properties are indented;
// what lies deeper is shown as JSON.
const maxSchemaDepth = 12

// schema adds the row of a schema and its properties.
func (b *builder) schema(r *row) {
	r.kind = rowHead
	r.open = b.isOpen(r.pointer, scan.KindOf(r.value) == scan.Object)
	b.add(r)
	if !r.open {
		return
	}
	b.properties(r)
	b.rest(r, "properties", "required", "type")
	if v := scan.Get(r.value, "type"); v != nil && scan.Text(v) != "object" {
		b.field(typeField(), v, r.value, step(r.pointer, "type"), "type", r.depth+1, r)
	}
}

// properties adds a schema's properties and the place for a new one.
func (b *builder) properties(r *row) {
	properties := scan.Get(r.value, "properties")
	pointer := step(r.pointer, "properties")
	if properties != nil && scan.KindOf(properties) != scan.Object {
		b.add(&row{kind: rowJSON, what: unnamed("properties"), pointer: pointer, label: "properties", depth: r.depth + 1, value: properties, up: r, holder: r.value})
		return
	}
	property := &field.Field{Kind: field.Schema, Help: "A property of the arguments."}
	g := &group{kind: field.Schema, what: r.what, element: property, pointer: r.pointer, value: r.value, up: r}
	for _, m := range members(properties) {
		p := &row{
			kind: rowHead, what: g.element, pointer: step(pointer, m.Key), label: m.Key, depth: r.depth + 1,
			value: m.Value, up: r, in: g, index: g.size, name: m.Key, holder: r.value,
		}
		g.size++
		if scan.KindOf(m.Value) != scan.Object || p.depth > maxSchemaDepth {
			p.kind = rowJSON
			b.add(p)
			continue
		}
		b.property(p)
	}
	b.add(&row{kind: rowAdd, what: r.what, pointer: pointer, label: "+ property", depth: r.depth + 1, value: properties, up: r, own: g, holder: r.value})
}

// property adds the row of one property and, when it is open, what is said of
// it.
func (b *builder) property(p *row) {
	p.open = b.isOpen(p.pointer, false)
	b.add(p)
	if !p.open {
		return
	}
	get := func(name string) []byte { return scan.Get(p.value, name) }
	one := func(f *field.Field) {
		b.field(f, get(f.Name), p.value, step(p.pointer, f.Name), f.Name, p.depth+1, p)
	}
	one(typeField())
	if p.in != nil {
		b.add(&row{
			kind: rowRequired, what: &field.Field{Name: "required", Kind: field.Toggle, Default: "no", Help: "Whether the property is required."},
			pointer: p.pointer, label: "required", depth: p.depth + 1, up: p, name: p.name, holder: p.in.value,
		})
	}
	one(&field.Field{Name: "description", Kind: field.Text, Long: true, Help: "Tells the model what the property is for."})
	kind := scan.Text(get("type"))
	if kind != "object" && kind != "array" || get("enum") != nil {
		one(&field.Field{Name: "enum", Kind: field.List, Help: "Allowed values; not set means any."})
	}
	if kind == "object" || get("properties") != nil {
		b.properties(p)
	}
	if kind == "array" || get("items") != nil {
		b.items(p)
	}
	b.rest(p, "type", "description", "enum", "properties", "required", "items")
}

// items adds the schema of an array's elements.
func (b *builder) items(p *row) {
	value := scan.Get(p.value, "items")
	r := &row{
		kind: rowHead, what: &field.Field{Name: "items", Kind: field.Schema, Help: "Schema of each element."},
		pointer: step(p.pointer, "items"), label: "items", depth: p.depth + 1, value: value, up: p, holder: p.value,
	}
	if value != nil && scan.KindOf(value) != scan.Object || r.depth > maxSchemaDepth {
		r.kind = rowJSON
		b.add(r)
		return
	}
	b.property(r)
}

// rest adds the members of a schema that have no row of their own, as JSON.
func (b *builder) rest(r *row, but ...string) {
	for _, m := range members(r.value) {
		if !slices.Contains(but, m.Key) {
			b.add(&row{
				kind: rowJSON, what: &field.Field{Name: m.Key, Kind: field.JSON, Help: "Not shown in the table; sent as is."},
				pointer: step(r.pointer, m.Key), label: m.Key, depth: r.depth + 1, value: m.Value, up: r, holder: r.value,
			})
		}
	}
}

// typeField is the field of a property's type (JSON Schema 2020-12, 6.1.1).
func typeField() *field.Field {
	f := &field.Field{Name: "type", Kind: field.Choice, Help: "JSON type of its values."}
	for _, t := range []string{"string", "number", "integer", "boolean", "object", "array", "null"} {
		f.Options = append(f.Options, field.Option{Value: t})
	}
	return f
}

// isRequired reports whether a schema requires a property.
func isRequired(schema []byte, name string) bool {
	for _, e := range scan.Elements(scan.Get(schema, "required")) {
		if scan.KindOf(e) == scan.String && scan.Text(e) == name {
			return true
		}
	}
	return false
}

// require returns a schema's list of required properties with a name added or
// taken away; nil when none is left. What else the list holds keeps its bytes.
func require(schema []byte, name string, on bool) []byte {
	list := scan.Get(schema, "required")
	if scan.KindOf(list) != scan.Array {
		list = []byte("[]")
	}
	var out []byte
	for _, e := range scan.Elements(list) {
		if scan.KindOf(e) == scan.String && scan.Text(e) == name {
			continue
		}
		out = append(append(out, ", "...), e...)
	}
	if on {
		out = append(append(out, ", "...), scan.Quote(name)...)
	}
	if len(out) == 0 {
		return nil
	}
	return append(append([]byte("["), out[2:]...), ']')
}
