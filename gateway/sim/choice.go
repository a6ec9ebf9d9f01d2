package sim

import (
	"slices"
	"strings"
	"unicode"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
)

// Asked is the last user message as the rule for calling tools reads it:
//
//	function or custom tool    the message has its full name, spelled the same
//	… whose name begins with   or all further words of the name are words of
//	  a word of [readers]      the message, in any case and order
//	server tool                the message has its word in [triggers], its type,
//	                           or the label of an MCP server
//
// The text after "not", "never" or a word like "don't" in the same sentence is ignored. System
// prompts and outputs of tools never count.
type Asked struct {
	text  string
	names map[string]bool // possible names of tools, in their spelling
	words map[string]bool // in lower case
}

// readers returns the first words of names of tools that only read.
func readers() []string {
	return []string{"get", "list", "read", "find", "search", "fetch", "show", "lookup"}
}

// triggers returns the word of each server tool, by its type without the service's prefix.
func triggers() map[string]string {
	return map[string]string{
		"advisor":                       "advice",
		"apply_patch":                   "patch",
		"bash":                          "bash",
		"code_interpreter":              "calculate",
		"computer_use":                  "click",
		"computer_use_preview":          "click",
		"datetime":                      "time",
		"experimental__search_models":   "models",
		"file_search":                   "documents",
		"files":                         "files",
		"fusion":                        "panel",
		"image_generation":              "draw",
		"local_shell":                   "shell",
		"search_models":                 "models",
		"shell":                         "shell",
		"subagent":                      "delegate",
		"tool_search":                   "tools",
		"web_fetch":                     "fetch",
		"web_search":                    "search",
		"web_search_2025_08_26":         "search",
		"web_search_preview":            "search",
		"web_search_preview_2025_03_11": "search",
	}
}

// maxMessage is the maximum length of a message that is read, in bytes.
const maxMessage = 64 << 10

var negated = output.Lazy(`(?i)\b(?:not|never|cannot|dont|\w+n['’]t)\b(?:[^.!?\n]|[.!?]+[^.!?\s])*`)

// Read returns what a message asks for.
func Read(message string) Asked {
	message = strings.ToValidUTF8(message[:min(len(message), maxMessage)], "")
	a := Asked{
		text:  negated().ReplaceAllStringFunc(message, func(string) string { return "\n" }),
		names: map[string]bool{}, words: map[string]bool{},
	}
	ends := func(r rune) bool {
		return r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.:/", r)
	}
	for name := range strings.FieldsFuncSeq(a.text, ends) {
		if name = strings.Trim(name, "-.:/"); name != "" {
			a.names[name] = true
		}
	}
	for word := range output.Words(a.text) {
		a.words[word] = true
	}
	return a
}

// Quoted returns the quoted parts of the message in order, without the name of the tool.
func (a Asked) Quoted(name string) []string {
	return slices.DeleteFunc(Quoted(a.text), func(q string) bool { return q == name })
}

// Calls reports whether the message asks for the caller's tool with this name.
func (a Asked) Calls(name string) bool {
	if a.names[name] {
		return true
	}
	parts := slices.Collect(output.Words(splitNames(name)))
	return len(parts) > 1 && slices.Contains(readers(), parts[0]) &&
		!slices.ContainsFunc(parts[1:], func(w string) bool { return !a.words[w] })
}

// Uses reports whether the message asks for a tool other than a function.
func (a Asked) Uses(t request.Tool, service string) bool {
	kind := strings.TrimPrefix(t.Type, service+":")
	return a.names[t.Label()] || a.names[kind] || a.words[triggers()[kind]]
}

// Best returns the first tool whose name the message asks for, else the first.
func (a Asked) Best(tools []request.Tool) request.Tool {
	i := slices.IndexFunc(tools, func(t request.Tool) bool { return a.Calls(t.Label()) })
	return tools[max(0, i)]
}
