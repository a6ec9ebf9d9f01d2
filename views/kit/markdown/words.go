package markdown

import (
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	gtext "github.com/yuin/goldmark/text"
)

// WithoutMarkup returns the words of a line of markdown without its markup, for a row that
// has space for no more. It is empty for a line that is markup alone, a fence or the rule
// below a table's head. The words are not made safe yet.
func WithoutMarkup(line string) string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || strings.Trim(line, "|-:=*_ ") == "" {
		return ""
	}
	if strings.HasPrefix(line, "|") { // a row of a table
		line = strings.Join(strings.Fields(strings.ReplaceAll(line, "|", " ")), " ")
	}
	c := newCutter(func(from, to int) string { return line[from:to] })
	c.line(line, 0, true)
	var words []string
	for _, b := range c.blocks {
		source := []byte(line[b.start:b.end])
		for n := inlineParser().Parse(gtext.NewReader(source)).FirstChild(); n != nil; n = n.NextSibling() {
			words = append(words, flatten(n, source))
		}
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// flatten returns the words below n without their markup.
func flatten(n ast.Node, source []byte) string {
	var b strings.Builder
	_, isCode := n.(*ast.CodeSpan)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.WriteString(literal(c.Segment.Value(source), isCode || c.IsRaw()))
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.RawHTML:
			b.Write(c.Segments.Value(source))
		case *ast.AutoLink:
			b.Write(c.Label(source))
		default:
			b.WriteString(flatten(c, source))
		}
	}
	return b.String()
}

// oneLine joins what is on several lines of the source.
func oneLine(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\n", " ")
}

// longestEntity is the length of the longest named character reference of
// HTML, with & and semicolon.
const longestEntity = 33

// literal returns the characters that a piece of markdown means. Raw text means itself.
func literal(src []byte, raw bool) string {
	if raw {
		return string(src)
	}
	return unescape(string(src))
}

// unescape decodes the escapes and character references of markdown, once (CommonMark 2.4 and 2.5).
func unescape(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && punctuation(s[i+1]):
			i++
			b.WriteByte(s[i])
		case c == '&':
			if end := strings.IndexByte(s[i:min(len(s), i+longestEntity)], ';'); end > 1 {
				ref := s[i : i+end+1]
				if decoded := html.UnescapeString(ref); decoded != ref && !strings.HasSuffix(decoded, ";") {
					b.WriteString(decoded)
					i += end
					continue
				}
			}
			b.WriteByte('&')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// punctuation reports whether c is ASCII punctuation, which a backslash
// escapes.
func punctuation(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
