package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// WithoutMarkup returns what a line of markdown says, without its markup: for a
// row that has no room for more. It is empty for a line that is markup alone, a
// fence or the rule below a table's head. What comes is not made safe yet.
func WithoutMarkup(line string) string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || strings.Trim(line, "|-:=*_ ") == "" {
		return ""
	}
	if strings.HasPrefix(line, "|") { // a row of a table
		line = strings.Join(strings.Fields(strings.ReplaceAll(line, "|", " ")), " ")
	}
	inlines := append(parser.DefaultInlineParsers(), util.Prioritized(extension.NewStrikethroughParser(), 500))
	parse := parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewListParser(), 300), util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600), util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(inlines...))
	source := []byte(line)
	var said []string
	_ = ast.Walk(parse.Parse(gtext.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if _, block := n.(*ast.Document); !entering || block || n.Type() != ast.TypeBlock {
			return ast.WalkContinue, nil
		}
		if first := n.FirstChild(); first == nil || first.Type() == ast.TypeBlock {
			return ast.WalkContinue, nil
		}
		said = append(said, flatten(n, source, false))
		return ast.WalkSkipChildren, nil
	})
	return strings.TrimSpace(strings.Join(said, " "))
}
