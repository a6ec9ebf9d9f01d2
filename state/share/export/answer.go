package export

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/state"
)

// answer is the text of the answer as it is shown; of several choices each by itself.
func answer(of Exchange) (made []Copy) {
	about := "the text as markdown"
	if of.Shown != of.State {
		about += ", as it was"
	}
	for _, c := range of.choices() {
		name := cmp.Or(strings.ToLower(c.Name), "answer")
		if text := c.Text(); text != "" {
			one := written(name, about, text)[0]
			one.Ext = ".md"
			made = append(made, one)
		}
	}
	return made
}

func (of Exchange) choices() []state.Choice {
	if of.Shown == nil {
		return nil
	}
	return of.Shown.Choices()
}

// codeBlocks are the code blocks of the answer, each by itself.
func codeBlocks(of Exchange) []Copy {
	var copies []Copy
	for _, c := range of.choices() {
		for _, block := range fenced(c.Text()) {
			copies = append(copies, written(fmt.Sprintf("code block %d", len(copies)+1), block, block)...)
		}
	}
	return copies
}

// fenced returns the fenced code blocks of a markdown text, without their fences
// (CommonMark 0.31.2, section 4.5: a fence of at least three backticks or tildes,
// closed by one at least as long, or by the end).
func fenced(text string) []string {
	var blocks []string
	var block []string
	fence := ""
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(strings.TrimLeft(line, " "), "\r\n")
		switch mark := fenceOf(bare); {
		case fence == "" && mark != "":
			fence, block = mark, nil
		case fence != "" && mark != "" && mark[0] == fence[0] && len(mark) >= len(fence) && strings.TrimSpace(bare) == mark:
			blocks = append(blocks, strings.Join(block, ""))
			fence = ""
		case fence != "":
			block = append(block, line)
		}
	}
	if fence != "" {
		blocks = append(blocks, strings.Join(block, ""))
	}
	return blocks
}

// fenceOf returns the fence that a line begins with.
func fenceOf(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}
