// Package translate writes a request of chat completions or of Anthropic messages as a
// request for POST /responses, and lists what has no place there. Values keep their
// spelling. What /responses takes is the API document's, what the two others mean is in
// the public references of OpenAI, Anthropic and OpenRouter.
package translate

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
)

// ErrForeign is the error of a request that is of neither API.
var ErrForeign = errors.New("only chat completions and Anthropic messages can be translated to /responses")

// Loss is a value of a request that its translation does not have.
type Loss struct {
	Path string // as jq writes it, without the leading dot
	Why  string // in plain words
}

// String returns the loss on one line.
func (l Loss) String() string { return l.Path + ": " + l.Why }

// Result is a translated request.
type Result struct {
	Body   []byte          // a request for POST /responses, laid out by two spaces
	From   dialect.Dialect // Chat or Anthropic
	Losses []Loss          // in the order of the request
}

// Request translates a request. Its path on the server decides between the two APIs
// where its body could be of either; it may be empty. Faults of the values stay: they are
// for state/check to find. The error is ErrForeign, or says why the body is no JSON object.
func Request(path string, body []byte) (Result, error) {
	read, err := dialect.Read(body)
	if err != nil {
		return Result{}, err
	}
	from := of(path, read.Dialect)
	if from != dialect.Chat && from != dialect.Anthropic {
		return Result{}, ErrForeign
	}
	t := &translator{from: from, calls: map[string]call{}, offered: map[string]json.RawMessage{}}
	t.request(t.open(value{raw: body}))
	return Result{Body: t.body(), From: from, Losses: t.inOrder()}, nil
}

// of tells the API of a request whose body was read as that of a dialect. The bodies of
// the two are alike where neither a tool nor a system prompt is used.
func of(path string, read dialect.Dialect) dialect.Dialect {
	if read != dialect.Chat && read != dialect.Anthropic {
		return read
	}
	switch path = strings.TrimSuffix(path, "/"); {
	case strings.HasSuffix(path, "/messages"):
		return dialect.Anthropic
	case strings.HasSuffix(path, "/chat/completions"):
		return dialect.Chat
	}
	return read
}

// translator collects the members of the translation, and what has no place in it. One
// serves both APIs, and servers that mix them: where they have a member of the same name
// and another meaning, from decides.
type translator struct {
	from   dialect.Dialect
	losses []loss

	inside    bool // a part that holds parts
	likeliest bool // the likeliest tokens of each place are asked for

	model, instructions json.RawMessage
	out                 builder // but for model, instructions and what follows
	reasoning, text     builder
	plugins, tools      []json.RawMessage
	choice              value           // of a tool; it may name one that is lost, so it is read last
	chosen              json.RawMessage // what it is in the translation; nil for nothing
	items               []json.RawMessage

	calls   map[string]call            // made so far, by their id
	legacy  string                     // id of the last function_call, which has none of its own
	offered map[string]json.RawMessage // how tool_choice names a tool; nil for one that is lost
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

func (t *translator) lose(v value, why string) {
	t.losses = append(t.losses, loss{Loss{cmp.Or(v.path, "."), why}, v.at})
}

// inOrder returns the losses in the order of the source.
func (t *translator) inOrder() []Loss {
	slices.SortStableFunc(t.losses, func(a, b loss) int { return a.at - b.at })
	var list []Loss
	for _, l := range t.losses {
		list = append(list, l.Loss)
	}
	return list
}

// body writes the translation.
func (t *translator) body() []byte {
	var all []any
	add := func(name string, v json.RawMessage, there bool) {
		if there {
			all = append(all, name, v)
		}
	}
	add("model", t.model, t.model != nil)
	add("instructions", t.instructions, t.instructions != nil)
	all = append(all, t.out.members...)
	add("reasoning", t.reasoning.object(), len(t.reasoning.members) > 0)
	add("text", t.text.object(), len(t.text.members) > 0)
	add("plugins", scan.MakeArray(t.plugins), t.plugins != nil)
	add("tools", scan.MakeArray(t.tools), t.tools != nil)
	add("tool_choice", t.chosen, t.chosen != nil)
	add("input", scan.MakeArray(t.items), true)
	doc := scan.MakeObject(all...)
	laid, err := scan.AppendIndent(nil, doc, "")
	if err != nil { // it nests too deep to be laid out
		return doc
	}
	return laid
}

// builder is an object that is made member by member.
type builder struct {
	members []any             // names and values in turn, as scan.MakeObject takes them
	set     map[string]source // by name
}

// source is where a member of the translation has its value from.
type source struct {
	path string
	raw  json.RawMessage
}

func (b *builder) object() json.RawMessage { return scan.MakeObject(b.members...) }

// put sets a member of b to a value that was made of v. The first one stands; another
// value for the same member is lost.
func (t *translator) put(b *builder, name string, raw json.RawMessage, v value) {
	if was, there := b.set[name]; there {
		if !scan.Same(was.raw, raw) {
			t.lose(v, "another value than "+was.path+", which is used")
		}
		return
	}
	if b.set == nil {
		b.set = map[string]source{}
	}
	b.set[name] = source{v.path, raw}
	b.members = append(b.members, name, raw)
}

// move sets a member to a value as it is, where it is there.
func (t *translator) move(b *builder, name string, v value) {
	if v.there() {
		t.put(b, name, v.raw, v)
	}
}
