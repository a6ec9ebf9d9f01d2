package history

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// maxText is how much of an exchange's text can be searched for, in bytes.
const maxText = 64 << 10

// Text is what of an exchange can be searched for, at most 64 KiB of each kind.
type Text struct{ Prompts, Answers, Thoughts, Calls, Documents string }

// TextOf reads it. The texts of earlier turns are omitted: they belong to their exchanges.
func TextOf(x *state.Exchange, c *wire.Capture) Text {
	p, a, r, t, d := textBuffer{left: maxText}, textBuffer{left: maxText}, textBuffer{left: maxText}, textBuffer{left: maxText}, textBuffer{left: maxText}
	if x.IsRerank() {
		p.add(scan.Text(scan.Get(c.Sent.Body, "query")))
		for _, document := range scan.Elements(scan.Get(c.Sent.Body, "documents")) {
			d.strings(document)
		}
		return Text{Prompts: p.String(), Documents: d.String()}
	}
	for _, m := range newMessages(c.Sent.Body) {
		if m.Role == dialect.Tool {
			t.parts(m)
		} else {
			p.parts(m)
		}
	}
	for _, it := range x.Items {
		to := &t
		switch it.Type {
		case "message":
			to = &a
		case "reasoning":
			to = &r
		}
		for _, words := range it.TextBuffers() {
			to.add(words.Rope().Cut(0, int64(to.left)))
		}
		if to == &t {
			_, returned := tooluse.Returned(it)
			to.add(returned)
		}
	}
	if x.Failure != nil {
		a.add(x.Failure.Message)
	}
	return Text{p.String(), a.String(), r.String(), t.String(), ""}
}

// newMessages returns the messages of a request after the last that a model gave, without what
// the system says.
func newMessages(request []byte) []dialect.Message {
	return slices.DeleteFunc(registry.ReadNew(request), func(m dialect.Message) bool { return m.Role == dialect.System })
}

// textBuffer collects texts up to a size.
type textBuffer struct {
	strings.Builder
	left int
}

func (r *textBuffer) add(text string) {
	if text == "" || r.left <= 0 {
		return
	}
	if len(text) > r.left {
		text = strings.ToValidUTF8(text[:r.left], "")
	}
	r.WriteString(text)
	r.WriteByte('\n')
	r.left -= len(text) + 1
}

// parts adds the texts of a message.
func (r *textBuffer) parts(m dialect.Message) {
	for _, p := range m.Parts {
		if p.Kind == dialect.Text || p.Kind == dialect.Output || p.Kind == dialect.Call {
			r.add(p.Text)
		}
		r.add(p.Filename)
	}
}

// strings adds the strings in a value: that itself, or the members of an object. What is
// larger than the limit, such as a picture in base64, is no text.
func (r *textBuffer) strings(value []byte) {
	if scan.KindOf(value) == scan.String {
		r.add(scan.Text(value))
		return
	}
	for m := range scan.Members(value) {
		if scan.KindOf(m.Value) == scan.String && len(m.Value) < maxText && !strings.HasPrefix(string(m.Value[:min(6, len(m.Value))]), `"data:`) {
			r.add(scan.Text(m.Value))
		}
	}
	for _, part := range scan.Elements(value) {
		r.strings(part)
	}
}

// marks are what markdown puts around words, but for those of strong emphasis.
var marks = strings.NewReplacer("`", "", "\n#", "\n")

// stars are runs of *. Two are strong emphasis, but not after a / as in a path; more stand
// for masked bytes.
var stars = regexp.MustCompile(`/?\*{2,}`)

// maxFirst is how much of the first words a list shows, in bytes.
const maxFirst = 200

// Asked returns the first words of what was asked, on one line: of the query of a rerank, else
// of the last input after the output of a model.
func Asked(x *state.Exchange, c *wire.Capture) string {
	return AskedMasked(x, c, func(words string) string { return words })
}

// AskedMasked is Asked of words that are masked first: what is to be masked may be longer than
// what is shown of it.
func AskedMasked(x *state.Exchange, c *wire.Capture, mask func(string) string) string {
	return oneLine(mask(Prompt(c.Sent.Body, x.IsRerank(), 4*maxFirst)))
}

// Prompt returns the beginning of what a request asks, in at most limit bytes, as it was written, without what
// an agent adds; see Asked.
func Prompt(body []byte, rerank bool, limit int) (last string) {
	if rerank {
		p := textBuffer{left: limit}
		p.add(scan.Text(scan.Get(body, "query")))
		return p.String()
	}
	for _, m := range newMessages(body) { // the last: some agents write others before it
		if p := (textBuffer{left: limit}); m.Role == dialect.User {
			for _, part := range m.Parts {
				switch part.Kind {
				case dialect.Text:
					p.add(userWords(part.Text))
				case dialect.Output, dialect.Call: // of MCP
					p.add(part.Text)
				}
				p.add(part.Filename)
			}
			last = cmp.Or(p.String(), last)
		}
	}
	return last
}

// oneLine returns the beginning of a text in markdown, on one line.
func oneLine(text string) string {
	text = stars.ReplaceAllStringFunc(text, func(run string) string {
		if run == "**" {
			return ""
		}
		return run
	})
	line := strings.TrimLeft(strings.Join(strings.Fields(marks.Replace(text)), " "), "#> ")
	for strings.HasPrefix(line, "*") && !strings.HasPrefix(line, "***") {
		line = strings.TrimLeft(line[1:], "#> ")
	}
	if len(line) <= maxFirst {
		return line
	}
	line = line[:maxFirst]
	for !utf8.ValidString(line) {
		line = line[:len(line)-1]
	}
	return line
}
