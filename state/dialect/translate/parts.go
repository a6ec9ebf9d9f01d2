package translate

import (
	"encoding/base64"
	"encoding/json"

	"gatehouse/client/scan"
)

// part translates a part of a message's content: none where it is lost, several where it
// holds several. A part of the model's own message is of its output.
func (t *translator) part(v value, output bool) []json.RawMessage {
	if v.kind() == scan.String { // a list of strings, as some servers take it
		return []json.RawMessage{scan.MakeObject("type", textType(output), "text", v.raw)}
	}
	o := t.open(v)
	kind := o.take("type").word()
	var p builder
	switch {
	case kind == "text", kind == "" && o.peek("text").there():
		t.textPart(o, output, &p)
	case output && kind == "refusal":
		t.put(&p, "type", scan.Quote("refusal"), v)
		t.move(&p, "refusal", o.take("refusal"))
	case output:
		t.lose(v, "in /responses a model's own message holds text alone")
		return nil
	case kind == "search_result" && !t.inside:
		return t.inner(o, o.take("content"))
	case kind == "document" && !t.inside && string(scan.At(v.raw, "source", "type")) == `"content"`:
		source := t.open(o.take("source"))
		source.take("type")
		parts := t.inner(o, source.take("content"))
		t.rest(source)
		return parts
	default:
		t.media(kind, o, &p)
	}
	if len(p.members) <= 2 { // a type alone, or nothing
		t.lose(v, "no such part in /responses")
		return nil
	}
	t.move(&p, "cache_control", o.take("cache_control"))
	t.rest(o)
	return []json.RawMessage{p.object()}
}

func textType(output bool) json.RawMessage {
	if output {
		return scan.Quote("output_text")
	}
	return scan.Quote("input_text")
}

func (t *translator) textPart(o *object, output bool, p *builder) {
	t.put(p, "type", textType(output), o.whole)
	t.move(p, "text", o.take("text"))
	if citations := o.take("citations"); !citations.hollow() {
		t.lose(citations, "citations of an earlier answer are left out")
	}
	if output && len(p.members) > 2 {
		t.put(p, "annotations", []byte("[]"), o.whole)
	}
}

// inner translates the parts that a part holds. They take its place, and hold no further
// ones.
func (t *translator) inner(o *object, list value) (parts []json.RawMessage) {
	t.inside = true
	for e := range t.list(list) {
		parts = append(parts, t.part(e, false)...)
	}
	t.inside = false
	if off := o.peek("citations"); happensAnyway("citations", off) {
		o.take("citations")
	}
	t.rest(o)
	return parts
}

// media translates an image, a file, sound or a video.
func (t *translator) media(kind string, o *object, p *builder) {
	switch kind {
	case "image_url", "image":
		t.put(p, "type", scan.Quote("input_image"), o.whole)
		t.image(o, p)
	case "file", "document":
		t.put(p, "type", scan.Quote("input_file"), o.whole)
		t.file(o, p)
	case "input_audio":
		t.put(p, "type", scan.Quote("input_audio"), o.whole)
		t.move(p, "input_audio", o.take("input_audio"))
	case "video_url":
		t.put(p, "type", scan.Quote("input_video"), o.whole)
		t.address(p, "video_url", o.take("video_url"))
	}
}

// address sets a member to an address, which may be the url of an object.
func (t *translator) address(p *builder, name string, v value) {
	if v.kind() != scan.Object {
		t.move(p, name, v)
		return
	}
	in := t.open(v)
	t.move(p, "detail", in.take("detail"))
	t.move(p, name, in.take("url"))
	t.rest(in)
}

func (t *translator) image(o *object, p *builder) {
	t.address(p, "image_url", o.take("image_url"))
	t.source(p, o.take("source"), "image_url", "image_url")
	if n := len(p.members); n > 2 && p.set["detail"].raw == nil {
		t.put(p, "detail", scan.Quote("auto"), o.whole) // the default of both
	}
}

func (t *translator) file(o *object, p *builder) {
	in := t.open(o.take("file"))
	for _, name := range []string{"filename", "file_data", "file_url", "file_id"} {
		t.move(p, name, in.take(name))
	}
	t.rest(in)
	t.move(p, "filename", o.take("title"))
	t.source(p, o.take("source"), "file_data", "file_url")
	if off := o.peek("citations"); happensAnyway("citations", off) {
		o.take("citations")
	}
}

// source translates where Anthropic's images and documents come from: data becomes a data
// URL.
func (t *translator) source(p *builder, v value, data, url string) {
	if !v.there() {
		return
	}
	in := t.open(v)
	switch kind := in.take("type").word(); kind {
	case "base64", "text":
		head, content := "data:"+in.take("media_type").word()+";base64,", in.take("data")
		packed := content.text()
		if content.kind() != scan.String {
			t.lose(content, "not a string")
		}
		if kind == "text" {
			packed = base64.StdEncoding.EncodeToString([]byte(packed))
		}
		t.put(p, data, scan.Quote(head+packed), content)
	case "url":
		t.move(p, url, in.take("url"))
	case "file":
		t.move(p, "file_id", in.take("file_id"))
	default:
		t.lose(v, "no such source in /responses")
		return
	}
	t.rest(in)
}
