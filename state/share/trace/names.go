package trace

import "gatehouse/state/dialect/usage"

// Conventions names the text whose attribute names are used: OpenTelemetry's conventions for generative
// AI, at the commit that was read. They change, so the scope of the spans names the commit.
const Conventions = "semantic-conventions-genai@024a4f944a1291fcb627c9c47da69e79868dd15e"

// Of docs/gen-ai/client-inference.md in github.com/open-telemetry/semantic-conventions-genai.
const (
	operationName       = "gen_ai.operation.name"
	providerName        = "gen_ai.provider.name"
	conversationID      = "gen_ai.conversation.id"
	outputType          = "gen_ai.output.type"
	requestModel        = "gen_ai.request.model"
	requestStream       = "gen_ai.request.stream"
	requestChoices      = "gen_ai.request.choice.count"
	requestMaxTokens    = "gen_ai.request.max_tokens"
	requestTemperature  = "gen_ai.request.temperature"
	requestTopP         = "gen_ai.request.top_p"
	requestTopK         = "gen_ai.request.top_k"
	requestSeed         = "gen_ai.request.seed"
	requestFrequency    = "gen_ai.request.frequency_penalty"
	requestPresence     = "gen_ai.request.presence_penalty"
	requestReasoning    = "gen_ai.request.reasoning.level"
	requestPrevious     = "gen_ai.request.previous_response.id"
	requestStops        = "gen_ai.request.stop_sequences" // texts of the user: with content
	responseModel       = "gen_ai.response.model"
	responseID          = "gen_ai.response.id"
	responseFinish      = "gen_ai.response.finish_reasons"
	responseFirstChunk  = "gen_ai.response.time_to_first_chunk" // seconds
	systemInstructions  = "gen_ai.system_instructions"
	inputMessages       = "gen_ai.input.messages"
	outputMessages      = "gen_ai.output.messages"
	toolDefinitions     = "gen_ai.tool.definitions"
	embeddingDimensions = "gen_ai.embeddings.dimension.count"
)

var usageNames = map[usage.Kind]string{
	usage.Input: "gen_ai.usage.input_tokens", usage.Output: "gen_ai.usage.output_tokens", usage.Reasoning: "gen_ai.usage.reasoning.output_tokens",
	usage.CacheRead: "gen_ai.usage.cache_read.input_tokens", usage.CacheWrite: "gen_ai.usage.cache_write.input_tokens",
	usage.SearchUnit: "gatehouse.usage.search_units",
}

// Of docs/gen-ai/gen-ai-spans.md there, for what a rerank is asked.
const (
	queryText      = "gen_ai.retrieval.query.text"
	foundDocuments = "gen_ai.retrieval.documents"
)

// Of the general conventions (github.com/open-telemetry/semantic-conventions v1.44.0).
const (
	errorType     = "error.type"
	serverAddress = "server.address"
	serverPort    = "server.port"
	httpMethod    = "http.request.method"
	httpStatus    = "http.response.status_code"
	urlPath       = "url.path"
)

// Names that the conventions do not have.
const (
	exchangeID    = "gatehouse.exchange.id"
	origin        = "gatehouse.origin"
	connection    = "gatehouse.connection"
	target        = "gatehouse.target"
	simulated     = "gatehouse.simulated"
	verdict       = "gatehouse.verdict"
	warnings      = "gatehouse.warnings"
	lintRules     = "gatehouse.lint"
	cost          = "gatehouse.cost"       // USD, as the service reports it
	costWhere     = "gatehouse.cost.where" // the member or header of the cost
	toolCalls     = "gatehouse.tool_calls" // names
	changedBy     = "gatehouse.changed_by" // rules of the proxy
	documents     = "gatehouse.rerank.documents"
	results       = "gatehouse.rerank.results"
	routeStrategy = "gatehouse.route.strategy"
	routeAsked    = "gatehouse.route.requested"
	routeRegion   = "gatehouse.route.region"
	routeAttempts = "gatehouse.route.attempts"
	attemptNumber = "gatehouse.attempt.number"
	attemptReason = "gatehouse.attempt.reason" // how it ended, in words
	attemptTimed  = "gatehouse.attempt.timed"  // false: the service does not say when it was
	guardName     = "gatehouse.guardrail.name"
	guardID       = "gatehouse.guardrail.id"
	guardScope    = "gatehouse.guardrail.scope"
	guardAction   = "gatehouse.guardrail.action"
	guardBlocked  = "gatehouse.guardrail.blocked"
	guardEngines  = "gatehouse.guardrail.engines"
	guardPatterns = "gatehouse.guardrail.patterns"
	guardReasons  = "gatehouse.guardrail.reasons"
	guardFlagged  = "gatehouse.guardrail.flagged_input" // with content
	contentCut    = "gatehouse.content.cut"             // older messages were left out

	guardrailEvent = "gatehouse.guardrail"
)
