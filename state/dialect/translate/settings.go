package translate

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
)

// request translates the members of a request.
func (t *translator) request(top *object) {
	system, messages := top.take("system"), top.take("messages")
	t.system(system)
	first := !system.there()
	for m := range messages.elements() {
		t.message(m, first)
		first = false
	}
	likeliest := top.peek("top_logprobs")
	t.likeliest = likeliest.there() && !likeliest.is("0")
	same := sameMembers()
	for _, m := range top.members {
		switch v := m.value; {
		case m.taken || !v.there():
		case m.name == "model":
			t.model = v.raw
		case same[m.name]:
			t.put(&t.out, m.name, v.raw, v)
		default:
			t.setting(m.name, v)
		}
	}
	t.choose()
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
func (t *translator) setting(name string, v value) {
	switch name {
	case "max_tokens", "max_completion_tokens":
		t.put(&t.out, "max_output_tokens", v.raw, v)
	case "response_format":
		t.responseFormat(v)
	case "output_format":
		t.outputFormat(v)
	case "output_config":
		t.outputConfig(v)
	case "verbosity":
		t.put(&t.text, "verbosity", v.raw, v)
	case "reasoning_effort":
		t.put(&t.reasoning, "effort", v.raw, v)
	case "reasoning":
		t.reasoningSettings(v)
	case "thinking":
		t.thinking(v)
	case "tools":
		for e := range t.list(v) {
			t.tool(e)
		}
	case "functions":
		for e := range t.list(v) {
			t.function(t.open(e))
		}
	case "tool_choice", "function_call":
		if t.choice.there() {
			t.lose(v, "another value than "+t.choice.path+", which is used")
			return
		}
		t.choice = v
	case "web_search_options":
		t.webSearchOptions(v)
	case "plugins":
		for e := range t.list(v) {
			t.plugins = append(t.plugins, e.raw)
		}
	case "transforms":
		t.transforms(v)
	case "metadata":
		t.metadata(v)
	case "modalities":
		t.modalities(v)
	case "service_tier":
		if v.text() == "standard_only" { // Anthropic's name of the standard capacity
			v.raw = scan.Quote("default")
		}
		t.put(&t.out, "service_tier", v.raw, v)
	default:
		t.withoutPlace(name, v)
	}
}

// happensAnyway reports whether a member asks for what /responses does without it. This is
// the rule of what is listed: every member without a place in the translation, unless it
// says nothing, something else of the translation says the same, or it happens anyway.
func happensAnyway(name string, v value) bool {
	switch name {
	case "n":
		return v.is("1")
	case "include", "include_usage", "include_reasoning":
		return v.is("true")
	case "store", "logprobs", "exclude", "is_error", "defer_loading":
		return v.is("false")
	case "citations": // of a document
		return v.is(`{"enabled":false}`)
	}
	return false
}

const alwaysReasons = "/responses returns what the model reasoned and cannot be asked to leave it out"

// UnknownMember is why a member is lost that is of neither API.
const UnknownMember = "an unknown member"

// withoutPlace lists a member that /responses does not have, unless it is without effect.
func (t *translator) withoutPlace(name string, v value) {
	if v.hollow() || happensAnyway(name, v) {
		return
	}
	switch name {
	case "n":
		t.lose(v, "/responses returns one answer to a request")
	case "include_reasoning":
		t.lose(v, alwaysReasons)
	case "stop", "stop_sequences":
		t.lose(v, "/responses has no stop sequences")
	case "seed":
		t.lose(v, "/responses has no seed")
	case "store":
		t.lose(v, "/responses stores nothing")
	case "logprobs":
		if !t.likeliest {
			t.lose(v, "/responses returns log probabilities only with top_logprobs above 0")
		}
	case "usage", "stream_options":
		o := t.open(v)
		for _, name := range []string{"include", "include_usage"} {
			if asked := o.take(name); asked.there() && !happensAnyway(name, asked) {
				t.lose(asked, "/responses always reports the usage")
			}
		}
		t.rest(o)
	case "audio", "prediction", "logit_bias", "min_p", "top_a", "repetition_penalty", "container", "context_management", "mcp_servers", "prompt_cache_retention":
		t.lose(v, "no such setting in /responses")
	default:
		t.lose(v, UnknownMember)
	}
}

// metadata translates the labels of a request. Anthropic's hold its end user alone.
func (t *translator) metadata(v value) {
	if t.from == dialect.Chat || v.kind() != scan.Object {
		t.put(&t.out, "metadata", v.raw, v)
		return
	}
	o := t.open(v)
	t.move(&t.out, "user", o.take("user_id"))
	t.rest(o)
}

// modalities keeps the kinds of output that /responses has.
func (t *translator) modalities(v value) {
	if v.kind() != scan.Array {
		t.put(&t.out, "modalities", v.raw, v)
		return
	}
	var kept []json.RawMessage
	for e := range t.list(v) {
		if e.text() == "audio" {
			t.lose(e, "/responses returns text and images")
			continue
		}
		kept = append(kept, e.raw)
	}
	if kept != nil {
		t.put(&t.out, "modalities", scan.MakeArray(kept), v)
	}
}

// transforms translates OpenRouter's older way to compress a long context.
func (t *translator) transforms(v value) {
	compression := func(more ...any) {
		t.plugins = append(t.plugins, scan.MakeObject(append([]any{"id", scan.Quote("context-compression")}, more...)...))
	}
	if v.kind() == scan.Array && v.hollow() {
		compression("enabled", []byte("false"))
		return
	}
	for e := range t.list(v) {
		if e.text() == "middle-out" {
			compression("engine", []byte(e.raw))
		} else {
			t.lose(e, "no such transform in /responses")
		}
	}
}
