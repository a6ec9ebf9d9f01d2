package dialect

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/translate"
)

// Reader collects the messages of a body.
type Reader struct {
	Body  Body // what was read
	parts int
}

// Holds notes a member of the document that messages are read from.
func (r *Reader) Holds(v translate.Value) {
	if v.There() {
		r.Body.Members = append(r.Body.Members, v.At)
	}
}

// Full reports whether no more parts are read.
func (r *Reader) Full() bool {
	r.Body.Cut = r.Body.Cut || r.parts >= maxParts
	return r.Body.Cut
}

// Add adds a message of the parts that have a text.
func (r *Reader) Add(role string, parts ...Part) {
	var kept []Part
	for _, p := range parts {
		if p.Text == "" && p.Kind != Call || r.Full() {
			continue
		}
		r.parts++
		kept = append(kept, p)
	}
	if len(kept) > 0 {
		r.Body.Messages = append(r.Body.Messages, Message{Role: RoleOf(role), Parts: kept})
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

// Said is a part with the text of a value.
func Said(kind Kind, v translate.Value) Part {
	return Part{Kind: kind, Text: v.Text(), Path: v.Path, At: v.At}
}

// Whole is a part whose text is the JSON of a value.
func Whole(kind Kind, name string, v translate.Value) Part {
	return Part{Kind: kind, Text: string(v.Raw), Name: name, Path: v.Path, At: v.At}
}

// Content reads a string, or a list of content parts in any dialect.
func (r *Reader) Content(v translate.Value) []Part {
	switch v.Kind() {
	case scan.String:
		return []Part{Said(Text, v)}
	case scan.Object:
		return []Part{r.ContentPart(v)}
	}
	var list []Part
	for e := range v.Elements() {
		if len(list) > maxParts { // more than are kept
			break
		}
		list = append(list, r.ContentPart(e))
	}
	return list
}

// ContentPart reads one part of a content list. The types of the dialects do
// not contradict each other, so that one reader serves them all.
func (r *Reader) ContentPart(v translate.Value) Part {
	if v.Kind() == scan.String {
		return Said(Text, v)
	}
	o := r.Object(v)
	p := r.typedPart(v, o)
	p.Cache = cacheOf(o)
	return p
}

// cacheOf is the mark of an object that what ends with it is to be cached.
func cacheOf(o Object) string { return string(o.First("cache_control", "prompt_cache_breakpoint").Raw) }

// typedPart reads a part of a content list by its type.
func (r *Reader) typedPart(v translate.Value, o Object) Part {
	name := o.Get("type").Text()
	switch name {
	case "text", "input_text", "output_text", "summary_text", "":
		if text := o.Get("text"); text.Kind() == scan.String {
			return Said(Text, text)
		}
	case "refusal":
		return Said(Text, o.Get("refusal"))
	case "reasoning_text":
		return Said(Thought, o.Get("text"))
	case "thinking", "redacted_thinking":
		return Said(Thought, o.First("thinking", "data", "signature"))
	case "image", "input_image", "image_url":
		return r.media("image", v, o)
	case "file", "input_file", "document":
		return r.media("file", v, o)
	case "input_audio":
		return r.media("audio", v, o)
	}
	return Whole(Other, name, v)
}

// media reads what an image, a file or audio is: its data without the head of a
// data URL, its address or its id, wherever the dialect puts it.
func (r *Reader) media(name string, v translate.Value, o Object) Part {
	for _, inner := range []string{"image_url", "source", "file", "input_audio"} {
		if in := o.Get(inner); in.Kind() == scan.Object {
			o = r.Object(in)
		}
	}
	filename := o.Get("filename").Text()
	p := Said(Media, o.First("image_url", "file_data", "data", "url", "file_url", "file_id", "text"))
	if p.Text == "" {
		p = Whole(Media, name, v)
	}
	if _, data, ok := strings.Cut(p.Text, ";base64,"); ok {
		p.Text = data
	}
	p.Name, p.Path, p.At, p.Filename = name, v.Path, v.At, filename
	return p
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

// Output reads what a tool returned: a text, content parts or any JSON.
func (r *Reader) Output(id string, v translate.Value) []Part {
	switch v.Kind() {
	case scan.String, scan.Array:
		return As(Output, id, r.Content(v))
	case scan.Invalid, scan.Null:
		return nil
	}
	p := Whole(Output, "", v)
	p.ID = id
	return []Part{p}
}

// Marked gives the last of some parts the mark of the object that holds them.
func Marked(parts []Part, o Object) []Part {
	if mark := cacheOf(o); mark != "" && len(parts) > 0 {
		parts[len(parts)-1].Cache = mark
	}
	return parts
}

// Called is a part that stands for the whole of a call at v.
func Called(v translate.Value, name, id string, arguments translate.Value) Part {
	text := arguments.Text()
	if arguments.Kind() != scan.String {
		text = string(arguments.Raw)
	}
	return Part{Kind: Call, Name: name, ID: id, Text: text, Path: v.Path, At: v.At}
}
