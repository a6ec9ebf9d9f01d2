package transcript

import (
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/rope"
	"gatehouse/state/talk"
)

// passage is what a section of an item says, for a search of items whose sections are
// not made.
type passage struct {
	key  key
	head []string   // lines, without styles
	text *rope.Rope // of the section's body; nil for none
}

// passageBuilder is the builder of passages. Uncut, the lines of a head say all that a cut one
// says, and cost a fraction.
func (m *Model) passageBuilder(tv *turnView, uncut bool) *builder {
	b := m.builder(tv)
	b.plain, b.uncut, b.below = true, uncut, map[belowCall][]string{}
	return b
}

// passages adds what the sections of an item say, in their order; heads tells whether to
// draw their heads too.
func (b *builder) passages(to []passage, it *state.Item, heads bool) []passage {
	switch it.Type {
	case "message":
		for n, p := range it.Parts() {
			said := passage{key: b.keyOf(it, n), text: partText(p)}
			if heads {
				said.head = b.partHead(said.key, p)
			}
			if to = append(to, said); len(p.Annotations) > 0 {
				cites := passage{key: b.keyOf(it, citationPiece+n), text: rope.Plain(sourceLines(p.Annotations))}
				if heads {
					cites.head = b.sourcesHead(cites.key, p)
				}
				to = append(to, cites)
			}
		}
	case "reasoning":
		to = append(to, b.reasoningPassages(it, heads))
	case "function_call", "custom_tool_call":
		to = append(to, b.callPassages(it, heads))
	default:
		to = append(to, b.toolPassages(it, heads))
	}
	if call, ok := b.waits.call(it); ok && heads {
		to = append(to, passage{key: b.keyOf(it, waitPiece), head: b.openCallPassage(call)})
	}
	return to
}

// openCallPassage is what stands below a call that waits. It is the same below very many calls,
// and drawn once.
func (b *builder) openCallPassage(call talk.Call) []string {
	of := belowCall{b.m.ready[call.ID], b.m.commands[call.CommandName()], b.argumentFault(call)}
	lines, ok := b.below[of]
	if !ok {
		for _, line := range b.openCallLines(call, of.unfit) {
			lines = append(lines, ansi.Strip(line))
		}
		b.below[of] = lines
	}
	return lines
}

// belowCall is what the words depend on that stand below a call that waits.
type belowCall struct{ ready, command, unfit string }

func (b *builder) keyOf(it *state.Item, piece int) key {
	return key{turn: b.tv.id, part: partItem, item: it.Serial, piece: piece}
}

// partText is the text of a part as its section shows it; nil for none.
func partText(p *state.Part) *rope.Rope {
	switch p.Kind {
	case state.PartText, state.PartRefusal, state.PartTranscript:
		return p.TextBuffer().Rope()
	case state.PartAudio:
		return nil
	}
	return rope.Plain(scan.AsSpelled(p.Raw))
}

func (b *builder) callPassages(it *state.Item, heads bool) passage {
	said := passage{key: b.keyOf(it, pieceWhole), text: it.InputBuffer().Rope()}
	if it.Raw != nil && b.spelled(said.key) {
		said.text = rope.Plain(scan.AsSpelled(it.Raw))
	}
	if heads {
		said.head = []string{b.callHead(it, b.folded(said.key, false))}
	}
	return said
}

func (b *builder) reasoningPassages(it *state.Item, heads bool) passage {
	come := it.TextBuffers()
	said := passage{key: b.keyOf(it, pieceWhole), text: joined(come)}
	if len(come) == 0 && encrypted(it) != "" {
		said.text = rope.Plain(scan.AsSpelled(it.Raw))
	}
	if heads {
		said.head = []string{b.reasoningHead(it, come, b.thought(it, lengthOf(come)), b.folded(said.key, true))}
	}
	return said
}

func (b *builder) toolPassages(it *state.Item, heads bool) passage {
	said := passage{key: b.keyOf(it, pieceWhole)}
	r := b.readingOf(said.key, it)
	folded := b.folded(said.key, !b.opened(it, &r))
	if r.read {
		said.text = r.Text()
	}
	if _, data, ok := binaryOf(it); ok && !r.spelled {
		if heads {
			said.head = []string{b.toolBinary(it, &r, data, folded)}
		}
		return said
	}
	switch {
	case r.read:
	case r.spelled || toldByRaw(it):
		said.text = rope.Plain(scan.AsSpelled(it.Raw))
	default:
		said.text = joined(it.TextBuffers())
	}
	if heads {
		said.head = b.toolHead(it, &r, folded)
	}
	return said
}

// joined is several texts as parts shows them, without a copy.
func joined(texts []*state.TextBuffer) *rope.Rope {
	var all []*rope.Rope
	for i, text := range texts {
		if i > 0 {
			all = append(all, rope.Plain(textGap))
		}
		all = append(all, text.Rope())
	}
	return rope.Join(all...)
}
