package validate

import (
	"gatehouse/client/scan"
)

// responses is the table of the request body of POST /responses (document,
// "Responses request body"). Where the document shows only a name, the JSON
// type is that of wire-notes §2.
func responses() *rule {
	f := fields{
		"model":                  {types: text},
		"models":                 {types: array, items: &rule{types: text}},
		"input":                  {types: text | array, items: item()},
		"instructions":           {types: text | null},
		"stream":                 {types: boolean},
		"store":                  {types: boolean, also: onlyFalse},
		"previous_response_id":   {also: notSupported},
		"background":             {types: boolean | null},
		"cache_control":          cacheControl(),
		"debug":                  {types: object, fields: fields{"echo_upstream_body": {types: boolean}}},
		"frequency_penalty":      {types: number | null},
		"presence_penalty":       {types: number | null},
		"temperature":            {types: number | null},
		"top_p":                  {types: number | null},
		"top_k":                  {types: integer},
		"top_logprobs":           {types: integer | null},
		"max_output_tokens":      {types: integer | null},
		"max_tool_calls":         {types: integer | null, limits: upTo(30)},
		"parallel_tool_calls":    {types: boolean | null},
		"image_config":           {types: object, values: &rule{types: text | number | array}},
		"include":                {types: array | null, items: &rule{types: text, only: includes()}},
		"metadata":               {types: object | null, values: &rule{types: text, runes: 512}, also: metadata},
		"modalities":             {types: array, items: &rule{types: text, only: []string{"text", "image"}}},
		"plugins":                {types: array, items: plugin()},
		"tools":                  {types: array, items: tool()},
		"prompt_cache_key":       {types: text | null},
		"safety_identifier":      {types: text | null},
		"service_tier":           {types: text | null, only: []string{"auto", "default", "fast", "flex", "priority", "scale"}},
		"session_id":             {types: text, runes: 256},
		"user":                   {types: text, runes: 256},
		"prompt":                 {types: object},
		"prompt_cache_options":   {types: object},
		"provider":               {types: object, fields: providerHints()},
		"reasoning":              {types: object, fields: reasoningHints()},
		"route":                  {types: text, known: []string{"fallback", "sort"}},
		"stop_server_tools_when": {types: array},
		"text":                   {types: object, fields: textHints()},
		"tool_choice":            {types: text | object, known: []string{"auto", "none", "required"}},
		"trace":                  {types: object},
		"truncation":             {types: text, known: []string{"auto", "disabled"}},
	}
	return &rule{types: object, fields: f, also: withoutEffect}
}

func includes() []string {
	return []string{
		"file_search_call.results", "message.input_image.image_url", "computer_call_output.output.image_url",
		"reasoning.encrypted_content", "code_interpreter_call.outputs",
	}
}

// cacheControl is the directive of a request or of a content block. The values
// of ttl are not shown.
func cacheControl() *rule {
	return &rule{types: object, required: []string{"type"}, fields: fields{
		"type": {types: text, only: []string{"ephemeral"}},
		"ttl":  {types: text, known: []string{"5m", "1h"}},
	}}
}

// tool is an element of tools. Only the function tool's fields are shown; they
// are in no table, and public SDKs send null for those that are optional.
func tool() *rule {
	function := fields{
		"name":          {types: text},
		"description":   {types: text | null},
		"parameters":    {types: object | null},
		"defer_loading": {types: boolean},
	}
	return &rule{
		types: object, required: []string{"type"}, fields: fields{"type": {types: text}},
		variant: by("type", map[string]fields{"function": function}), also: functionName,
	}
}

// item is an element of input. The document shows the message and the
// reasoning item; a null among their members passes where services return it,
// since returned items go back verbatim. Of messages, only an assistant's
// content may be null.
func item() *rule {
	message := func(content types) fields {
		return fields{
			"id": {types: text | null}, "role": {types: text}, "status": {types: text | null},
			"content": {types: content, items: part()},
		}
	}
	assistants, others := message(text|array|null), message(text|array)
	reasoning := fields{
		"id": {types: text | null}, "status": {types: text | null}, "format": {types: text | null},
		"signature": {types: text | null},
		"content":   {types: array | null, items: part()},
		"summary":   {types: array | null, items: summary()},
	}
	ofUser := by("type", map[string]fields{"message": others, "": others, "reasoning": reasoning})
	ofAssistant := by("type", map[string]fields{"message": assistants, "": assistants, "reasoning": reasoning})
	return &rule{types: object, fields: fields{"type": {types: text}}, variant: func(v []byte) fields {
		if scan.Text(scan.Get(v, "role")) == "assistant" {
			return ofAssistant(v)
		}
		return ofUser(v)
	}}
}

// part is a content part. Unknown types pass.
func part() *rule {
	return &rule{
		types: object, fields: fields{"type": {types: text}, "cache_control": cacheControl()},
		variant: by("type", map[string]fields{
			"output_text":    {"text": {types: text}, "annotations": {types: array | null}},
			"reasoning_text": {"text": {types: text}},
		}),
	}
}

// summary is a part of a reasoning summary.
func summary() *rule {
	return &rule{
		types: object, fields: fields{"type": {types: text}},
		variant: by("type", map[string]fields{"summary_text": {"text": {types: text}}}),
	}
}
