package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"gatehouse/state"
	"gatehouse/views/body"
)

// pieceWhole is the piece of a section that shows an item as a whole.
const pieceWhole = -1

// answer adds who answers, and the items of the answer.
func (b *builder) answer() {
	items := b.items()
	x := b.tv.turn.Exchange
	if x == nil && len(items) == 0 {
		return
	}
	b.model(x)
	for i, it := range items {
		switch it.Type {
		case "message":
			b.message(i, it)
		case "reasoning":
			b.reasoning(i, it)
		case "function_call", "custom_tool_call", "mcp_call":
			b.call(i, it)
		default:
			b.tool(i, it)
		}
	}
}

// model adds the name of the model that answers: the one that was asked until
// the wire says who it is.
func (b *builder) model(x *state.Exchange) {
	styles := b.m.styles
	name, asked := b.tv.turn.Model(), ""
	if x != nil {
		asked = x.Asked
	}
	for _, it := range b.items() { // an answer that was opened may carry its model
		if name == "" && x == nil {
			name = gjson.GetBytes(it.Raw, "model").String()
		}
	}
	s, fresh := b.section(key{part: partModel}, 1)
	if !fresh && s.made == name {
		return
	}
	s.made = name
	switch {
	case name == "" && asked != "":
		s.head = []string{b.line(styles.Model.Render(body.SanitizeLine(asked)))}
	case name == "" && x == nil:
		s.head = []string{b.line(styles.Dim.Render("an answer"))}
	case name == "":
		s.head = []string{b.line(styles.Dim.Render("no model named"))}
	case asked != "" && asked != name:
		s.head = []string{b.line(styles.Model.Render(body.SanitizeLine(name)), styles.Dim.Render("asked for "+body.SanitizeLine(asked)))}
	default:
		s.head = []string{b.line(styles.Model.Render(body.SanitizeLine(name)))}
	}
}

// message adds a message's parts: text as markdown, refusals in words, what is
// unknown as JSON.
func (b *builder) message(i int, it *state.Item) {
	for n, p := range it.Parts {
		s, fresh := b.section(key{part: partItem, item: i, piece: n}, it.Version)
		if n == 0 {
			s.gap = b.closeTo()
		}
		if fresh {
			b.messagePart(s, it, p)
		}
		b.finish(s)
		b.citations(i, n, it, p)
	}
}

// closeTo is the gap above the section made last: none below the model's name,
// so that name and words belong together, and none between rows that are folded.
func (b *builder) closeTo() int {
	n := len(b.tv.sections)
	if n < 2 {
		return 1
	}
	above, s := b.tv.sections[n-2], b.tv.sections[n-1]
	if above.key.part == partModel || above.oneRow() && s.oneRow() {
		return 0
	}
	return 1
}

func (b *builder) messagePart(s *section, it *state.Item, p *state.Part) {
	styles := b.m.styles
	switch p.Kind {
	case state.PartText:
		md, ok := s.body.(*body.Markdown)
		if !ok {
			md = body.NewMarkdown(styles, b.m.lexers)
			s.body = md
		}
		md.SetWidth(b.width)
		md.Update(p.Text())
		s.what, s.source = "the message", p.Text
	case state.PartRefusal:
		s.head = []string{styles.Warn.Render("⚠ the model refuses")}
		b.text(s, p.Text(), styles.Text)
		s.what, s.source = "the refusal", p.Text
	case state.PartAudio:
		b.binary(s, "audio", it.ID, p.Text())
	case state.PartTranscript:
		s.head = []string{styles.Dim.Render("spoken")}
		b.text(s, p.Text(), styles.Text)
		s.what, s.source = "the transcript", p.Text
	default:
		s.folds, s.folded, s.inset = true, true, bodyInset
		b.json(s, string(p.Raw), b.fold(s, styles.Tool.Render(sanitized(string(p.Kind), "part")), styles.Dim.Render("unknown part")))
	}
}

// citations adds what a part of a message cites.
func (b *builder) citations(i, n int, it *state.Item, p *state.Part) {
	if len(p.Annotations) == 0 {
		return
	}
	const citationPiece = 1 << 20 // behind all pieces that show parts
	s, fresh := b.section(key{part: partItem, item: i, piece: citationPiece + n}, it.Version)
	if !fresh {
		return
	}
	styles := b.m.styles
	s.head = s.head[:0]
	var all []string
	for k, a := range p.Annotations {
		v := gjson.ParseBytes(a)
		all = append(all, string(a))
		if k >= 20 {
			continue
		}
		words := []string{styles.Dim.Render("[" + thousands(k+1) + "]")}
		if title := firstOf(v, "title", "filename", "file_id"); title != "" {
			words = append(words, styles.Text.Render(body.SanitizeLine(title)))
		}
		if url := v.Get("url").String(); url != "" {
			words = append(words, styles.Dim.Render(body.SanitizeLine(url)))
		}
		if len(words) == 1 {
			words = append(words, styles.Dim.Render(brief(v, b.width)))
		}
		s.head = append(s.head, b.line(words...))
	}
	if more := len(p.Annotations) - 20; more > 0 {
		s.head = append(s.head, styles.Dim.Render(thousands(more)+" more citations"))
	}
	s.what, s.source = "the citations", func() string { return "[" + strings.Join(all, ",\n") + "]" }
}

func firstOf(v gjson.Result, members ...string) string {
	for _, name := range members {
		if text := v.Get(name).String(); text != "" {
			return text
		}
	}
	return ""
}

// reasoning adds a reasoning item as one row: how much there is, and while it
// grows its last words. Unfolded it shows all of them.
func (b *builder) reasoning(i int, it *state.Item) {
	s, fresh := b.section(key{part: partItem, item: i, piece: pieceWhole}, it.Version)
	if !s.folds {
		s.folds, s.folded, s.inset = true, true, bodyInset
	}
	b.finish(s)
	s.gap = b.closeTo()
	if !fresh && !b.running(it) {
		return
	}
	styles := b.m.styles
	var words strings.Builder
	last, total := "", 0
	for _, p := range it.Parts {
		if t := p.Text(); t != "" {
			total += len(t)
			last = t
		}
	}
	if fresh && !s.folded {
		for _, p := range it.Parts {
			if words.Len() > 0 && p.Text() != "" {
				words.WriteString("\n\n")
			}
			words.WriteString(p.Text())
		}
		b.text(s, words.String(), styles.Reasoning)
	}
	s.what, s.source = "the reasoning", func() string { return joined(it) }
	label, about := "reasoning", styles.Dim.Render("~"+thousands(total/4)+" tokens")
	switch {
	case total == 0 && it.Raw != nil && gjson.GetBytes(it.Raw, "encrypted_content").String() != "":
		about = styles.Dim.Render("encrypted, " + size(len(gjson.GetBytes(it.Raw, "encrypted_content").String())))
		s.source = func() string { return string(it.Raw) }
		if !s.folded {
			b.json(s, string(it.Raw), "")
		}
	case total == 0:
		about = styles.Dim.Render("empty")
		if b.running(it) {
			about = ""
		}
	}
	tail := ""
	if b.running(it) && s.folded {
		tail = styles.Reasoning.Render(body.SanitizeLine(lastWords(last, b.width)))
	}
	s.head = []string{b.fold(s, styles.Reasoning.Render(label), about, tail)}
}

// running reports whether an item still grows.
func (b *builder) running(it *state.Item) bool {
	x := b.tv.turn.Exchange
	return x != nil && x.Running() && !it.Done
}

func joined(it *state.Item) string {
	var all []string
	for _, p := range it.Parts {
		if p.Text() != "" {
			all = append(all, p.Text())
		}
	}
	return strings.Join(all, "\n\n")
}

// lastWords returns the end of the last line of a text that grows.
func lastWords(s string, width int) string {
	s = strings.TrimRight(s, " \n")
	if n := len(s) - width; n > 0 {
		for n < len(s) && !utf8.RuneStart(s[n]) {
			n++
		}
		s = s[n:]
		if i := strings.IndexByte(s, ' '); i >= 0 {
			s = s[i+1:]
		}
	}
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	return s
}
