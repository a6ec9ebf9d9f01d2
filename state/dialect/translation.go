package dialect

import (
	"cmp"
	"encoding/json"
	"errors"
	"iter"
	"regexp"
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

// essential matches what decides on the answer: the parts of messages, and settings without which
// another answer would result.
var essential = regexp.MustCompile(`^(n|stop|stop_sequences|logprobs|audio|modalities\[\d+\]|response_format|output_format|output_config\.format|` +
	`tool_choice|function_call|(messages|system)(\[\d+\])?(\.(content|tool_calls)(\[\d+\])?)*(\.source)?)$`)

// Essential reports whether the answer would be another than the request asks for.
func (l Loss) Essential() bool { return essential.MatchString(l.Path) }

// Translated is a request that was written as one for POST /responses.
type Translated struct {
	Body   []byte // laid out by two spaces
	From   string // the API that it was written for, as people call it
	Losses []Loss // in the order of the request
}

// Translation collects the members of a translation: items.go writes the messages, and the
// Settings of an API all else. Spellings and faults of values remain: state/request/validate finds the
// faults.
type Translation struct {
	*Reader
	Path string // of the request on the server; empty where it is not known

	Model, Instructions json.RawMessage
	Out                 Builder // but for model, instructions and what follows
	Reasoning, Text     Builder
	Plugins, Tools      []json.RawMessage
	Chosen              json.RawMessage // of the tools; nil for nothing

	items   []json.RawMessage
	calls   map[string]*Part             // made so far, by their id
	made    int                          // ids of calls that have none
	waiting map[string][]json.RawMessage // by the name of a tool: the ids of its calls without an output
}

// Translate writes a request for POST /responses: by the API that it was sent to, if that
// reads it, else by the one of all that does.
func Translate(path string, body []byte, sentTo *API, all []API) (Translated, error) {
	if err := isObject(body); err != nil {
		return Translated{}, err
	}
	t := &Translation{Reader: &Reader{lists: true}, Path: path, calls: map[string]*Part{}, waiting: map[string][]json.RawMessage{}}
	top := t.Open(Value{Raw: body})
	api := t.read(top, sentTo, all)
	if api == nil || api.Settings == nil {
		return Translated{}, ErrForeign
	}
	t.writeItems()
	api.Settings(t, top)
	return Translated{t.body(), api.Dialect.String(), t.lost()}, nil
}

// read reads a request and returns its API; nil for one of none. A reader of several APIs
// names one of them.
func (t *Translation) read(top *Object, sentTo *API, all []API) *API {
	if sentTo.Settings != nil && !top.Has("input") && sentTo.Request(t.Reader, top) {
		return sentTo
	}
	for _, api := range all {
		if api.Request != nil && api.Request(t.Reader, top) {
			break
		}
	}
	i := slices.IndexFunc(all, func(api API) bool { return api.Request != nil && api.Dialect == t.Body.Dialect })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// body writes the translation.
func (t *Translation) body() []byte {
	var all []any
	add := func(name string, v json.RawMessage, there bool) {
		if there {
			all = append(all, name, v)
		}
	}
	add("model", t.Model, t.Model != nil)
	add("instructions", t.Instructions, t.Instructions != nil)
	all = append(all, t.Out.members...)
	add("reasoning", t.Reasoning.Object(), !t.Reasoning.Empty())
	add("text", t.Text.Object(), !t.Text.Empty())
	add("plugins", scan.MakeArray(t.Plugins), t.Plugins != nil)
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

// loss is a Loss and where its value is.
type loss struct {
	Loss
	at, end int
}

// AddLoss lists a value that the translation does not have, if it is there.
func (r *Reader) AddLoss(v Value, why string) {
	if r.lists && v.Raw != nil {
		r.losses = append(r.losses, loss{Loss{cmp.Or(v.Path, "."), why}, v.At, v.At + len(v.Raw)})
	}
}

// rejects lists a value that the translation does not have; false where nothing is
// translated, and all is read that can be.
func (r *Reader) rejects(v Value, why string) bool {
	r.AddLoss(v, why)
	return r.lists
}

// List yields the elements of a value that should be an array. Any other is lost.
func (r *Reader) List(v Value) iter.Seq[Value] {
	if v.Kind() != scan.Array && v.There() {
		r.AddLoss(v, "not an array")
	}
	return v.Elements()
}

// lost returns all losses in the order of the request. What is within a value that is lost
// is not listed again.
func (r *Reader) lost() (list []Loss) {
	for _, o := range r.opened {
		o.losses()
	}
	slices.SortStableFunc(r.losses, func(a, b loss) int { return cmp.Or(a.at-b.at, b.end-a.end) })
	end := -1
	for _, l := range r.losses {
		if l.end > end {
			list, end = append(list, l.Loss), l.end
		}
	}
	return list
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

// Empty reports whether it has no members.
func (b *Builder) Empty() bool { return len(b.members) == 0 }

// Put sets a member of b to a value that was made of v. The first one counts; another
// value for the same member is lost.
func (t *Translation) Put(b *Builder, name string, raw json.RawMessage, v Value) {
	if was, there := b.set[name]; there {
		if !scan.Same(was.raw, raw) {
			t.AddLoss(v, "another value than "+was.path+", which is used")
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
func (t *Translation) Move(b *Builder, name string, v Value) {
	if v.There() {
		t.Put(b, name, v.Raw, v)
	}
}

// MoveMembers sets members of the same names to those of an object.
func (t *Translation) MoveMembers(b *Builder, o *Object, names ...string) {
	for _, name := range names {
		t.Move(b, name, o.Take(name))
	}
}

// Without takes members that ask for what /responses does not have.
func (t *Translation) Without(o *Object, names ...string) {
	for _, name := range names {
		if v := o.Take(name); !v.Hollow() {
			t.AddLoss(v, "no such setting in /responses")
		}
	}
}
