package validate

import (
	"slices"
	"testing"

	"gatehouse/state/request/field"
)

// What a form offers and what the checks know must be one and the same: the
// same members, of the same types, with the same limits.

func TestFormsHaveTheRequestTable(t *testing.T) {
	var all []field.Field
	for _, g := range field.Groups() {
		all = append(all, g.Fields...)
	}
	table := responses().fields
	for _, name := range []string{"input", "plugins", "tools"} { // they have other editors
		delete(table, name)
	}
	sameFields(t, "", table, all, false)
}

func TestFormsHaveThePlugins(t *testing.T) {
	ids := plugin().fields["id"].only
	plugins := field.Plugins()
	if len(plugins) != len(ids) {
		t.Errorf("%d plugins, want %d", len(plugins), len(ids))
	}
	for _, p := range plugins {
		table := plugin().variant(p.New())
		if table == nil || !slices.Contains(ids, p.ID) {
			t.Errorf("plugin %s is unknown to the checks", p.ID)
			continue
		}
		if _, ok := table["enabled"]; ok != p.Switch {
			t.Errorf("%s: switch %v", p.ID, p.Switch)
		}
		if p.ID == "web-fetch" { // the document does not show its fields
			sameFields(t, p.ID+".", table, p.Fields[:1], false)
			continue
		}
		sameFields(t, p.ID+".", table, p.Fields, false)
	}
}

func TestFormsHaveTheFunctionTool(t *testing.T) {
	tool, ok := field.FindTool([]byte(`{"type":"function"}`))
	if !ok {
		t.Fatal("no function tool")
	}
	shown := slices.DeleteFunc(tool.Fields, func(f field.Field) bool { return f.Name == "strict" }) // of public services
	sameFields(t, "tool.", toolRule().variant([]byte(`{"type":"function"}`)), shown, false)
}

func toolRule() *rule { return tool() }

// sameFields compares a table of rules with a list of fields, by name. Soft
// means that what is found there is a hint.
func sameFields(t *testing.T, at string, table fields, list []field.Field, soft bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, f := range list {
		if seen[f.Name] {
			t.Errorf("%s%s stands twice in the forms", at, f.Name)
		}
		seen[f.Name] = true
		r := table[f.Name]
		if r == nil {
			t.Errorf("%s%s is unknown to the checks", at, f.Name)
			continue
		}
		sameField(t, at+f.Name, r, f, soft || r.soft)
	}
	for name := range table {
		if !seen[name] {
			t.Errorf("%s%s is in no form", at, name)
		}
	}
}

func sameField(t *testing.T, at string, r *rule, f field.Field, soft bool) {
	t.Helper()
	if f.Kind == field.Fixed {
		return // it is tested with the limits
	}
	if got := typesOf(f); r.types != 0 && got != r.types {
		t.Errorf("%s: the form takes %s, the checks %s", at, got, r.types)
	}
	of := r // whose strings are listed
	if r.items != nil && f.Kind == field.List {
		of = r.items
	}
	values := slices.Concat(of.only, of.known)
	if f.Kind == field.Choice || f.Kind == field.List {
		if got := valuesOf(f); !slices.Equal(got, values) {
			t.Errorf("%s: the form offers %v, the checks know %v", at, got, values)
		}
	}
	if closed := of.only != nil && !soft; closed != f.Closed {
		t.Errorf("%s: closed %v, want %v", at, f.Closed, closed)
	}
	if got, want := bounds(f.Min, f.Max), r.limits; got != want {
		t.Errorf("%s: limits %+v, want %+v", at, got, want)
	}
	if f.Kind != field.Pairs && (f.MinItems != r.least || f.MaxItems != r.most || f.MaxLength != of.runes) {
		t.Errorf("%s: %d to %d items of %d, want %d to %d of %d", at, f.MinItems, f.MaxItems, f.MaxLength, r.least, r.most, of.runes)
	}
	members := r.fields
	if f.Kind == field.Objects && r.items != nil {
		members = r.items.fields
	}
	if members != nil {
		sameFields(t, at+".", members, f.Fields, soft)
	}
	must := r.required
	if f.Kind == field.Objects && r.items != nil {
		must = r.items.required
	}
	for _, inner := range f.Fields {
		if members != nil && !soft && inner.Required != slices.Contains(must, inner.Name) {
			t.Errorf("%s.%s: required %v", at, inner.Name, inner.Required)
		}
	}
}

func typesOf(f field.Field) types {
	var t types
	switch f.Kind {
	case field.Text, field.Choice:
		t = text
	case field.Integer:
		t = integer
	case field.Number:
		t = number
	case field.Toggle:
		t = boolean
	case field.List, field.Objects:
		t = array
	case field.Object, field.Pairs, field.JSON:
		t = object
	}
	if f.Nullable {
		t |= null
	}
	if f.Else != nil {
		t |= typesOf(*f.Else)
	}
	return t
}

func valuesOf(f field.Field) []string {
	var out []string
	for _, o := range f.Options {
		out = append(out, o.Value)
	}
	return out
}

func bounds(low, high *float64) limits {
	var l limits
	if low != nil {
		l.min, l.hasMin = *low, true
	}
	if high != nil {
		l.max, l.hasMax = *high, true
	}
	return l
}

func TestFormsHaveTheRerankTable(t *testing.T) {
	table := rerank()
	sameFields(t, "", table.fields, field.Rerank(), false)
	for _, f := range field.Rerank() {
		if f.Required != slices.Contains(table.required, f.Name) {
			t.Errorf("%s: required %v", f.Name, f.Required)
		}
	}
}
