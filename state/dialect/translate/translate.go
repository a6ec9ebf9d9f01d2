// Package translate writes requests of other APIs as requests for POST /responses, and lists
// what has no place there. Values keep their spelling. Here is what the APIs have in common,
// and all of those with a list of messages: chat completions and Anthropic messages. What
// /responses takes is the API document's, what the others mean is in their public references.
package translate

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"gatehouse/client/scan"
)

// ErrForeign is the error of a request of an API that is not translated.
var ErrForeign = errors.New("requests of this API cannot be translated to /responses")

// Loss is a value of a request that its translation does not have.
type Loss struct {
	Path string // as jq writes it, without the leading dot
	Why  string // in plain words
}

// String returns the loss on one line.
func (l Loss) String() string { return l.Path + ": " + l.Why }

// Result is a translated request.
type Result struct {
	Body   []byte // a request for POST /responses, laid out by two spaces
	From   string // the API that it was written for, as people call it
	Losses []Loss // in the order of the request
}

// Request translates a request of an API, sent to a path, by what translates its members.
// Faults of the values stay: they are for state/check to find.
func Request(from, path string, body []byte, members func(*T, *Object)) Result {
	t := &T{Path: path, calls: map[string]call{}, offered: map[string]json.RawMessage{}, waiting: map[string][]json.RawMessage{}}
	members(t, t.Open(Value{Raw: body}))
	return Result{Body: t.body(), From: from, Losses: t.inOrder()}
}

// T collects the members of a translation, and what has no place in it. What translates
// chat completions serves Anthropic messages too, and servers that mix them: where they have
// a member of the same name and another meaning, anthropic decides.
type T struct {
	Path      string // of the request on the server; empty where it is not known
	anthropic bool
	losses    []loss

	inside    bool // a part that holds parts
	likeliest bool // the likeliest tokens of each place are asked for

	Model, Instructions json.RawMessage
	Out                 Builder // but for model, instructions and what follows
	Reasoning, Text     Builder
	Tools               []json.RawMessage
	plugins             []json.RawMessage
	choice              Value           // of a tool; it may name one that is lost, so it is read last
	Chosen              json.RawMessage // what it is in the translation; nil for nothing
	items               []json.RawMessage

	calls   map[string]call              // made so far, by their id
	legacy  string                       // id of the last function_call, which has none of its own
	made    int                          // ids, by CallID
	waiting map[string][]json.RawMessage // by the name of a tool: the ids of its calls without an output
	offered map[string]json.RawMessage   // how tool_choice names a tool; nil for one that is lost
}

// call is a call in the conversation, which its output belongs to.
type call struct {
	name   string
	custom bool
}

// loss is a Loss and the offset of its value.
type loss struct {
	Loss
	at int
}

// Lose lists a value that the translation does not have.
func (t *T) Lose(v Value, why string) {
	t.losses = append(t.losses, loss{Loss{cmp.Or(v.Path, "."), why}, v.At})
}

// inOrder returns the losses in the order of the source.
func (t *T) inOrder() []Loss {
	slices.SortStableFunc(t.losses, func(a, b loss) int { return a.at - b.at })
	var list []Loss
	for _, l := range t.losses {
		list = append(list, l.Loss)
	}
	return list
}

// body writes the translation.
func (t *T) body() []byte {
	var all []any
	add := func(name string, v json.RawMessage, there bool) {
		if there {
			all = append(all, name, v)
		}
	}
	add("model", t.Model, t.Model != nil)
	add("instructions", t.Instructions, t.Instructions != nil)
	all = append(all, t.Out.members...)
	add("reasoning", t.Reasoning.Object(), len(t.Reasoning.members) > 0)
	add("text", t.Text.Object(), len(t.Text.members) > 0)
	add("plugins", scan.MakeArray(t.plugins), t.plugins != nil)
	add("tools", scan.MakeArray(t.Tools), t.Tools != nil)
	add("tool_choice", t.Chosen, t.Chosen != nil)
	add("input", scan.MakeArray(t.items), true)
	doc := scan.MakeObject(all...)
	laid, err := scan.AppendIndent(nil, doc, "")
	if err != nil { // it nests too deep to be laid out
		return doc
	}
	return laid
}

// Builder is an object that is made member by member.
type Builder struct {
	members []any             // names and values in turn, as scan.MakeObject takes them
	set     map[string]origin // by name
}

// origin is where a member of the translation has its value from.
type origin struct {
	path string
	raw  json.RawMessage
}

// Object returns the object as JSON.
func (b *Builder) Object() json.RawMessage { return scan.MakeObject(b.members...) }

// Put sets a member of b to a value that was made of v. The first one stands; another
// value for the same member is lost.
func (t *T) Put(b *Builder, name string, raw json.RawMessage, v Value) {
	if was, there := b.set[name]; there {
		if !scan.Same(was.raw, raw) {
			t.Lose(v, "another value than "+was.path+", which is used")
		}
		return
	}
	if b.set == nil {
		b.set = map[string]origin{}
	}
	b.set[name] = origin{v.Path, raw}
	b.members = append(b.members, name, raw)
}

// Move sets a member to a value as it is, where it is there.
func (t *T) Move(b *Builder, name string, v Value) {
	if v.There() {
		t.Put(b, name, v.Raw, v)
	}
}
