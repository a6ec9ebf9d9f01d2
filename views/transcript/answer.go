package transcript

import (
	"bytes"

	"github.com/tidwall/gjson"

	"gatehouse/state"
	"gatehouse/state/raw"
	"gatehouse/views"
	"gatehouse/views/body"
)

// pieceWhole is the piece of a section that shows an item as a whole.
const pieceWhole = -1

// answer adds the items of the answer, but for those that are kept.
func (b *builder) answer() {
	for _, it := range b.items()[len(b.tv.kept):] {
		b.tv.kept = append(b.tv.kept, kept{it, it.Version, len(b.tv.sections)})
		switch it.Type {
		case "message":
			b.message(it)
		case "reasoning":
			b.reasoning(it)
		case "function_call", "custom_tool_call", "mcp_call":
			b.call(it)
		default:
			b.tool(it)
		}
		b.waiting(it)
	}
}

// model adds the name of the model that answers: the one that was asked until
// the wire says who it is.
func (b *builder) model() {
	styles := b.m.styles
	x := b.tv.turn.Exchange
	if x == nil && len(b.items()) == 0 {
		return
	}
	name, asked := b.tv.turn.Model(), ""
	if x != nil {
		asked = x.Chain
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
func (b *builder) message(it *state.Item) {
	for n, p := range it.Parts() {
		s, fresh := b.section(key{part: partItem, item: it.Serial, piece: n}, it.Version)
		if n == 0 {
			s.gap = b.closeTo()
		}
		if fresh {
			b.messagePart(s, it, p)
		}
		b.finish(s)
		b.citations(n, it, p)
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
		md.Follow(p.Words().Rope())
		s.what, s.source = "the message", p.Text
	case state.PartRefusal:
		s.head = []string{styles.Warn.Render("⚠ the model refuses")}
		b.said(s, p.Words(), styles.Text)
		s.what, s.source = "the refusal", p.Text
	case state.PartAudio:
		b.binary(s, "audio", it.ID, encodedFrom(p.Words().Rope(), 0))
	case state.PartTranscript:
		s.head = []string{styles.Dim.Render("spoken")}
		b.said(s, p.Words(), styles.Text)
		s.what, s.source = "the transcript", p.Text
	default:
		s.folds, s.folded, s.inset = true, true, bodyInset
		b.json(s, raw.AsSpelled(p.Raw), b.fold(s, styles.Tool.Render(sanitized(string(p.Kind), "part")), styles.Dim.Render("unknown part")))
	}
}

// maxCitations is how many citations of a part are drawn.
const maxCitations = 20

// citations adds what a part of a message cites.
func (b *builder) citations(n int, it *state.Item, p *state.Part) {
	if len(p.Annotations) == 0 {
		return
	}
	const citationPiece = 1 << 20              // behind all pieces that show parts
	version := uint64(len(p.Annotations)) << 1 // only new ones and the final ones change what is drawn
	if it.Done {
		version++
	}
	s, fresh := b.section(key{part: partItem, item: it.Serial, piece: citationPiece + n}, version)
	if !fresh {
		return
	}
	styles := b.m.styles
	s.head = nil
	for k, a := range p.Annotations[:min(len(p.Annotations), maxCitations)] {
		v := gjson.ParseBytes(a)
		words := []string{styles.Dim.Render("[" + views.Thousands(k+1) + "]")}
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
	if more := len(p.Annotations) - maxCitations; more > 0 {
		s.head = append(s.head, styles.Dim.Render(views.Thousands(more)+" more citations"))
	}
	s.what, s.source = "the citations", func() string {
		return "[" + string(bytes.Join(raws(p.Annotations), []byte(",\n"))) + "]"
	}
}

func firstOf(v gjson.Result, members ...string) string {
	for _, name := range members {
		if text := v.Get(name).String(); text != "" {
			return text
		}
	}
	return ""
}
