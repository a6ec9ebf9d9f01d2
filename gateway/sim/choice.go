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
//	server tool                the message has its trigger, its type, or the label
//	                           of an MCP server
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

// maxMessage is the maximum length of a message that is read, in bytes.
const maxMessage = 64 << 10

var negated = output.Lazy(`(?i)\b(?:not|never|cannot|dont|\w+n['’]t)\b(?:[^.!?\n]|[.!?]+[^.!?\s])*`)

// Read returns what a message asks for.
func Read(message string) Asked {
	message = output.Prefix(message, maxMessage)
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

// Uses reports whether the message asks for a tool other than a function, by its label, its kind or
// the word that triggers it.
func (a Asked) Uses(label, kind, trigger string) bool {
	return a.names[label] || a.names[kind] || a.words[trigger]
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

// stopWords has words without meaning for the subject of a text or a tool, with a space around
// each.
const stopWords = " a about all am an and any are as ask at be been by call can compare could current did do does first for " +
	"from function get give has have he her his how i if in information into is it its just let like make me my no not now " +
	"of on or our out please results return returns run second set she should show so some something tell than that the " +
	"their them then there these they think this those to tool up us use used uses using value was we were what when " +
	"where which who why will with would you your "

// Significant returns the words of a text in lower case, each once and in order, without stop
// words. Names are split: getWeather and get_weather are both get and weather.
func Significant(text string) []string {
	const maxWords = 2000
	var list []string
	for w := range output.Words(splitNames(output.Prefix(text, maxMessage))) {
		if len(list) < maxWords && len(w) > 1 && !strings.Contains(stopWords, " "+w+" ") && !slices.Contains(list, w) {
			list = append(list, w)
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
