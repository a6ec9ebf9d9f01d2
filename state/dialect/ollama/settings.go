package ollama

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/translate"
)

// settings translates the settings of a request.
func settings(t *dialect.Translation, top *dialect.Object) {
	t.Model = top.Take("model").Raw
	if v := top.Take("stream"); !v.Is("false") {
		t.Put(&t.Out, "stream", []byte("true"), v)
	}
	for v := range top.List("tools") {
		tool := t.Open(v)
		kind := tool.Take("type")
		in, ok := tool.OpenFirst("function")
		if !ok || kind.There() && kind.Word() != "function" {
			t.AddLoss(v, "not a function")
			continue
		}
		translate.Function(t, in)
	}
	w := writer{t}
	w.format(top.Take("format"))
	switch think := top.Take("think"); {
	case think.Kind() == scan.String:
		t.Put(&t.Reasoning, "effort", think.Raw, think)
	default:
		t.Move(&t.Reasoning, "enabled", think)
	}
	w.options(top.Open("options"))
	t.Without(top, "keep_alive", "context", "template", "suffix", "raw", "truncate", "shift")
}

type writer struct{ *dialect.Translation }

// format translates what text an answer is to be.
func (w *writer) format(v dialect.Value) {
	switch {
	case v.Kind() == scan.Object:
		w.Put(&w.Text, "format", scan.MakeObject("type", scan.Quote("json_schema"), "name", scan.Quote("answer"), "schema", v.Raw), v)
	case v.Text() == "json":
		w.Put(&w.Text, "format", scan.MakeObject("type", scan.Quote("json_object")), v)
	case !v.Hollow():
		w.AddLoss(v, "no such format in /responses")
	}
}

// options translates the settings of a model.
func (w *writer) options(o *dialect.Object) {
	w.MoveMembers(&w.Out, o, "temperature", "top_p", "top_k", "presence_penalty", "frequency_penalty")
	if most := o.Peek("num_predict"); most.There() && !strings.HasPrefix(string(most.Raw), "-") {
		w.Move(&w.Out, "max_output_tokens", o.Take("num_predict"))
	}
	for _, v := range o.Left() {
		if v.There() {
			w.AddLoss(v, "no such setting in /responses")
		}
	}
}
