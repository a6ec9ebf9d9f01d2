package translate

import (
	"gatehouse/client/scan"
	"gatehouse/state/dialect"
)

// responseFormat translates what text an answer is to be.
func (t *settings) responseFormat(v dialect.Value) {
	o := t.Open(v)
	kind := o.Take("type")
	var f dialect.Builder
	switch kind.Word() {
	case "text", "json_object":
		t.Put(&f, "type", kind.Raw, kind)
	case "json_schema":
		t.Put(&f, "type", kind.Raw, kind)
		t.MoveMembers(&f, o.Open("json_schema"), "name", "description", "schema", "strict")
	default:
		t.AddLoss(v, "no such format in /responses")
		return
	}
	t.Put(&t.Text, "format", f.Object(), v)
}

// outputFormat translates Anthropic's schema of an answer, which has no name.
func (t *settings) outputFormat(v dialect.Value) {
	o := t.Open(v)
	kind := o.Take("type")
	if kind.Text() != "json_schema" {
		t.AddLoss(v, "no such format in /responses")
		return
	}
	var f dialect.Builder
	t.Put(&f, "type", kind.Raw, kind)
	if !o.Peek("name").There() {
		t.Put(&f, "name", scan.Quote("answer"), v)
	}
	t.MoveMembers(&f, o, "name", "description", "schema", "strict")
	t.Put(&t.Text, "format", f.Object(), v)
}

// outputConfig translates Anthropic's settings of an answer.
func (t *settings) outputConfig(v dialect.Value) {
	o := t.Open(v)
	if f := o.Take("format"); f.There() {
		t.outputFormat(f)
	}
	t.Move(&t.Reasoning, "effort", o.Take("effort"))
}

// reasoningSettings translates OpenRouter's settings of reasoning.
func (t *settings) reasoningSettings(v dialect.Value) {
	o := t.Open(v)
	t.MoveMembers(&t.Reasoning, o, "effort", "summary", "max_tokens", "enabled")
	if hidden := o.Take("exclude"); hidden.There() && !happensAnyway("exclude", hidden) {
		t.AddLoss(hidden, alwaysReasons)
	}
}

// thinking translates Anthropic's settings of reasoning.
func (t *settings) thinking(v dialect.Value) {
	o := t.Open(v)
	kind := o.Take("type")
	switch kind.Word() {
	case "enabled", "adaptive":
		t.Put(&t.Reasoning, "enabled", []byte("true"), kind)
	case "disabled":
		t.Put(&t.Reasoning, "enabled", []byte("false"), kind)
	default:
		t.AddLoss(v, "no such way to reason in /responses")
		return
	}
	t.Move(&t.Reasoning, "max_tokens", o.Take("budget_tokens"))
}
