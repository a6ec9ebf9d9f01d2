package answer

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/tooluse"
)

// The printed part of a tool's output.
const (
	maxItemBytes = 16 << 10
	maxItemLines = 200
)

// tool prints an item that is neither text nor reasoning, once it is complete: the request on one line,
// and its result below.
func (p *Text) tool(item *state.Item, all bool) {
	if !item.Done && !all || p.mentioned[item] || item.Type == "" {
		return
	}
	p.mentioned[item] = true
	what := "item"
	if strings.HasSuffix(item.Type, "_call") || strings.Contains(item.Type, ":") {
		what = "call"
	}
	u, known := tooluse.Of(item)
	words := []string{what + ": " + item.Type}
	name, asked, blocks := u.Name, u.InputLine, u.Blocks
	if !known || item.Type == "function_call" || item.Type == "custom_tool_call" { // the request is in the arguments
		name, asked, blocks = item.Name(), item.Input(), nil
	}
	for _, w := range []string{name, asked, u.Result, item.Status()} {
		if w != "" {
			words = append(words, w)
		}
	}
	p.note(strings.Join(words, " "))
	if len(blocks) > 0 && blocks[0].Text.Len() == int64(len(asked)) && blocks[0].Text.String() == asked {
		blocks = blocks[1:]
	}
	p.blocks(blocks)
}

// blocks prints the content of an item line by line.
func (p *Text) blocks(blocks []tooluse.Block) {
	left, lines, named := int64(maxItemBytes), maxItemLines, ""
	for _, b := range blocks {
		if b.Kind == tooluse.Label {
			named = b.Text.String()
			continue
		}
		label := cmp.Or(named, labelOf(b.Kind))
		named = ""
		size := b.Text.Len()
		text := b.Text.Cut(0, min(size, left))
		if left -= int64(len(text)); left <= 0 {
			text = strings.ToValidUTF8(text, "")
		}
		for line := range strings.Lines(text) {
			if lines--; lines < 0 {
				break
			}
			if line = strings.TrimRight(line, "\r\n"); line != "" {
				p.note(label + ": " + line)
			}
		}
		if rest := size - int64(len(text)); rest > 0 || lines < 0 {
			more := fmt.Sprintf("… the item is longer (%s)", figures.Size(int(size)))
			if p.style.Elsewhere != "" {
				more += "; " + p.style.Elsewhere + " prints all of it"
			}
			p.note(more)
			return
		}
	}
}

// labelOf names a kind of block.
func labelOf(kind tooluse.Kind) string {
	labels := map[tooluse.Kind]string{
		tooluse.Command: "command", tooluse.Stderr: "stderr", tooluse.Output: "output", tooluse.Error: "error",
		tooluse.Diff: "diff", tooluse.Code: "code", tooluse.Links: "link", tooluse.Tools: "tool",
		tooluse.Success: "ended", tooluse.Failure: "ended",
	}
	return cmp.Or(labels[kind], "text")
}
