package transcript

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"charm.land/lipgloss/v2"

	"gatehouse/client/wire"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/rope"
	"gatehouse/views/text"
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
	b.titled(item, title, title, words, b.styles.Text)
}

// titled adds text under a title; what says what it is when it is copied.
func (b *builder) titled(item int, title, what string, words []byte, style lipgloss.Style) {
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
	b.titled(item, title, "head", []byte(words), b.styles.Dim)
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
