// What both SDKs are let ask. Each is a request as it goes on the wire, and the
// type of the first item that must come back.
export const weather = {
  type: 'function', name: 'get_weather', description: 'The weather in a city', strict: true,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
};

const one = (item, input, tool, more = {}) => ({ item, body: { model: 'sim/writer', input, tools: [tool], ...more } });

export const tools = [
  one('function_call', 'What is the weather in Paris?', weather),
  one('custom_tool_call', 'sql please', { type: 'custom', name: 'sql' }),
  one('custom_tool_call', 'sql please', { type: 'custom', name: 'sql', format: { type: 'grammar', syntax: 'lark', definition: 'start: "SELECT" NAME\nNAME: /[a-z]+/\n%ignore " "' } }),
  one('function_call', 'inner please', { type: 'namespace', name: 'n', description: 'd', tools: [{ type: 'function', name: 'inner', parameters: null }] }),
  one('openrouter:datetime', 'what time is it?', { type: 'openrouter:datetime' }),
  one('openrouter:web_search', 'search the web for lighthouse history', { type: 'openrouter:web_search' }),
  one('openrouter:web_fetch', 'fetch https://docs.example.com/search/rerank', { type: 'openrouter:web_fetch' }),
  one('openrouter:web_fetch', 'fetch https://nowhere.example/none', { type: 'openrouter:web_fetch' }),
  one('openrouter:experimental__search_models', 'which models are cheap?', { type: 'openrouter:experimental__search_models' }),
  one('openrouter:image_generation', 'draw a lighthouse', { type: 'openrouter:image_generation' }),
  one('openrouter:apply_patch', 'patch `main.go`', { type: 'openrouter:apply_patch' }),
  one('openrouter:bash', 'run "ls -la" in bash', { type: 'openrouter:bash' }),
  one('openrouter:shell', 'use the shell', { type: 'openrouter:shell' }),
  one('openrouter:files', 'list my files', { type: 'openrouter:files' }),
  one('openrouter:advisor', 'ask for advice on tea', { type: 'openrouter:advisor' }),
  one('openrouter:advisor', 'ask for advice on tea', { type: 'openrouter:advisor', parameters: { stream: true } }),
  one('openrouter:subagent', 'delegate this', { type: 'openrouter:subagent' }),
  { item: 'openrouter:subagent', body: { model: 'sim/writer', input: 'delegate: the weather in Paris',
    tools: [{ type: 'openrouter:subagent', parameters: { inherit_functions: true } }, weather] } },
  one('openrouter:fusion', 'ask a panel about bees', { type: 'openrouter:fusion' }),
  { item: 'openrouter:tool_search', body: { model: 'sim/writer', input: 'search tools for the weather in Paris',
    tools: [{ type: 'openrouter:tool_search' }, { ...weather, defer_loading: true }, { type: 'openrouter:datetime' }] } },
  one('web_search_call', 'search the web for bees', { type: 'web_search' }),
  one('web_search_call', 'search the web for bees', { type: 'web_search_preview' }),
  one('file_search_call', 'search my documents for tides', { type: 'file_search', vector_store_ids: ['v'] }, { include: ['file_search_call.results'] }),
  one('code_interpreter_call', 'calculate 3*4+1', { type: 'code_interpreter', container: 'c1' }, { include: ['code_interpreter_call.outputs'] }),
  one('image_generation_call', 'draw a lighthouse', { type: 'image_generation', partial_images: 1 }),
  one('computer_call', 'click on it', { type: 'computer_use_preview', display_height: 1, display_width: 1, environment: 'linux' }),
  one('shell_call', 'use the shell', { type: 'shell' }),
  one('apply_patch_call', 'patch `a.txt`', { type: 'apply_patch' }),
];

// What @openrouter/sdk knows as items of input and not of output.
export const inputOnly = [
  one('mcp_approval_request', 'ask the lab', { type: 'mcp', server_label: 'lab', require_approval: 'always' }),
  one('mcp_call', 'ask the lab', { type: 'mcp', server_label: 'lab' }),
  one('local_shell_call', 'use the shell', { type: 'local_shell' }),
];

// Requests without tools, each for what the answer shows.
export const answers = {
  plain: { model: 'sim/writer', input: 'Show me a table, a list and some code' },
  'reasoning, sealed': { model: 'sim/reasoner', input: 'think', reasoning: { effort: 'high', summary: 'auto' }, include: ['reasoning.encrypted_content'] },
  structured: { model: 'sim/structured', input: 'a person', text: { format: { type: 'json_schema', name: 'person', schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } } } },
  refusal: { model: 'sim/writer', input: 'please refuse' },
  logprobs: { model: 'sim/writer', input: 'hello', top_logprobs: 2 },
  cut: { model: 'sim/writer', input: 'write 10 KB', max_output_tokens: 20 },
  image: { model: 'sim/writer', input: 'hello', modalities: ['text', 'image'] },
  'web plugin': { model: 'sim/writer', input: 'lighthouse history', plugins: [{ id: 'web' }] },
  'auto router': { model: 'openrouter/auto', input: 'write a poem about bees' },
  'auto router, beta': { model: 'openrouter/auto-beta', input: 'write a poem about bees' },
  'pareto router': { input: 'fix this code', plugins: [{ id: 'pareto-router', max_price: 1 }] },
  'fusion plugin': { input: 'tell me about bees', plugins: [{ id: 'fusion', analysis_models: ['sim/writer', 'sim/reasoner'], model: 'sim/writer' }] },
  fallbacks: { models: ['fjord/abyss', 'aurora/dawn'], input: 'hello' },
  'all settings': { model: 'sim/writer', input: 'hello', instructions: 'be brief', temperature: 0.5, top_p: 0.9, top_k: 5, frequency_penalty: 0, presence_penalty: 0,
    metadata: { a: 'b' }, service_tier: 'fast', truncation: 'auto', prompt_cache_key: 'k', safety_identifier: 's', user: 'u', session_id: 's', max_tool_calls: 5,
    background: true, parallel_tool_calls: false, cache_control: { type: 'ephemeral' }, route: 'fallback', tool_choice: 'none', trace: { trace_id: 't' } },
};

// A panel of which one fails. Its event has a member error, as the service's
// description asks, and openai takes any event with one for the stream's end.
export const failingPanel = { input: 'tell me about bees', plugins: [{ id: 'fusion', analysis_models: ['sim/writer', 'fjord/abyss'], model: 'sim/writer' }] };

// Each kind of ending that a stream can have beside completed.
export const endings = {
  'fault/incomplete': 'response.incomplete',
  'fault/failed-event': 'response.failed',
  'fault/error-event': 'error',
};
