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

// isIntact reports whether the client returned a reasoning item unchanged: by its encrypted_content
// if it has one, even without the text, else by its signature.
func isIntact(it request.Item) bool {
	if it.Encrypted != "" {
		text, ok := output.Unseal(it.ID, it.Encrypted)
		return ok && (it.Text == "" || it.Text == text)
	}
	return it.Signature != "" && it.Signature == output.Signature(it.ID, it.Text)
}

// oneLine returns a text on one line of at most n characters, without control characters and
// markdown.
func oneLine(s string, n int) string { return output.OneLine(s, n, "`|*_<>[]\\") }

// codeLine returns a text for a code span, without characters that end the span or a table's cell.
func codeLine(s string, n int) string { return output.OneLine(s, n, "`|") }

// stopWords returns words that have no meaning for the subject of a text or a tool.
func stopWords() []string {
	return strings.Fields(`a about all am an and any are as ask at be been by call can could current did do does for from
		function get give has have he her his how i if in information into is it its just let like make me my no not now of
		on or our out please results return returns run set she show so some tell than that the their them then there compare first second should some something think
		these they this those to tool up us use used uses using value was we were what when where which who why will
		with would you your`)
}

// Significant returns the words of a text in lower case, each once and in order, without stop
// words. Names are split: getWeather and get_weather are both get and weather.
func Significant(text string) []string {
	const maxText = 64 << 10 // bytes: the start of a book is enough
	text = text[:min(len(text), maxText)]
	var list []string
	stop := stopWords()
	for w := range output.Words(splitNames(text)) {
		if len(w) < 2 || slices.Contains(stop, w) || slices.Contains(list, w) {
			continue
		}
		list = append(list, w)
		if len(list) == 2000 {
			break
		}
	}
	return list
}

// splitNames inserts a space before a capital letter that follows a small one.
func splitNames(text string) string {
	var b strings.Builder
	before := ' '
	for _, r := range text {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}
