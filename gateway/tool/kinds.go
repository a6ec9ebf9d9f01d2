package tool

import (
	"gatehouse/gateway/intent"
	"gatehouse/gateway/words"
)

// What a prompt says that wants a tool. The name of a tool itself always does,
// outside of what the prompt forbids.
var (
	clockWords   = words.New(`(?i)\b(?:time|date|today|clock|weekday|what day)\b`)
	webWords     = words.New(`(?i)\b(?:web|internet|online|news|google|look(?:ing)? up|search(?:es|ing)?)\b`)
	webNot       = words.New(`(?i)\bsearch\w*\s+(?:\w+\s+){0,2}(?:files?|documents?|tools?|models?)\b`)
	fetchWords   = words.New(`(?i)https?://\S|\b(?:fetch|open|read|visit)\s+(?:\w+\s+){0,2}(?:page|site|url|link)\b`)
	toolWords    = words.New(`(?i)\b(?:search|find|look)\w*\s+(?:\w+\s+){0,2}tools?\b`)
	modelWords   = words.New(`(?i)\b(?:search|find|list|which|what|cheap\w*|best)\s+(?:\w+\s+){0,3}models?\b`)
	imageWords   = words.New(`(?i)\b(?:draw|paint|sketch|image|picture|illustration|logo|icon)\b`)
	filesWords   = words.New(`(?i)\b(?:my|uploaded|list|save|store)\s+(?:\w+\s+){0,2}files?\b`)
	findWords    = words.New(`(?i)\b(?:files?|documents?|vector store|knowledge base)\b`)
	findNot      = words.New(`(?i)\b(?:create|edit|delete)\s+(?:\w+\s+){0,2}files?\b`)
	computeWords = words.New(`(?i)\b(?:computer|click|screen(?:shot)?|mouse|desktop)\b`)
	codeWords    = words.New(`(?i)\bcode interpreter\b|\b(?:run|execute)\s+(?:\w+\s+){0,2}(?:code|python|program)\b|\b(?:calculate|compute|plot)\b`)
	mcpWords     = words.New(`(?i)\bmcp\b`)
	adviceWords  = words.New(`(?i)\b(?:advi[cs]e|advisor|second opinion|expert)\b`)
	agentWords   = words.New(`(?i)\bsub[- ]?agents?\b|\bdelegate\b|\bhand (?:it|this|that) over\b`)
	fusionWords  = words.New(`(?i)\b(?:fusion|panel|consensus|several models)\b`)
)

// serverKinds is the server tools, by the name behind the service's word.
func serverKinds() map[string]Kind {
	models := Kind{asked: modelWords, run: searchModels}
	return map[string]Kind{
		"datetime":                    {asked: clockWords, run: datetime},
		"web_search":                  {asked: webWords, unless: webNot, run: webSearch},
		"web_fetch":                   {asked: fetchWords, run: webFetch},
		"tool_search":                 {asked: toolWords, run: toolSearch},
		"search_models":               models,
		"experimental__search_models": models,
		"image_generation":            {asked: imageWords, run: imageGeneration},
		"apply_patch":                 {orders: intent.Intent.Patches, run: applyPatch},
		"bash":                        {orders: intent.Intent.Runs, run: bash},
		"shell":                       {orders: intent.Intent.Runs, run: shell},
		"files":                       {asked: filesWords, run: files},
		"advisor":                     {asked: adviceWords, run: advisor},
		"subagent":                    {asked: agentWords, run: subagent},
		"fusion":                      {asked: fusionWords, run: fusion},
	}
}

// plainKinds is the tools whose type has no prefix.
func plainKinds() map[string]Kind {
	search := Kind{asked: webWords, unless: webNot, run: webSearch}
	return map[string]Kind{
		"web_search_preview":            search,
		"web_search_preview_2025_03_11": search,
		"web_search":                    search,
		"web_search_2025_08_26":         search,
		"file_search":                   {asked: findWords, unless: findNot, run: fileSearchCall},
		"computer_use_preview":          {asked: computeWords, run: computerCall},
		"computer_use":                  {asked: computeWords, run: computerCall},
		"code_interpreter":              {asked: codeWords, run: codeInterpreterCall},
		"mcp":                           {asked: mcpWords, run: mcpCall},
		"image_generation":              {asked: imageWords, run: imageGenerationCall},
		"local_shell":                   {orders: intent.Intent.Runs, run: localShellCall},
		"shell":                         {orders: intent.Intent.Runs, run: shellCall},
		"apply_patch":                   {orders: intent.Intent.Patches, run: applyPatchCall},
	}
}
