package dialect

import (
	"strings"

	"gatehouse/client/scan"
)

// Content reads a string, or a list of content parts in any dialect.
func (r *Reader) Content(v Value) []Part {
	if v.Kind() != scan.Array {
		return r.contentParts(v)
	}
	var list []Part
	for e := range v.Elements() {
		if len(list) > maxParts && !r.lists { // more than are read
			break
		}
		list = append(list, r.contentParts(e)...)
	}
	return list
}

// contentParts reads one part of a content list, which may hold others. The types of the
// dialects do not contradict each other, so that one reader serves them all.
func (r *Reader) contentParts(v Value) []Part {
	switch v.Kind() {
	case scan.String: // of a list of strings, as some servers take it
		return []Part{r.StringPart(Text, v)}
	case scan.Invalid, scan.Null:
		return nil
	}
	o := r.Open(v)
	kind := o.Take("type").Word()
	if inner, ok := r.innerParts(kind, o); ok {
		return inner
	}
	p := r.typedPart(kind, o)
	p.Cache = cacheOf(o)
	if p.source != nil && p.Kind != Other {
		p.source.mark = o.Take("cache_control")
	}
	return []Part{p}
}

// innerParts reads the parts that a search result or a document holds, which take its
// place, and hold no further ones; ok is false for any other part.
func (r *Reader) innerParts(kind string, o *Object) (parts []Part, ok bool) {
	in := o
	switch {
	case r.inside:
		return nil, false
	case kind == "search_result":
	case kind == "document" && scan.Text(scan.Get(o.raw("source"), "type")) == "content":
		in = o.Open("source")
		in.Take("type")
	default:
		return nil, false
	}
	r.inside = true
	parts = r.Content(in.Take("content"))
	r.inside = false
	notCited(o)
	return parts, true
}

// notCited takes the citations of a document that are switched off.
func notCited(o *Object) {
	if string(o.raw("citations")) == `{"enabled":false}` {
		o.Take("citations")
	}
}

// typedPart reads a part of a content list by its type.
func (r *Reader) typedPart(kind string, o *Object) Part {
	switch kind {
	case "text", "input_text", "output_text", "summary_text", "":
		text := o.TakeKind("text", scan.String)
		if !text.There() {
			break
		}
		if citations := o.Take("citations"); !citations.Hollow() {
			r.AddLoss(citations, "citations of an earlier answer are left out")
		}
		return r.stringIn(Text, o.Value, text)
	case "refusal":
		return r.refusal(o.Value, o.Take("refusal"))
	case "reasoning_text":
		return r.stringIn(Thought, o.Value, o.Take("text"))
	case "image", "input_image", "image_url":
		return r.media("image", o)
	case "file", "input_file", "document":
		notCited(o)
		return r.media("file", o)
	case "input_audio":
		return r.media("audio", o)
	case "video_url", "input_video":
		return r.media("video", o)
	}
	return r.JSONPart(Other, kind, o.Value)
}

func (r *Reader) refusal(outer, v Value) Part {
	p := r.stringIn(Text, outer, v)
	if p.source != nil {
		p.source.refusal = true
	}
	return p
}

// media is an image, a file, sound or a video. Only the members that the request has are set.
type media struct {
	detail, filename Value
	url, fileID      Value
	data             Value  // a data URL
	packed           Value  // in base64, or a text
	mime             string // of packed
	plain            bool   // packed is a text
	sound            Value  // as chat completions have it
}

// media reads an image, a file, sound or a video, wherever the dialect puts what it is.
func (r *Reader) media(name string, o *Object) Part {
	var m media
	in := o.Inner("image_url", "file", "video_url")
	m.detail, m.url = in.Take("detail"), in.First("url", "image_url", "video_url", "file_url")
	m.filename, m.data, m.fileID = in.Take("filename"), in.Take("file_data"), in.Take("file_id")
	if name == "file" && !m.filename.There() {
		m.filename = o.Take("title")
	}
	m.sound = o.TakeKind("input_audio", scan.Object)
	if from, ok := o.OpenFirst("source"); ok {
		r.mediaSource(&m, from)
	}
	return r.mediaPart(name, o.Value, m)
}

// mediaSource reads where Anthropic's images and documents come from.
func (r *Reader) mediaSource(m *media, o *Object) {
	switch kind := o.Take("type").Word(); kind {
	case "base64", "text":
		m.mime, m.plain = o.Take("media_type").Word(), kind == "text"
		if m.packed = o.Take("data"); m.packed.There() && m.packed.Kind() != scan.String {
			r.AddLoss(m.packed, "not a string")
		}
	case "url":
		m.url = o.Take("url")
	case "file":
		m.fileID = o.Take("file_id")
	default:
		r.AddLoss(o.Value, "no such source in /responses")
	}
}

// mediaPart returns the part of an attachment: its text is the data without the head of a data
// URL, the address or the id.
func (r *Reader) mediaPart(name string, outer Value, m media) Part {
	text := ""
	for _, v := range []Value{m.url, m.data, m.packed, {Raw: scan.Get(m.sound.Raw, "data")}, m.fileID} {
		if text = v.Text(); text != "" {
			break
		}
	}
	if _, data, ok := strings.Cut(text, ";base64,"); ok {
		text = data
	}
	if text == "" {
		text = string(outer.Raw)
	}
	p := r.from(Part{Kind: Media, Name: name, Text: text, Path: outer.Path, At: outer.At, Filename: m.filename.Text()}, outer, outer)
	if p.source != nil {
		p.source.media = &m
	}
	return p
}

// Packed returns the part of an attachment in base64.
func (r *Reader) Packed(outer Value, mime string, data Value) Part {
	return r.mediaPart(mediaName(mime), outer, media{mime: mime, packed: data})
}

// Linked returns the part of an attachment with an address.
func (r *Reader) Linked(outer Value, mime string, url Value) Part {
	return r.mediaPart(mediaName(mime), outer, media{mime: mime, url: url})
}

func mediaName(mime string) string {
	switch kind, _, _ := strings.Cut(mime, "/"); kind {
	case "image", "audio":
		return kind
	}
	return "file"
}
