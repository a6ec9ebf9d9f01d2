package gemini

import (
	"gatehouse/client/scan"
	"gatehouse/state/dialect"
)

// request reads systemInstruction and contents, each with parts. Code Assist wraps them in
// another object.
func request(r *dialect.Reader, top *dialect.Object) bool {
	if scan.KindOf(scan.Get(top.Peek("request").Raw, "contents")) == scan.Array {
		top = top.Open("request")
		r.Inner = top
	}
	contents := top.TakeKind("contents", scan.Array)
	if contents.Kind() != scan.Array {
		return false
	}
	r.Body.Dialect = title
	for _, name := range []string{"systemInstruction", "system_instruction"} {
		if system := top.Take(name); system.There() {
			r.Holds(system)
			content(r, dialect.System, r.Open(system))
		}
	}
	r.Holds(contents)
	r.Each(contents, func(v dialect.Value) {
		content(r, dialect.User, r.Open(v)) // the API's default
	})
	return true
}

// content reads the parts of one content. Thoughts, calls and their answers become
// messages, as in a Responses body.
func content(r *dialect.Reader, role string, o *dialect.Object) {
	if o.Take("role").Text() == "model" && role == dialect.User {
		role = dialect.Assistant
	}
	var parts []dialect.Part
	flush := func() {
		r.Add(role, parts...)
		parts = nil
	}
	for v := range o.List("parts") {
		if r.Full() {
			break
		}
		p := r.Open(v)
		if thought := p.TakeKind("thought", scan.Bool); thought.Is("true") && p.Has("text") {
			flush()
			r.Add(role, r.StringPart(dialect.Thought, p.Take("text")))
		} else if f, ok := p.OpenFirst("functionCall", "function_call"); ok {
			flush()
			r.Add(dialect.Assistant, r.Called(v, f.Take("id"), f.Take("name"), f.Take("args")))
		} else if f, ok := p.OpenFirst("functionResponse", "function_response"); ok {
			flush()
			response := f.Take("response")
			r.Returned(p, f.Take("id"), f.Take("name"), response, r.Output(textAlone(response)))
		} else {
			parts = append(parts, part(r, p))
		}
		if signature := p.Take("thoughtSignature"); signature.There() {
			r.AddLoss(signature, "it signs the part as Gemini has it")
		}
	}
	flush()
}

// part reads a text or an attachment.
func part(r *dialect.Reader, p *dialect.Object) dialect.Part {
	if text := p.TakeKind("text", scan.String); text.There() {
		return r.StringPart(dialect.Text, text)
	}
	if in, ok := p.OpenFirst("inlineData", "inline_data"); ok {
		return r.Packed(p.Value, in.First("mimeType", "mime_type").Text(), in.Take("data"))
	}
	if in, ok := p.OpenFirst("fileData", "file_data"); ok {
		return r.Linked(p.Value, in.First("mimeType", "mime_type").Text(), in.First("fileUri", "file_uri"))
	}
	return r.JSONPart(dialect.Other, "", p.Value)
}

// textAlone returns the text of an object that holds nothing else, as a tool's text is wrapped
// for Gemini; any other value as it is.
func textAlone(v dialect.Value) dialect.Value {
	n, text := 0, dialect.Value{}
	for m := range v.Members() {
		n, text = n+1, m
	}
	if n != 1 || text.Kind() != scan.String {
		return v
	}
	return text
}
