package output

import "slices"

// ToolCall is the item of a tool other than a function: one that the gateway runs (server tools,
// web search and the like), or one that the model asks its caller to run (shell, computer use and
// the like) (wire-notes §4, §5.1). The kinds differ in Members and Events.
type ToolCall struct {
	Type string
	ID   string
	// Members appends the members between type, id and status, each with a comma before it. text is
	// the part of Text that is written so far; done reports whether the tool has answered.
	Members   func(b JSON, text string, done bool) JSON
	Text      string // written token by token, such as code or a diff
	Foreign   bool   // another model writes the text, so it counts for that one
	Stateless bool   // the kind has no status
	Events    Events
	Spent     Spent // by other models, for the answer
	By        Runner
}

// Runner is who runs a tool.
type Runner int

// The runners.
const (
	Gateway Runner = iota
	Caller         // the caller, whose answer is in the next request
	Nobody         // the item is part of the answer, without a tool
)

// Events is the events of a kind of tool, in addition to those of every item. An empty name sends
// none.
type Events struct {
	Name   string   // prefix of the phases: response.web_search_call
	Before []string // phases before the text: in_progress, searching
	After  []string // phases after it: completed
	Text   string   // prefix of .delta and .done of the text
	Member string   // of the text in .done
	Image  string   // sent as the only partial image; base64
}

// Spent is what other models read and wrote, in tokens, for an item. The cost is in USD.
type Spent struct {
	Input, Output, Reasoning int
	Cost                     float64
	Bills                    []Bill // the parts of the cost
}

// Bill is the cost of one answer of another model, in USD.
type Bill struct {
	Model, Provider string
	Input, Output   int // tokens
	Cost            float64
}

// Plus returns the sum of both.
func (s Spent) Plus(more Spent) Spent {
	return Spent{
		s.Input + more.Input, s.Output + more.Output, s.Reasoning + more.Reasoning, s.Cost + more.Cost,
		append(slices.Clip(s.Bills), more.Bills...),
	}
}

// Spender is an item for which other models worked.
type Spender interface{ Spending() Spent }

// Work returns what the answering model wrote in the items, and what other models spent on them.
func Work(items []Placed) (answer, others Spent) {
	for _, it := range items {
		answer.Output += it.Item.Tokens()
		switch it := it.Item.(type) {
		case Reasoning:
			answer.Reasoning += it.Tokens()
		case Spender:
			others = others.Plus(it.Spending())
		}
	}
	return answer, others
}

// Used is an item of a tool that is not a function: who runs it, and whether it searches the web.
type Used interface {
	Use() (by Runner, search bool)
}

var (
	_ Spender = ToolCall{}
	_ Used    = ToolCall{}
)

// Use reports who runs the tool, and whether it searches the web.
func (c ToolCall) Use() (by Runner, search bool) {
	return c.By, c.Events.Name == "response.web_search_call"
}

// Spending returns what other models used.
func (c ToolCall) Spending() Spent { return c.Spent }

// Tokens returns the length of the text; 0 if another model writes it.
func (c ToolCall) Tokens() int {
	if c.Foreign {
		return 0
	}
	return CountTokens(c.Text)
}

func (c ToolCall) Cut(n int) Item {
	if !c.Foreign {
		c.Text, _ = CutTokens(c.Text, n)
	}
	return c
}

func (c ToolCall) Empty() Item {
	c.Text = ""
	return c
}

// AppendJSON appends the item, with the tool's answer once it is done.
func (c ToolCall) AppendJSON(dst JSON, status string) JSON {
	dst = open(dst, c.Type).Optional("id", c.ID)
	if c.Members != nil {
		dst = c.Members(dst, c.Text, status != InProgress && status != Incomplete)
	}
	if c.Stateless {
		return dst.End()
	}
	if status == Incomplete && c.Type == "apply_patch_call" {
		status = InProgress // a patch has only in_progress and completed (wire-notes §3)
	}
	return dst.Text("status", status).End()
}

func (c ToolCall) Play(s *Stage) bool {
	e, head := c.Events, s.place(c.ID, "")
	phases := func(names []string) bool {
		return !slices.ContainsFunc(names, func(phase string) bool { return !s.event(e.Name+"."+phase, head) })
	}
	image := func() bool {
		return e.Image == "" || s.event(e.Name+".partial_image", head.Int("partial_image_index", 0).Text("partial_image_b64", e.Image))
	}
	return phases(e.Before) && c.playText(s, head) && image() && phases(e.After)
}

func (c ToolCall) playText(s *Stage, head JSON) bool {
	e := c.Events
	if c.Text == "" || e.Text == "" {
		return true
	}
	if !c.Foreign {
		return s.deltas(e.Text+".delta", c.Text, head, nil) && s.event(e.Text+".done", head.Text(e.Member, c.Text))
	}
	// The text of another model is sent as text of this item (wire-notes §5.1, "Advisor"), with the
	// members that strict readers require of a text event.
	head = s.place(c.ID, "content_index")
	none := func(b JSON, _ string) JSON { return b.Raw("logprobs", "[]") }
	return s.foreignDeltas(e.Text+".delta", c.Text, head, none) && s.event(e.Text+".done", none(head.Text(e.Member, c.Text), ""))
}

// foreignDeltas sends the text of another model token by token.
func (s *Stage) foreignDeltas(typ, text string, head JSON, tail func(b JSON, tok string) JSON) bool {
	foreign := *s
	foreign.Yield = func(f Frame) bool {
		f.Foreign, f.Delta = f.Delta, false
		return s.Yield(f)
	}
	return foreign.deltas(typ, text, head, tail)
}

// FunctionCall asks the caller to run a function tool, or a custom tool, and to send its result
// back as a function_call_output or a custom_tool_call_output with the same call_id.
type FunctionCall struct {
	ID        string
	CallID    string
	Name      string
	Namespace string // left out when empty
	Custom    bool   // of a custom tool
	Arguments string // a JSON object as text; the input of a custom tool, which is free text
	Subagent  string // the call_id of the subagent that calls; left out when empty
	// Transcript is a JSON array of what the subagent did so far; only its first call has one.
	Transcript string
	Spent      Spent // by the subagent
}

var _ Spender = FunctionCall{}

// Spending returns what the calling subagent used.
func (c FunctionCall) Spending() Spent { return c.Spent }

// Tokens returns the length of the arguments; 0 if a subagent wrote them.
func (c FunctionCall) Tokens() int {
	if c.Subagent != "" {
		return 0
	}
	return CountTokens(c.Arguments)
}

func (c FunctionCall) Cut(n int) Item {
	if c.Subagent == "" {
		c.Arguments, _ = CutTokens(c.Arguments, n)
	}
	return c
}

func (c FunctionCall) Empty() Item {
	c.Arguments, c.Transcript = "", ""
	return c
}

// AppendJSON appends the call. wire-notes §4 lists no status for that of a custom tool, but the AI
// SDK rejects a streamed call without one.
func (c FunctionCall) AppendJSON(dst JSON, status string) JSON {
	typ, member := "function_call", "arguments"
	if c.Custom {
		typ, member = "custom_tool_call", "input"
	}
	dst = open(dst, typ).Text("id", c.ID).Text("call_id", c.CallID).Text("name", c.Name).
		Optional("namespace", c.Namespace).Text(member, c.Arguments).Optional("subagent_id", c.Subagent)
	if c.Transcript != "" {
		dst = dst.Raw("subagent_items", c.Transcript)
	}
	return dst.Text("status", status).End()
}

// Play sends the arguments. The last event of a function's call repeats the name, which strict
// readers require (wire-notes §5.1).
func (c FunctionCall) Play(s *Stage) bool {
	head := s.place(c.ID, "")
	send := s.deltas
	if c.Subagent != "" {
		send = s.foreignDeltas
	}
	typ, last := "response.function_call_arguments", head.Text("name", c.Name).Text("arguments", c.Arguments)
	if c.Custom {
		typ, last = "response.custom_tool_call_input", head.Text("input", c.Arguments)
	}
	return send(typ+".delta", c.Arguments, head, nil) && s.event(typ+".done", last)
}
