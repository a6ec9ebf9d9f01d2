package history

import (
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// Purpose is what a request is for that is no step of a conversation.
type Purpose string

// The purposes.
const (
	Step        Purpose = ""             // a step of a conversation, or anything else
	Handshake   Purpose = "handshake"    // it opened a WebSocket for responses, which are exchanges
	WarmUp      Purpose = "warm-up"      // it has nothing generated: generate is false
	CountTokens Purpose = "count_tokens" // it asks how many tokens a request has
	Title       Purpose = "title"        // an agent asks for the title of the conversation
)

// IsQuiet reports whether exchanges for a purpose are no part of a conversation.
func (p Purpose) IsQuiet() bool { return p == Handshake || p == WarmUp || p == CountTokens }

// countPaths are the ends of the paths that count tokens, of Anthropic, Gemini and OpenAI.
var countPaths = []string{"/count_tokens", ":countTokens", "/responses/input_tokens"}

// purposeOf returns what a request is for.
func purposeOf(c *wire.Capture) Purpose {
	path := RequestOf(c).Path
	switch {
	case c.Sent.OpensResponses():
		return Handshake
	case c.Sent.OnSocket() && string(scan.Get(c.Sent.Body, "generate")) == "false":
		return WarmUp
	case slices.ContainsFunc(countPaths, func(end string) bool { return strings.HasSuffix(path, end) }):
		return CountTokens
	case slices.ContainsFunc(registry.ReadNew(c.Sent.Body), asksForTitle):
		return Title
	}
	return Step
}

func asksForTitle(m dialect.Message) bool {
	return (m.Role == dialect.System || m.Role == dialect.User) && slices.ContainsFunc(m.Parts, func(p dialect.Part) bool { return p.Kind == dialect.Text && asksTitle(p.Text) })
}

// counted returns the tokens that an answer counts, in words; "" if it counts none.
func counted(answer []byte) string {
	for _, member := range []string{"input_tokens", "totalTokens"} {
		if n, err := strconv.Atoi(string(scan.Get(answer, member))); err == nil {
			return "→ " + figures.Counted(n, "token")
		}
	}
	return ""
}

// CallWords returns the tools that an answer calls; "" for none.
func CallWords(tools []string, calls int) string {
	switch {
	case len(tools) == 0:
		return ""
	case calls == len(tools):
		return "→ " + strings.Join(tools, ", ")
	case len(tools) == 1:
		return "→ " + tools[0] + " ×" + strconv.Itoa(calls)
	}
	return "→ " + strings.Join(tools, ", ") + ", " + strconv.Itoa(calls) + " calls"
}

// answerWords returns the first words of an answer: of its text, else its calls, else of its failure.
func answerWords(e *Entry, x *state.Exchange, c *wire.Capture) string {
	if e.Purpose == CountTokens && c.Text().Len() < maxText {
		if words := counted(c.Text().All()); words != "" {
			return words
		}
	}
	for _, it := range x.Answer() {
		if it.Type == "message" {
			for _, words := range it.TextBuffers() {
				if line := oneLine(words.Rope().Cut(0, 4*maxFirst)); line != "" {
					return line
				}
			}
		}
	}
	if calls := CallWords(e.Tools, e.Calls); calls != "" {
		return calls
	}
	if x.Failure != nil {
		return oneLine(x.Failure.Message)
	}
	return ""
}

// Asking returns the entry of a request that has not been sent, with what is known of it.
func Asking(about About, x *state.Exchange, c *wire.Capture) Entry {
	e := Entry{ID: c.ID, About: about, Request: RequestOf(c), Start: c.Start, Asked: x.Asked(c.Sent), Purpose: purposeOf(c)}
	if e.Session == "" {
		e.Session = run.IDsOf(c.Sent).Session
	}
	return e
}

// changedBy returns what Entry.Changed has.
func changedBy(c *wire.Capture) []string {
	if c.Changed == nil {
		return nil
	}
	by := []string{"yes"}
	if c.Changed.Hand {
		by = append(by, "hand")
	}
	if slices.ContainsFunc(c.Changed.By, func(by string) bool { return by != wire.ByHand }) {
		by = append(by, "rule")
	}
	return by
}

// faultOf returns what Entry.Fault has.
func faultOf(c *wire.Capture) string {
	if c.Changed != nil && c.Changed.Made != "" {
		return "answered"
	}
	if c.Delivery == nil || c.Delivery.Fault == "" {
		return ""
	}
	what := c.Delivery.Fault[strings.LastIndex(c.Delivery.Fault, "=>")+1:]
	for word := range strings.FieldsFuncSeq(what, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return word
	}
	return ""
}

// ChangedMark is in front of the words of an exchange whose request was changed on the way.
const ChangedMark = "✎"
