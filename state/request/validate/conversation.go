package validate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/json/schema"
)

var roles = []string{"user", "assistant", "system", "developer"}

// otherRoles are the names that roles have elsewhere.
var otherRoles = map[string]string{"model": "assistant", "ai": "assistant", "bot": "assistant", "human": "user"}

// conversation hints at what is hardly meant so in the input.
func (c *checker) conversation(input []byte) {
	if scan.KindOf(input) != scan.Array {
		return
	}
	l := talkLook{checker: c, outputs: map[string]bool{}}
	count, last := 0, inputItem{}
	for n, v := range scan.Indexed(input) {
		last, count = readItem(v), n+1
		l.output(last, n)
	}
	at := member("input")
	for n, v := range scan.Indexed(input) {
		l.item(at.at(n), readItem(v), n)
	}
	switch {
	case count == 0:
		c.likely(at, "is empty: nothing is asked")
	case last.isMessage() && scan.Text(last.role) == "assistant" && scan.IsNull(last.id):
		// One with an id was returned: the conversation continues from here.
		c.hint(at.at(count-1), "ends the input, and is the assistant's: few services answer it")
	}
}

// talkLook is one look at a conversation.
type talkLook struct {
	*checker
	outputs map[string]bool // call ids that have an output
	open    int             // index after the last item other than a call without output
}

// inputItem is what hints need of an item of the input, read in one go.
type inputItem struct {
	raw                              []byte
	kind                             string // empty: no type, or none that is a text
	of, role, id, callID, toolCallID []byte // of: the type
	content, arguments, output       []byte
}

func readItem(v []byte) inputItem {
	it := inputItem{raw: v}
	for m := range scan.Members(v) {
		switch m.Key {
		case "type":
			it.of, it.kind = m.Value, scan.Text(m.Value)
		case "role":
			it.role = m.Value
		case "id":
			it.id = m.Value
		case "call_id":
			it.callID = m.Value
		case "tool_call_id": // of chat completions
			it.toolCallID = m.Value
		case "content":
			it.content = m.Value
		case "arguments":
			it.arguments = m.Value
		case "output":
			it.output = m.Value
		}
	}
	return it
}

func (it inputItem) isMessage() bool { return it.kind == "message" || it.of == nil && it.role != nil }

// answers are the types of outputs by the type of their calls.
var answers = map[string]string{
	"function_call": "function_call_output", "custom_tool_call": "custom_tool_call_output",
}

// output notes what an item is an output of, and whether calls before it still wait.
func (l *talkLook) output(it inputItem, n int) {
	kind := it.kind
	if kind == "function_call_output" || kind == "custom_tool_call_output" {
		l.outputs[kind+" "+scan.Text(it.callID)] = true
	} else if it.toolCallID != nil && scan.Text(it.role) == "tool" {
		l.outputs["function_call_output "+scan.Text(it.toolCallID)] = true
	}
	if answers[kind] == "" && kind != "reasoning" {
		l.open = n + 1
	}
}

// item looks at one item of the input.
func (l *talkLook) item(at *path, it inputItem, n int) {
	kind := it.kind
	switch {
	case it.isMessage():
		l.message(at, it)
	case answers[kind] != "":
		l.call(at, it, n)
	case kind == "function_call_output", kind == "custom_tool_call_output":
		l.callOutput(at, it)
	case kind != "" && !slices.Contains(known().itemTypes, l.bare(kind)):
		l.unknownType(at.key("type"), it.of, "item", known().itemTypes)
	}
}

// call hints at a call without its output, except one that was returned and ends the input.
func (l *talkLook) call(at *path, it inputItem, n int) {
	id, kind := it.callID, it.kind
	returned := !scan.IsNull(it.id) && n >= l.open
	switch {
	case scan.IsNull(id):
		l.likely(at.key("call_id"), "is missing: no output can name this call")
	case !returned && !l.outputs[answers[kind]+" "+scan.Text(id)]:
		l.likely(at, "has no "+answers[kind]+" in input, which most services want")
	}
	if kind != "function_call" {
		return
	}
	v := it.arguments
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
func (l *talkLook) callOutput(at *path, it inputItem) {
	if scan.IsNull(it.callID) {
		l.hint(at.key("call_id"), "is missing: the output belongs to no call")
	}
	if v := it.output; scan.KindOf(v) == scan.Array {
		l.contents(at.key("output"), v, "user")
	}
}

// message looks at a message.
func (l *talkLook) message(at *path, it inputItem) {
	v := it.role
	role := scan.Text(v)
	if scan.KindOf(v) == scan.String && !slices.Contains(roles, role) {
		l.role(at, it.raw, role)
	}
	if v := it.content; scan.KindOf(v) == scan.Array {
		l.contents(at.key("content"), v, role)
	}
}

// role hints at a role that /responses does not have.
func (l *talkLook) role(at *path, item []byte, role string) {
	message := schema.Excerpt(scan.Get(item, "role")) + ", known: user, assistant, system, developer"
	if role == "tool" || role == "function" {
		r, err := registry.Translate("", scan.MakeObject("messages", scan.MakeArray([]json.RawMessage{item})))
		var repair Repair
		for _, output := range scan.Elements(scan.Get(r.Body, "input")) {
			if kindOf(output) == "function_call_output" {
				repair = Repair{{Pointer: at.pointer(), Value: compact(output)}}
			}
		}
		if err == nil && repair != nil {
			l.likely(at.key("role"), schema.Excerpt(scan.Get(item, "role"))+" is no role here: what a tool returned is an item of type function_call_output", repair...)
			return
		}
	}
	meant := cmp.Or(otherRoles[role], nearest(role, roles))
	if meant == "" {
		l.likely(at.key("role"), message)
		return
	}
	l.likely(at.key("role"), message+"; did you mean "+meant+"?", Edit{Pointer: at.key("role").pointer(), Value: scan.Quote(meant)})
}

// contents looks at the parts of a content.
func (l *talkLook) contents(at *path, parts []byte, role string) {
	for at, part := range at.elements(parts) {
		l.part(at, part, role)
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
	case l.lookups <= maxUnknown:
		if !l.foreignPart(at, part, role) {
			l.unknownType(at.key("type"), v, "content part", known().partTypes)
		}
	}
}

// foreignPart hints at a part as other APIs write it.
func (l *talkLook) foreignPart(at *path, part []byte, role string) bool {
	speaker := "user"
	if role == "assistant" {
		speaker = role
	}
	message := scan.MakeObject("role", scan.Quote(speaker), "content", scan.MakeArray([]json.RawMessage{part, part}))
	r, err := registry.Translate("", scan.MakeObject("messages", scan.MakeArray([]json.RawMessage{message})))
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
	l.likely(at.key("type"), schema.Excerpt(kind)+" belongs to another API; did you mean "+kindOf(translated)+"?", repair)
	return true
}
