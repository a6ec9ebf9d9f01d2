package usage

// inclusion is whether the sum that an object reports counts the tokens of a part.
type inclusion uint8

const (
	included          inclusion = iota
	toAdd                       // it does not: they are added to it
	toAddWithoutSum             // they are added to it, unless the object has a total
	toAddWithoutWrite           // the same, unless another member counts all that was written to a cache
	toAddByTotal                // they are added to it if the object's total counts them, too
)

// member is where usage objects report a count.
type member struct {
	path  string // of gjson, from the usage object on
	kind  Kind
	count inclusion
}

// members are where services report what. Of a kind the first counts that is a count, and all
// that are added to it.
var members = []member{
	// The API document, "Responses result", usage; OpenAI's chat completions call them prompt and
	// completion (https://platform.openai.com/docs/api-reference/chat/object).
	{path: "input_tokens", kind: Input},
	{path: "prompt_tokens", kind: Input},
	{path: "output_tokens", kind: Output},
	{path: "completion_tokens", kind: Output},
	{path: "total_tokens", kind: Total},
	{path: "input_tokens_details.cached_tokens", kind: CacheRead},
	{path: "prompt_tokens_details.cached_tokens", kind: CacheRead},
	// xAI (https://docs.x.ai/docs/guides/reasoning) and Gemini's chat completions leave reasoning out of
	// the completion and count it in the total.
	{path: "output_tokens_details.reasoning_tokens", kind: Reasoning, count: toAddByTotal},
	{path: "completion_tokens_details.reasoning_tokens", kind: Reasoning, count: toAddByTotal},
	{path: "input_tokens_details.audio_tokens", kind: AudioInput},
	{path: "prompt_tokens_details.audio_tokens", kind: AudioInput},
	{path: "input_tokens_details.image_tokens", kind: ImageInput},
	{path: "prompt_tokens_details.image_tokens", kind: ImageInput},
	{path: "input_tokens_details.video_tokens", kind: VideoInput},
	{path: "prompt_tokens_details.video_tokens", kind: VideoInput}, // https://openrouter.ai/docs/use-cases/usage-accounting
	{path: "output_tokens_details.audio_tokens", kind: AudioOutput},
	{path: "completion_tokens_details.audio_tokens", kind: AudioOutput},
	{path: "output_tokens_details.image_tokens", kind: ImageOutput},
	{path: "completion_tokens_details.image_tokens", kind: ImageOutput},

	// Anthropic's messages: input_tokens leaves out what was written to a cache or read from one
	// (https://docs.claude.com/en/docs/build-with-claude/prompt-caching). Services that add
	// these members to an object with a total count them in it.
	{path: "cache_creation_input_tokens", kind: CacheWrite, count: toAddWithoutSum},
	{path: "cache_read_input_tokens", kind: CacheRead, count: toAddWithoutSum},
	{path: "cache_creation.ephemeral_1h_input_tokens", kind: CacheWriteHour, count: toAddWithoutWrite},
	{path: "cache_creation.ephemeral_5m_input_tokens", kind: CacheWrite, count: toAddWithoutWrite},
	{path: "server_tool_use.web_search_requests", kind: WebSearch},

	// Gateways: wire-notes §3, and what LiteLLM and OpenRouter hand on of Anthropic's.
	{path: "input_tokens_details.cache_write_tokens", kind: CacheWrite},
	{path: "prompt_tokens_details.cache_write_tokens", kind: CacheWrite},
	{path: "input_tokens_details.cache_creation_tokens", kind: CacheWrite},
	{path: "input_tokens_details.cache_creation_input_tokens", kind: CacheWrite},  // https://docs.perplexity.ai/docs/agent-api
	{path: "prompt_tokens_details.cache_creation_input_tokens", kind: CacheWrite}, // https://www.alibabacloud.com/help/en/model-studio/context-cache
	{path: "prompt_tokens_details.cache_creation_tokens", kind: CacheWrite},
	{path: "input_tokens_details.cache_creation.ephemeral_1h_input_tokens", kind: CacheWriteHour},
	{path: "prompt_tokens_details.cache_creation_token_details.ephemeral_1h_input_tokens", kind: CacheWriteHour},
	{path: "server_tool_use_details.web_search_requests", kind: WebSearch},

	// Moonshot (https://platform.moonshot.ai/docs/api/chat), DeepSeek
	// (https://api-docs.deepseek.com/api/create-chat-completion), SGLang and Perplexity.
	{path: "cached_tokens", kind: CacheRead},
	{path: "prompt_cache_hit_tokens", kind: CacheRead},
	{path: "reasoning_tokens", kind: Reasoning, count: toAddByTotal},
	{path: "num_search_queries", kind: WebSearch}, // https://docs.perplexity.ai/getting-started/pricing

	// Gemini's usageMetadata (https://ai.google.dev/api/generate-content#UsageMetadata).
	{path: "promptTokenCount", kind: Input},
	{path: "toolUsePromptTokenCount", kind: Input, count: toAdd},
	{path: "cachedContentTokenCount", kind: CacheRead},
	{path: "candidatesTokenCount", kind: Output},
	{path: "thoughtsTokenCount", kind: Reasoning, count: toAdd},
	{path: "responseTokenCount", kind: Output}, // of its Live API
	{path: "totalTokenCount", kind: Total},
	{path: `promptTokensDetails.#(modality=="AUDIO").tokenCount`, kind: AudioInput},
	{path: `promptTokensDetails.#(modality=="IMAGE").tokenCount`, kind: ImageInput},
	{path: `promptTokensDetails.#(modality=="VIDEO").tokenCount`, kind: VideoInput},
	{path: `cacheTokensDetails.#(modality=="AUDIO").tokenCount`, kind: AudioCacheRead},
	{path: `candidatesTokensDetails.#(modality=="AUDIO").tokenCount`, kind: AudioOutput},
	{path: `candidatesTokensDetails.#(modality=="IMAGE").tokenCount`, kind: ImageOutput},
	{path: `responseTokensDetails.#(modality=="AUDIO").tokenCount`, kind: AudioOutput},

	// Ollama (https://docs.ollama.com/api/chat).
	{path: "prompt_eval_count", kind: Input},
	{path: "eval_count", kind: Output},

	// The API document, "Rerank result", usage; Cohere has billed_units.
	{path: "search_units", kind: SearchUnit},
	{path: "billed_units.search_units", kind: SearchUnit},
}
