package tool

import (
	"context"
	"strings"

	"gatehouse/gateway/request"
)

// Run uses a tool of one kind once. Which words of a message it is used for is in
// package sim.
type Run func(context.Context, *Kit, request.Tool) Outcome

// serverKinds returns the server tools, by the name after the service's prefix.
func serverKinds() map[string]Run {
	return map[string]Run{
		"datetime":                    datetime,
		"web_search":                  webSearch,
		"web_fetch":                   webFetch,
		"tool_search":                 toolSearch,
		"search_models":               searchModels,
		"experimental__search_models": searchModels,
		"image_generation":            imageGeneration,
		"apply_patch":                 applyPatch,
		"bash":                        bash,
		"shell":                       shell,
		"files":                       files,
		"advisor":                     advisor,
		"subagent":                    subagent,
		"fusion":                      fusion,
	}
}

// plainKinds returns the tools whose type has no prefix.
func plainKinds() map[string]Run {
	return map[string]Run{
		"web_search_preview":            webSearch,
		"web_search_preview_2025_03_11": webSearch,
		"web_search":                    webSearch,
		"web_search_2025_08_26":         webSearch,
		"file_search":                   fileSearchCall,
		"computer_use_preview":          computerCall,
		"computer_use":                  computerCall,
		"code_interpreter":              codeInterpreterCall,
		"mcp":                           mcpCall,
		"image_generation":              imageGenerationCall,
		"local_shell":                   localShellCall,
		"shell":                         shellCall,
		"apply_patch":                   applyPatchCall,
	}
}

// Of returns what runs a tool. ok is false for a function, a custom tool and a type
// that is not known.
func Of(t request.Tool, word string) (run Run, ok bool) {
	if name, server := strings.CutPrefix(t.Type, word+":"); server {
		run, ok = serverKinds()[name]
		return run, ok
	}
	run, ok = plainKinds()[t.Type]
	return run, ok
}
