package translate

import (
	"gatehouse/client/scan"
)

// responseFormat translates what text an answer is to be.
func (t *T) responseFormat(v Value) {
	o := t.Open(v)
	kind := o.Take("type")
	var f Builder
	switch kind.Word() {
	case "text", "json_object":
		t.Put(&f, "type", kind.Raw, kind)
	case "json_schema":
		t.Put(&f, "type", kind.Raw, kind)
		in := t.Open(o.Take("json_schema"))
		t.schemaMembers(&f, in)
	default:
		t.Lose(v, "no such format in /responses")
		return
	}
	t.Rest(o)
	t.Put(&t.Text, "format", f.Object(), v)
}

// schemaMembers takes over the members of a JSON schema format.
func (t *T) schemaMembers(f *Builder, in *Object) {
	for _, name := range []string{"name", "description", "schema", "strict"} {
		t.Move(f, name, in.Take(name))
	}
	t.Rest(in)
}

// outputFormat translates Anthropic's schema of an answer, which has no name.
func (t *T) outputFormat(v Value) {
	o := t.Open(v)
	kind := o.Take("type")
	if kind.Text() != "json_schema" {
		t.Lose(v, "no such format in /responses")
		return
	}
	var f Builder
	t.Put(&f, "type", kind.Raw, kind)
	if !o.Peek("name").There() {
		t.Put(&f, "name", scan.Quote("answer"), v)
	}
	t.schemaMembers(&f, o)
	t.Put(&t.Text, "format", f.Object(), v)
}

// outputConfig translates Anthropic's settings of an answer.
func (t *T) outputConfig(v Value) {
	o := t.Open(v)
	if f := o.Take("format"); f.There() {
		t.outputFormat(f)
	}
	t.Move(&t.Reasoning, "effort", o.Take("effort"))
	t.Rest(o)
}
