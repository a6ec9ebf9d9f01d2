package answer

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/tooluse"
)

const (
	// mostTold is how much of what a tool wrote is printed, in bytes.
	mostTold = 16 << 10
	// mostLines is how many lines of it are.
	mostLines = 200
)

// tool tells of an item that is neither text nor reasoning, once it is whole: what was
// asked for on one line, and below it what came of it.
func (p *Text) tool(item *state.Item, all bool) {
	if !item.Done && !all || p.told[item] || item.Type == "" {
		return
	}
	p.told[item] = true
	what := "item"
	if strings.HasSuffix(item.Type, "_call") || strings.Contains(item.Type, ":") {
		what = "call"
	}
	u, known := tooluse.Of(item)
	words := []string{what + ": " + item.Type}
	name, asked, blocks := u.Name, u.InputLine, u.Blocks
	if !known || item.Type == "function_call" || item.Type == "custom_tool_call" { // arguments are what is asked for
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

// blocks tells what an item says, line by line.
func (p *Text) blocks(blocks []tooluse.Block) {
	left, lines, named := int64(mostTold), mostLines, ""
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
			if p.style.Whole != "" {
				more += "; " + p.style.Whole + " prints all of it"
			}
			p.note(more)
			return
		}
	}
}

// labelOf names a kind of block.
func labelOf(kind tooluse.Kind) string {
	switch kind {
	case tooluse.Command:
		return "command"
	case tooluse.Stderr:
		return "stderr"
	case tooluse.Diff:
		return "diff"
	case tooluse.Code:
		return "code"
	case tooluse.Links:
		return "link"
	case tooluse.Tools:
		return "tool"
	case tooluse.Success, tooluse.Failure:
		return "ended"
	case tooluse.Error:
		return "error"
	case tooluse.Output:
		return "output"
	}
	return "text"
}
