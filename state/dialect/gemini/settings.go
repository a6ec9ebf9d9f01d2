package gemini

import (
	"bytes"
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
)

// writer translates all but the contents.
type writer struct{ *dialect.Translation }

// settings translates the settings of a request. The model, and whether a stream is wanted,
// are in the path.
func settings(t *dialect.Translation, top *dialect.Object) {
	model, method := modelOf(t.Path)
	if model != "" {
		t.Model = scan.Quote(model)
	}
	if t.Inner != nil { // as Code Assist wraps it
		t.Model, top = top.Take("model").Raw, t.Inner
	}
	if method == "streamGenerateContent" {
		t.Put(&t.Out, "stream", []byte("true"), dialect.Value{Path: "."})
	}
	w := writer{t}
	for v := range top.List("tools") {
		w.tool(t.Open(v))
	}
	w.config(top.Open("generationConfig"))
	w.choice(top.Open("toolConfig"))
	t.Without(top, "safetySettings", "cachedContent", "labels", "serviceTier", "store")
}

// tool translates an element of tools: declarations of functions, or tools of the service.
func (w *writer) tool(o *dialect.Object) {
	for v := range o.List("functionDeclarations") {
		f := w.Open(v)
		var made dialect.Builder
		w.Put(&made, "type", scan.Quote("function"), v)
		w.MoveMembers(&made, f, "name", "description")
		if schema := f.Take("parameters"); schema.There() {
			w.Put(&made, "parameters", schemaOf(schema.Raw), schema)
		}
		w.Move(&made, "parameters", f.Take("parametersJsonSchema"))
		w.Tools = append(w.Tools, made.Object())
	}
	if search := o.Take("googleSearch"); search.There() {
		w.Tools = append(w.Tools, scan.MakeObject("type", scan.Quote("web_search")))
		w.Open(search)
	}
	for _, v := range o.Left() {
		w.AddLoss(v, "no such tool in /responses")
	}
}

// schemaOf writes a schema as JSON Schema does: Gemini's types are in capitals, and nullable is
// a member.
func schemaOf(v json.RawMessage) json.RawMessage {
	switch scan.KindOf(v) {
	case scan.Array:
		var list []json.RawMessage
		for _, e := range scan.Elements(v) {
			list = append(list, schemaOf(e))
		}
		return scan.MakeArray(list)
	case scan.Object:
		var members []any
		nullable, typed := string(scan.Get(v, "nullable")) == "true", scan.Text(scan.Get(v, "type")) != ""
		for m := range scan.Members(v) {
			value := json.RawMessage(m.Value)
			switch kind := scan.Text(value); {
			case m.Key == "properties":
				value = propertiesOf(value)
			case m.Key == "nullable" && scan.KindOf(value) == scan.Bool && typed:
				continue
			case m.Key == "type" && kind != "":
				if value = bytes.ToLower(value); nullable {
					value = scan.MakeArray([]json.RawMessage{value, scan.Quote("null")})
				}
			case m.Key == "enum" || m.Key == "example" || m.Key == "default" || m.Key == "required":
			default:
				value = schemaOf(value)
			}
			members = append(members, m.Key, value)
		}
		return scan.MakeObject(members...)
	}
	return v
}

// propertiesOf writes the properties of a schema, whose members may have any name.
func propertiesOf(v json.RawMessage) json.RawMessage {
	if scan.KindOf(v) != scan.Object {
		return schemaOf(v)
	}
	var members []any
	for m := range scan.Members(v) {
		members = append(members, m.Key, schemaOf(m.Value))
	}
	return scan.MakeObject(members...)
}

// config translates generationConfig.
func (w *writer) config(o *dialect.Object) {
	for _, m := range [][2]string{
		{"temperature", "temperature"}, {"topP", "top_p"}, {"topK", "top_k"}, {"maxOutputTokens", "max_output_tokens"},
		{"presencePenalty", "presence_penalty"}, {"frequencyPenalty", "frequency_penalty"}, {"logprobs", "top_logprobs"},
	} {
		w.Move(&w.Out, m[1], o.Take(m[0]))
	}
	media, schema := o.Take("responseMimeType"), o.Take("responseSchema")
	if schema.There() {
		schema.Raw = schemaOf(schema.Raw)
	} else {
		schema = o.Take("responseJsonSchema")
	}
	switch {
	case schema.There():
		w.Put(&w.Text, "format", scan.MakeObject("type", scan.Quote("json_schema"), "name", scan.Quote("answer"), "schema", schema.Raw), schema)
	case media.Text() == "application/json":
		w.Put(&w.Text, "format", scan.MakeObject("type", scan.Quote("json_object")), media)
	case media.There() && media.Text() != "text/plain":
		w.AddLoss(media, "no such format in /responses")
	}
	thinking := o.Open("thinkingConfig")
	thinking.Take("includeThoughts") // they are always returned
	w.Move(&w.Reasoning, "max_tokens", thinking.Take("thinkingBudget"))
	if level := thinking.Take("thinkingLevel"); level.There() {
		w.Put(&w.Reasoning, "effort", bytes.ToLower(level.Raw), level)
	}
	if n := o.Peek("candidateCount"); n.Is("1") {
		o.Take("candidateCount")
	}
	modalities := o.Take("responseModalities")
	modalities.Raw = bytes.ToLower(modalities.Raw)
	w.Move(&w.Out, "modalities", modalities)
}

// choice translates toolConfig.
func (w *writer) choice(o *dialect.Object) {
	f := o.Open("functionCallingConfig")
	mode, allowed := f.Take("mode"), f.Take("allowedFunctionNames")
	choice := map[string]string{"AUTO": "auto", "ANY": "required", "NONE": "none"}[strings.ToUpper(mode.Text())]
	switch {
	case choice == "" && mode.There():
		w.AddLoss(mode, "no such choice in /responses")
	case allowed.There():
		var tools []json.RawMessage
		for v := range w.List(allowed) {
			tools = append(tools, scan.MakeObject("type", scan.Quote("function"), "name", v.Raw))
		}
		w.Chosen = scan.MakeObject("type", scan.Quote("allowed_tools"), "mode", scan.Quote(choice), "tools", scan.MakeArray(tools))
	case choice != "":
		w.Chosen = scan.Quote(choice)
	}
}
