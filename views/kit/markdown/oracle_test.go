package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gtext "github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

// TestBlocksAreThoseOfCommonMark cuts documents at random and compares the blocks with those of
// goldmark, which reads complete documents.
func TestBlocksAreThoseOfCommonMark(t *testing.T) {
	parser := goldmark.New().Parser()
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(lineOfMarkdown(), 1, 12).Draw(t, "lines"), "")
		got := ours(src)
		want := theirs(parser.Parse(gtext.NewReader([]byte(src))), []byte(src))
		if got != want {
			t.Fatalf("%q is cut into\n%s\nwant\n%s", src, got, want)
		}
	})
}

func lineOfMarkdown() *rapid.Generator[string] {
	prefix := rapid.SampledFrom([]string{"", "", "", "> ", "> > ", "- ", "  - ", "    - ", "1. ", "   1. ", "* ", "7) ", "  ", "   ", "> - ", "- > "})
	rest := rapid.SampledFrom([]string{"word", "other words", "", "", "# head", "## head ##", "```", "```go", "~~~~", "---", "***", "===", "#no", "2. two"})
	return rapid.Custom(func(t *rapid.T) string {
		return prefix.Draw(t, "prefix") + rest.Draw(t, "rest") + "\n"
	}).Filter(func(line string) bool {
		// goldmark takes a list below an empty item for the next item.
		return strings.TrimRight(line, " \n") == "" || strings.Trim(line, " >\n-*17.)") != "" || strings.Contains(line, "---") || strings.Contains(line, "***")
	})
}

// ours writes the blocks of the cutter, a line each: containers, kind, words.
func ours(src string) string {
	c := newCutter(func(from, to int) string { return src[from:to] })
	for at := 0; at < len(src); {
		nl := at + strings.IndexByte(src[at:], '\n')
		c.line(src[at:nl], at, true)
		at = nl + 1
	}
	var lines []string
	for i, b := range c.blocks {
		path := ""
		for id := b.box; id > 0; id = c.boxes[id].parent {
			if c.boxes[id].quote {
				path = ">" + path
			} else {
				path = "-" + path
			}
		}
		words := squash(strings.ReplaceAll(src[b.start:b.end], ">", " "))
		switch b.kind {
		case heading:
			lines = append(lines, fmt.Sprintf("%s h%d %s", path, b.level, words))
		case thematic:
			lines = append(lines, path+" rule")
		case codeLabel:
		case codeLine:
			if n := len(lines) - 1; i > 0 && n >= 0 && c.blocks[i-1].kind == codeLine && c.blocks[i-1].group == b.group {
				lines[n] = strings.TrimRight(lines[n]+" "+words, " ")
				continue
			}
			lines = append(lines, strings.TrimRight(path+" code "+words, " "))
		default:
			if words != "" { // an item without content has no block
				lines = append(lines, path+" p "+words)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// theirs writes goldmark's blocks in the same way.
func theirs(n ast.Node, src []byte) string {
	var lines []string
	var walk func(n ast.Node, path string)
	walk = func(n ast.Node, path string) {
		switch n := n.(type) {
		case *ast.Blockquote:
			path += ">"
		case *ast.ListItem:
			path += "-"
		case *ast.Paragraph, *ast.TextBlock:
			lines = append(lines, path+" p "+linesOf(n, src))
			return
		case *ast.Heading:
			lines = append(lines, fmt.Sprintf("%s h%d %s", path, n.Level, linesOf(n, src)))
			return
		case *ast.ThematicBreak:
			lines = append(lines, path+" rule")
			return
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			if words := linesOf(n, src); words != "" || n.Lines().Len() > 0 {
				lines = append(lines, strings.TrimRight(path+" code "+words, " "))
			}
			return
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			walk(c, path)
		}
	}
	walk(n, "")
	return strings.Join(lines, "\n")
}

func linesOf(n ast.Node, src []byte) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		b.Write(at.Value(src))
		b.WriteByte(' ')
	}
	return squash(strings.ReplaceAll(b.String(), ">", " "))
}

func squash(s string) string { return strings.Join(strings.Fields(s), " ") }
