package transcript

import (
	"cmp"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/views/markdown"
	"gatehouse/views/text"
)

// The pieces of an item are the parts of a message, by their number, and these.
const (
	pieceWhole    = -1      // the item as a whole
	citationPiece = 1 << 20 // and on: the citations of a part
	waitPiece     = 1 << 21 // what a call waits for
	imagePiece    = 1 << 22 // and on: the images that an item holds
)

func (b *builder) item(it *state.Item) {
	switch it.Type {
	case "message":
		b.message(it)
	case "reasoning":
		b.reasoning(it)
	case "function_call", "custom_tool_call":
		b.call(it)
	default:
		b.tool(it)
		b.itemImages(it)
	}
	b.openCall(it)
}

// model adds the name of the model that answers: the one that was asked until
// the wire says who it is.
func (b *builder) model() {
	styles := b.styles
	x := b.tv.turn.SentExchange()
	if x == nil && len(b.tv.items) == 0 {
		return
	}
	name, asked := b.tv.turn.Model(), ""
	switch {
	case x != nil:
		asked = x.Chain
	case name == "":
		name = b.tv.namedModel()
	}
	s, fresh := b.section(key{part: partModel}, 1)
	if !fresh && s.made == name {
		return
	}
	s.made = name
	shown, style, requested := text.SanitizeLine(cmp.Or(name, asked)), styles.Model, ""
	switch {
	case shown == "" && x == nil:
		shown, style = "an answer", styles.Dim
	case shown == "":
		shown, style = "server default", styles.Dim
	case asked != "" && name != "" && asked != name:
		requested = styles.Dim.Render("requested " + text.SanitizeLine(asked))
	}
	s.head = []string{b.line(style.Render(shown), requested)}
}

// namedModel returns the model that an answer names whose exchange is not known; empty for none.
func (tv *turnView) namedModel() string {
	return tv.model.Get(tv.items[0], func() string {
		for _, it := range tv.items {
			if name := gjson.GetBytes(it.Raw, "model").String(); name != "" {
				return name
			}
		}
		return ""
	})
}

// message adds a message's parts: text as markdown, refusals in words, what is
// unknown as JSON.
func (b *builder) message(it *state.Item) {
	for n, p := range it.Parts() {
		s, fresh := b.section(key{part: partItem, item: it.Serial, piece: n}, it.Version)
		if fresh {
			b.messagePart(s, it, p)
			b.finish(s)
		}
		b.citations(n, it, p)
	}
}

func (b *builder) messagePart(s *section, it *state.Item, p *state.Part) {
	styles := b.styles
	switch p.Kind {
	case state.PartText:
		s.what, s.source = "message", p.Text
		if b.search {
			s.text = p.TextBuffer().Rope()
			return
		}
		md, ok := s.body.(*markdown.Text)
		if !ok {
			md = markdown.New(styles, b.m.lexers)
			s.body = md
		}
		md.SetWidth(b.width)
		md.Follow(p.TextBuffer().Rope())
		s.cited.take(p, it.Done)
		md.Cite(s.cited.marks)
	case state.PartRefusal:
		s.head = []string{b.ink(&styles.Warn, "⚠ the model refuses")}
		b.text(s, p.TextBuffer().Rope(), styles.Text)
		s.what, s.source = "refusal", p.Text
	case state.PartAudio:
		audio := encoded{in: p.TextBuffer().Rope()}
		s.head = []string{b.binaryHead(audio)}
		b.binary(s, "audio", it.ID, audio)
	case state.PartTranscript:
		s.head = []string{b.ink(&styles.Dim, "spoken")}
		b.text(s, p.TextBuffer().Rope(), styles.Text)
		s.what, s.source = "transcript", p.Text
	default:
		s.folds, s.folded, s.inset = true, true, bodyInset
		s.head = []string{b.fold(b.folded(s.key, true), b.ink(&styles.Tool, sanitized(string(p.Kind), "part")), b.ink(&styles.Dim, "unknown part"))}
		b.json(s, scan.AsSpelled(p.Raw))
	}
}
