package state

import (
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// Proof is what a text that came whole at its end tells of the deltas that had
// written it.
type Proof struct {
	More  int  // code points that only the whole text holds; the deltas wrote all others
	Other bool // the two differ in another way: the whole text is the one that is kept
}

// Proven returns how the texts of an answer's messages, each of which came whole
// at its end, stand to what their deltas had written. ok is false where one did not
// come so, before the answer has told its own end, for one that was no stream, and for
// a stream without a gap and without a frame that could not be read: nobody asks of it.
func (x *Exchange) Proven() (proof Proof, ok bool) {
	if x.Frames == 0 || x.Verdict != Completed && x.Verdict != Incomplete || len(scan.Get(x.Response, "output")) <= len("[]") {
		return Proof{}, false // what an item was that is wholly missing, only the list at the end tells
	}
	for _, it := range x.Items {
		if it.Type != "message" {
			continue
		}
		for _, p := range it.Parts() {
			if p.Kind != PartText && p.Kind != PartRefusal || p.text.Len() == 0 {
				continue
			}
			if p.proof == nil {
				return Proof{}, false
			}
			ok = true
			proof.More += p.proof.More
			proof.Other = proof.Other || p.proof.Other
		}
		proof.Other = proof.Other || it.fell
	}
	return proof, ok
}

// prove compares what is delivered as a part's final text with what its deltas
// wrote, where something of the stream was amiss before; once, since what comes
// later is no longer theirs.
func (x *Exchange) prove(p *Part, v []byte) {
	if p.proof != nil || p.Done || !x.amiss() || scan.KindOf(v) != scan.String || len(v) <= len(`""`) {
		return
	}
	p.proof = &Proof{}
	grown := p.text.String()
	if scan.Spells(v, grown) {
		return
	}
	whole := scan.Text(v)
	p.proof.Other = !holds(whole, grown)
	if !p.proof.Other {
		p.proof.More = utf8.RuneCountInString(whole) - utf8.RuneCountInString(grown)
	}
}

// amiss reports whether deltas may be missing, or have come twice.
func (x *Exchange) amiss() bool {
	_, gap := x.warned[WarnSequence]
	_, unread := x.warned[WarnUndecodable]
	return gap || unread || x.let
}

// holds reports whether whole has the runes of some, in their order.
func holds(whole, some string) bool {
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
