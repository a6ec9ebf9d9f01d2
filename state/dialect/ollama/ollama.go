// Package ollama reads Ollama's native API (https://docs.ollama.com/api): /api/chat and
// /api/generate, whose streams are a JSON object a line.
package ollama

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
)

const title dialect.Dialect = "Ollama"

// API is POST /api/chat and /api/generate.
func API() dialect.API {
	return dialect.API{
		Name: "ollama", Dialect: title, Answer: "answer of Ollama",
		Endpoint: endpoint, Operation: "POST /api/chat", Limit: dialect.LimitedBy("options.num_predict"),
		Streams: func(request []byte) bool { return string(scan.Get(request, "stream")) != "false" }, Last: "done", Frames: map[string]string{
			"message.content": "response.output_text.delta", "message.thinking": "response.reasoning_text.delta",
			"response": "response.output_text.delta", "thinking": "response.reasoning_text.delta",
		},
		Request: request, Settings: settings,
		Reader:    func([]byte) answers.Reader { return &answer{thought: wire.None, message: wire.None} },
		Assembler: func() assembly.Builder { return &builder{assembly.NewAnswer("")} },
	}
}

// endpoint takes requests that name a model: many web sites have an /api/chat.
func endpoint(sent wire.Sent) string {
	for _, name := range [...]string{"api/chat", "api/generate"} {
		if sent.PostsTo(name) && scan.KindOf(scan.Get(sent.Body, "model")) == scan.String {
			return name
		}
	}
	return ""
}

// request reads a request of /api/chat, with those of chat completions, or of /api/generate.
func request(r *dialect.Reader, top *dialect.Object) bool {
	prompt := top.Peek("prompt")
	switch {
	case r.Messages(top):
	case prompt.Kind() == scan.String && top.Has("model"), top.Has("images") && top.Has("model"):
		system := top.Take("system")
		r.Holds(system)
		r.AddContent(dialect.System, nil, system)
		r.Holds(prompt)
		r.AddContent(dialect.User, nil, top.Take("prompt"), r.Images(top)...)
	default:
		return false
	}
	r.Body.Dialect = title
	return true
}

// answer reads one answer: a reasoning, a message and calls, each in one piece.
type answer struct {
	answers.Items
	thought, message int // output_index; wire.None before they began
	done             bool
	reason           string // done_reason
	usage            json.RawMessage
	name             string // of the frame that is being read
	image            bool   // it has an image
}

func (a *answer) Clone() answers.Reader {
	d := *a
	d.Items = a.Items.Clone()
	return &d
}

func (*answer) Member() string { return "done_reason" }

func (a *answer) Ending() answers.Ending {
	e := answers.Ending{Known: a.done, Status: "completed", Reason: a.reason, Usage: a.usage, Unread: a.image || a.reason == "load" || a.reason == "unload"} // no text was asked for
	switch a.reason {
	case "", "stop", "load", "unload":
	default:
		e.Status = "incomplete"
	}
	return e
}

func (a *answer) Frame(e *wire.Event, _ string) answers.Read {
	r, known := a.read(e.Data)
	switch r.Name = a.name; {
	case !known:
		r.Name, r.Unknown = "no done", "data without done"
	case a.done:
		r.Last = true
		if a.name == "" {
			r.Name = "done"
		}
	case a.name == "":
		r.Name = "chunk"
	}
	return r
}

func (a *answer) Document(body []byte) (answers.Read, bool) {
	r, known := a.read(body)
	a.done = a.done || known
	return r, known
}

// read reads a piece of an answer, or all of it.
func (a *answer) read(data json.RawMessage) (r answers.Read, known bool) {
	a.Steps, a.name = a.Steps[:0], ""
	var counts []any
	for m := range scan.Members(data) {
		switch m.Key {
		case "message":
			for in := range scan.Members(m.Value) {
				a.says(m.Key+"."+in.Key, in.Key, in.Value)
			}
		case "image", "images":
			a.image = a.image || !scan.IsNull(m.Value)
		case "response":
			a.says(m.Key, "content", m.Value)
		case "thinking":
			a.says(m.Key, m.Key, m.Value)
		case "done":
			known, a.done = true, string(m.Value) == "true"
		case "done_reason":
			a.reason = scan.Text(m.Value)
		case "prompt_eval_count", "eval_count":
			counts = append(counts, m.Key, m.Value)
		}
	}
	r = answers.Read{Steps: a.Steps}
	if a.done {
		if counts != nil {
			a.usage = scan.MakeObject(counts...)
		}
		a.end()
		r.Steps = a.Steps
	}
	if model := scan.Get(data, "model"); model != nil {
		r.Facts = scan.MakeObject("model", model) // its created_at is no number
	}
	return r, known
}

// says takes a member of a message.
func (a *answer) says(name, member string, v json.RawMessage) {
	before := len(a.Steps)
	switch member {
	case "thinking":
		a.text(&a.thought, "reasoning", answers.Reasoning, v)
	case "content":
		a.text(&a.message, "message", answers.OutputText, v)
	case "tool_calls":
		for _, c := range scan.Elements(v) {
			a.call(c)
		}
	case "images":
		a.image = a.image || !scan.IsNull(v)
	}
	if len(a.Steps) > before && a.name == "" {
		a.name = name
	}
}

func (a *answer) text(item *int, kind string, f *answers.Family, v json.RawMessage) {
	if scan.TextLen(v) == 0 {
		return
	}
	if *item == wire.None {
		*item = a.Open(kind, nil)
	}
	a.Text(f, *item, 0, v, false)
}

func (a *answer) call(v json.RawMessage) {
	f := scan.Get(v, "function")
	var members []any
	if name := scan.Get(f, "name"); scan.TextLen(name) > 0 {
		members = append(members, "name", name)
	}
	if id := scan.Get(v, "id"); scan.TextLen(id) > 0 {
		members = append(members, "call_id", id)
	}
	item := a.Open("function_call", nil, members...)
	if args := scan.Get(f, "arguments"); !scan.IsNull(args) {
		a.Full(answers.Arguments, item, wire.None, args)
	}
	a.End(item)
}

// end ends the texts.
func (a *answer) end() {
	for _, item := range []*int{&a.thought, &a.message} {
		if *item != wire.None {
			a.End(*item)
			*item = wire.None
		}
	}
}

// builder joins the texts of the lines and lists their calls; of all else the last counts.
type builder struct{ assembly.Answer }

func (b *builder) Clone() assembly.Builder { return &builder{b.Answer.Clone()} }

func (b *builder) Frame(data json.RawMessage, _ string) {
	for m := range scan.Members(data) {
		switch into := b.Member(m.Key); {
		case m.Key == "message" && scan.KindOf(m.Value) == scan.Object:
			message := into.Object()
			for in := range scan.Members(m.Value) {
				message.Member(in.Key).MergeAs(in.Key, in.Value, grows(in.Key), 3)
			}
		default:
			into.MergeAs(m.Key, m.Value, grows(m.Key), 1)
		}
	}
}

// grows returns the rule for a repeated member.
func grows(member string) assembly.Rule {
	switch member {
	case "content", "thinking", "response":
		return assembly.Grows
	case "tool_calls", "images":
		return assembly.ListsGrow
	}
	return assembly.LastWins
}
