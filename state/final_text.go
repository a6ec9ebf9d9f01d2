package state

import (
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// DeltaCheck is what a text that came whole at its end tells of the deltas that had
// written it.
type DeltaCheck struct {
	Missing int  // code points that only the whole text holds; the deltas wrote all others
	Differs bool // the two differ in another way: the whole text is the one that is kept
}

// CheckDeltas returns how the texts of an answer's messages, each of which came whole
// at its end, stand to what their deltas had written. ok is false where one did not
// come so, before the answer has told its own end, for one that was no stream, and for
// a stream without a gap and without a frame that could not be read: nobody asks of it.
func (x *Exchange) CheckDeltas() (proof DeltaCheck, ok bool) {
	if x.Frames == 0 || x.Verdict != Completed && x.Verdict != Incomplete || len(scan.Get(x.Response, "output")) <= len("[]") {
		return DeltaCheck{}, false // what an item was that is wholly missing, only the list at the end tells
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

// checkDeltas compares what is delivered as a part's final text with what its deltas
// wrote, where something of the stream was amiss before; once, since what comes
// later is no longer theirs.
func (x *Exchange) checkDeltas(p *Part, v []byte) {
	if p.check != nil || p.Done || !x.deltasUncertain() || scan.KindOf(v) != scan.String || len(v) <= len(`""`) {
		return
	}
	p.check = &DeltaCheck{}
	grown := p.text.String()
	if scan.Spells(v, grown) {
		return
	}
	whole := scan.Text(v)
	p.check.Differs = !isSubsequence(whole, grown)
	if !p.check.Differs {
		p.check.Missing = utf8.RuneCountInString(whole) - utf8.RuneCountInString(grown)
	}
}

// deltasUncertain reports whether deltas may be missing, or have come twice.
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

// setPartFinal makes a value the final text of a part, and counts it where it replaces what
// was streamed.
func (x *Exchange) setPartFinal(c *content, p *Part, v []byte) {
	streamed := x.fullyStreamed(&p.text, p.Done)
	x.countReplaced(c, p.setFinal(v) && streamed)
}

// setInputFinal is settlePart of an item's input.
func (x *Exchange) setInputFinal(c *content, v []byte) {
	streamed := x.fullyStreamed(&c.input, c.inputDone)
	x.countReplaced(c, c.input.setAny(v) && streamed)
}

// fullyStreamed reports whether a text stands as all that was streamed of it, so that another
// one from its end replaces it: what its item was announced with is none such, nor is
// what its deltas wrote where some of them may be missing, of which Proof tells.
func (x *Exchange) fullyStreamed(t *Text, final bool) bool {
	return final || t.Rope().Grown() && !x.deltasUncertain()
}

// countReplaced counts an item, once, of which something was replaced at its end.
func (x *Exchange) countReplaced(c *content, replaced bool) {
	if !replaced || c.replaced {
		return
	}
	c.replaced = true
	x.Replaced++
	x.warn(WarnReplaced, "", "the end of the answer replaced text that had been streamed: what came at the end is shown")
}
