package tool

import "regexp"

// What a prompt says that wants a tool. The name of a tool itself always does.
var (
	clockWords   = regexp.MustCompile(`(?i)\b(?:time|date|today|clock|weekday|what day)\b`)
	webWords     = regexp.MustCompile(`(?i)\b(?:web|internet|online|news|google|look(?:ing)? up|search(?:es|ing)?)\b`)
	webNot       = regexp.MustCompile(`(?i)\bsearch\w*\s+(?:\w+\s+){0,2}(?:files?|documents?|tools?|models?)\b`)
	fetchWords   = regexp.MustCompile(`(?i)https?://\S|\b(?:fetch|open|read|visit)\s+(?:\w+\s+){0,2}(?:page|site|url|link)\b`)
	toolWords    = regexp.MustCompile(`(?i)\b(?:search|find|look)\w*\s+(?:\w+\s+){0,2}tools?\b`)
	modelWords   = regexp.MustCompile(`(?i)\b(?:search|find|list|which|what|cheap\w*|best)\s+(?:\w+\s+){0,3}models?\b`)
	imageWords   = regexp.MustCompile(`(?i)\b(?:draw|paint|sketch|image|picture|illustration|logo|icon)\b`)
	patchWords   = regexp.MustCompile(`(?i)\bpatch\b|\bdiff\b|\b(?:create|edit|change|update|delete|remove)\s+(?:\w+\s+){0,2}files?\b`)
	bashWords    = regexp.MustCompile(`(?i)\bbash\b|\b(?:run|execute)\s+(?:\w+\s+){0,2}(?:command|script)s?\b`)
	shellWords   = regexp.MustCompile(`(?i)\b(?:shell|terminal|console)\b|\b(?:run|execute)\s+(?:\w+\s+){0,2}commands?\b`)
	filesWords   = regexp.MustCompile(`(?i)\b(?:my|uploaded|list|save|store)\s+(?:\w+\s+){0,2}files?\b`)
	findWords    = regexp.MustCompile(`(?i)\b(?:files?|documents?|vector store|knowledge base)\b`)
	findNot      = regexp.MustCompile(`(?i)\b(?:create|edit|delete)\s+(?:\w+\s+){0,2}files?\b`)
	computeWords = regexp.MustCompile(`(?i)\b(?:computer|click|screen(?:shot)?|mouse|desktop)\b`)
	codeWords    = regexp.MustCompile(`(?i)\bcode interpreter\b|\b(?:run|execute)\s+(?:\w+\s+){0,2}(?:code|python|program)\b|\b(?:calculate|compute|plot)\b`)
	mcpWords     = regexp.MustCompile(`(?i)\bmcp\b`)
	adviceWords  = regexp.MustCompile(`(?i)\b(?:advi[cs]e|advisor|second opinion|expert)\b`)
	agentWords   = regexp.MustCompile(`(?i)\bsub[- ]?agents?\b|\bdelegate\b|\bhand (?:it|this|that) over\b`)
	fusionWords  = regexp.MustCompile(`(?i)\b(?:fusion|panel|consensus|several models)\b`)
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
		"apply_patch":                 {asked: patchWords, run: applyPatch},
		"bash":                        {asked: bashWords, run: bash},
		"shell":                       {asked: shellWords, run: shell},
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
		"local_shell":                   {asked: shellWords, run: shellCall},
		"shell":                         {asked: shellWords, run: shellCall},
		"apply_patch":                   {asked: patchWords, run: applyPatchCall},
	}
}
