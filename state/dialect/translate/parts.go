package translate

import (
	"encoding/base64"
	"encoding/json"

	"gatehouse/client/scan"
)

// part translates a part of a message's content: none where it is lost, several where it
// holds several. A part of the model's own message is of its output.
func (t *T) part(v Value, output bool) []json.RawMessage {
	if v.Kind() == scan.String { // a list of strings, as some servers take it
		return []json.RawMessage{scan.MakeObject("type", textType(output), "text", v.Raw)}
	}
	o := t.Open(v)
	kind := o.Take("type").Word()
	var p Builder
	switch {
	case kind == "text", kind == "" && o.Peek("text").There():
		t.textPart(o, output, &p)
	case output && kind == "refusal":
		t.Put(&p, "type", scan.Quote("refusal"), v)
		t.Move(&p, "refusal", o.Take("refusal"))
	case output:
		t.Lose(v, "in /responses a model's own message holds text alone")
		return nil
	case kind == "search_result" && !t.inside:
		return t.inner(o, o.Take("content"))
	case kind == "document" && !t.inside && string(scan.At(v.Raw, "source", "type")) == `"content"`:
		source := t.Open(o.Take("source"))
		source.Take("type")
		parts := t.inner(o, source.Take("content"))
		t.Rest(source)
		return parts
	default:
		t.media(kind, o, &p)
	}
	if len(p.members) <= 2 { // a type alone, or nothing
		t.Lose(v, "no such part in /responses")
		return nil
	}
	t.Move(&p, "cache_control", o.Take("cache_control"))
	t.Rest(o)
	return []json.RawMessage{p.Object()}
}

func textType(output bool) json.RawMessage {
	if output {
		return scan.Quote("output_text")
	}
	return scan.Quote("input_text")
}

func (t *T) textPart(o *Object, output bool, p *Builder) {
	t.Put(p, "type", textType(output), o.Whole)
	t.Move(p, "text", o.Take("text"))
	if citations := o.Take("citations"); !citations.Hollow() {
		t.Lose(citations, "citations of an earlier answer are left out")
	}
	if output && len(p.members) > 2 {
		t.Put(p, "annotations", []byte("[]"), o.Whole)
	}
}

// inner translates the parts that a part holds. They take its place, and hold no further
// ones.
func (t *T) inner(o *Object, list Value) (parts []json.RawMessage) {
	t.inside = true
	for e := range t.List(list) {
		parts = append(parts, t.part(e, false)...)
	}
	t.inside = false
	if off := o.Peek("citations"); happensAnyway("citations", off) {
		o.Take("citations")
	}
	t.Rest(o)
	return parts
}

// media translates an image, a file, sound or a video.
func (t *T) media(kind string, o *Object, p *Builder) {
	switch kind {
	case "image_url", "image":
		t.Put(p, "type", scan.Quote("input_image"), o.Whole)
		t.image(o, p)
	case "file", "document":
		t.Put(p, "type", scan.Quote("input_file"), o.Whole)
		t.file(o, p)
	case "input_audio":
		t.Put(p, "type", scan.Quote("input_audio"), o.Whole)
		t.Move(p, "input_audio", o.Take("input_audio"))
	case "video_url":
		t.Put(p, "type", scan.Quote("input_video"), o.Whole)
		t.address(p, "video_url", o.Take("video_url"))
	}
}

// address sets a member to an address, which may be the url of an object.
func (t *T) address(p *Builder, name string, v Value) {
	if v.Kind() != scan.Object {
		t.Move(p, name, v)
		return
	}
	in := t.Open(v)
	t.Move(p, "detail", in.Take("detail"))
	t.Move(p, name, in.Take("url"))
	t.Rest(in)
}

func (t *T) image(o *Object, p *Builder) {
	t.address(p, "image_url", o.Take("image_url"))
	t.source(p, o.Take("source"), "image_url", "image_url")
	if n := len(p.members); n > 2 && p.set["detail"].raw == nil {
		t.Put(p, "detail", scan.Quote("auto"), o.Whole) // the default of both
	}
}

func (t *T) file(o *Object, p *Builder) {
	in := t.Open(o.Take("file"))
	for _, name := range []string{"filename", "file_data", "file_url", "file_id"} {
		t.Move(p, name, in.Take(name))
	}
	t.Rest(in)
	t.Move(p, "filename", o.Take("title"))
	t.source(p, o.Take("source"), "file_data", "file_url")
	if off := o.Peek("citations"); happensAnyway("citations", off) {
		o.Take("citations")
	}
}

// source translates where Anthropic's images and documents come from: data becomes a data
// URL.
func (t *T) source(p *Builder, v Value, data, url string) {
	if !v.There() {
		return
	}
	in := t.Open(v)
	switch kind := in.Take("type").Word(); kind {
	case "base64", "text":
		head, content := "data:"+in.Take("media_type").Word()+";base64,", in.Take("data")
		packed := content.Text()
		if content.Kind() != scan.String {
			t.Lose(content, "not a string")
		}
		if kind == "text" {
			packed = base64.StdEncoding.EncodeToString([]byte(packed))
		}
		t.Put(p, data, scan.Quote(head+packed), content)
	case "url":
		t.Move(p, url, in.Take("url"))
	case "file":
		t.Move(p, "file_id", in.Take("file_id"))
	default:
		t.Lose(v, "no such source in /responses")
		return
	}
	t.Rest(in)
}
