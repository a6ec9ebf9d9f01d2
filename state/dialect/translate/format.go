package translate

import (
	"gatehouse/client/scan"
)

// responseFormat translates what text an answer is to be.
func (t *translator) responseFormat(v value) {
	o := t.open(v)
	kind := o.take("type")
	var f builder
	switch kind.word() {
	case "text", "json_object":
		t.put(&f, "type", kind.raw, kind)
	case "json_schema":
		t.put(&f, "type", kind.raw, kind)
		in := t.open(o.take("json_schema"))
		t.schemaMembers(&f, in)
	default:
		t.lose(v, "no such format in /responses")
		return
	}
	t.rest(o)
	t.put(&t.text, "format", f.object(), v)
}

// schemaMembers takes over the members of a JSON schema format.
func (t *translator) schemaMembers(f *builder, in *object) {
	for _, name := range []string{"name", "description", "schema", "strict"} {
		t.move(f, name, in.take(name))
	}
	t.rest(in)
}

// outputFormat translates Anthropic's schema of an answer, which has no name.
func (t *translator) outputFormat(v value) {
	o := t.open(v)
	kind := o.take("type")
	if kind.text() != "json_schema" {
		t.lose(v, "no such format in /responses")
		return
	}
	var f builder
	t.put(&f, "type", kind.raw, kind)
	if !o.peek("name").there() {
		t.put(&f, "name", scan.Quote("answer"), v)
	}
	t.schemaMembers(&f, o)
	t.put(&t.text, "format", f.object(), v)
}

// outputConfig translates Anthropic's settings of an answer.
func (t *translator) outputConfig(v value) {
	o := t.open(v)
	if f := o.take("format"); f.there() {
		t.outputFormat(f)
	}
	t.move(&t.reasoning, "effort", o.take("effort"))
	t.rest(o)
}
