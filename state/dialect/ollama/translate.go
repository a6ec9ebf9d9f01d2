package ollama

import (
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/translate"
)

// translated writes a request for /responses: what is said is told as in chat completions, but
// for images, and for calls without ids.
func translated(t *translate.T, top *translate.Object) {
	t.Model = top.Take("model").Raw
	if v := top.Take("stream"); !v.Is("false") {
		t.Put(&t.Out, "stream", []byte("true"), v)
	}
	w := writer{t}
	for v := range t.List(top.Take("tools")) {
		tool := t.Open(v)
		if tool.Peek("function").Kind() != scan.Object {
			t.Lose(v, "not a function")
			continue
		}
		tool.Take("type")
		t.Function(t.Open(tool.Take("function")))
		t.Rest(tool)
	}
	if system := top.Take("system"); system.There() {
		t.Instructions = system.Raw
	}
	for v := range t.List(top.Take("messages")) {
		w.message(t.Open(v))
	}
	if prompt := top.Take("prompt"); prompt.There() || top.Peek("images").There() {
		w.says("user", prompt, top.Take("images"))
	}
	w.format(top.Take("format"))
	switch think := top.Take("think"); {
	case think.Kind() == scan.String:
		t.Put(&t.Reasoning, "effort", think.Raw, think)
	default:
		t.Move(&t.Reasoning, "enabled", think)
	}
	w.options(t.Open(top.Take("options")))
	for _, name := range []string{"keep_alive", "context", "template", "suffix", "raw", "truncate", "shift"} {
		if v := top.Take(name); !v.Hollow() {
			t.Lose(v, "no such setting in /responses")
		}
	}
	t.Rest(top)
}

// writer writes what is said.
type writer struct{ *translate.T }

func (w *writer) message(o *translate.Object) {
	role := o.Take("role").Text()
	thought, content, images := o.Take("thinking"), o.Take("content"), o.Take("images")
	w.Thought(thought)
	switch {
	case role == "tool":
		w.Returned(w.OutputID(o.Take("tool_call_id"), o.Take("tool_name").Text()), content.Raw)
	case role == "":
		w.Lose(o.Whole, "a message without a role")
		return
	case !content.Hollow() || images.There():
		w.says(role, content, images)
	}
	for v := range w.List(o.Take("tool_calls")) {
		c := w.Open(v)
		f := w.Open(c.Take("function"))
		id := w.CallID(c.Take("id"), f.Peek("name").Text())
		f.TakeKind("index", scan.Number) // their order says it
		w.Called(f, id, f.Take("arguments"))
		w.Rest(f)
		c.Take("type")
		w.Rest(c)
	}
	w.Rest(o)
}

// says adds a message of a text and images in base64.
func (w *writer) says(role string, text, images translate.Value) {
	if !images.There() {
		w.Add("message", "role", scan.Quote(role), "content", text.Raw)
		return
	}
	var parts []json.RawMessage
	if !text.Hollow() {
		parts = append(parts, scan.MakeObject("type", scan.Quote("input_text"), "text", text.Raw))
	}
	for v := range w.List(images) {
		url := scan.Quote("data:" + mediaOf(v.Text()) + ";base64," + v.Text())
		parts = append(parts, scan.MakeObject("type", scan.Quote("input_image"), "image_url", url, "detail", scan.Quote("auto")))
	}
	w.Add("message", "role", scan.Quote(role), "content", scan.MakeArray(parts))
}

// mediaOf tells the kind of an image by its first bytes in base64.
func mediaOf(image string) string {
	for begin, media := range map[string]string{"/9j/": "image/jpeg", "R0lGOD": "image/gif", "UklGR": "image/webp"} {
		if strings.HasPrefix(image, begin) {
			return media
		}
	}
	return "image/png"
}

// format translates what text an answer is to be.
func (w *writer) format(v translate.Value) {
	switch {
	case v.Kind() == scan.Object:
		w.Put(&w.Text, "format", scan.MakeObject("type", scan.Quote("json_schema"), "name", scan.Quote("answer"), "schema", v.Raw), v)
	case v.Text() == "json":
		w.Put(&w.Text, "format", scan.MakeObject("type", scan.Quote("json_object")), v)
	case !v.Hollow():
		w.Lose(v, "no such format in /responses")
	}
}

// options translates the settings of a model.
func (w *writer) options(o *translate.Object) {
	for _, name := range []string{"temperature", "top_p", "top_k", "presence_penalty", "frequency_penalty"} {
		w.Move(&w.Out, name, o.Take(name))
	}
	if most := o.Peek("num_predict"); most.There() && !strings.HasPrefix(string(most.Raw), "-") {
		w.Move(&w.Out, "max_output_tokens", o.Take("num_predict"))
	}
	for _, v := range o.Left() {
		if v.There() {
			w.Lose(v, "no such setting in /responses")
		}
	}
}
