package transcript

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sort"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// wire adds the exchange as it was: the request, the response's head, the body
// as it arrived, frame by frame with their times.
func (b *builder) wire() {
	t := b.tv.turn
	x := t.Exchange
	if t.SentExchange() == nil && t.Capture == nil {
		for i, item := range slices.Concat(t.Input, t.Output) {
			b.rawText(i, "item, as loaded", item)
		}
		return
	}
	title, request := "request", x.Request
	if c := t.Capture; c != nil && c.Sent.Method != "" {
		title = c.Sent.Method + " " + c.Sent.URL
		request = c.Sent.Body
		b.headers(0, title, c.Sent.Header)
		title = "body, " + figures.Size(len(request))
	}
	if !x.Known.Request {
		title, request = "request", []byte("not included in "+explain.Saved(x))
	}
	b.rawText(1, title, request)
	if x.Head != nil {
		b.headers(2, sanitized(x.Head.Proto, "HTTP")+" "+x.Head.StatusText(), x.Head.Header)
	}
	switch {
	case !x.Known.Answer:
		b.rawText(3, "body", []byte("not recorded"))
	case t.Capture != nil && (x.Head != nil || !x.Known.Head):
		b.frames(t.Capture, x.Stream)
	}
	if x.End != nil && len(x.End.Trailer) > 0 {
		b.headers(5, "trailers", x.End.Trailer)
	}
	if x.End != nil && x.End.Message != "" {
		b.rawText(4, "the connection ended: "+string(x.End.Cause), []byte(x.End.Message))
	}
	b.footer()
}

func (b *builder) rawText(item int, title string, words []byte) {
	b.titledText(item, title, title, words, b.styles.Text)
}

// titledText adds text under a title; what names it when it is copied.
func (b *builder) titledText(item int, title, what string, words []byte, style lipgloss.Style) {
	s, fresh := b.section(key{part: partRaw, item: item}, uint64(len(words)))
	if !fresh {
		return
	}
	s.head = []string{b.line(b.styles.Accent.Render(text.SanitizeLine(title)))}
	body := string(words)
	b.text(s, rope.Plain(body), style)
	s.what, s.source = text.SanitizeLine(what), func() string { return body }
	b.finish(s)
}

// headers adds a head's fields, in the order of their names.
func (b *builder) headers(item int, title string, fields http.Header) {
	words := ""
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, value := range fields[name] {
			words += name + ": " + value + "\n"
		}
	}
	b.titledText(item, title, "head", []byte(words), b.styles.Dim)
}

func (b *builder) frames(c *wire.Capture, stream bool) {
	styles := b.styles
	body := c.Text()
	s, _ := b.section(key{part: partRaw, item: 3}, uint64(body.Len()))
	s.wire, s.what, s.source = body, "body", func() string { return string(body.All()) }
	if !stream {
		s.head = []string{styles.Accent.Render("body, " + figures.Size(int(body.Len())))}
		if s.body == nil {
			s.body = text.NewWindow(styles, body)
		}
		b.finish(s)
		return
	}
	refs := c.Frames.All()
	about := fmt.Sprintf("body, %s in %s frames", figures.Size(int(body.Len())), figures.Thousands(len(refs)))
	if len(refs) > 0 && refs[0].AtUS < 0 {
		about += ", arrival times not recorded"
	}
	s.head = []string{styles.Accent.Render(about)}
	f, ok := s.body.(*frames)
	if !ok {
		f = &frames{styles: styles, text: body}
		f.SetWidth(b.width)
		s.body = f
	}
	f.refs = refs
	b.finish(s)
}

// shownOfFrame is how much of one frame is drawn, in bytes; a longer one is shown with
// its length.
const shownOfFrame = 8 << 10

// frames is a response body whose blocks are its frames. What is not in view
// is not even cut out of the body.
type frames struct {
	text.Drawn[int] // by the version of the styles
	styles          *themes.Styles
	text            *wire.Body
	refs            []wire.FrameRef
}

func (f *frames) Len() int { return len(f.refs) }

func (f *frames) Source() string { return string(f.text.All()) }

func (f *frames) Size() int { return int(f.text.Len()) }

func (f *frames) Block(offset int) int {
	i := sort.Search(len(f.refs), func(i int) bool { return f.refs[i].Offset > int64(offset) })
	return max(i-1, 0)
}

func (f *frames) Height(i int) int {
	if n, ok := f.Known(i); ok {
		return n
	}
	return 3 + min(int(f.refs[i].Length), shownOfFrame)/max(f.Width, 1)
}

func (f *frames) Lines(i int) []string {
	return f.Get(i, f.styles.Version, func() []string { return f.draw(i) })
}

func (f *frames) draw(i int) []string {
	ref := f.refs[i]
	about := figures.Thousands(i + 1)
	if ref.AtUS >= 0 { // else it is not told: see wire.Head
		about += "  " + figures.Moment(ref.AtUS)
	}
	if i > 0 && ref.AtUS >= 0 {
		about += "  +" + figures.Duration(ref.AtUS-f.refs[i-1].AtUS)
	}
	switch ref.Kind {
	case wire.FrameComment:
		about += "  comment"
	case wire.FrameTorn:
		about += "  truncated: no blank line at its end"
	case wire.FrameControl:
		about += "  control frame"
	case wire.FrameSent:
		about += "  sent by the client"
	}
	style := f.styles.Text
	if ref.Kind != wire.FrameEvent {
		style = f.styles.Dim
	}
	lines := []string{f.styles.Dim.Render(about)}
	words := strings.TrimRight(string(f.text.Bytes(ref.Shown(), min(ref.End(), ref.Shown()+shownOfFrame))), "\r\n")
	lines = append(append(lines, text.Paragraph(f.styles, style, 0, f.Width, words)...), "")
	if more := ref.End() - ref.Shown() - shownOfFrame; more > 0 {
		lines = append(lines, f.styles.Dim.Render("… "+figures.Size(int(more))+" more in this frame"))
	}
	return lines
}
