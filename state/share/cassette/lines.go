package cassette

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/json/tree"
	"gatehouse/state/share/redact"
	"gatehouse/state/text/spelling"
)

// describe adds a line for each place; members of that name in several elements share one. a
// and b are the bodies with their secrets masked.
func (m *Miss) describe(list []difference, a, b string) {
	times := map[string]int{}
	for _, d := range list {
		times[d.pattern]++
	}
	seen := map[string]bool{}
	for _, d := range list {
		if seen[d.pattern] {
			continue
		}
		seen[d.pattern] = true
		switch {
		case generated(d.pattern), ofTool(d.pattern):
			m.Generated = append(m.Generated, "."+strings.TrimPrefix(d.pattern, "."))
		case ofToolMessage(d.path, b):
			m.Generated = append(m.Generated, "."+d.path)
		}
		line := d.path + ": " + d.words(a, b)
		if n := times[d.pattern]; n > 1 {
			line += fmt.Sprintf(" (1 of %d at %s)", n, strings.TrimPrefix(d.pattern, "."))
		}
		m.add(line)
	}
}

func (d difference) words(a, b string) string {
	was, is := a[d.was.from:d.was.to], b[d.is.from:d.is.to]
	switch d.kind {
	case tree.Added:
		return "not recorded, asked " + shown(is)
	case tree.Removed:
		return "recorded " + shown(was) + ", not asked"
	case tree.Moved:
		return "recorded at another place"
	}
	was, is = apart(was, is)
	return fmt.Sprintf("recorded %s, asked %s", was, is)
}

// masked returns a text without its secrets, every other byte at its place.
func masked(rules *redact.Rules, text string) string {
	clean, _ := rules.Text(text, "")
	if len(clean) != len(text) {
		return strings.Repeat("*", len(text))
	}
	return clean
}

// maxShown is how much of a value is shown, in runes.
const maxShown = 60

// apart shortens two values to where they differ.
func apart(a, b string) (string, string) {
	const before = 12 // bytes of what both have
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	if same <= before || max(len(a), len(b)) <= maxShown {
		return shown(a), shown(b)
	}
	for same -= before; same > 0 && !utf8.RuneStart(a[same]); same-- {
	}
	return "…" + shown(a[same:]), "…" + shown(b[same:])
}

// shown returns a value on one line: of an object or array the beginning.
func shown(value string) string {
	if value == "" {
		return "none"
	}
	value = strings.ToValidUTF8(value, "\uFFFD")
	if kind := scan.KindOf([]byte(value)); kind == scan.Object || kind == scan.Array {
		value = strings.Join(strings.Fields(value), " ")
	}
	return spelling.Shorten(value, maxShown)
}

// toolPatterns are where the outputs of tools are, and what Gemini CLI lists its skills in, in another order in
// each run.
var toolPatterns = []string{"input[].output", "messages[].content[].content", "contents[].parts[].functionResponse", "contents[].parts[].function_response", "systemInstruction", "tools[].functionDeclarations"}

// ofTool reports whether a member has what a tool returned: times, process ids and the like are in it.
func ofTool(pattern string) bool {
	pattern = strings.TrimPrefix(pattern, ".")
	return slices.ContainsFunc(toolPatterns, func(begin string) bool {
		rest, ok := strings.CutPrefix(pattern, begin)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

// ofToolMessage reports whether the member at a path is that of a tool's message in chat completions, where
// only the role tells it from others.
func ofToolMessage(path, body string) bool {
	n := 0
	if _, err := fmt.Sscanf(strings.TrimPrefix(path, "."), "messages[%d].content", &n); err != nil {
		return false
	}
	for _, m := range scan.Elements(scan.Get([]byte(body), "messages")) {
		if n--; n < 0 {
			return scan.Text(scan.Get(m, "role")) == "tool"
		}
	}
	return false
}

// generated reports whether the member at a path looks like one that a program generates in each
// run: an id, a time, a key of a cache, metadata. What a request says or asks for is none: leaving
// that out would make every request the same.
func generated(path string) bool {
	names := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(`.[]"`, r) })
	if len(names) == 0 || names[0] == "tools" { // the names in there are those of parameters
		return false
	}
	if slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(strings.ToLower(name), "metadata") }) {
		return true
	}
	leaf := names[len(names)-1]
	switch strings.ToLower(leaf) {
	case "id", "user", "uuid", "nonce", "timestamp", "time", "date", "created":
		return true
	}
	ends := []string{"_id", "_ids", "_key", "_at", "_uuid", "_timestamp", "Id", "Key", "At"}
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(leaf, end) })
}
