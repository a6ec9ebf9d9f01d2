package screen

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// OpenCopyMenu opens the list of what can be copied.
func (h *Host) OpenCopyMenu(items []picker.Item) tea.Cmd {
	if len(items) == 0 {
		return h.Notify("there is nothing to copy yet")
	}
	p := picker.New(h.Styles, h.Keys)
	p.SetItems(items)
	return h.OpenOverlay("Copy", p)
}

// CopyItems lists what of an exchange can be copied: all of it comes from the
// bytes, never from the screen. Shown is the exchange as it is shown, which may be
// as it was earlier; nil for none. Said is the text that the person wrote for it.
func (h *Host) CopyItems(of Exchange, shown *state.Exchange, said string) []picker.Item {
	var items []picker.Item
	add := func(label, words string, length int, text func() string) {
		items = append(items, picker.Item{
			Label: label, Words: words, Right: views.Size(length),
			Choose: func() views.Intent { return views.Copy{What: label, Text: text()} },
		})
	}
	own := func(s string) func() string { return func() string { return s } }
	x, c := of.State(), of.Capture()
	toEnd := ""
	if shown != nil {
		words := "the text as markdown"
		if shown != x {
			words, toEnd = words+", as it was", ", to the end"
		}
		if text := shown.Text(); text != "" {
			add("answer", words, len(text), own(text))
			for i, block := range codeBlocks(text) {
				add(fmt.Sprintf("code block %d", i+1), FirstLine(block), len(block), own(block))
			}
		}
	}
	if said != "" {
		add("your text", FirstLine(said), len(said), own(said))
	}
	if x != nil && x.Known.Request {
		add("request", "the JSON that was sent", len(x.Request), func() string { return string(x.Request) })
	}
	if c != nil && c.Sent.URL != "" {
		curl := h.Curl(c.Sent)
		add("curl command", "the request as sent, the key in $"+export.KeyVariable, len(curl), own(curl))
	}
	if c != nil && c.Text().Len() > 0 {
		add("response", "the body as it came"+toEnd, int(c.Text().Len()), func() string { return string(c.Text().All()) })
	}
	if x != nil && !x.Known.Request && c == nil {
		what := "as it was saved"
		if x.Deep {
			what += ", without what nests too deep"
		}
		add("response", what, len(x.Response), func() string { return string(x.Response) })
	}
	return items
}

// Curl writes a request as a command. The local gateway has another port in
// every run, so the command goes to where "gatehouse gateway" listens.
func (h *Host) Curl(sent wire.Sent) string {
	return export.Curl(export.Request{
		Method: sent.Method, URL: sent.URL, Header: sent.Header, Body: sent.Body,
		Key: sent.Header.Get("Authorization") != "", Local: h.Link.Simulated,
	}, "")
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
