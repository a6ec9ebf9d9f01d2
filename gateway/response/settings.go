package response

import (
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
)

// Settings returns the members of the result that echo the request, each with a comma before it. If
// one was not sent, it is null where the document has the echo, and else a value that every known
// reader accepts (wire-notes §3). safety_identifier is never echoed.
func Settings(req *request.Request) []byte {
	var b output.JSON
	echo := func(name, unset string) {
		value, ok := req.Member(name)
		if !ok {
			value.Raw = unset
		}
		if value.Raw != "" {
			b = b.Raw(name, value.Raw)
		}
	}
	for _, name := range []string{
		"instructions", "max_output_tokens", "metadata", "temperature", "top_p", "frequency_penalty", "presence_penalty",
		"top_k", "max_tool_calls", "previous_response_id", "prompt_cache_key",
	} {
		echo(name, "null")
	}
	b = b.Raw("safety_identifier", "null")
	echo("background", "false")
	echo("store", "false")
	echo("parallel_tool_calls", "true")
	echo("truncation", `"disabled"`)
	echo("top_logprobs", "0")
	echo("tool_choice", `"auto"`)
	b = b.Raw("tools", tools(req)).
		Raw("text", withMembers(req, "text", `"format":{"type":"text"}`)).
		Raw("reasoning", withMembers(req, "reasoning", `"effort":null`, `"summary":null`)).
		Raw("service_tier", serviceTier(req))
	for _, name := range []string{"user", "prompt", "prompt_cache_options"} {
		echo(name, "")
	}
	return b
}

// serviceTier returns the tier that serves: fast means priority, and auto means default.
func serviceTier(req *request.Request) string {
	tier, _ := req.Member("service_tier")
	switch tier.Str {
	case "", "auto":
		return `"default"`
	case "fast":
		return `"priority"`
	}
	return tier.Raw
}

// withMembers echoes an object with members added that it lacks.
func withMembers(req *request.Request, name string, members ...string) string {
	value, ok := req.Member(name)
	if !ok || !value.IsObject() {
		value.Raw = "{}"
	}
	return addMissing(value, members...)
}

// addMissing appends those members, written as "name":value, that an object lacks.
func addMissing(object gjson.Result, members ...string) string {
	text := strings.TrimRight(strings.TrimSuffix(object.Raw, "}"), " \t\r\n")
	for _, member := range members {
		name, _, _ := strings.Cut(member[1:], `"`)
		if object.Get(name).Exists() {
			continue
		}
		if len(text) > 1 {
			text += ","
		}
		text += member
	}
	return text + "}"
}

// tools echoes the tools. A function tool has all of its members, which strict readers require
// (wire-notes §12).
func tools(req *request.Request) string {
	list, _ := req.Member("tools")
	b := output.JSON("[")
	for _, tool := range list.Array() {
		text := tool.Raw
		if tool.Get("type").Str == "function" {
			text = addMissing(tool, `"description":null`, `"parameters":null`, `"strict":null`)
		}
		b = append(b.Next(), text...)
	}
	return string(append(b, ']'))
}
