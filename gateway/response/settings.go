package response

import (
	"bytes"
	"strings"

	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
)

// Settings returns the members of the result that echo the request, each with a comma before it. If
// one was not sent, it is null where the document has the echo, and else a value that every known
// reader accepts (wire-notes §3). safety_identifier is never echoed.
func Settings(req *request.Request) []byte {
	var b []byte
	add := func(name string, value []byte) {
		b = append(b, `,"`...)
		b = append(b, name...)
		b = append(append(b, `":`...), value...)
	}
	echo := func(name, unset string) {
		value, ok := req.Member(name)
		if !ok {
			value.Raw = unset
		}
		if value.Raw != "" {
			add(name, []byte(value.Raw))
		}
	}
	for _, name := range []string{
		"instructions", "max_output_tokens", "metadata", "temperature", "top_p", "frequency_penalty", "presence_penalty",
		"top_k", "max_tool_calls", "previous_response_id", "prompt_cache_key",
	} {
		echo(name, "null")
	}
	add("safety_identifier", []byte("null"))
	echo("background", "false")
	echo("store", "false")
	echo("parallel_tool_calls", "true")
	echo("truncation", `"disabled"`)
	echo("top_logprobs", "0")
	echo("tool_choice", `"auto"`)
	add("tools", tools(req))
	add("text", withMembers(req, "text", `"format":{"type":"text"}`))
	add("reasoning", withMembers(req, "reasoning", `"effort":null`, `"summary":null`))
	add("service_tier", serviceTier(req))
	for _, name := range []string{"user", "prompt", "prompt_cache_options"} {
		echo(name, "")
	}
	return b
}

// serviceTier returns the tier that serves: fast means priority, and auto means default.
func serviceTier(req *request.Request) []byte {
	tier, _ := req.Member("service_tier")
	switch tier.Str {
	case "", "auto":
		return []byte(`"default"`)
	case "fast":
		return []byte(`"priority"`)
	}
	return []byte(tier.Raw)
}

// withMembers echoes an object with members added that it lacks.
func withMembers(req *request.Request, name string, members ...string) []byte {
	value, ok := req.Member(name)
	if !ok || !value.IsObject() {
		value.Raw = "{}"
	}
	return addMissing(value, members...)
}

// addMissing appends those members, written as "name":value, that an object lacks.
func addMissing(object gjson.Result, members ...string) []byte {
	b := bytes.TrimRight([]byte(object.Raw[:len(object.Raw)-1]), " \t\r\n")
	for _, member := range members {
		name, _, _ := strings.Cut(member[1:], `"`)
		if object.Get(name).Exists() {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(b, member...)
	}
	return append(b, '}')
}

// tools echoes the tools. A function tool has all of its members, which strict readers require
// (wire-notes §12).
func tools(req *request.Request) []byte {
	list, _ := req.Member("tools")
	b := []byte{'['}
	for i, tool := range list.Array() {
		if i > 0 {
			b = append(b, ',')
		}
		if tool.Get("type").Str != "function" {
			b = append(b, tool.Raw...)
			continue
		}
		b = append(b, addMissing(tool, `"description":null`, `"parameters":null`, `"strict":null`)...)
	}
	return append(b, ']')
}
