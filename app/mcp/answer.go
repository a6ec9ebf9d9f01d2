package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/state/text/spelling"
	"gatehouse/views/kit/text"
)

// The bounds of an answer, in bytes.
const (
	defaultBytes = 12 << 10
	maxBytes     = 64 << 10
)

// answer is what a tool returns: data, and notes about it.
type answer struct {
	data   string
	notes  []string
	failed bool // data describes an error
}

func (a *answer) note(format string, args ...any) {
	a.notes = append(a.notes, fmt.Sprintf(format, args...))
}

// result returns the data in a block, and its size and the notes in a second one.
func (a *answer) result() *mcp.CallToolResult {
	if a.failed {
		a.data = strings.TrimSpace(a.data + "\n\n" + strings.Join(a.notes, " "))
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: a.data}}}
	}
	size := figures.Counted(len(a.data), "byte") + ", about " + figures.Counted((len(a.data)+3)/4, "token") + "."
	notes := strings.Join(append([]string{size}, a.notes...), " ")
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.data}, &mcp.TextContent{Text: line(notes)}}}
}

// line returns words, which may quote received text, as one line.
func line(words string) string { return text.Sanitize(spelling.OneLine(words)) }

// boundOf returns the maximal size of an answer in bytes if asked bytes were requested.
func boundOf(asked int) (int, error) {
	switch {
	case asked == 0:
		return defaultBytes, nil
	case asked < 0 || asked > maxBytes:
		return 0, fmt.Errorf("max_bytes %d: must be from 1 to %d; ask for the rest with offset", asked, maxBytes)
	}
	return asked, nil
}

// window returns at most limit bytes of a text from a byte offset, moved to the boundaries of
// characters, and the offset of the rest.
func window(text string, offset, limit int) (part string, next int, err error) {
	if offset < 0 || offset > len(text) {
		return "", 0, fmt.Errorf("offset %d: it has %s, so offset must be from 0 to %d", offset, figures.Counted(len(text), "byte"), len(text))
	}
	for offset < len(text) && !utf8.RuneStart(text[offset]) {
		offset++
	}
	next = min(offset+limit, len(text))
	for next < len(text) && next > offset && !utf8.RuneStart(text[next]) {
		next--
	}
	if next == offset && offset < len(text) { // limit is less than a character
		_, size := utf8.DecodeRuneInString(text[offset:])
		next = offset + size
	}
	return text[offset:next], next, nil
}

// cut truncates a text to limit bytes, if possible at a line end, and returns how many bytes are
// left out.
func cut(text string, limit int) (part string, left int) {
	if len(text) <= limit {
		return text, 0
	}
	part, _, _ = window(text, 0, limit)
	if at := strings.LastIndexByte(part, '\n'); at > limit/2 {
		part = part[:at+1]
	}
	return part, len(text) - len(part)
}

// masked is an exchange of the history without its secrets.
type masked struct {
	export.Exchange
	places int // masked ones
}

// find reads an exchange and masks it as in an export.
func (s *Server) find(ctx context.Context, a *archive.Archive, id string) (masked, error) {
	e, err := a.Find(ctx, id)
	var many *archive.ManyError
	switch {
	case errors.Is(err, archive.ErrNone) && id == "last":
		return masked{}, errors.New("the history is empty; there is nothing to read until a program sends something through gatehouse")
	case errors.Is(err, archive.ErrNone):
		return masked{}, fmt.Errorf(`no exchange has the id %q; call list for the ids, or use "last"`, id)
	case errors.As(err, &many):
		return masked{}, fmt.Errorf("%w; give one of these ids, or call list for the others", err)
	case err != nil:
		return masked{}, err
	}
	if was := s.last.Listed; was != nil && was.Key == e.Key && was.ID == e.ID && was.Size == e.Size && was.Verdict == e.Verdict {
		s.last.Prices = a.Prices(ctx)
		return s.last, nil
	}
	x, err := share.Load(ctx, a, &e)
	if err != nil {
		return masked{}, err
	}
	clean, err := share.Redact(progress.Begin(ctx, progress.Step{}), s.Rules, []export.Exchange{x})
	if err != nil {
		return masked{}, fmt.Errorf("%w; nothing of it is shown", err)
	}
	m := masked{clean.List[0], clean.Count()}
	shown := s.entry(e)
	shown.Words = history.Of(m.About, m.State, m.Capture).Words
	m.Listed, m.Prices = &shown, x.Prices
	s.last = m
	return m, nil
}

// entry returns a masked entry of the history, without its first words: these may end in the
// middle of a secret.
func (s *Server) entry(e history.Entry) history.Entry {
	e.Words = ""
	e.Mask(func(words string) string {
		words, _ = s.Rules.Text(words, "history")
		return words
	})
	return e
}

// mask notes how many places are masked in exchanges whose data has some of them.
func (a *answer) mask(m ...masked) {
	places := 0
	if !strings.Contains(a.data, "***") {
		return
	}
	for _, one := range m {
		places += one.places
	}
	if places > 0 {
		a.note("%s masked with *.", figures.Counted(places, "place"))
	}
}
