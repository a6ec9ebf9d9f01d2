// Package translate translates the settings and tools of requests with a list of messages,
// chat completions and Anthropic messages, to those of POST /responses. What /responses takes
// is the API document's, what the others mean is in their public references.
package translate

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
)

// settings translates the members of a request but for its messages. It serves both APIs,
// and servers that mix them: where they have a member of the same name and another meaning,
// anthropic decides.
type settings struct {
	*dialect.Translation
	anthropic bool
	likeliest bool                       // the likeliest tokens of each place are asked for
	choice    dialect.Value              // of a tool; it may name one that is lost, so it is read last
	offered   map[string]json.RawMessage // how tool_choice names a tool; nil for one that is lost
}

// Chat translates the settings of a chat completion.
func Chat(t *dialect.Translation, top *dialect.Object) { translated(t, top, false) }

// Anthropic translates the settings of Anthropic messages.
func Anthropic(t *dialect.Translation, top *dialect.Object) { translated(t, top, true) }

func translated(of *dialect.Translation, top *dialect.Object, anthropic bool) {
	t := &settings{Translation: of, anthropic: anthropic, offered: map[string]json.RawMessage{}}
	likeliest := top.Peek("top_logprobs")
	t.likeliest = likeliest.There() && !likeliest.Is("0")
	for name, v := range top.Left() {
		if v.There() {
			t.setting(name, v)
		}
	}
	t.choose()
}

// setting translates a member of a request.
func (t *settings) setting(name string, v dialect.Value) {
	switch name {
	case "model":
		t.Model = v.Raw
	case "models", "provider", "route", "session_id", "trace", "debug", "image_config", "cache_control", "stream", "stop_server_tools_when",
		"temperature", "top_p", "top_k", "top_logprobs", "frequency_penalty", "presence_penalty", "parallel_tool_calls", "max_tool_calls",
		"user", "safety_identifier", "prompt_cache_key": // which /responses has too; some belong to OpenRouter's APIs
		t.Put(&t.Out, name, v.Raw, v)
	case "max_tokens", "max_completion_tokens":
		t.Put(&t.Out, "max_output_tokens", v.Raw, v)
	case "response_format":
		t.responseFormat(v)
	case "output_format":
		t.outputFormat(v)
	case "output_config":
		t.outputConfig(v)
	case "verbosity":
		t.Put(&t.Text, "verbosity", v.Raw, v)
	case "reasoning_effort":
		t.Put(&t.Reasoning, "effort", v.Raw, v)
	case "reasoning":
		t.reasoningSettings(v)
	case "thinking":
		t.thinking(v)
	case "tools":
		for e := range t.List(v) {
			t.tool(e)
		}
	case "functions":
		for e := range t.List(v) {
			t.function(t.Open(e))
		}
	case "tool_choice", "function_call":
		if t.choice.There() {
			t.AddLoss(v, "another value than "+t.choice.Path+", which is used")
			return
		}
		t.choice = v
	case "web_search_options":
		t.webSearchOptions(v)
	case "plugins":
		for e := range t.List(v) {
			t.Plugins = append(t.Plugins, e.Raw)
		}
	case "transforms":
		t.transforms(v)
	case "metadata":
		t.metadata(v)
	case "modalities":
		t.modalities(v)
	case "service_tier":
		if v.Text() == "standard_only" { // Anthropic's name of the standard capacity
			v.Raw = scan.Quote("default")
		}
		t.Put(&t.Out, "service_tier", v.Raw, v)
	default:
		t.withoutPlace(name, v)
	}
}

// happensAnyway reports whether a member asks for what /responses does without it. This is
// the rule of what is listed: every member without a place in the translation, unless it
// is empty, something else of the translation means the same, or it happens anyway.
func happensAnyway(name string, v dialect.Value) bool {
	switch name {
	case "n":
		return v.Is("1")
	case "include", "include_usage", "include_reasoning":
		return v.Is("true")
	case "store", "logprobs", "exclude", "is_error", "defer_loading":
		return v.Is("false")
	case "citations": // of a document
		return v.Is(`{"enabled":false}`)
	}
	return false
}

const alwaysReasons = "/responses returns what the model reasoned and cannot be asked to leave it out"

// UnknownMember is why a member is lost that neither API has.
const UnknownMember = "an unknown member"

// withoutPlace lists a member that /responses does not have, unless it is without effect.
func (t *settings) withoutPlace(name string, v dialect.Value) {
	if v.Hollow() || happensAnyway(name, v) {
		return
	}
	switch name {
	case "n":
		t.AddLoss(v, "/responses returns one answer to a request")
	case "include_reasoning":
		t.AddLoss(v, alwaysReasons)
	case "stop", "stop_sequences":
		t.AddLoss(v, "/responses has no stop sequences")
	case "seed":
		t.AddLoss(v, "/responses has no seed")
	case "store":
		t.AddLoss(v, "/responses stores nothing")
	case "logprobs":
		if !t.likeliest {
			t.AddLoss(v, "/responses returns log probabilities only with top_logprobs above 0")
		}
	case "usage", "stream_options":
		o := t.Open(v)
		for _, name := range []string{"include", "include_usage"} {
			if asked := o.Take(name); asked.There() && !happensAnyway(name, asked) {
				t.AddLoss(asked, "/responses always reports the usage")
			}
		}
	case "audio", "prediction", "logit_bias", "min_p", "top_a", "repetition_penalty", "container", "context_management", "mcp_servers", "prompt_cache_retention":
		t.AddLoss(v, "no such setting in /responses")
	default:
		t.AddLoss(v, UnknownMember)
	}
}

// metadata translates the labels of a request. Anthropic's hold its end user alone.
func (t *settings) metadata(v dialect.Value) {
	if !t.anthropic || v.Kind() != scan.Object {
		t.Put(&t.Out, "metadata", v.Raw, v)
		return
	}
	o := t.Open(v)
	t.Move(&t.Out, "user", o.Take("user_id"))
}

// modalities writes the kinds of output that /responses has.
func (t *settings) modalities(v dialect.Value) {
	if v.Kind() != scan.Array {
		t.Put(&t.Out, "modalities", v.Raw, v)
		return
	}
	var kept []json.RawMessage
	for e := range t.List(v) {
		if e.Text() == "audio" {
			t.AddLoss(e, "/responses returns text and images")
			continue
		}
		kept = append(kept, e.Raw)
	}
	if kept != nil {
		t.Put(&t.Out, "modalities", scan.MakeArray(kept), v)
	}
}

// transforms translates OpenRouter's older way to compress a long context.
func (t *settings) transforms(v dialect.Value) {
	compression := func(more ...any) {
		t.Plugins = append(t.Plugins, scan.MakeObject(append([]any{"id", scan.Quote("context-compression")}, more...)...))
	}
	if v.Kind() == scan.Array && v.Hollow() {
		compression("enabled", []byte("false"))
		return
	}
	for e := range t.List(v) {
		if e.Text() == "middle-out" {
			compression("engine", []byte(e.Raw))
		} else {
			t.AddLoss(e, "no such transform in /responses")
		}
	}
}
