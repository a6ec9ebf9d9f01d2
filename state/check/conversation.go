package check

import (
	"bytes"
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/translate"
	"gatehouse/state/schema"
)

var roles = []string{"user", "assistant", "system", "developer"}

// otherRoles are the names that roles have elsewhere.
var otherRoles = map[string]string{"model": "assistant", "ai": "assistant", "bot": "assistant", "human": "user"}

// conversation hints at what is hardly meant so in the input.
func (c *checker) conversation(input []byte) {
	if scan.KindOf(input) != scan.Array {
		return
	}
	var root *path
	l := talkLook{checker: c, outputs: map[string]bool{}}
	var last []byte
	for _, item := range scan.Elements(input) {
		if scan.KindOf(item) == scan.Object {
			l.output(item)
		}
		last = item
		l.count++
	}
	n := 0
	for _, item := range scan.Elements(input) {
		l.item(root.key("input").at(n), item, n)
		n++
	}
	switch {
	case n == 0:
		c.likely(root.key("input"), "is empty: nothing is asked")
	case isMessage(last) && scan.Text(scan.Get(last, "role")) == "assistant" && scan.IsNull(scan.Get(last, "id")):
		// One with an id was returned: a conversation that goes on from here.
		c.hint(root.key("input").at(n-1), "ends the input, and is the assistant's: few services answer it")
	}
}

// talkLook is one look at a conversation.
type talkLook struct {
	*checker
	outputs map[string]bool // call ids that have an output
	count   int
	open    int // index behind the last item that is no call that waits for its output
}

func isMessage(item []byte) bool {
	return kindOf(item) == "message" || scan.Get(item, "type") == nil && scan.Get(item, "role") != nil
}

// answers are the types of outputs by the type of their calls.
var answers = map[string]string{
	"function_call": "function_call_output", "custom_tool_call": "custom_tool_call_output",
}

// output notes what an item is an output of, and whether calls before it still wait.
func (l *talkLook) output(item []byte) {
	kind := kindOf(item)
	if id := scan.Get(item, "call_id"); kind == "function_call_output" || kind == "custom_tool_call_output" {
		l.outputs[kind+" "+scan.Text(id)] = true
	} else if scan.Text(scan.Get(item, "role")) == "tool" { // of chat completions
		l.outputs["function_call_output "+scan.Text(scan.Get(item, "tool_call_id"))] = true
	}
	if answers[kind] == "" && kind != "reasoning" {
		l.open = l.count + 1
	}
}

// item looks at one item of the input.
func (l *talkLook) item(at *path, item []byte, n int) {
	if scan.KindOf(item) != scan.Object {
		return
	}
	kind := kindOf(item)
	switch {
	case isMessage(item):
		l.message(at, item)
	case answers[kind] != "":
		l.call(at, item, kind, n)
	case kind == "function_call_output", kind == "custom_tool_call_output":
		l.callOutput(at, item, kind)
	case kind != "" && !slices.Contains(known().itemTypes, l.bare(kind)):
		l.unknownType(at.key("type"), scan.Get(item, "type"), "item", known().itemTypes)
	}
}

// call hints at a call without its output. One that was returned and stands at the end
// waits for it.
func (l *talkLook) call(at *path, item []byte, kind string, n int) {
	id := scan.Get(item, "call_id")
	returned := !scan.IsNull(scan.Get(item, "id")) && n >= l.open
	switch {
	case scan.IsNull(id):
		l.likely(at.key("call_id"), "is missing: no output can name this call")
	case !returned && !l.outputs[answers[kind]+" "+scan.Text(id)]:
		l.likely(at, "has no "+answers[kind]+" in input, which most services want")
	}
	if kind != "function_call" {
		return
	}
	v := scan.Get(item, "arguments")
	at = at.key("arguments")
	switch {
	case scan.KindOf(v) == scan.Object:
		l.likely(at, "an object, services take JSON as a string", Edit{Pointer: at.pointer(), Value: scan.Quote(string(compact(v)))})
	case scan.KindOf(v) != scan.String:
	case len(bytes.TrimSpace([]byte(scan.Text(v)))) == 0:
		l.likely(at, schema.Excerpt(v)+" is not JSON", Edit{Pointer: at.pointer(), Value: []byte(`"{}"`)})
	case scan.Check([]byte(scan.Text(v))) != nil:
		l.likely(at, schema.Excerpt(v)+" is not JSON")
	}
}

func compact(v []byte) []byte {
	var out bytes.Buffer
	_ = json.Compact(&out, v) // it was scanned before
	return out.Bytes()
}

// callOutput hints at an output that names no call. One of a function call that names a call
// which is not there is a fault.
func (l *talkLook) callOutput(at *path, item []byte, kind string) {
	if scan.IsNull(scan.Get(item, "call_id")) {
		l.hint(at.key("call_id"), "is missing: the output belongs to no call")
	}
	if v := scan.Get(item, "output"); scan.KindOf(v) == scan.Array {
		l.contents(at.key("output"), v, "user")
	}
}

// message looks at a message.
func (l *talkLook) message(at *path, item []byte) {
	v := scan.Get(item, "role")
	role := scan.Text(v)
	if scan.KindOf(v) == scan.String && !slices.Contains(roles, role) {
		l.role(at, item, role)
	}
	if v := scan.Get(item, "content"); scan.KindOf(v) == scan.Array {
		l.contents(at.key("content"), v, role)
	}
}

// role hints at a role that /responses does not have.
func (l *talkLook) role(at *path, item []byte, role string) {
	message := schema.Excerpt(scan.Get(item, "role")) + ", known: user, assistant, system, developer"
	if role == "tool" || role == "function" {
		r, err := translate.Request("", scan.MakeObject("messages", scan.MakeArray([]json.RawMessage{item})))
		var repair Repair
		for n, output := range scan.Elements(scan.Get(r.Body, "input")) {
			if n >= 0 && kindOf(output) == "function_call_output" {
				repair = Repair{{Pointer: at.pointer(), Value: compact(output)}}
			}
		}
		if err == nil && repair != nil {
			l.likely(at.key("role"), schema.Excerpt(scan.Get(item, "role"))+" is no role here: what a tool returned is an item of type function_call_output", repair...)
			return
		}
	}
	meant := otherRoles[role]
	if meant == "" {
		meant = nearest(role, roles)
	}
	if meant == "" {
		l.likely(at.key("role"), message)
		return
	}
	l.likely(at.key("role"), message+"; did you mean "+meant+"?", Edit{Pointer: at.key("role").pointer(), Value: scan.Quote(meant)})
}

// contents looks at the parts of a content.
func (l *talkLook) contents(at *path, parts []byte, role string) {
	n := 0
	for _, part := range scan.Elements(parts) {
		l.part(at.at(n), part, role)
		n++
	}
}

func (l *talkLook) part(at *path, part []byte, role string) {
	v := scan.Get(part, "type")
	kind := scan.Text(v)
	switch {
	case scan.KindOf(v) != scan.String:
	case kind == "input_image" && scan.IsNull(scan.Get(part, "image_url")) && scan.IsNull(scan.Get(part, "file_id")):
		l.likely(at, "has no image: image_url is missing")
	case slices.Contains(known().partTypes, kind):
	case l.looked <= maxUnknown:
		if !l.foreignPart(at, part, role) {
			l.unknownType(at.key("type"), v, "content part", known().partTypes)
		}
	}
}

// foreignPart hints at a part as other APIs write it.
func (l *talkLook) foreignPart(at *path, part []byte, role string) bool {
	said := "user"
	if role == "assistant" {
		said = role
	}
	message := scan.MakeObject("role", scan.Quote(said), "content", scan.MakeArray([]json.RawMessage{part, part}))
	r, err := translate.Request("", scan.MakeObject("messages", scan.MakeArray([]json.RawMessage{message})))
	from, to, found := scan.Find(r.Body, []string{"input", "0", "content", "0"})
	if err != nil || !found {
		return false
	}
	translated := compact(r.Body[from:to])
	kind := scan.Get(part, "type")
	repair := Edit{Pointer: at.pointer(), Value: translated}
	if string(kind) == `"text"` { // its other members stay as they are
		repair = Edit{Pointer: at.key("type").pointer(), Value: scan.Get(translated, "type")}
	}
	l.likely(at.key("type"), schema.Excerpt(kind)+" is of another API; did you mean "+kindOf(translated)+"?", repair)
	return true
}
