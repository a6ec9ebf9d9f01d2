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
func (t *translator) reasoned(o *object) {
	details := o.take("reasoning_details")
	var texts strings.Builder
	for e := range t.list(details) {
		texts.WriteString(t.detail(t.open(e)))
	}
	told := texts.String()
	for _, name := range []string{"reasoning_content", "reasoning"} {
		text := o.take(name)
		switch {
		case text.hollow() || text.kind() == scan.String && text.text() == told:
		case details.hollow() && told == "":
			t.reason(text, value{}, value{}, value{})
			told = text.text()
		default:
			t.lose(text, "another text than in reasoning_details, which are used")
		}
	}
}

// detail translates one of OpenRouter's details and returns its text.
func (t *translator) detail(o *object) string {
	kind := o.take("type")
	o.takeKind("index", scan.Number) // their order says it
	id, format := o.take("id"), o.take("format")
	var text value
	switch kind.word() {
	case "reasoning.text":
		text = o.take("text")
		t.reason(text, id, format, o.take("signature"))
	case "reasoning.summary":
		text = o.take("summary")
		t.reasoningItem(id, format, "summary", scan.MakeArray(one("summary_text", text)))
	case "reasoning.encrypted":
		t.reasoningItem(id, format, "summary", []byte("[]"), members("encrypted_content", o.take("data"))...)
	default:
		t.lose(o.whole, "no such reasoning in /responses")
		return ""
	}
	t.rest(o)
	return text.text()
}

// thought translates a block of reasoning of Anthropic's API.
func (t *translator) thought(o *object) {
	format := value{raw: scan.Quote(claude)}
	if o.take("type").word() == "redacted_thinking" {
		t.reasoningItem(value{}, format, "summary", []byte("[]"), members("encrypted_content", o.take("data"))...)
	} else {
		signature := o.take("signature")
		if !signature.there() {
			format = value{}
		}
		t.reason(o.take("thinking"), value{}, format, signature)
	}
	t.rest(o)
}

// reason adds a reasoning item with a text.
func (t *translator) reason(text, id, format, signature value) {
	content := scan.MakeArray(one("reasoning_text", text))
	t.reasoningItem(id, format, "content", content, append([]any{"summary", []byte("[]")}, members("signature", signature)...)...)
}

// one is a list of a part with a text; empty where there is none.
func one(kind string, text value) []json.RawMessage {
	if text.hollow() {
		return nil
	}
	return []json.RawMessage{scan.MakeObject("type", scan.Quote(kind), "text", text.raw)}
}

// reasoningItem adds a reasoning item. One without an id gets the number that it has among
// the items.
func (t *translator) reasoningItem(id, format value, name string, content json.RawMessage, more ...any) {
	if !id.there() {
		id.raw = scan.Quote("rs_" + strconv.Itoa(len(t.items)+1))
	}
	all := append([]any{"id", id.raw, name, content}, more...)
	t.add("reasoning", append(all, members("format", format)...)...)
}

// reasoningSettings translates OpenRouter's settings of reasoning.
func (t *translator) reasoningSettings(v value) {
	o := t.open(v)
	for _, name := range []string{"effort", "summary", "max_tokens", "enabled"} {
		t.move(&t.reasoning, name, o.take(name))
	}
	if hidden := o.take("exclude"); hidden.there() && !happensAnyway("exclude", hidden) {
		t.lose(hidden, alwaysReasons)
	}
	t.rest(o)
}

// thinking translates Anthropic's settings of reasoning.
func (t *translator) thinking(v value) {
	o := t.open(v)
	kind := o.take("type")
	switch kind.word() {
	case "enabled", "adaptive":
		t.put(&t.reasoning, "enabled", []byte("true"), kind)
	case "disabled":
		t.put(&t.reasoning, "enabled", []byte("false"), kind)
	default:
		t.lose(v, "no such way to reason in /responses")
		return
	}
	t.move(&t.reasoning, "max_tokens", o.take("budget_tokens"))
	t.rest(o)
}
