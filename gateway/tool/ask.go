package tool

import (
	"context"
	"strings"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"
)

// Question is what a tool asks another model.
type Question struct {
	Model        string
	Text         string // the prompt
	Input        string // replaces Text: a JSON array as in a request; empty is none
	Instructions string
	Tools        string // a JSON array as in a request; empty is none
	Reasoning    string // a JSON object as in a request; empty is not set
	Search       bool   // the model must use a tool before it answers
	Serial       bool   // at most one function call at a time
	MaxToolCalls int
	MaxTokens    int // of the answer; 0 is the gateway's limit
}

// Answer is the reply to a Question; next to a refusal, the part before the failure.
type Answer struct {
	Text      string
	Pace      time.Duration // between two of its tokens; 0: the gateway's
	Reasoning string
	Sources   []output.Source
	Calls     []output.FunctionCall // for the caller to run
	Spent     output.Spent
}

// Refusal is the reason why a model did not answer.
type Refusal struct {
	Status  int // HTTP
	Message string
}

const (
	maxLabel = 64 // characters of an instance's name (wire-notes §2)
	subSteps = 25 // max_tool_calls of a subagent: maximum and default
)

func (k *Kit) question(t request.Tool, model string) Question {
	q := Question{
		Model: t.Text("model", model), Text: output.Prefix(k.Prompt, maxPrompt), Instructions: t.Text("instructions", ""),
		MaxTokens: t.Count("max_completion_tokens", 0), Serial: !k.Request.ParallelToolCalls(),
	}
	if r, ok := t.Member("reasoning"); ok && r.IsObject() {
		q.Reasoning = r.Raw
	}
	return q
}

func instance(m output.JSON, t request.Tool) output.JSON {
	return m.Optional("instance_name", label(t.Text("parameters.name", "")))
}

// Produced reports whether the item is from this tool and not from another one of its type: MCP
// servers, advisors and subagents have names.
func Produced(t request.Tool, it request.Item) bool {
	switch _, kind, _ := strings.Cut(t.Type, ":"); {
	case t.Type == "mcp":
		return it.Namespace == t.Label() || it.Namespace == ""
	case kind == "advisor" || kind == "subagent":
		return it.Namespace == label(t.Text("parameters.name", ""))
	}
	return true
}

// label truncates an instance's name to its maximum length.
func label(name string) string {
	runes := []rune(name)
	return string(runes[:min(len(runes), maxLabel)])
}

// advisor asks a stronger model for advice. With the parameter stream, the advice is streamed as
// text of this item.
func advisor(ctx context.Context, k *Kit, t request.Tool) Outcome {
	q := k.question(t, Strongest(k.Models))
	if forward, _ := t.Member("forward_transcript"); forward.Bool() {
		q.Input = k.transcript(q.Text)
	}
	asked := instance(output.JSON{}, t).Text("model", q.Model).Text("prompt", q.Text)
	answer, refused := k.Ask(ctx, q)
	it := output.ToolCall{Type: t.Type, ID: response.NewID("adv"), Spent: answer.Spent, Foreign: true}
	finding := sim.Finding{Arguments: q.Model, Output: answer.Text}
	status, advice := output.Completed, "advice"
	if refused != nil {
		status, advice = "failed", "error"
		answer.Text, finding.Output = refused.Message, "The advisor failed: "+refused.Message
	} else if stream, _ := t.Member("stream"); stream.Bool() {
		it.Events = output.Events{Text: "response.output_text", Member: "text"}
	}
	it.Text = answer.Text
	it.Members = func(b output.JSON, _ string, done bool) output.JSON {
		b = append(b, asked...)
		if done {
			return b.Text(advice, answer.Text)
		}
		return b
	}
	return Outcome{Items: single(it, status), Finding: finding}
}

// maxTurns is the maximum number of messages that an advisor reads: the newest.
const maxTurns = 20

// transcript returns the conversation as the input of a request, ending with the prompt.
func (k *Kit) transcript(prompt string) string {
	type turn struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	var turns []turn
	for _, it := range k.Request.Input {
		if it.Type == "message" && it.Role != "" && it.Text != "" {
			turns = append(turns, turn{it.Role, output.Prefix(it.Text, maxPrompt)})
		}
	}
	turns = turns[max(0, len(turns)-maxTurns):]
	if n := len(turns); n == 0 || turns[n-1] != (turn{"user", prompt}) {
		turns = append(turns, turn{"user", prompt})
	}
	return string(output.Encode(turns))
}
