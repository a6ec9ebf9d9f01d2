package dialect

import (
	"strings"

	"gatehouse/client/scan"
)

// Messages reads a body with a list of messages: chat completions, Anthropic messages, or
// those of Ollama. One reader serves all, also for servers that mix them; which of the first
// two it is only gives the body its name. It is a RequestReader.
func (r *Reader) Messages(top *Object) bool {
	list := top.TakeKind("messages", scan.Array)
	if list.Kind() != scan.Array {
		return false
	}
	r.Body.Dialect = Chat
	if top.Has("anthropic_version") {
		r.Body.Dialect = Anthropic
	}
	if system := top.Take("system"); system.There() {
		r.Body.Dialect = Anthropic
		r.Holds(system)
		r.AddContent(System, nil, system)
	}
	r.Holds(list)
	r.Each(list, r.readMessage)
	return true
}

// readMessage reads one message: the thoughts of the model, the content, the calls.
func (r *Reader) readMessage(v Value) {
	if v.Kind() != scan.Object {
		if !r.rejects(v, "not a message") {
			r.Add("", r.JSONPart(Other, "", v))
		}
		return
	}
	o := r.Open(v)
	role, content := o.Take("role").Text(), o.Take("content")
	if role == "" && r.rejects(v, "a message without a role") {
		return
	}
	empty := !content.There() && !o.Has("images") && role != Assistant && RoleOf(role) != Tool
	if empty && r.rejects(v, "a message without content") {
		return
	}
	thought := r.reasoned(o)
	switch {
	case RoleOf(role) == Tool:
		tool := o.Take("tool_name")
		if !tool.There() {
			tool = o.Peek("name")
		}
		r.Returned(o, o.Take("tool_call_id"), tool, content, r.Output(content))
	case role == Assistant && content.Is(`""`) && (thought || o.Has("tool_calls") || o.Has("function_call")):
	default:
		r.AddContent(role, o, content, r.Images(o)...)
	}
	if role == Assistant {
		if refusal := o.Take("refusal"); !refusal.Hollow() {
			r.Add(role, r.refusal(refusal, refusal))
		}
	}
	for c := range o.List("tool_calls") {
		r.toolCall(r.Open(c))
	}
	if in, ok := o.OpenFirst("function_call"); ok {
		r.Add(Assistant, r.Called(in.Value, Value{}, in.Take("name"), in.Take("arguments")))
	}
	if citations := o.Take("annotations"); !citations.Hollow() {
		r.AddLoss(citations, "citations of an earlier answer are left out")
	}
}

// toolCall reads one of the tool_calls of chat completions.
func (r *Reader) toolCall(o *Object) {
	o.TakeKind("index", scan.Number) // their order says it
	kind, id := o.Take("type"), o.Take("id")
	if kind.There() && kind.Word() != "function" && kind.Word() != "custom" && r.rejects(o.Value, "no such call in /responses") {
		return
	}
	custom := scan.KindOf(o.raw("custom")) == scan.Object
	in := o.Inner("custom", "function")
	if in == o && r.rejects(o.Value, "not a call of a function") {
		return
	}
	in.TakeKind("index", scan.Number)
	arguments := in.First("arguments", "input")
	p := r.Called(o.Value, id, in.Take("name"), arguments)
	p.Custom = custom
	r.Add(Assistant, p)
}

// Images reads the images of Ollama, which are in base64 and no part of a content.
func (r *Reader) Images(o *Object) (parts []Part) {
	for v := range o.List("images") {
		parts = append(parts, r.Packed(v, imageType(v.Text()), v))
	}
	return parts
}

// imageType returns the type of an image by its first bytes in base64.
func imageType(image string) string {
	for begin, mime := range map[string]string{"/9j/": "image/jpeg", "R0lGOD": "image/gif", "UklGR": "image/webp"} {
		if strings.HasPrefix(image, begin) {
			return mime
		}
	}
	return "image/png"
}

// reasoned reads what a model reasoned in front of its message: a text, or OpenRouter's
// details, which hold the same text and its signatures. It reports whether there is any.
func (r *Reader) reasoned(o *Object) bool {
	var read strings.Builder
	before := len(r.Body.Messages)
	for e := range o.List("reasoning_details") {
		p := r.detail(r.Open(e))
		if p.source == nil || !p.source.encrypted {
			read.WriteString(p.Text)
		}
		r.Add(Assistant, p)
	}
	text := read.String()
	for _, name := range []string{"reasoning_content", "reasoning", "thinking"} {
		switch thought := o.TakeKind(name, scan.String); {
		case thought.Hollow() || thought.Text() == text:
		case text == "":
			r.Add(Assistant, r.StringPart(Thought, thought))
			text = thought.Text()
		default:
			r.AddLoss(thought, "another text than in reasoning_details, which are used")
		}
	}
	return len(r.Body.Messages) > before
}

// detail reads one of OpenRouter's details.
func (r *Reader) detail(o *Object) Part {
	kind := o.Take("type").Word()
	o.TakeKind("index", scan.Number) // their order says it
	var text Value
	switch kind {
	case "reasoning.text":
		text = o.Take("text")
	case "reasoning.summary":
		text = o.Take("summary")
	case "reasoning.encrypted":
		text = o.Take("data")
	default:
		return r.JSONPart(Other, kind, o.Value)
	}
	p := r.stringIn(Thought, o.Value, text)
	if s := p.source; s != nil {
		s.id, s.format, s.summary, s.encrypted = o.Take("id"), o.Take("format"), kind == "reasoning.summary", kind == "reasoning.encrypted"
		if kind == "reasoning.text" {
			s.signed = o.Take("signature")
		}
	}
	return p
}
