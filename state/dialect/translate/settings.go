package translate

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// Chat translates a request of chat completions.
func (t *T) Chat(top *Object) { t.messagesRequest(top) }

// Anthropic translates a request of Anthropic messages.
func (t *T) Anthropic(top *Object) {
	t.anthropic = true
	t.messagesRequest(top)
}

// messagesRequest translates the members of a request with a list of messages.
func (t *T) messagesRequest(top *Object) {
	system, messages := top.Take("system"), top.Take("messages")
	t.system(system)
	first := !system.There()
	for m := range messages.Elements() {
		t.Message(m, first)
		first = false
	}
	likeliest := top.Peek("top_logprobs")
	t.likeliest = likeliest.There() && !likeliest.Is("0")
	same := sameMembers()
	for name, v := range top.Left() {
		switch {
		case !v.There():
		case name == "model":
			t.Model = v.Raw
		case same[name]:
			t.Put(&t.Out, name, v.Raw, v)
		default:
			t.setting(name, v)
		}
	}
	t.Choose()
}

// sameMembers are those that /responses has under the same name and with the same
// meaning; some are of OpenRouter's APIs.
func sameMembers() map[string]bool {
	set := map[string]bool{}
	for _, name := range []string{
		"models", "provider", "route", "session_id", "trace", "debug", "image_config", "cache_control", "stream", "stop_server_tools_when",
		"temperature", "top_p", "top_k", "top_logprobs", "frequency_penalty", "presence_penalty", "parallel_tool_calls", "max_tool_calls",
		"user", "safety_identifier", "prompt_cache_key",
	} {
		set[name] = true
	}
	return set
}

// setting translates a member that /responses has elsewhere or not at all.
func (t *T) setting(name string, v Value) {
	switch name {
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
			t.Function(t.Open(e))
		}
	case "tool_choice", "function_call":
		if t.choice.There() {
			t.Lose(v, "another value than "+t.choice.Path+", which is used")
			return
		}
		t.choice = v
	case "web_search_options":
		t.webSearchOptions(v)
	case "plugins":
		for e := range t.List(v) {
			t.plugins = append(t.plugins, e.Raw)
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
// says nothing, something else of the translation says the same, or it happens anyway.
func happensAnyway(name string, v Value) bool {
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

// UnknownMember is why a member is lost that is of neither API.
const UnknownMember = "an unknown member"

// withoutPlace lists a member that /responses does not have, unless it is without effect.
func (t *T) withoutPlace(name string, v Value) {
	if v.Hollow() || happensAnyway(name, v) {
		return
	}
	switch name {
	case "n":
		t.Lose(v, "/responses returns one answer to a request")
	case "include_reasoning":
		t.Lose(v, alwaysReasons)
	case "stop", "stop_sequences":
		t.Lose(v, "/responses has no stop sequences")
	case "seed":
		t.Lose(v, "/responses has no seed")
	case "store":
		t.Lose(v, "/responses stores nothing")
	case "logprobs":
		if !t.likeliest {
			t.Lose(v, "/responses returns log probabilities only with top_logprobs above 0")
		}
	case "usage", "stream_options":
		o := t.Open(v)
		for _, name := range []string{"include", "include_usage"} {
			if asked := o.Take(name); asked.There() && !happensAnyway(name, asked) {
				t.Lose(asked, "/responses always reports the usage")
			}
		}
		t.Rest(o)
	case "audio", "prediction", "logit_bias", "min_p", "top_a", "repetition_penalty", "container", "context_management", "mcp_servers", "prompt_cache_retention":
		t.Lose(v, "no such setting in /responses")
	default:
		t.Lose(v, UnknownMember)
	}
}

// metadata translates the labels of a request. Anthropic's hold its end user alone.
func (t *T) metadata(v Value) {
	if !t.anthropic || v.Kind() != scan.Object {
		t.Put(&t.Out, "metadata", v.Raw, v)
		return
	}
	o := t.Open(v)
	t.Move(&t.Out, "user", o.Take("user_id"))
	t.Rest(o)
}

// modalities keeps the kinds of output that /responses has.
func (t *T) modalities(v Value) {
	if v.Kind() != scan.Array {
		t.Put(&t.Out, "modalities", v.Raw, v)
		return
	}
	var kept []json.RawMessage
	for e := range t.List(v) {
		if e.Text() == "audio" {
			t.Lose(e, "/responses returns text and images")
			continue
		}
		kept = append(kept, e.Raw)
	}
	if kept != nil {
		t.Put(&t.Out, "modalities", scan.MakeArray(kept), v)
	}
}

// transforms translates OpenRouter's older way to compress a long context.
func (t *T) transforms(v Value) {
	compression := func(more ...any) {
		t.plugins = append(t.plugins, scan.MakeObject(append([]any{"id", scan.Quote("context-compression")}, more...)...))
	}
	if v.Kind() == scan.Array && v.Hollow() {
		compression("enabled", []byte("false"))
		return
	}
	for e := range t.List(v) {
		if e.Text() == "middle-out" {
			compression("engine", []byte(e.Raw))
		} else {
			t.Lose(e, "no such transform in /responses")
		}
	}
}
