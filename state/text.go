package state

import (
	"bytes"
	"iter"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/text/rope"
)

// TextBuffer is a text that deltas extend or that was delivered completely. Delivered text shares
// the capture's bytes, which are retained for Raw anyway and never written to (wire.Arrival).
type TextBuffer struct {
	rope *rope.Rope // nil while there is no text; replaced when the text is
}

// emptyRope is the rope of a missing text.
var emptyRope rope.Rope

// Rope returns the text as a rope, to be read in pieces. It grows with the text; once the
// text is replaced, Rope returns another one.
func (t *TextBuffer) Rope() *rope.Rope {
	if t.rope == nil {
		return &emptyRope
	}
	return t.rope
}

// String returns the text. It costs nothing for short text and for text delivered without
// escapes; any other is joined on each call.
func (t *TextBuffer) String() string { return t.Rope().String() }

// Len returns the length of the text, in bytes.
func (t *TextBuffer) Len() int { return int(t.Rope().Len()) }

// Tail returns the last n bytes of the text, or all of a shorter one. It costs O(n).
func (t *TextBuffer) Tail(n int) string {
	size := t.Rope().Len()
	return t.Rope().Cut(size-int64(n), size)
}

// append appends a copy of a text.
func (t *TextBuffer) append(delta string) {
	if delta == "" {
		return
	}
	if t.rope == nil {
		t.rope = &rope.Rope{}
	}
	t.rope.Append(delta)
}

// grow appends the delta of an event, and leaves in the event what it wrote of it.
func (x *Exchange) grow(t *TextBuffer, e *wire.Event) {
	if !x.halved && e.Halves == (wire.Halves{}) {
		t.append(e.Delta)
		return
	}
	if t.rope == nil {
		t.rope = &rope.Rope{}
	}
	written, alone := t.rope.AppendPiece(e.Delta, e.Halves)
	if alone {
		x.warnHalf()
	}
	e.Delta, x.halved = written, x.halved || e.Halves.Last
}

// endHalves appends to the texts of items the halves of characters that nothing has
// followed.
func (x *Exchange) endHalves(items ...*Item) {
	if !x.halved {
		return
	}
	for _, it := range items {
		for t := range it.content.texts() {
			if t.rope != nil && t.rope.EndHalf() {
				x.warnHalf()
				it.Version++
			}
		}
	}
}

func (x *Exchange) warnHalf() {
	x.warn(WarnUndecodable, "half", "a text has half a character (a lone surrogate): it is shown as it is spelled")
}

// checkHalves warns of halves of characters in a text that was delivered completely.
func (x *Exchange) checkHalves(v []byte) {
	if bytes.Contains(v, []byte(`\u`)) && scan.LoneSurrogate(v) >= 0 {
		x.warnHalf()
	}
}

// texts yields the texts that deltas extend.
func (c *content) texts() iter.Seq[*TextBuffer] {
	return func(yield func(*TextBuffer) bool) {
		if !yield(&c.input) {
			return
		}
		for _, p := range c.parts {
			if !yield(&p.text) {
				return
			}
		}
		for _, p := range c.panels {
			if !yield(&p.text) || !yield(&p.reasoning) {
				return
			}
		}
	}
}

// set replaces the text by a delivered JSON string. An empty string, or another value, leaves the
// text so far. It reports whether the text so far was a different one.
func (t *TextBuffer) set(v []byte) (other bool) {
	if scan.KindOf(v) != scan.String || len(v) <= len(`""`) {
		return false
	}
	delivered := rope.New(v)
	if t.rope != nil && !delivered.InOne() && t.rope.InOne() && scan.DecodesTo(v, t.rope.String()) {
		return false // as it was streamed, and cheaper to read
	}
	size := t.Rope().Len()
	other = size > 0 && (size != delivered.Len() || !t.rope.Begins(delivered, size))
	t.rope = delivered
	return other
}

// setAny is set, but takes a value that is not a string as it is spelled: some services
// send arguments as an object. White space in it makes no difference.
func (t *TextBuffer) setAny(v []byte) (other bool) {
	switch scan.KindOf(v) {
	case scan.String, scan.Null, scan.Invalid:
		return t.set(v)
	}
	if stood := []byte(t.String()); len(stood) > 0 {
		other = !scan.Valid(stood) || !scan.Same(stood, v)
	}
	t.rope = rope.Plain(scan.AsSpelled(v))
	return other
}

// Text returns all output_text of the message items of Answer, joined without a separator;
// see Part.Text.
func (x *Exchange) Text() string { return x.TextRope().String() }

// TextRope returns the present Text as a rope, to be read in pieces on any goroutine.
func (x *Exchange) TextRope() *rope.Rope {
	return textOf(x.Answer())
}

func textOf(items []*Item) *rope.Rope {
	var texts []*rope.Rope
	for _, it := range items {
		if it.Type != "message" {
			continue
		}
		for _, p := range it.Parts() {
			if p.Kind == PartText && p.text.Len() > 0 {
				texts = append(texts, p.text.Rope())
			}
		}
	}
	return rope.Join(texts...)
}

// countTextBytes counts the bytes of all texts.
func (x *Exchange) countTextBytes() {
	for _, it := range x.Items {
		for _, text := range it.TextBuffers() {
			x.TextBytes += int64(text.Len())
		}
	}
}

// DeltaCheck compares final texts with what their deltas had written.
type DeltaCheck struct {
	Missing int  // code points that only the final text has
	Differs bool // the texts differ in another way; the final text counts
}

// CheckDeltas compares the texts of an answer's messages, delivered completely at the end, with
// what their deltas had written. The fold checks only streams with a gap or an unreadable frame;
// ok is false for every other, before the answer has ended, and if a text was not delivered
// completely.
func (x *Exchange) CheckDeltas() (proof DeltaCheck, ok bool) {
	if x.Frames == 0 || x.Verdict != Completed && x.Verdict != Incomplete || len(scan.Get(x.Response, "output")) <= len("[]") {
		return DeltaCheck{}, false // without the final list a wholly missing item would go unnoticed
	}
	for _, it := range x.Items {
		if it.Type != "message" {
			continue
		}
		for _, p := range it.Parts() {
			if p.Kind != PartText && p.Kind != PartRefusal || p.text.Len() == 0 {
				continue
			}
			if p.check == nil {
				return DeltaCheck{}, false
			}
			ok = true
			proof.Missing += p.check.Missing
			proof.Differs = proof.Differs || p.check.Differs
		}
		proof.Differs = proof.Differs || it.droppedText
	}
	return proof, ok
}

// checkDeltas compares a part's final text with what its deltas wrote, where deltas may be
// missing. It does so once: later text is no longer the deltas'.
func (x *Exchange) checkDeltas(p *Part, v []byte) {
	if p.check != nil || p.Done || !x.deltasUncertain() || scan.KindOf(v) != scan.String || len(v) <= len(`""`) {
		return
	}
	p.check = &DeltaCheck{}
	grown := p.text.String()
	if scan.DecodesTo(v, grown) {
		return
	}
	final := scan.Text(v)
	p.check.Differs = !isSubsequence(final, grown)
	if !p.check.Differs {
		p.check.Missing = utf8.RuneCountInString(final) - utf8.RuneCountInString(grown)
	}
}

// deltasUncertain reports whether deltas may be missing or repeated.
func (x *Exchange) deltasUncertain() bool {
	_, gap := x.warned[WarnSequence]
	_, unread := x.warned[WarnUndecodable]
	return gap || unread || x.itemsDropped
}

// isSubsequence reports whether full has the runes of some, in their order.
func isSubsequence(full, some string) bool {
	for _, r := range some {
		at := strings.IndexRune(full, r)
		if at < 0 {
			return false
		}
		_, size := utf8.DecodeRuneInString(full[at:])
		full = full[at+size:]
	}
	return true
}

// setPartFinal sets the final text of a part and counts it when it replaces what was
// streamed.
func (x *Exchange) setPartFinal(it *Item, p *Part, v []byte) {
	x.checkHalves(v)
	streamed, before := x.fullyStreamed(&p.text, p.Done), p.text.Len()
	differs := p.setFinal(v)
	x.countReplaced(&it.content, differs && streamed)
	x.lintPart(it, p, v, before, differs)
}

// setInputFinal does what setPartFinal does, for an item's input.
func (x *Exchange) setInputFinal(it *Item, v []byte) {
	x.checkHalves(v)
	c := &it.content
	streamed, before := x.fullyStreamed(&c.input, c.inputDone), c.input.Len()
	differs := c.input.setAny(v)
	x.countReplaced(c, differs && streamed)
	x.lintInput(it, v, before, differs)
}

// fullyStreamed reports whether a text is known to be all that was streamed, so that a
// different final text replaces it. Text from the announcement does not count as streamed;
// where deltas may be missing, DeltaCheck compares instead.
func (x *Exchange) fullyStreamed(t *TextBuffer, final bool) bool {
	return final || t.Rope().Grown() && !x.deltasUncertain()
}

// countReplaced counts an item, once, whose text was replaced at its end.
func (x *Exchange) countReplaced(c *content, replaced bool) {
	if !replaced || c.replaced {
		return
	}
	c.replaced = true
	x.Replaced++
	x.warn(WarnReplaced, "", "the end of the answer replaced text that had been streamed: the final text is shown")
}
