package dialect

import (
	"errors"
	"iter"
	"slices"

	"gatehouse/client/scan"
)

// maxParts is how many parts of a body are read; a part takes up to 200 bytes
// in addition to its text.
const maxParts = 100_000

// Reader collects the messages of a body.
type Reader struct {
	Body  Body    // what was read
	Inner *Object // that holds the request where it is wrapped in another; nil for none
	parts int

	newOnly bool // of a list only the messages after the last that the model gave are read
	inside  bool // a part that holds parts

	lists  bool      // for a translation: nothing is left out, and all that is not taken is listed
	opened []*Object // whose members that nobody takes are lost
	losses []loss
}

// Read reads a request body by the first of some readers that finds in it what it knows. The
// error is that of a body that is no JSON object. A body that none of them
// knows has the Unknown dialect and no messages.
func Read(body []byte, readers iter.Seq[RequestReader]) (Body, error) {
	if err := isObject(body); err != nil {
		return Body{}, err
	}
	return read(&Reader{}, body, readers), nil
}

// ReadNew returns the messages of a body after the last that the model gave, without reading
// those before. A list without any is returned outer, with what the system says.
func ReadNew(body []byte, readers iter.Seq[RequestReader]) []Message {
	return New(read(&Reader{newOnly: true}, body, readers).Messages)
}

func read(r *Reader, body []byte, readers iter.Seq[RequestReader]) Body {
	top := r.Open(Value{Raw: body})
	for read := range readers {
		if read(r, top) {
			break
		}
	}
	return r.Body
}

var errNoObject = errors.New("it is not a JSON object")

func isObject(body []byte) error {
	if err := scan.Check(body); err != nil {
		return err
	}
	if scan.KindOf(body) != scan.Object {
		return errNoObject
	}
	return nil
}

// Holds notes a member of the document that messages are read from.
func (r *Reader) Holds(v Value) {
	if v.There() {
		r.Body.Members = append(r.Body.Members, v.At)
	}
}

// Full reports whether no more parts are read.
func (r *Reader) Full() bool {
	r.Body.Cut = r.Body.Cut || !r.lists && r.parts >= maxParts
	return r.Body.Cut
}

// Each reads the elements of a list of messages in their order.
func (r *Reader) Each(list Value, read func(Value)) {
	if r.newOnly {
		r.last(slices.Collect(list.Elements()), read)
		return
	}
	for v := range list.Elements() {
		if r.Full() {
			return
		}
		read(v)
	}
}

// last reads elements of a list from its end, until the model gave one.
func (r *Reader) last(list []Value, read func(Value)) {
	before, messages := r.Body.Messages, []Message(nil)
	for _, v := range slices.Backward(list) {
		if r.Body.Messages = nil; r.Full() {
			break
		}
		read(v)
		got := r.Body.Messages
		messages = append(slices.Clip(got), messages...)
		if len(New(got)) < len(got) {
			break
		}
	}
	r.Body.Messages = append(before, messages...)
}

// Add adds a message of the parts that have a text.
func (r *Reader) Add(role string, parts ...Part) { r.add(r.message(role, nil, Value{}), parts) }

// message begins a message that an object holds, with a content.
func (r *Reader) message(role string, o *Object, content Value) Message {
	m := Message{Role: RoleOf(role)}
	if r.lists {
		m.source = &messageSource{role: role, object: o, content: content}
	}
	return m
}

func (r *Reader) add(m Message, parts []Part) {
	for _, p := range parts {
		if !r.lists && (p.Text == "" && p.Kind != Call || r.Full()) {
			continue
		}
		r.parts++
		m.Parts = append(m.Parts, p)
	}
	if len(m.Parts) > 0 || r.lists && (m.Role == Tool || m.source.content.There()) {
		r.Body.Messages = append(r.Body.Messages, m)
	}
}

// RoleOf translates the names that one role has in several dialects.
func RoleOf(role string) string {
	switch role {
	case "developer":
		return System
	case "model":
		return Assistant
	case "function":
		return Tool
	}
	return role
}

// from gives a part what a translation needs of it: the value that holds it, and the one
// that says it.
func (r *Reader) from(p Part, outer, value Value) Part {
	if r.lists {
		p.source = &partSource{outer: outer, value: value}
	}
	return p
}

// StringPart returns a part with the text of a string.
func (r *Reader) StringPart(kind Kind, v Value) Part { return r.stringIn(kind, v, v) }

func (r *Reader) stringIn(kind Kind, outer, v Value) Part {
	return r.from(Part{Kind: kind, Text: v.Text(), Path: v.Path, At: v.At}, outer, v)
}

// JSONPart returns a part whose text is the JSON of a value.
func (r *Reader) JSONPart(kind Kind, name string, v Value) Part {
	return r.from(Part{Kind: kind, Text: string(v.Raw), Name: name, Path: v.Path, At: v.At}, v, v)
}

// AddContent adds a content: a text, or parts, whose thoughts, calls and outputs become messages, as
// in a Responses body. Its object, nil for none, may mark its end for a cache. More follows
// the content.
func (r *Reader) AddContent(role string, o *Object, content Value, more ...Part) {
	m := r.message(role, o, content)
	before := len(r.Body.Messages)
	var parts []Part
	flush := func() {
		if len(parts) > 0 {
			r.add(m, parts)
		}
		parts = nil
	}
	switch content.Kind() {
	case scan.String:
		if len(more) == 0 || !content.Is(`""`) {
			parts = []Part{r.StringPart(Text, content)}
		}
	case scan.Object:
		parts = r.contentParts(content)
		r.AddLoss(content, "not an array")
	}
	for v := range content.Elements() {
		if r.Full() {
			break
		}
		if read := r.separate(v); read != nil {
			flush()
			read(v)
		} else if parts = append(parts, r.contentParts(v)...); len(parts) > maxParts {
			flush()
		}
	}
	if parts = append(parts, more...); len(parts) > 0 || len(r.Body.Messages) == before {
		r.add(m, marked(parts, o))
	}
}

// separate returns a function that reads a block that becomes a message; nil for any other
// part of a content.
func (r *Reader) separate(v Value) func(Value) {
	switch scan.Text(scan.Get(v.Raw, "type")) {
	case "thinking", "redacted_thinking":
		return func(v Value) { r.Add(Assistant, r.thinking(r.Open(v))) }
	case "tool_use":
		return r.toolUse
	case "tool_result":
		return r.toolResult
	}
	return nil
}

func (r *Reader) toolUse(v Value) {
	o := r.Open(v)
	o.Take("type")
	r.Body.Dialect = Anthropic
	r.Add(Assistant, marked([]Part{r.Called(v, o.Take("id"), o.Take("name"), o.Take("input"))}, o)...)
}

func (r *Reader) toolResult(v Value) {
	o := r.Open(v)
	o.Take("type")
	r.Body.Dialect = Anthropic
	if failed := o.Take("is_error"); failed.There() && !failed.Is("false") {
		r.AddLoss(failed, "/responses does not mark a failed call; the output text may say so")
	}
	content := o.Take("content")
	r.Returned(o, o.Take("tool_use_id"), Value{}, content, r.Output(content))
}

// thinking reads a thought of Anthropic's API: a text, or what is encrypted.
func (r *Reader) thinking(o *Object) Part {
	encrypted := o.Take("type").Text() == "redacted_thinking"
	text, signed := o.First("thinking", "data"), o.Take("signature")
	p := r.stringIn(Thought, o.Value, text)
	if !text.There() {
		p.Text, p.Path, p.At = signed.Text(), signed.Path, signed.At
	}
	if s := p.source; s != nil {
		s.encrypted, s.signed = encrypted, signed
		if encrypted || signed.There() {
			s.format.Raw = scan.Quote(claude)
		}
	}
	return p
}

// claude is the format of signatures and encrypted reasoning of Anthropic's API.
const claude = "anthropic-claude-v1"

// Called returns a part for a call.
func (r *Reader) Called(outer, id, name, arguments Value) Part {
	text := arguments.Text()
	if arguments.Kind() != scan.String {
		text = string(arguments.Raw)
	}
	p := r.from(Part{Kind: Call, Name: name.Text(), ID: id.Text(), Text: text, Path: outer.Path, At: outer.At}, outer, arguments)
	if p.source != nil {
		p.source.id, p.source.name = id, name
	}
	return p
}

// Returned adds what a tool returned: a content, and the parts that were read of it. The
// call has an id, or the name of its tool.
func (r *Reader) Returned(o *Object, id, tool, content Value, parts []Part) {
	m := r.message(Tool, o, content)
	parts = marked(As(Output, id.Text(), parts), o)
	if r.lists {
		m.source.id, m.source.tool, m.source.mark = id, tool, o.Take("cache_control")
	}
	r.add(m, parts)
}

// Output returns the parts of what a tool returned: a text, content parts or any JSON.
func (r *Reader) Output(v Value) []Part {
	switch v.Kind() {
	case scan.String, scan.Array:
		return As(Output, "", r.Content(v))
	case scan.Invalid, scan.Null:
		return nil
	}
	return []Part{r.JSONPart(Output, "", v)}
}

// As gives parts that are text another kind, and the call that they belong to.
func As(kind Kind, id string, parts []Part) []Part {
	for i := range parts {
		if parts[i].Kind == Text {
			parts[i].Kind = kind
		}
		parts[i].ID = id
	}
	return parts
}

// marked gives the last of some parts the mark for a cache of the object that holds them;
// nil for none.
func marked(parts []Part, o *Object) []Part {
	if o == nil || len(parts) == 0 {
		return parts
	}
	if mark := cacheOf(o); mark != "" {
		parts[len(parts)-1].Cache = mark
	}
	return parts
}

// cacheOf returns the mark of an object that what ends with it is to be cached.
func cacheOf(o *Object) string {
	for _, name := range []string{"cache_control", "prompt_cache_breakpoint"} {
		if mark := o.raw(name); !scan.IsNull(mark) {
			return string(mark)
		}
	}
	return ""
}
