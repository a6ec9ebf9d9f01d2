package transcript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/text/rope"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// reading is how an item is shown.
type reading struct {
	tooluse.Use
	read    bool // what it says is shown; else the item is shown as JSON, or as it grew
	spelled bool // the user wants JSON
}

// spelled reports whether the section of a key is shown as JSON because the user wants
// it.
func (b *builder) spelled(k key) bool {
	k.turn = b.tv.id
	return b.m.spelled[k]
}

// use gives a section what an item says, block by block.
func (b *builder) use(s *section, u *tooluse.Use) {
	if b.search {
		s.text = u.Text()
		return
	}
	p := b.pieces(s, len(u.Blocks))
	for i := range u.Blocks {
		b.block(&p.texts[i], &u.Blocks[i])
	}
	p.SetWidth(max(b.width-s.inset, 1))
}

// drawnAs is what the content of a block depends on besides its text.
type drawnAs struct {
	kind     tooluse.Kind
	language string
}

// block makes the content of a block, or lets that which there was continue.
func (b *builder) block(p *piece, block *tooluse.Block) {
	as := drawnAs{block.Kind, block.Language}
	same := p.made == as
	p.above, p.made = block.Above(), as
	if c, ok := p.content.(*json.Pretty); ok && c.From(block.Text) {
		return
	}
	if c, ok := p.content.(interface{ Follow(text *rope.Rope) }); ok && same {
		c.Follow(block.Text)
		return
	}
	p.content = page.NewBlock(b.styles, b.m.lexers, block)
}

// result returns the sign and the words of how a use ended.
func (b *builder) result(u *tooluse.Use) string {
	words := text.SanitizeLine(u.Result)
	switch {
	case words == "":
		return ""
	case u.Sign == tooluse.Good:
		return b.ink(&b.styles.Good, "✓ "+words)
	case u.Sign == tooluse.Bad:
		return b.ink(&b.styles.Bad, "✗ "+words)
	}
	return b.ink(&b.styles.Dim, words)
}

// useHead draws the first line of a use: the type of its item, who was called, what was
// asked for and what arrived as space allows, and how it ended. What the blocks
// below show is not repeated.
func (b *builder) useHead(kind, status string, u *tooluse.Use, folded bool) string {
	styles := b.styles
	if status == "completed" || status == "failed" && u.Sign == tooluse.Bad && u.Result != "" {
		status = "" // the result says as much
	}
	before := []string{b.ink(&styles.Tool, sanitized(kind, "item")), b.ink(&styles.Strong, text.SanitizeLine(u.Name))}
	after := []string{b.clipped(b.result(u), b.width/2), b.ink(&styles.Dim, text.SanitizeLine(status))}
	left := b.width - len("▸ ")
	for _, w := range slices.Concat(before, after) {
		if w != "" {
			left -= text.Width(w) + len("  ")
		}
	}
	var asked []string
	if folded || !u.RepeatsInput() {
		asked = append(asked, b.ink(&styles.Text, onOneLine(u.InputLine)))
	}
	if folded && u.OutputLine != "" {
		asked = append(asked, b.ink(&styles.Dim, "→ "+onOneLine(u.OutputLine)))
	}
	about := b.clipped(strings.Join(asked, "  "), max(left, 8))
	return b.fold(folded, slices.Concat(before, []string{about}, after)...)
}

// onOneLine writes the start of a text from the wire as part of a line.
func onOneLine(words string) string {
	return text.SanitizeLine(strings.Join(strings.Fields(words), " "))
}

func (b *builder) clipped(words string, cells int) string {
	if b.uncut {
		return words
	}
	return text.Truncate(words, max(cells, 1), "…")
}

// The pieces of an item are the parts of a message, by their number, and these.
const (
	pieceItem     = -1      // the item as a whole
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
// the wire names it.
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
		s.cited.update(p, it.Done)
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
