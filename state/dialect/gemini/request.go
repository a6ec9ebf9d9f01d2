package gemini

import (
	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/translate"
)

type reader struct{ *dialect.Reader }

// request reads systemInstruction and contents, each with parts.
func (r reader) request(top dialect.Object) bool {
	contents := top.Get("contents")
	if contents.Kind() != scan.Array {
		return false
	}
	r.Body.Dialect = title
	if system := top.First("systemInstruction", "system_instruction"); system.There() {
		r.Holds(system)
		r.turn(dialect.System, system)
	}
	r.Holds(contents)
	for v := range contents.Elements() {
		if r.Full() {
			return true
		}
		role := dialect.RoleOf(r.Object(v).Get("role").Text())
		if role == "" {
			role = dialect.User // the API's default
		}
		r.turn(role, v)
	}
	return true
}

// turn reads the parts of one content. A call and its answer are messages of
// their own, as in a Responses body.
func (r reader) turn(role string, v translate.Value) {
	for p := range r.Object(v).Get("parts").Elements() {
		if r.Full() {
			return
		}
		o := r.Object(p)
		switch made, back := o.First("functionCall", "function_call"), o.First("functionResponse", "function_response"); {
		case made.There():
			f := r.Object(made)
			r.Add(dialect.Assistant, dialect.Called(p, f.Get("name").Text(), f.Get("id").Text(), f.Get("args")))
		case back.There():
			f := r.Object(back)
			r.Add(dialect.Tool, r.Output(f.Get("id").Text(), r.only(f.Get("response")))...)
		case string(o.Get("thought").Raw) == "true":
			r.Add(role, dialect.Said(dialect.Thought, o.Get("text")))
		default:
			r.Add(role, r.ContentPart(p))
		}
	}
}

// only is the text of an object that holds nothing else, as a tool's text is
// wrapped for Gemini; any other value as it is.
func (r reader) only(v translate.Value) translate.Value {
	if o := r.Object(v); len(o) == 1 {
		if in := o.Get(o[0].Name); in.Kind() == scan.String {
			return in
		}
	}
	return v
}
