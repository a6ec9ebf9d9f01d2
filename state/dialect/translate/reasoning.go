package translate

import (
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// claude is the format of signatures and encrypted reasoning of Anthropic's API.
const claude = "anthropic-claude-v1"

// reasoned translates what a model reasoned in front of its message: a text, or
// OpenRouter's details, which hold the same text and its signatures.
func (t *T) reasoned(o *Object) {
	details := o.Take("reasoning_details")
	var texts strings.Builder
	for e := range t.List(details) {
		texts.WriteString(t.detail(t.Open(e)))
	}
	told := texts.String()
	for _, name := range []string{"reasoning_content", "reasoning"} {
		text := o.Take(name)
		switch {
		case text.Hollow() || text.Kind() == scan.String && text.Text() == told:
		case details.Hollow() && told == "":
			t.reason(text, Value{}, Value{}, Value{})
			told = text.Text()
		default:
			t.Lose(text, "another text than in reasoning_details, which are used")
		}
	}
}

// detail translates one of OpenRouter's details and returns its text.
func (t *T) detail(o *Object) string {
	kind := o.Take("type")
	o.TakeKind("index", scan.Number) // their order says it
	id, format := o.Take("id"), o.Take("format")
	var text Value
	switch kind.Word() {
	case "reasoning.text":
		text = o.Take("text")
		t.reason(text, id, format, o.Take("signature"))
	case "reasoning.summary":
		text = o.Take("summary")
		t.reasoningItem(id, format, "summary", scan.MakeArray(one("summary_text", text)))
	case "reasoning.encrypted":
		t.reasoningItem(id, format, "summary", []byte("[]"), members("encrypted_content", o.Take("data"))...)
	default:
		t.Lose(o.Whole, "no such reasoning in /responses")
		return ""
	}
	t.Rest(o)
	return text.Text()
}

// thought translates a block of reasoning of Anthropic's API.
func (t *T) thought(o *Object) {
	format := Value{Raw: scan.Quote(claude)}
	if o.Take("type").Word() == "redacted_thinking" {
		t.reasoningItem(Value{}, format, "summary", []byte("[]"), members("encrypted_content", o.Take("data"))...)
	} else {
		signature := o.Take("signature")
		if !signature.There() {
			format = Value{}
		}
		t.reason(o.Take("thinking"), Value{}, format, signature)
	}
	t.Rest(o)
}

// Thought adds a reasoning item with a text, where there is one.
func (t *T) Thought(text Value) {
	if !text.Hollow() {
		t.reason(text, Value{}, Value{}, Value{})
	}
}

// reason adds a reasoning item with a text.
func (t *T) reason(text, id, format, signature Value) {
	content := scan.MakeArray(one("reasoning_text", text))
	t.reasoningItem(id, format, "content", content, append([]any{"summary", []byte("[]")}, members("signature", signature)...)...)
}

// one is a list of a part with a text; empty where there is none.
func one(kind string, text Value) []json.RawMessage {
	if text.Hollow() {
		return nil
	}
	return []json.RawMessage{scan.MakeObject("type", scan.Quote(kind), "text", text.Raw)}
}

// reasoningItem adds a reasoning item. One without an id gets the number that it has among
// the items.
func (t *T) reasoningItem(id, format Value, name string, content json.RawMessage, more ...any) {
	if !id.There() {
		id.Raw = scan.Quote("rs_" + strconv.Itoa(len(t.items)+1))
	}
	all := append([]any{"id", id.Raw, name, content}, more...)
	t.Add("reasoning", append(all, members("format", format)...)...)
}

// reasoningSettings translates OpenRouter's settings of reasoning.
func (t *T) reasoningSettings(v Value) {
	o := t.Open(v)
	for _, name := range []string{"effort", "summary", "max_tokens", "enabled"} {
		t.Move(&t.Reasoning, name, o.Take(name))
	}
	if hidden := o.Take("exclude"); hidden.There() && !happensAnyway("exclude", hidden) {
		t.Lose(hidden, alwaysReasons)
	}
	t.Rest(o)
}

// thinking translates Anthropic's settings of reasoning.
func (t *T) thinking(v Value) {
	o := t.Open(v)
	kind := o.Take("type")
	switch kind.Word() {
	case "enabled", "adaptive":
		t.Put(&t.Reasoning, "enabled", []byte("true"), kind)
	case "disabled":
		t.Put(&t.Reasoning, "enabled", []byte("false"), kind)
	default:
		t.Lose(v, "no such way to reason in /responses")
		return
	}
	t.Move(&t.Reasoning, "max_tokens", o.Take("budget_tokens"))
	t.Rest(o)
}
