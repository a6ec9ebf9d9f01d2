package dialect

import (
	"gatehouse/client/scan"
)

// gemini reads a Gemini body: systemInstruction and contents, each with parts.
func (r *reader) gemini(top object, contents value) {
	r.body.Dialect = Gemini
	if system := top.first("systemInstruction", "system_instruction"); system.there() {
		r.holds(system)
		r.turn(System, system)
	}
	r.holds(contents)
	for v := range contents.elements() {
		if r.full() {
			return
		}
		role := roleOf(r.object(v).get("role").text())
		if role == "" {
			role = User // the API's default
		}
		r.turn(role, v)
	}
}

// turn reads the parts of one content. A call and its answer are messages of
// their own, as in a Responses body.
func (r *reader) turn(role string, v value) {
	for p := range r.object(v).get("parts").elements() {
		if r.full() {
			return
		}
		o := r.object(p)
		switch made, back := o.first("functionCall", "function_call"), o.first("functionResponse", "function_response"); {
		case made.there():
			f := r.object(made)
			r.add(Assistant, call(p, f.get("name").text(), f.get("id").text(), f.get("args")))
		case back.there():
			f := r.object(back)
			r.add(Tool, r.output(f.get("id").text(), r.only(f.get("response")))...)
		case string(o.get("thought").raw) == "true":
			r.add(role, part(Thought, o.get("text")))
		default:
			r.add(role, r.contentPart(p))
		}
	}
}

// only is the text of an object that holds nothing else, as a tool's text is
// wrapped for Gemini; any other value as it is.
func (r *reader) only(v value) value {
	if o := r.object(v); len(o) == 1 {
		if in := o.get(o[0].name); in.kind() == scan.String {
			return in
		}
	}
	return v
}
