package mcp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gatehouse/state/figures"
	"gatehouse/state/spelling"
	"gatehouse/views/text"
)

// The bounds of an answer, in bytes.
const (
	usualBytes = 12 << 10
	mostBytes  = 64 << 10
)

// answer is what a tool answers: data, and what is to be said of it.
type answer struct {
	data   string
	notes  []string
	failed bool // it is the answer to what did not work
}

// note adds a sentence about the answer.
func (a *answer) note(format string, args ...any) {
	a.notes = append(a.notes, fmt.Sprintf(format, args...))
}

// result is the answer with its size. The data are in a block of their own.
func (a *answer) result() *mcp.CallToolResult {
	if a.failed {
		a.data = strings.TrimSpace(a.data + "\n\n" + strings.Join(a.notes, " "))
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: a.data}}}
	}
	size := figures.Counted(len(a.data), "byte") + ", about " + figures.Counted((len(a.data)+3)/4, "token") + "."
	notes := strings.Join(append([]string{size}, a.notes...), " ")
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.data}, &mcp.TextContent{Text: line(notes)}}}
}

// line returns words, which may quote what was received, as one line.
func line(words string) string { return text.Sanitize(spelling.OneLine(words)) }

// boundOf is how many bytes an answer may have, of what was asked for.
func boundOf(asked int) (int, error) {
	switch {
	case asked == 0:
		return usualBytes, nil
	case asked < 0 || asked > mostBytes:
		return 0, fmt.Errorf("max_bytes %d: must be from 1 to %d; ask for the rest with offset", asked, mostBytes)
	}
	return asked, nil
}

// window is a part of a text, by bytes, at whole characters.
func window(whole string, offset, most int) (part string, next int, err error) {
	if offset < 0 || offset > len(whole) {
		return "", 0, fmt.Errorf("offset %d: it has %s, so offset must be from 0 to %d", offset, figures.Counted(len(whole), "byte"), len(whole))
	}
	for offset < len(whole) && !utf8.RuneStart(whole[offset]) {
		offset++
	}
	next = min(offset+most, len(whole))
	for next < len(whole) && next > offset && !utf8.RuneStart(whole[next]) {
		next--
	}
	if next == offset && offset < len(whole) { // less than a character was asked for
		_, size := utf8.DecodeRuneInString(whole[offset:])
		next = offset + size
	}
	return whole[offset:next], next, nil
}

// cut bounds a text that has no offset at a line end, and reports whether anything is left out.
func cut(whole string, most int) (part string, left int) {
	if len(whole) <= most {
		return whole, 0
	}
	part, _, _ = window(whole, 0, most)
	if at := strings.LastIndexByte(part, '\n'); at > most/2 {
		part = part[:at+1]
	}
	return part, len(whole) - len(part)
}
