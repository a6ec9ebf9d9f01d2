package request

import (
	"fmt"
	"slices"
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
	return slices.DeleteFunc(slices.Clone(r.SincePrompt()), func(it Item) bool { return !it.IsOutput() || calls[it.CallID] })
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
	for _, it := range slices.Backward(r.Input) {
		if it.Type == "message" && it.Role == "assistant" {
			return it.Model
		}
	}
	return ""
}

func (it Item) isUser() bool { return it.Type == "message" && it.Role == "user" }

func (r *Request) lastUser() int {
	for i, it := range slices.Backward(r.Input) {
		if it.isUser() {
			return i
		}
	}
	return -1
}

// Tokens returns the number of tokens that a model reads of the item.
func (it Item) Tokens() int { return output.CountTokens(it.Text) + output.CountTokens(it.Name) }

// unknown is the start of the description of a part of an unknown type.
const unknown = "a part of type "

const maxMedia = 5

// media describes the parts of an output other than text: images, files, audio. It is "" if there
// are none.
func media(result gjson.Result) string {
	if !result.IsArray() {
		if isMedia(result) {
			return describePart(result)
		}
		return ""
	}
	var list []string
	more := 0
	result.ForEach(func(_, part gjson.Result) bool {
		switch description := describePart(part); {
		case description == "":
		case len(list) < maxMedia:
			list = append(list, description)
		default:
			more++
		}
		return true
	})
	if more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// isMedia reports whether an output is a single part, such as a screenshot.
func isMedia(result gjson.Result) bool {
	description := describePart(result)
	return description != "" && !strings.HasPrefix(description, unknown)
}

// describePart describes one part; "" for a text, and for anything else than a part.
func describePart(part gjson.Result) string {
	typ := part.Get("type").Str
	switch {
	case !part.IsObject():
		return ""
	case strings.HasSuffix(typ, "image"), typ == "computer_screenshot":
		for _, member := range []string{"image_url", "image_url.url", "file_id", "data"} {
			if at := part.Get(member); at.Type == gjson.String {
				return "an image" + describeSource(at.Str)
			}
		}
		return "an image"
	case strings.HasSuffix(typ, "file"):
		description := "a file"
		if name := part.Get("filename").Str; name != "" {
			description += " named " + shorten(name)
		}
		for _, member := range []string{"file_data", "file_url", "file_id"} {
			if at := part.Get(member); at.Type == gjson.String {
				return description + describeSource(at.Str)
			}
		}
		return description
	case strings.HasSuffix(typ, "audio"):
		return "audio"
	case strings.HasSuffix(typ, "video"):
		return "a video"
	case part.Get("text").Exists(), part.Get("refusal").Exists(), part.Get("stdout").Exists(), part.Get("stderr").Exists(), typ == "":
		return ""
	}
	return unknown + shorten(typ)
}

// describeSource returns the type and size of a data URL, or else the URL or id.
func describeSource(at string) string {
	head, data, ok := strings.Cut(at, ",")
	if mime, isData := strings.CutPrefix(head, "data:"); ok && isData {
		mime, encoded := strings.CutSuffix(mime, ";base64")
		size := len(data)
		if encoded {
			size = len(strings.TrimRight(data, "=")) * 3 / 4
		}
		return fmt.Sprintf(" (%s, %d bytes)", shorten(mime), size)
	}
	return " (" + shorten(at) + ")"
}

// shorten returns a text on one line, without markdown.
func shorten(s string) string { return output.OneLine(s, 60, "`|*<>[]\\") }
