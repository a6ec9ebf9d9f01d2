package lint_test

import (
	"strings"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/share/cassette/samples"
)

// played are good answers of samples as other servers spell, announce or pace them.
var played = []struct {
	like, name string
	header     [2]string                // one that is set
	change     func(text string) string // of the received text
	gapUS      func(letter int) int64   // before a frame, by the letter in it, where it is not 20 ms
}{
	{like: "content-type", name: "with a charset, in capitals", header: [2]string{"Content-Type", "Text/Event-Stream; charset=UTF-8"}},
	{like: "cache-headers", name: "no-store among others", header: [2]string{"Cache-Control", "private, No-Store"}},
	{like: "encoding", name: "a coding that is none", header: [2]string{"Content-Encoding", "identity"}},
	{like: "bom", name: "a mark in the text", change: strings.NewReplacer(`"H"`, "\"\uFEFFH\"", "Hello", "\uFEFFHello").Replace},
	{like: "torn", name: "lines that end with CR and LF", change: strings.NewReplacer("\n", "\r\n").Replace},
	{like: "torn", name: "a comment that nothing follows", change: func(text string) string { return text + ": bye" }},
	{like: "torn", name: "more empty lines", change: func(text string) string { return text + "\n\n" }},
	{like: "big-frame", name: "a frame of many lines, each within the limit", change: long},
	{like: "silence", name: "half a minute, and no more", gapUS: func(int) int64 { return 29_900_000 }},
	{like: "silence", name: "comments while the model thinks", change: strings.NewReplacer("\n\n", "\n\n: wait\n\n").Replace,
		gapUS: func(int) int64 { return 20_000_000 }},
	{like: "buffered", name: "a fast model that does not wait", gapUS: func(int) int64 { return 10 }},
	{like: "buffered", name: "a fast model that thinks first", gapUS: thinking(2_000, 2_000)},
	{like: "buffered", name: "the last words in one burst", gapUS: thinking(20_000, 0)},
}

// thinking returns a gap of two seconds before the first letter, and the given ones before later letters.
func thinking(early, late int64) func(int) int64 {
	return func(letter int) int64 {
		switch {
		case letter == 0:
			return 2_000_000
		case letter < 16:
			return early
		}
		return late
	}
}

// letterAt is the frame with the first letter of the text.
var letterAt = map[lint.API]int{lint.Responses: 4, lint.Chat: 1, lint.Messages: 2}

// long writes the last event on several lines, which are together above the limit of one.
func long(text string) string {
	const event = "data: {"
	at := strings.LastIndex(text, event) + len(event)
	half := strings.Repeat("0123456789abcdef", 3_000)
	return text[:at] + `"a":"` + half + `",` + "\ndata: " + `"b":"` + half + `",` + text[at:]
}

func playedAlike() (all []alike) {
	for _, s := range samples.All() {
		if s.Rule != "buffered" { // whose good answer has the most frames
			continue
		}
		for _, p := range played {
			c := s.Capture(true)
			if name := p.header[0]; name != "" {
				c.Head.Header.Set(name, p.header[1])
			}
			text := string(c.Body.All())
			if p.change != nil {
				text = p.change(text)
			}
			frames, at := strings.SplitAfter(text, "\n\n"), c.Head.AtUS
			c.Body = wire.Body{}
			for i, frame := range frames {
				if at += 20_000; p.gapUS != nil {
					at += p.gapUS(i-letterAt[s.API]) - 20_000
				}
				c.Body.Append([]byte(frame), at)
			}
			c.Timing.End, c.End.AtUS = at, at
			one := alike{p.like, p.name, s.API, string(c.Sent.Body), nil}
			for a := range client.Replay(c) {
				one.all = append(one.all, a)
			}
			all = append(all, one)
		}
	}
	return all
}
