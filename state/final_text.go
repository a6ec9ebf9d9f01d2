package state

import (
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// DeltaCheck compares final texts with what their deltas had written.
type DeltaCheck struct {
	Missing int  // code points that only the final text has
	Differs bool // the texts differ in another way; the final text is kept
}

// CheckDeltas compares the texts of an answer's messages, delivered whole at the end, with
// what their deltas had written. The fold checks only streams with a gap or an unreadable
// frame; ok is false for every other, before the answer has ended, and where a text was
// not delivered whole.
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
	whole := scan.Text(v)
	p.check.Differs = !isSubsequence(whole, grown)
	if !p.check.Differs {
		p.check.Missing = utf8.RuneCountInString(whole) - utf8.RuneCountInString(grown)
	}
}

// deltasUncertain reports whether deltas may be missing or repeated.
func (x *Exchange) deltasUncertain() bool {
	_, gap := x.warned[WarnSequence]
	_, unread := x.warned[WarnUndecodable]
	return gap || unread || x.itemsDropped
}

// isSubsequence reports whether whole has the runes of some, in their order.
func isSubsequence(whole, some string) bool {
	for _, r := range some {
		at := strings.IndexRune(whole, r)
		if at < 0 {
			return false
		}
		_, size := utf8.DecodeRuneInString(whole[at:])
		whole = whole[at+size:]
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
	x.warn(WarnReplaced, "", "the end of the answer replaced text that had been streamed: what came at the end is shown")
}
