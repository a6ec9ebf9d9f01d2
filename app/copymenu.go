package app

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/export"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// copyMenu lists what of a turn can be copied: all of it comes from the
// exchange, never from the screen.
func (m *Model) copyMenu(id int) tea.Cmd {
	turn := m.desk.chat().conv.Find(id)
	if turn == nil {
		return m.Notify("there is nothing to copy yet")
	}
	return m.openCopy(m.copyItems(turn))
}

// openCopy opens the list of what can be copied.
func (m *Model) openCopy(items []picker.Item) tea.Cmd {
	if len(items) == 0 {
		return m.Notify("there is nothing to copy yet")
	}
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(items)
	return m.OpenOverlay("Copy", p)
}

func (m *Model) copyItems(turn *talk.Turn) []picker.Item {
	var items []picker.Item
	add := func(label, words string, length int, text func() string) {
		items = append(items, picker.Item{
			Label: label, Words: words, Right: views.Size(length),
			Choose: func() views.Intent { return views.Copy{What: label, Text: text()} },
		})
	}
	own := func(s string) func() string { return func() string { return s } }
	x := turn.Exchange
	toEnd := ""
	if x := m.asItWas(turn); x != nil {
		words := "the text as markdown"
		if x != turn.Told() {
			words, toEnd = words+", as it was", ", to the end"
		}
		if text := x.Text(); text != "" {
			add("answer", words, len(text), own(text))
			for i, block := range codeBlocks(text) {
				add(fmt.Sprintf("code block %d", i+1), firstLine(block), len(block), own(block))
			}
		}
	}
	if text := said(turn); text != "" {
		add("your text", firstLine(text), len(text), own(text))
	}
	if x != nil {
		add("request", "the JSON that was sent", len(x.Request), func() string { return string(x.Request) })
	}
	if c := turn.Capture; c != nil && c.Sent.URL != "" {
		curl := m.curl(c.Sent)
		add("curl command", "the request as sent, the key in $"+export.KeyVariable, len(curl), own(curl))
	}
	if c := turn.Capture; c != nil && c.Text().Len() > 0 {
		add("response", "the body as it came"+toEnd, int(c.Text().Len()), func() string { return string(c.Text().All()) })
	}
	if x := turn.Saved; x != nil && turn.Capture == nil {
		what := "as it was saved"
		if x.Deep {
			what += ", without what nests too deep"
		}
		add("response", what, len(x.Response), func() string { return string(x.Response) })
	}
	return items
}

// codeBlocks returns the fenced code blocks of a markdown text, without their
// fences (CommonMark 0.31.2, section 4.5: a fence of at least three backticks
// or tildes, closed by one at least as long, or by the end).
func codeBlocks(text string) []string {
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

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(s, "\n"), "\n")
	return short(line, 60)
}
