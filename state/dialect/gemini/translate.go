package gemini

import (
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/translate"
)

// translated writes a request for /responses. The model, and whether a stream is wanted, are
// in the path.
func translated(t *translate.T, top *translate.Object) {
	model, method := modelOf(t.Path)
	if inner := top.Peek("request"); inner.Kind() == scan.Object { // as Code Assist wraps it
		t.Model = top.Take("model").Raw
		t.Rest(top)
		top = t.Open(inner)
	} else if model != "" {
		t.Model = scan.Quote(model)
	}
	if method == "streamGenerateContent" {
		t.Put(&t.Out, "stream", []byte("true"), translate.Value{Path: "."})
	}
	w := writer{t}
	w.system(top.Take("systemInstruction"))
	w.system(top.Take("system_instruction"))
	for v := range t.List(top.Take("contents")) {
		w.content(t.Open(v))
	}
	for v := range t.List(top.Take("tools")) {
		w.tool(t.Open(v))
	}
	w.config(t.Open(top.Take("generationConfig")))
	w.choice(t.Open(top.Take("toolConfig")))
	for _, name := range []string{"safetySettings", "cachedContent", "labels", "serviceTier", "store"} {
		if v := top.Take(name); !v.Hollow() {
			t.Lose(v, "no such setting in /responses")
		}
	}
	t.Rest(top)
}

// writer writes what is said.
type writer struct{ *translate.T }

// system translates systemInstruction.
func (w *writer) system(v translate.Value) {
	if !v.There() {
		return
	}
	o := w.Open(v)
	o.Take("role")
	var said []json.RawMessage
	for p := range w.List(o.Take("parts")) {
		said = append(said, w.part(w.Open(p), false)...)
	}
	switch {
	case len(said) == 0:
	case len(said) == 1 && w.Instructions == nil && scan.Get(said[0], "text") != nil:
		w.Instructions = scan.Get(said[0], "text")
	default:
		w.Add("message", "role", scan.Quote("system"), "content", scan.MakeArray(said))
	}
	w.Rest(o)
}

// content translates one content. Thoughts, calls and outputs among its parts are items of
// their own.
func (w *writer) content(o *translate.Object) {
	role := "user"
	if word := o.Take("role").Word(); word == "model" {
		role = "assistant"
	}
	var said []json.RawMessage
	flush := func() {
		if len(said) > 0 {
			w.Add("message", "role", scan.Quote(role), "content", scan.MakeArray(said))
		}
		said = nil
	}
	for v := range w.List(o.Take("parts")) {
		p := w.Open(v)
		switch {
		case p.Peek("functionCall").Kind() == scan.Object:
			flush()
			w.call(w.Open(p.Take("functionCall")))
		case p.Peek("functionResponse").Kind() == scan.Object:
			flush()
			w.returned(w.Open(p.Take("functionResponse")))
		case p.Peek("thought").Is("true"):
			flush()
			p.Take("thought")
			w.Thought(p.Take("text"))
		default:
			said = append(said, w.part(p, role == "assistant")...)
			continue
		}
		w.end(p)
	}
	flush()
	w.Rest(o)
}

// end lists what is left of a part.
func (w *writer) end(p *translate.Object) {
	if signature := p.Take("thoughtSignature"); signature.There() {
		w.Lose(signature, "it signs the part as Gemini has it")
	}
	if off := p.Peek("thought"); off.Is("false") {
		p.Take("thought")
	}
	w.Rest(p)
}

// part translates a part of a message; none where it is lost.
func (w *writer) part(p *translate.Object, output bool) (parts []json.RawMessage) {
	kind := "input_text"
	if output {
		kind = "output_text"
	}
	add := func(kind string, members ...any) {
		parts = append(parts, scan.MakeObject(append([]any{"type", scan.Quote(kind)}, members...)...))
	}
	switch {
	case p.Peek("text").There() && output:
		add(kind, "text", p.Take("text").Raw, "annotations", json.RawMessage("[]"))
	case p.Peek("text").There():
		add(kind, "text", p.Take("text").Raw)
	case output:
		w.Lose(p.Whole, "in /responses a model's own message holds text alone")
		return nil
	case p.Peek("inlineData").Kind() == scan.Object:
		in := w.Open(p.Take("inlineData"))
		w.media(add, in.Take("mimeType").Text(), in.Take("data"))
		w.Rest(in)
	case p.Peek("fileData").Kind() == scan.Object:
		in := w.Open(p.Take("fileData"))
		media, at := in.Take("mimeType").Text(), in.Take("fileUri")
		if strings.HasPrefix(media, "image/") {
			add("input_image", "image_url", at.Raw, "detail", scan.Quote("auto"))
		} else {
			add("input_file", "file_url", at.Raw)
		}
		w.Rest(in)
	default:
		w.Lose(p.Whole, "no such part in /responses")
		return nil
	}
	w.end(p)
	return parts
}

// media adds what is in the request itself, in base64.
func (w *writer) media(add func(kind string, members ...any), media string, data translate.Value) {
	url := scan.Quote("data:" + media + ";base64," + data.Text())
	switch kind, format, _ := strings.Cut(media, "/"); kind {
	case "image":
		add("input_image", "image_url", url, "detail", scan.Quote("auto"))
	case "audio":
		add("input_audio", "input_audio", scan.MakeObject("data", data.Raw, "format", scan.Quote(format)))
	default:
		add("input_file", "file_data", url)
	}
}

// call translates a functionCall.
func (w *writer) call(o *translate.Object) {
	w.Called(o, w.CallID(o.Take("id"), o.Peek("name").Text()), o.Take("args"))
	w.Rest(o)
}

// returned translates a functionResponse.
func (w *writer) returned(o *translate.Object) {
	id := w.OutputID(o.Take("id"), o.Take("name").Text())
	output := o.Take("response").Raw
	if output == nil {
		output = json.RawMessage("{}")
	}
	w.Returned(id, scan.Quote(string(output)))
	w.Rest(o)
}
