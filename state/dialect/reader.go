package dialect

import (
	"strings"

	"gatehouse/client/scan"
)

// reader collects the messages of a body.
type reader struct {
	body  Body
	parts int
}

// holds notes a member of the document that messages are read from.
func (r *reader) holds(v value) {
	if v.there() {
		r.body.Members = append(r.body.Members, v.at)
	}
}

// full reports whether no more parts are read.
func (r *reader) full() bool {
	r.body.Cut = r.body.Cut || r.parts >= maxParts
	return r.body.Cut
}

// add adds a message of the parts that have a text.
func (r *reader) add(role string, parts ...Part) {
	var kept []Part
	for _, p := range parts {
		if p.Text == "" && p.Kind != Call || r.full() {
			continue
		}
		r.parts++
		kept = append(kept, p)
	}
	if len(kept) > 0 {
		r.body.Messages = append(r.body.Messages, Message{Role: roleOf(role), Parts: kept})
	}
}

// roleOf translates the names that one role has in several dialects.
func roleOf(role string) string {
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

func part(kind Kind, v value) Part {
	return Part{Kind: kind, Text: v.text(), Path: v.path, At: v.at}
}

// whole is a part whose text is the JSON of a value.
func whole(kind Kind, name string, v value) Part {
	return Part{Kind: kind, Text: string(v.raw), Name: name, Path: v.path, At: v.at}
}

// content reads a string, or a list of content parts in any dialect.
func (r *reader) content(v value) []Part {
	switch v.kind() {
	case scan.String:
		return []Part{part(Text, v)}
	case scan.Object:
		return []Part{r.contentPart(v)}
	}
	var list []Part
	for e := range v.elements() {
		if len(list) > maxParts { // more than are kept
			break
		}
		list = append(list, r.contentPart(e))
	}
	return list
}

// contentPart reads one part of a content list. The types of the dialects do
// not contradict each other, so that one reader serves them all.
func (r *reader) contentPart(v value) Part {
	if v.kind() == scan.String {
		return part(Text, v)
	}
	o := r.object(v)
	p := r.typedPart(v, o)
	p.Cache = cacheOf(o)
	return p
}

// cacheOf is the mark of an object that what ends with it is to be cached.
func cacheOf(o object) string { return string(o.first("cache_control", "prompt_cache_breakpoint").raw) }

// typedPart reads a part of a content list by its type.
func (r *reader) typedPart(v value, o object) Part {
	name := o.get("type").text()
	switch name {
	case "text", "input_text", "output_text", "summary_text", "":
		if text := o.get("text"); text.kind() == scan.String {
			return part(Text, text)
		}
	case "refusal":
		return part(Text, o.get("refusal"))
	case "reasoning_text":
		return part(Thought, o.get("text"))
	case "thinking", "redacted_thinking":
		return part(Thought, o.first("thinking", "data", "signature"))
	case "image", "input_image", "image_url":
		return r.media("image", v, o)
	case "file", "input_file", "document":
		return r.media("file", v, o)
	case "input_audio":
		return r.media("audio", v, o)
	}
	return whole(Other, name, v)
}

// media reads what an image, a file or audio is: its data without the head of a
// data URL, its address or its id, wherever the dialect puts it.
func (r *reader) media(name string, v value, o object) Part {
	for _, inner := range []string{"image_url", "source", "file", "input_audio"} {
		if in := o.get(inner); in.kind() == scan.Object {
			o = r.object(in)
		}
	}
	p := part(Media, o.first("image_url", "file_data", "data", "url", "file_url", "file_id", "text"))
	if p.Text == "" {
		p = whole(Media, name, v)
	}
	if _, data, ok := strings.Cut(p.Text, ";base64,"); ok {
		p.Text = data
	}
	p.Name, p.Path, p.At = name, v.path, v.at
	return p
}

// as gives parts that are text another kind, and the call that they belong to.
func as(kind Kind, id string, parts []Part) []Part {
	for i := range parts {
		if parts[i].Kind == Text {
			parts[i].Kind = kind
		}
		parts[i].ID = id
	}
	return parts
}

// output reads what a tool returned: a text, content parts or any JSON.
func (r *reader) output(id string, v value) []Part {
	switch v.kind() {
	case scan.String, scan.Array:
		return as(Output, id, r.content(v))
	case scan.Invalid, scan.Null:
		return nil
	}
	p := whole(Output, "", v)
	p.ID = id
	return []Part{p}
}

// marked gives the last of some parts the mark of the object that holds them.
func marked(parts []Part, o object) []Part {
	if mark := cacheOf(o); mark != "" && len(parts) > 0 {
		parts[len(parts)-1].Cache = mark
	}
	return parts
}

// call is a part that stands for the whole of a call at v.
func call(v value, name, id string, arguments value) Part {
	text := arguments.text()
	if arguments.kind() != scan.String {
		text = string(arguments.raw)
	}
	return Part{Kind: Call, Name: name, ID: id, Text: text, Path: v.path, At: v.at}
}
