package output

import (
	"slices"
)

// ToolCall is the item of a tool other than a function: one that the gateway
// runs (the server tools, web search and the like), or one that the model wants
// its caller to run (shell, computer use and the like). The kinds differ in
// their members and in the events between announcement and end; what they have
// in common is here (wire-notes §4, §5.1).
type ToolCall struct {
	Type string
	ID   string
	// Members appends the members between type, id and status, each with a comma
	// before it. text is what of Text is written so far; found tells whether the
	// tool has answered.
	Members func(b []byte, text string, found bool) []byte
	// Text is what is written token by token, such as code or a diff.
	Text string
	// Foreign tells that another model writes the text, so that it counts for
	// that one.
	Foreign bool
	// Stateless tells that the kind has no status.
	Stateless bool
	Events    Events
	// Spent is what other models needed for the answer.
	Spent Spent
	By    Runner
}

// Runner is who runs a tool.
type Runner int

// The runners.
const (
	Gateway Runner = iota
	Caller         // the model wants it, and the answer comes with the next request
	Nobody         // the item is part of the answer, and no tool was used
)

// Events is the events of a kind of tool, other than those of every item. An
// empty name sends none.
type Events struct {
	Name   string   // what the phases begin with: response.web_search_call
	Before []string // phases before the text: in_progress, searching
	After  []string // phases after it: completed
	Text   string   // what .delta and .done of the text begin with
	Member string   // of the text in .done
	Image  string   // sent as the one partial image; base64
}

// Spent is what other models read and wrote on behalf of an item. The cost is in
// USD.
type Spent struct {
	Input, Output, Reasoning int
	Cost                     float64
	Bills                    []Bill // what the cost consists of
}

// Bill is what one answer of another model costs, in USD.
type Bill struct {
	Model, Provider string
	Input, Output   int // tokens
	Cost            float64
}

// Plus is the sum of both.
func (s Spent) Plus(more Spent) Spent {
	return Spent{
		s.Input + more.Input, s.Output + more.Output, s.Reasoning + more.Reasoning, s.Cost + more.Cost,
		append(slices.Clip(s.Bills), more.Bills...),
	}
}

// Spender is an item for which other models worked.
type Spender interface{ Spending() Spent }

// Used is an item of a tool that is not a function: who runs it, and whether it
// searches the web.
type Used interface {
	Use() (by Runner, search bool)
}

var (
	_ Item    = ToolCall{}
	_ Spender = ToolCall{}
	_ Used    = ToolCall{}
)

// Use tells who runs the tool.
func (c ToolCall) Use() (by Runner, search bool) {
	return c.By, c.Events.Name == "response.web_search_call"
}

// Spending is what other models needed.
func (c ToolCall) Spending() Spent { return c.Spent }

// Tokens is the number of tokens that the model itself writes.
func (c ToolCall) Tokens() int {
	if c.Foreign {
		return 0
	}
	return CountTokens(c.Text)
}

// Cut keeps the first n tokens.
func (c ToolCall) Cut(n int) Item {
	if !c.Foreign {
		c.Text, _ = CutTokens(c.Text, n)
	}
	return c
}

// Empty is the call as it is announced: what is asked, and no answer.
func (c ToolCall) Empty() Item {
	c.Text = ""
	return c
}

// AppendJSON appends the item. An item that is not done has found nothing.
func (c ToolCall) AppendJSON(dst []byte, status string) []byte {
	dst = appendType(dst, c.Type)
	if c.ID != "" {
		dst = appendText(dst, "id", c.ID)
	}
	found := status != InProgress && status != Incomplete
	if c.Members != nil {
		dst = c.Members(dst, c.Text, found)
	}
	if c.Stateless {
		return append(dst, '}')
	}
	if status == Incomplete && c.Type == "apply_patch_call" {
		status = InProgress // a patch knows in_progress and completed alone (wire-notes §3)
	}
	return append(appendText(dst, "status", status), '}')
}

func appendType(dst []byte, typ string) []byte {
	dst = append(dst, `{"type":"`...)
	return append(append(dst, typ...), '"')
}

// Play sends the phases and the text.
func (c ToolCall) Play(s *Stage) bool {
	e, head := c.Events, s.place(c.ID, "")
	phases := func(names []string) bool {
		for _, phase := range names {
			if !s.event(e.Name+"."+phase, func(b []byte) []byte { return append(b, head...) }) {
				return false
			}
		}
		return true
	}
	return phases(e.Before) && c.playText(s, head) && c.playImage(s, head) && phases(e.After)
}

func (c ToolCall) playImage(s *Stage, head []byte) bool {
	return c.Events.Image == "" || s.event(c.Events.Name+".partial_image", func(b []byte) []byte {
		b = appendInt(append(b, head...), "partial_image_index", 0)
		return appendText(b, "partial_image_b64", c.Events.Image)
	})
}

func (c ToolCall) playText(s *Stage, head []byte) bool {
	if c.Text == "" || c.Events.Text == "" {
		return true
	}
	if !c.Foreign {
		return s.deltas(c.Events.Text+".delta", c.Text, head, nil) &&
			s.event(c.Events.Text+".done", func(b []byte) []byte {
				return appendText(append(b, head...), c.Events.Member, c.Text)
			})
	}
	// The words of another model come as text of this item (wire-notes §5.1,
	// "Advisor"), so they have what strict readers want of a text event.
	head = s.place(c.ID, "content_index")
	none := func(b []byte, _ string) []byte { return append(b, `,"logprobs":[]`...) }
	return s.asides(c.Events.Text+".delta", c.Text, head, none) &&
		s.event(c.Events.Text+".done", func(b []byte) []byte {
			return none(appendText(append(b, head...), c.Events.Member, c.Text), "")
		})
}

// asides sends the text of another model token by token.
func (s *Stage) asides(typ, text string, head []byte, tail func(b []byte, tok string) []byte) bool {
	aside := *s
	aside.Yield = func(f Frame) bool {
		f.Aside, f.Delta = f.Delta, false
		return s.Yield(f)
	}
	return aside.deltas(typ, text, head, tail)
}
