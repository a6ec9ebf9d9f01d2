package state

import (
	"strings"

	"cmp"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// foldEvent folds one event of the Responses API. A service that leaves the type out of the
// data may still name it in the frame's event line.
func (x *Exchange) foldEvent(e *wire.Event, line string) {
	kind := cmp.Or(e.Type, line)
	x.checkSequence(e, kind)
	if read.Heartbeat(kind) || x.decided && !x.allowedAfterEnd(kind) {
		return
	}
	x.applyEvent(e, kind)
}

// applyEvent does what an event says, also one that stands for what another API has sent:
// the row of its type in the table names where it belongs and what it does there.
func (x *Exchange) applyEvent(e *wire.Event, kind string) {
	if e.Delta != "" {
		x.countDelta(kind, e.Delta)
	}
	if kind != x.rowType { // most events have the type of the one before
		x.rowType, x.row = kind, eventTable[kind]
	}
	switch row := x.row; {
	case row != nil:
		row.apply(x, e, x.placeOf(e, row))
	case x.ends:
		x.errorEvent(*x.ending.Failure)
	default:
		x.unknownEvent(e, kind)
	}
}

// countDelta records when deltas arrived and how many bytes they had, for the rate and the
// token estimate.
func (x *Exchange) countDelta(kind, delta string) {
	if x.FirstDeltaUS < 0 {
		x.FirstDeltaUS, x.firstDelta = x.nowUS, kind
	}
	if x.FirstTextUS < 0 && (kind == "response.output_text.delta" || kind == "response.refusal.delta") {
		x.FirstTextUS = x.nowUS
	}
	if x.FirstAnswerUS < 0 && !strings.HasPrefix(kind, "response.reasoning") {
		x.FirstAnswerUS = x.nowUS
	}
	x.LastDeltaUS = x.nowUS
	if kind != "response.audio.delta" { // base64 has no figure for tokens
		x.DeltaBytes += int64(len(delta))
		x.Pace.add(x.nowUS-x.FirstDeltaUS, int64(len(delta)))
	}
}

// responseBegun folds an event with the response as it is before its end.
func (x *Exchange) responseBegun(e *wire.Event, _ place) {
	response := scan.Get(e.Data, "response")
	if scan.KindOf(response) == scan.Object {
		x.InProgress = response
	}
	x.readResponse(response)
	x.UsageBegun = x.UsageBegun || !scan.IsNull(scan.Get(response, "usage"))
}

func (x *Exchange) debugEvent(e *wire.Event, _ place) {
	x.Debug = append(x.Debug, scan.Get(e.Data, "debug"))
}

// unknownEvent warns about an event of an unknown type; a delta in it that addresses a
// known item is shown with that item.
func (x *Exchange) unknownEvent(e *wire.Event, kind string) {
	name := cmp.Or(kind, "without a type")
	x.warn(WarnUnknown, "event "+name, "unknown event "+name)
	x.unread = e.Data
	if e.Delta == "" || e.OutputIndex == wire.None && e.ItemID == "" {
		return
	}
	family, _ := splitType(kind)
	if p := x.placeOf(e, &eventRow{where: thePart, part: PartKind(family), known: true}); p.item != nil {
		x.growPart(p.part, e)
	}
}

// allowedAfterEnd reports whether an event after the deciding one still counts: an error
// event may be followed by the failed response that it caused (Open Responses). It warns
// about any other.
func (x *Exchange) allowedAfterEnd(kind string) bool {
	if x.sawErrorEvent && kind == "response.failed" {
		return true
	}
	x.warn(WarnAfterEnd, "", "the stream continues after its final event: "+kind)
	return false
}

// sequenceCheck is the state of the check of sequence_number.
type sequenceCheck struct {
	last    int64
	seen    bool
	unread  int64 // unreadable frames since last, which may have had a number
	skipped bool  // numbers were missing where as many frames could not be read
}

// HasSequence reports whether any event of the stream had a sequence_number.
func (x *Exchange) HasSequence() bool { return x.seq.seen }

// SequenceSkipped reports whether numbers are missing that unreadable frames may have had.
// The fold warns of those frames, not of the missing numbers.
func (x *Exchange) SequenceSkipped() bool { return x.seq.skipped }

// checkSequence warns about numbers that do not rise by one. They serve diagnosis only:
// frames arrive in order over one connection (wire-notes §5.3).
func (x *Exchange) checkSequence(e *wire.Event, kind string) {
	if !e.HasSequence || kind == "response.debug" {
		return // debug events come before the count begins (wire-notes §5.1)
	}
	o := &x.seq
	switch {
	case !o.seen:
	case e.Sequence == o.last:
		x.warnf(WarnSequence, "twice", "sequence_number %d appears twice", e.Sequence)
	case e.Sequence < o.last:
		x.warnf(WarnSequence, "back", "sequence_number goes back from %d to %d", o.last, e.Sequence)
	case uint64(e.Sequence)-uint64(o.last) > uint64(1+o.unread): // an int64 may not hold the difference
		x.warnf(WarnSequence, "gap", "sequence_number goes from %d to %d", o.last, e.Sequence)
	case e.Sequence != o.last+1:
		o.skipped = true
	}
	o.last, o.seen, o.unread = e.Sequence, true, 0
}
