package request

import (
	"strings"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// Item is one item of input ("Input items" in the document). An item without a type is an easy
// message.
type Item struct {
	Type      string
	Role      string
	ID        string
	Text      string // text parts, arguments of a call, or an output
	Media     string // description of other parts of an output: "an image (image/png, 70 bytes)"
	Name      string // of the function that a call names
	CallID    string // of a call or its output; of an approval, the id of the request
	Namespace string // of the function; of an MCP item, the server's label; of an advisor or a subagent, its name
	Subagent  string // of a function call by a subagent: the call_id of the subagent's item
	Suspended bool   // a subagent's item that waits for the outputs of its calls
	Approved  bool   // by the caller
	Signature string // of a reasoning item
	Encrypted string // encrypted_content of a reasoning item
	Model     string // that wrote an assistant's message, if known
}

// ParseItem reads one element of input.
func ParseItem(v gjson.Result) Item {
	it := Item{
		Type:      v.Get("type").String(),
		Role:      v.Get("role").String(),
		ID:        v.Get("id").String(),
		Name:      v.Get("name").String(),
		CallID:    v.Get("call_id").String(),
		Signature: v.Get("signature").String(),
		Namespace: v.Get("namespace").String(),
		Encrypted: v.Get("encrypted_content").String(),
		Model:     v.Get("model").String(),
		Subagent:  v.Get("subagent_id").String(),
	}
	switch _, name, _ := strings.Cut(it.Type, ":"); name {
	case "advisor":
		it.Namespace = v.Get("instance_name").String()
	case "subagent":
		it.Namespace, it.Suspended = v.Get("instance_name").String(), v.Get("status").String() == "in_progress"
	case "mcp":
		it.Namespace = v.Get("serverLabel").String()
	}
	switch it.Type {
	case "":
		it.Type = "message"
	case "mcp_approval_request", "mcp_call":
		it.Namespace = v.Get("server_label").String()
	case "mcp_approval_response":
		it.CallID, it.Approved = v.Get("approval_request_id").String(), v.Get("approve").Bool()
	}
	for _, member := range textMembers(it.Type) {
		if v := v.Get(member); v.Exists() && v.Type != gjson.Null {
			it.Text = text(v)
			if it.IsOutput() {
				it.Media = media(v)
			}
			break
		}
	}
	return it
}

// textMembers returns the members that may hold the text of an item. The first that exists counts
// (wire-notes §2, §4).
func textMembers(typ string) []string {
	switch {
	case typ == "message" || typ == "reasoning":
		return []string{"content"}
	case typ == "mcp_approval_request":
		return []string{"arguments"}
	case typ == "mcp_approval_response":
		return []string{"reason"}
	case strings.HasSuffix(typ, "_call"):
		return []string{"arguments", "input", "code", "result", "action", "operation", "queries"}
	case strings.HasSuffix(typ, "_output"):
		return []string{"output", "result"}
	}
	return []string{"content", "datetime", "advice", "result", "stdout", "analysis", "output", "outcome"}
}

// IsOutput reports whether the item is the caller's result of a call.
func (it Item) IsOutput() bool { return strings.HasSuffix(it.Type, "_output") }

// IsCall reports whether the item is a call, by the caller or by the gateway. Items of server tools
// are recognized only by their prefix.
func (it Item) IsCall() bool {
	return strings.HasSuffix(it.Type, "_call") || strings.Contains(it.Type, ":")
}

// Answers returns the type of the call that an output belongs to; "" for other items.
func (it Item) Answers() string {
	call, ok := strings.CutSuffix(it.Type, "_output")
	switch {
	case !ok:
		return ""
	case strings.HasSuffix(call, "_call"):
		return call
	}
	return call + "_call"
}

// Orphans returns the outputs since the prompt whose call is not in the input: a client may send an
// item_reference instead, or nothing.
func (r *Request) Orphans() []Item {
	calls := map[string]bool{}
	for _, it := range r.Input {
		if it.IsCall() && it.CallID != "" {
			calls[it.CallID] = true
		}
	}
	var orphans []Item
	for _, it := range r.SincePrompt() {
		if it.IsOutput() && !calls[it.CallID] {
			orphans = append(orphans, it)
		}
	}
	return orphans
}

// text returns a string, or the texts of a content's parts.
func text(content gjson.Result) string {
	if !content.IsArray() {
		if content.Type == gjson.Null || isMedia(content) {
			return ""
		}
		return content.String()
	}
	var parts []string
	content.ForEach(func(_, part gjson.Result) bool {
		for _, name := range []string{"text", "refusal", "stdout", "stderr"} {
			if t := part.Get(name); t.Type == gjson.String {
				parts = append(parts, t.Str)
			}
		}
		return true
	})
	return strings.Join(parts, "\n")
}

// Prompt returns the text of the last user message, or "".
func (r *Request) Prompt() string {
	if i := r.lastUser(); i >= 0 {
		return r.Input[i].Text
	}
	return ""
}

// SincePrompt returns the items after the last user message: the calls and outputs of the current
// turn.
func (r *Request) SincePrompt() []Item { return r.Input[r.lastUser()+1:] }

// Prompts returns the text of every user message, in order.
func (r *Request) Prompts() []string {
	var prompts []string
	for _, it := range r.Input {
		if it.isUser() {
			prompts = append(prompts, it.Text)
		}
	}
	return prompts
}

// PinnedModel returns the model of the most recent assistant message, or "" (pin_model, "Plugins"
// in the document).
func (r *Request) PinnedModel() string {
	for i := len(r.Input) - 1; i >= 0; i-- {
		if it := r.Input[i]; it.Type == "message" && it.Role == "assistant" {
			return it.Model
		}
	}
	return ""
}

func (it Item) isUser() bool { return it.Type == "message" && it.Role == "user" }

func (r *Request) lastUser() int {
	for i := len(r.Input) - 1; i >= 0; i-- {
		if r.Input[i].isUser() {
			return i
		}
	}
	return -1
}

// Tokens returns the length of what a model reads of the item.
func (it Item) Tokens() int { return output.CountTokens(it.Text) + output.CountTokens(it.Name) }
