package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// cached is an HTTP Archive of an agent whose instructions contain the time: once the minute is over,
// nothing of its prompt is read from the cache.
func cached() string {
	var entries []map[string]any
	at := time.Date(2026, 11, 27, 14, 2, 11, 0, time.UTC)
	mark := map[string]any{"type": "ephemeral"}
	tool := func(name, text string, marked bool) map[string]any {
		t := map[string]any{"type": "function", "name": name, "description": strings.Repeat(text+" ", 120)}
		if marked {
			t["cache_control"] = mark
		}
		return t
	}
	tools := []any{tool("read_file", "Reads a file of the repository.", false), tool("run_tests", "Runs the tests of a package.", true)}
	before := 0
	var input []any
	for n, clock := range []string{"14:02", "14:02", "14:03"} {
		text := map[string]any{"type": "input_text", "text": strings.Repeat("The parser fails on the line ends of Windows. ", 90+60*n)}
		if n > 0 {
			input = append(input, map[string]any{"role": "assistant", "content": []any{map[string]any{"type": "output_text", "text": "I have looked at the file."}}})
		}
		message := map[string]any{"role": "user", "content": []any{text}}
		input = append(input, message)
		text["cache_control"] = mark
		body, _ := json.Marshal(map[string]any{
			"model": "anthropic/claude-sonnet-4.5", "session_id": "fix-the-parser", "tools": tools,
			"instructions": strings.Repeat("You work on a repository, and keep to its style. ", 80) + "Today is Thursday, " + clock + ". Be brief.",
			"input":        input,
		})
		delete(text, "cache_control") // the next request has its mark after that
		tokens, read := len(body)/4, before
		if clock == "14:03" {
			read = 1890 // the tools, which have another mark
		}
		before = tokens
		answer := fmt.Sprintf(`{"id":"r%d","object":"response","status":"completed","model":"anthropic/claude-sonnet-4.5","output":[{"type":"message","id":"m%[1]d","role":"assistant","status":"completed","content":[{"type":"output_text","text":"I have looked at the file.","annotations":[]}]}],
"usage":{"input_tokens":%d,"input_tokens_details":{"cached_tokens":%d,"cache_write_tokens":%d},"output_tokens":9,"total_tokens":%d},
"openrouter_metadata":{"requested":"anthropic/claude-sonnet-4.5","strategy":"direct","endpoints":{"total":1,"available":[{"provider":"Anthropic","model":"anthropic/claude-sonnet-4.5","selected":true}]}}}`, n, tokens, read, tokens-read, tokens+9)
		entries = append(entries, entry(at, map[string]any{"Content-Type": "application/json", "User-Agent": "agent/2.1"}, body, 200, "application/json", answer, []chunk{{900_000, len(answer)}}))
		at = at.Add(40 * time.Second)
	}
	return harOf(entries)
}
