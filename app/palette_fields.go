package app

import (
	"gatehouse/state/field"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// fieldRows are the palette's rows of what no action sets: each field of the request leads
// to its place in Build, since nobody who looks for "system prompt" knows where it is.
func (m *Model) fieldRows() (rows []picker.Item) {
	rows = append(rows, picker.Item{
		Label: "Attach a file", Also: "upload, image, picture, pdf, vision, document, drag and drop", Words: "@ and a path",
		About:  "Writes @ in your message: go on with a path. A path that is pasted or dropped is attached too.",
		Choose: func() views.Intent { return views.NameFile{} },
	})
	also := fieldSynonyms()
	for _, g := range field.Groups() {
		for _, f := range g.Fields {
			if f.Kind == field.Fixed || f.Name == "model" { // the model has an action of its own
				continue
			}
			rows = append(rows, picker.Item{
				Label: "Set " + f.Name, Also: also[f.Name], Words: "in " + m.whereIs(views.Form), About: f.Help, Dim: true,
				Choose: func() views.Intent { return views.ShowField{Name: f.Name} },
			})
		}
	}
	return rows
}

// fieldSynonyms are the words that people of other programs type for a field.
func fieldSynonyms() map[string]string {
	return map[string]string{
		"instructions":      "system prompt, system message, persona, role, custom instructions",
		"temperature":       "creativity, randomness",
		"top_p":             "nucleus sampling",
		"max_output_tokens": "max tokens, token limit, answer length, maximum length",
		"reasoning":         "thinking, effort, think, chain of thought",
		"text":              "json mode, structured output, json schema, response format, output format, verbosity",
		"truncation":        "compact, context window, long context",
		"prompt":            "template, prompt library",
		"stream":            "streaming, sse",
		"provider":          "provider order, fallback, zdr, data retention, quantization",
		"tool_choice":       "force tool, required tool",
		"cache_control":     "prompt caching",
		"session_id":        "sticky routing",
		"service_tier":      "priority, fast mode",
		"modalities":        "image output",
	}
}
