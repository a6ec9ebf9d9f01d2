package dialect

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// writeItems writes the messages as items of input. A system prompt that is a plain text
// becomes instructions.
func (t *Translation) writeItems() {
	for i := range t.Body.Messages {
		m := &t.Body.Messages[i]
		text, plain := plainText(m)
		switch {
		case i == 0 && m.Role == System && plain:
			t.Instructions = text.Raw
		case m.Role == Tool:
			t.returned(m)
		default:
			t.message(m)
		}
	}
}

// plainText returns the text of a message that holds nothing else.
func plainText(m *Message) (text Value, plain bool) {
	if len(m.Parts) != 1 || m.Parts[0].Kind != Text {
		return Value{}, false
	}
	s := m.Parts[0].source
	for member := range scan.Members(s.outer.Raw) {
		if member.Key != "text" && member.Key != "type" {
			return Value{}, false
		}
	}
	return s.value, !s.refusal
}

// add adds an input item.
func (t *Translation) add(kind string, members ...any) {
	t.items = append(t.items, scan.MakeObject(append([]any{"type", scan.Quote(kind)}, members...)...))
}

// message writes the texts, thoughts and calls of a message.
func (t *Translation) message(m *Message) {
	role := m.Role
	if role == System {
		role = m.source.role
	}
	var content []json.RawMessage
	for i := range m.Parts {
		switch p := &m.Parts[i]; p.Kind {
		case Thought:
			t.thought(p.source)
		case Call:
			t.called(p)
		default:
			content = append(content, t.part(p, role == Assistant)...)
		}
	}
	switch {
	case len(m.Parts) == 1 && m.Parts[0].Kind == Text && m.source.content.Kind() == scan.String:
		t.add("message", "role", scan.Quote(role), "content", m.source.content.Raw)
	case len(content) > 0 || len(m.Parts) == 0:
		t.add("message", "role", scan.Quote(role), "content", scan.MakeArray(content))
	}
}

// called writes a call. Arguments that are no string are written as one.
func (t *Translation) called(p *Part) {
	id, arguments := p.source.id, p.source.value
	if !id.There() { // APIs need not give one
		t.made++
		id.Raw = scan.Quote("call_" + strconv.Itoa(t.made))
	}
	t.waiting[p.Name] = append(t.waiting[p.Name], id.Raw)
	t.calls[id.Text()] = p
	if p.Custom {
		t.add("custom_tool_call", members("call_id", id, "name", p.source.name, "input", arguments)...)
		return
	}
	switch {
	case !arguments.There():
		arguments.Raw = scan.Quote("{}")
	case arguments.Kind() != scan.String:
		arguments.Raw = scan.Quote(string(arguments.Raw))
	}
	t.add("function_call", members("call_id", id, "name", p.source.name, "arguments", arguments)...)
}

// members lists those members that are there.
func members(pairs ...any) (list []any) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if v, ok := pairs[i+1].(Value); ok && v.There() {
			list = append(list, pairs[i], v.Raw)
		}
	}
	return list
}

// returned writes what a tool returned. Where it does not name its call, that is the oldest
// of the tool that nothing was returned for.
func (t *Translation) returned(m *Message) {
	s := m.source
	tool := s.tool.Text()
	if calls := t.waiting[tool]; !s.id.There() && len(calls) > 0 {
		s.id.Raw = calls[0]
	}
	t.waiting[tool] = slices.DeleteFunc(t.waiting[tool], func(id json.RawMessage) bool { return string(id) == string(s.id.Raw) })
	kind, call := "function_call_output", t.calls[s.id.Text()]
	if call != nil && call.Custom {
		kind = "custom_tool_call_output"
	}
	switch {
	case call == nil || call.Name != tool:
		t.AddLoss(s.tool, "its call is not in the request")
	case s.object != nil:
		s.object.Take("name") // its call has it
	}
	t.add(kind, append(members("call_id", s.id), "output", t.output(m))...)
}

// output writes what a tool returned. A mark for a cache goes to its last part.
func (t *Translation) output(m *Message) json.RawMessage {
	content, mark := m.source.content, m.source.mark
	var parts []json.RawMessage
	switch content.Kind() {
	case scan.Array:
		for i := range m.Parts {
			parts = append(parts, t.part(&m.Parts[i], false)...)
		}
	case scan.String:
		if !mark.There() {
			return content.Raw
		}
		parts = []json.RawMessage{scan.MakeObject("type", scan.Quote("input_text"), "text", content.Raw)}
	default:
		if mark.There() {
			t.AddLoss(mark, "no part of the output that could have a cache breakpoint")
		}
		if !content.There() {
			return scan.Quote("")
		}
		return scan.Quote(string(content.Raw))
	}
	switch n := len(parts); {
	case !mark.There():
	case n > 0 && scan.Get(parts[n-1], "cache_control") == nil:
		last := parts[n-1]
		parts[n-1] = slices.Concat(last[:len(last)-1], []byte(`,"cache_control":`), mark.Raw, []byte{'}'})
	default:
		t.AddLoss(mark, "no part of the output that could have a cache breakpoint")
	}
	return scan.MakeArray(parts)
}

// part writes a part of a message; none where it is lost. output means that the model wrote
// the message.
func (t *Translation) part(p *Part, output bool) []json.RawMessage {
	var b Builder
	s := p.source
	switch {
	case s.refusal && output:
		t.Put(&b, "type", scan.Quote("refusal"), s.outer)
		t.Move(&b, "refusal", s.value)
	case (p.Kind == Text || p.Kind == Output) && !s.refusal:
		kind := "input_text"
		if output {
			kind = "output_text"
		}
		t.Put(&b, "type", scan.Quote(kind), s.outer)
		t.Move(&b, "text", s.value)
		if output {
			t.Put(&b, "annotations", []byte("[]"), s.outer)
		}
	case output:
		t.AddLoss(s.outer, "in /responses a model's message has only text")
		return nil
	case p.Kind == Media:
		t.media(p.Name, s, &b)
	}
	if len(b.members) <= 2 { // a type alone, or nothing
		t.AddLoss(s.outer, "no such part in /responses")
		return nil
	}
	t.Move(&b, "cache_control", s.mark)
	return []json.RawMessage{b.Object()}
}

// media writes an image, a file, sound or a video.
func (t *Translation) media(name string, s *partSource, b *Builder) {
	t.Put(b, "type", scan.Quote("input_"+name), s.outer)
	m := s.media
	switch name {
	case "image":
		t.Move(b, "detail", m.detail)
		t.Move(b, "image_url", m.url)
		t.packed(b, "image_url", m)
		t.Move(b, "file_id", m.fileID)
		if len(b.members) > 2 && b.set["detail"].raw == nil {
			t.Put(b, "detail", scan.Quote("auto"), s.outer) // the default of both
		}
	case "file":
		t.Move(b, "filename", m.filename)
		t.Move(b, "file_data", m.data)
		t.packed(b, "file_data", m)
		t.Move(b, "file_url", m.url)
		t.Move(b, "file_id", m.fileID)
	case "audio":
		t.Move(b, "input_audio", m.sound)
		if m.packed.There() {
			t.Put(b, "input_audio", scan.MakeObject("data", m.packed.Raw, "format", scan.Quote(strings.TrimPrefix(m.mime, "audio/"))), m.packed)
		}
	case "video":
		t.Move(b, "detail", m.detail)
		t.Move(b, "video_url", m.url)
	}
}

// packed writes data as a data URL.
func (t *Translation) packed(b *Builder, name string, m *media) {
	if !m.packed.There() {
		return
	}
	data := m.packed.Text()
	if m.plain {
		data = base64.StdEncoding.EncodeToString([]byte(data))
	}
	t.Put(b, name, scan.Quote("data:"+m.mime+";base64,"+data), m.packed)
}

// thought writes a reasoning item. One without an id gets the number that it has among the
// items.
func (t *Translation) thought(s *partSource) {
	id := s.id
	if !id.There() {
		id.Raw = scan.Quote("rs_" + strconv.Itoa(len(t.items)+1))
	}
	all := []any{"id", id.Raw}
	switch {
	case s.encrypted:
		all = append(append(all, "summary", []byte("[]")), members("encrypted_content", s.value)...)
	case s.summary:
		all = append(all, "summary", oneText("summary_text", s.value))
	default:
		all = append(all, "content", oneText("reasoning_text", s.value), "summary", []byte("[]"))
		all = append(all, members("signature", s.signed)...)
	}
	t.add("reasoning", append(all, members("format", s.format)...)...)
}

// oneText returns a list of a part with a text; empty where there is none.
func oneText(kind string, text Value) json.RawMessage {
	if text.Hollow() {
		return []byte("[]")
	}
	return scan.MakeArray([]json.RawMessage{scan.MakeObject("type", scan.Quote(kind), "text", text.Raw)})
}
