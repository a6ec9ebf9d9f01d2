package export

import (
	"regexp"
	"strings"
	"unicode"

	"gatehouse/client/scan"
	"gatehouse/state/text/spelling"
)

// Fence puts a text into a code block of markdown that it cannot end: the fence is longer
// than any run of backquotes in it (CommonMark 0.31.2, section 4.5).
func Fence(language, text string) string {
	mark := strings.Repeat("`", max(3, longestRun(text)+1))
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return mark + language + "\n" + text + mark + "\n"
}

// fenceJSON is fence for a JSON value, laid out to be read, or for a text that is none.
func fenceJSON(text string) string {
	if laid, err := scan.AppendIndent(nil, []byte(text), ""); err == nil && scan.Valid([]byte(text)) {
		return Fence("json", string(laid))
	}
	return Fence("text", text)
}

// longestRun returns the length of the longest run of backquotes.
func longestRun(text string) (longest int) {
	run := 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// codeSpan writes a name as code in a line (CommonMark 0.31.2, section 6.1).
func codeSpan(name string) string {
	name = spelling.OneLine(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, name))
	mark := strings.Repeat("`", longestRun(name)+1)
	if strings.HasPrefix(name, "`") || strings.HasSuffix(name, "`") || name == "" {
		name = " " + name + " "
	}
	return mark + name + mark
}

// blockQuote writes a text in markdown as a quotation. It preserves the layout, but cannot end the
// quotation: each line is marked, and a possible HTML tag is text, unless it is certainly in code.
// If bytes were masked, masks are text too.
func blockQuote(text string, masked bool) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	var b strings.Builder
	state := codeState{escape: escapeTags}
	if masked {
		state.escape = func(s string) string { return escapeMasks(escapeTags(s)) }
	}
	for line := range strings.Lines(text) {
		line = state.escapeLine(strings.TrimSuffix(line, "\n"))
		b.WriteString(strings.TrimRight("> "+line, " ") + "\n")
	}
	return b.String()
}

// codeState is the known state of a line of markdown.
type codeState struct {
	fence  string              // of the code block that it is in; empty: none
	span   bool                // a code span may continue from an earlier line of the paragraph
	unsure bool                // a fence may or may not count, as in a list: no code is recognised any more
	escape func(string) string // escapes what HTML or markdown would not show as text
}

// escapeLine returns the line, escaped where it is not code.
func (c *codeState) escapeLine(line string) string {
	mark, bare := fenceOf(line), strings.TrimLeft(line, " \t")
	closes := c.fence != "" && strings.HasPrefix(bare, c.fence) && strings.Trim(bare, c.fence[:1]+" \t") == ""
	switch {
	case c.unsure:
	case closes && mark != "":
		c.fence = ""
		return line
	case closes:
		c.unsure = true
	case c.fence != "":
		return line
	case mark != "":
		c.fence, c.span = mark, false
	case strings.Contains(line, "```") || strings.Contains(line, "~~~"):
		c.unsure = true
	case bare == "":
		c.span = false
	default:
		return c.escapeText(line)
	}
	return c.escape(line)
}

// escapeTags returns s with &lt; for each < that could begin an HTML tag.
func escapeTags(s string) string {
	var b strings.Builder
	for i := range len(s) {
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		letter := next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z'
		if s[i] == '<' && (letter || next == '/' || next == '!' || next == '?') {
			b.WriteString("&lt;")
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// masks are runs of * as they stand for masked bytes, and the backslashes before them.
var masks = regexp.MustCompile(`\\*\*{3,}`)

// escapeMasks returns s with each * of a mask escaped, so that none begins emphasis.
func escapeMasks(s string) string {
	return masks.ReplaceAllStringFunc(s, func(run string) string {
		mask := strings.TrimLeft(run, `\`)
		if before := len(run) - len(mask); before%2 == 1 { // the last one would escape ours
			run = `\` + run
		}
		return strings.TrimRight(run, "*") + strings.Repeat(`\*`, len(mask))
	})
}

// escapeText returns a line of text, escaped except its code spans. Only certain spans count: none in a line
// with the cells of a table, and none after a run of backquotes without partner in its line.
func (c *codeState) escapeText(line string) string {
	if c.span || strings.Contains(line, "|") {
		c.span = c.span || strings.Contains(line, "`")
		return c.escape(line)
	}
	var b strings.Builder
	for line != "" {
		at := strings.IndexByte(line, '`')
		if at < 0 {
			break
		}
		run := len(line[at:]) - len(strings.TrimLeft(line[at:], "`"))
		end := spanEnd(line[at+run:], run)
		if end < 0 || at > 0 && line[at-1] == '\\' {
			c.span = true
			break
		}
		b.WriteString(c.escape(line[:at]) + line[at:at+run+end+run])
		line = line[at+run+end+run:]
	}
	b.WriteString(c.escape(line))
	return b.String()
}

// spanEnd returns where a run of exactly n backquotes begins; -1 for nowhere.
func spanEnd(s string, n int) int {
	for at := 0; at < len(s); {
		next := strings.IndexByte(s[at:], '`')
		if next < 0 {
			return -1
		}
		at += next
		run := len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
		if run == n {
			return at
		}
		at += run
	}
	return -1
}
