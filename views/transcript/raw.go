package transcript

import (
	"fmt"
	"net/http"
	"sort"

	"charm.land/lipgloss/v2"

	"gatehouse/client/wire"
	"gatehouse/themes"
	"gatehouse/views/body"
)

// wire adds the exchange as it was: the request, the response's head, the body
// as it came, frame by frame with their times.
func (b *builder) wire() {
	t := b.tv.turn
	x := t.Exchange
	if x == nil {
		for i, item := range append(append([][]byte(nil), raws(t.Input)...), raws(t.Output)...) {
			b.rawText(i, "item, as it was loaded", string(item), 1)
		}
		return
	}
	title, request := "request", string(x.Request)
	if c := t.Capture; c != nil && c.Sent.Method != "" {
		title = c.Sent.Method + " " + c.Sent.URL
		request = string(c.Sent.Body)
		b.headers(0, title, c.Sent.Header)
		title = "body, " + size(len(request))
	}
	b.rawText(1, title, request, 1)
	if x.Head != nil {
		b.headers(2, fmt.Sprintf("%s %d %s", sanitized(x.Head.Proto, "HTTP"), x.Head.Status, http.StatusText(x.Head.Status)), x.Head.Header)
	}
	if t.Capture != nil && x.Head != nil {
		b.frames(t.Capture, x.Stream)
	}
	if x.End != nil && x.End.Message != "" {
		b.rawText(4, "the connection ended: "+string(x.End.Cause), x.End.Message, 1)
	}
	b.footer()
}

func raws[T ~[]byte](items []T) [][]byte {
	out := make([][]byte, len(items))
	for i := range items {
		out[i] = items[i]
	}
	return out
}

// rawText adds text under a title.
func (b *builder) rawText(item int, title, text string, version uint64) {
	s, fresh := b.section(key{part: partRaw, item: item}, version)
	if !fresh {
		return
	}
	s.head = []string{b.line(b.m.styles.Accent.Render(body.SanitizeLine(title)))}
	b.text(s, text, b.m.styles.Text)
	s.what, s.source = body.SanitizeLine(title), func() string { return text }
}

// headers adds a head's fields, in the order of their names.
func (b *builder) headers(item int, title string, fields http.Header) {
	s, fresh := b.section(key{part: partRaw, item: item}, uint64(len(fields))+1)
	if !fresh {
		return
	}
	styles := b.m.styles
	s.head = []string{b.line(styles.Accent.Render(body.SanitizeLine(title)))}
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	text := ""
	for _, name := range names {
		for _, value := range fields[name] {
			text += name + ": " + value + "\n"
		}
	}
	b.text(s, text, styles.Dim)
	s.what, s.source = "the head", func() string { return text }
}

// frames adds the response's body.
func (b *builder) frames(c *wire.Capture, stream bool) {
	styles := b.m.styles
	text := c.Text()
	s, _ := b.section(key{part: partRaw, item: 3}, uint64(text.Len()))
	s.what, s.source = "the body", func() string { return string(text.All()) }
	if !stream {
		s.head = []string{styles.Accent.Render("body, " + size(int(text.Len())))}
		if t, ok := s.body.(*body.Text); !ok || len(t.Source()) != int(text.Len()) {
			b.text(s, string(text.All()), styles.Text)
		}
		b.finish(s)
		return
	}
	refs := c.Frames.All()
	s.head = []string{styles.Accent.Render(fmt.Sprintf("body, %s in %s frames", size(int(text.Len())), thousands(len(refs))))}
	f, ok := s.body.(*frames)
	if !ok {
		f = &frames{styles: styles, width: b.width, text: text, cache: map[int][]string{}}
		s.body = f
	}
	f.refs = refs
	b.finish(s)
}

// shownOfFrame is how much of one frame is drawn, in bytes; a longer one says
// how long it is.
const shownOfFrame = 8 << 10

// frames is a response body whose blocks are its frames. What is not in view
// is not even cut out of the body.
type frames struct {
	styles  *themes.Styles
	text    *wire.Body
	refs    []wire.FrameRef
	width   int
	cache   map[int][]string
	version int
}

var _ body.Content = (*frames)(nil)

// SetWidth implements body.Content.
func (f *frames) SetWidth(width int) {
	if width != f.width {
		f.width = width
		clear(f.cache)
	}
}

// Len implements body.Content.
func (f *frames) Len() int { return len(f.refs) }

// Source implements body.Content.
func (f *frames) Source() string { return string(f.text.All()) }

// Block implements body.Content.
func (f *frames) Block(offset int) int {
	i := sort.Search(len(f.refs), func(i int) bool { return f.refs[i].Offset > int64(offset) })
	return max(i-1, 0)
}

// Height implements body.Content.
func (f *frames) Height(i int) int {
	if lines, ok := f.cache[i]; ok {
		return len(lines)
	}
	return 3 + min(int(f.refs[i].Length), shownOfFrame)/max(f.width, 1)
}

// Lines implements body.Content.
func (f *frames) Lines(i int) []string {
	if f.version != f.styles.Version || len(f.cache) > 512 {
		f.version = f.styles.Version
		clear(f.cache)
	}
	if lines, ok := f.cache[i]; ok {
		return lines
	}
	ref := f.refs[i]
	about := fmt.Sprintf("%d  %s", i+1, duration(ref.AtUS))
	if i > 0 {
		about += "  +" + duration(ref.AtUS-f.refs[i-1].AtUS)
	}
	switch ref.Kind {
	case wire.FrameComment:
		about += "  comment"
	case wire.FrameTorn:
		about += "  torn: no empty line ends it"
	}
	style := f.styles.Text
	if ref.Kind != wire.FrameEvent {
		style = f.styles.Dim
	}
	lines := []string{f.styles.Dim.Render(about)}
	shown := f.text.Bytes(ref.Offset, ref.Offset+min(int64(ref.Length), shownOfFrame))
	lines = append(lines, f.words(string(shown), style)...)
	if more := int64(ref.Length) - shownOfFrame; more > 0 {
		lines = append(lines, f.styles.Dim.Render("… "+size(int(more))+" more in this frame"))
	}
	f.cache[i] = lines
	return lines
}

// words draws a frame's bytes without the empty lines at its end.
func (f *frames) words(s string, style lipgloss.Style) []string {
	t := body.NewText(f.styles, style)
	t.SetWidth(f.width)
	for len(s) > 0 && (s[len(s)-1] == '\n' || s[len(s)-1] == '\r') {
		s = s[:len(s)-1]
	}
	t.Update(s)
	var lines []string
	for i := range t.Len() {
		lines = append(lines, t.Lines(i)...)
	}
	return append(lines, "")
}
