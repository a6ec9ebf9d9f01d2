package request

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Item is one item of input ("Input items" in the document). An item without a
// type is an easy message.
type Item struct {
	Type      string
	Role      string
	ID        string
	Text      string // what the item says: its text parts, a call's arguments, an output
	Name      string // of the function that a call names
	CallID    string
	Signature string // of a reasoning item
	Model     string // the model that wrote an assistant's message, where the sender says so
}

func parseItem(v gjson.Result) Item {
	it := Item{
		Type:      v.Get("type").String(),
		Role:      v.Get("role").String(),
		ID:        v.Get("id").String(),
		Name:      v.Get("name").String(),
		CallID:    v.Get("call_id").String(),
		Signature: v.Get("signature").String(),
		Model:     v.Get("model").String(),
	}
	switch it.Type {
	case "":
		it.Type = "message"
		it.Text = text(v.Get("content"))
	case "function_call":
		it.Text = v.Get("arguments").String()
	case "function_call_output":
		it.Text = text(v.Get("output"))
	default:
		it.Text = text(v.Get("content"))
	}
	return it
}

// text is the words of a content: the string itself, or the texts of its parts.
func text(content gjson.Result) string {
	if !content.IsArray() {
		if content.Type == gjson.Null {
			return ""
		}
		return content.String()
	}
	var parts []string
	content.ForEach(func(_, part gjson.Result) bool {
		for _, name := range []string{"text", "refusal"} {
			if t := part.Get(name); t.Type == gjson.String {
				parts = append(parts, t.Str)
			}
		}
		return true
	})
	return strings.Join(parts, "\n")
}

// Prompt is the text of the last user message; empty when there is none.
func (r *Request) Prompt() string {
	if i := r.lastUser(); i >= 0 {
		return r.Input[i].Text
	}
	return ""
}

// SincePrompt is the items after the last user message: the calls and outputs
// of the turn that is going on.
func (r *Request) SincePrompt() []Item { return r.Input[r.lastUser()+1:] }

// Prompts is the text of every user message, in order.
func (r *Request) Prompts() []string {
	var prompts []string
	for _, it := range r.Input {
		if it.isUser() {
			prompts = append(prompts, it.Text)
		}
	}
	return prompts
}

// PinnedModel is the model of the most recent assistant message (pin_model,
// "Plugins" in the document); empty when there is no such message or it names
// none.
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
