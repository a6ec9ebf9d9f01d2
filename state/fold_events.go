package state

import (
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// foldEvent folds one decoded event. A service that leaves the type out of the data may
// still name it in the frame's event line.
func (x *Exchange) foldEvent(e *wire.Event, f *wire.Frame) {
	kind := e.Type
	if kind == "" {
		kind = f.Event
	}
	x.checkSequence(e, kind)
	if read.Heartbeat(kind) {
		return
	}
	if x.decided && !x.allowedAfterEnd(kind) {
		return
	}
	if e.Delta != "" {
		x.countDelta(kind, e.Delta)
	}
	if family, verb, ok := splitType(kind); ok && x.contentEvent(e, family, verb) {
		return
	}
	x.responseEvent(e, kind)
}

// splitType splits a type like response.output_text.delta into its family and verb.
func splitType(kind string) (family, verb string, ok bool) {
	rest, ok := strings.CutPrefix(kind, "response.")
	dot := strings.LastIndexByte(rest, '.')
	if !ok || dot < 0 {
		return "", "", false
	}
	return rest[:dot], rest[dot+1:], true
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
	x.LastDeltaUS = x.nowUS
	if kind != "response.audio.delta" { // base64 says nothing about tokens
		x.DeltaBytes += int64(len(delta))
		x.Pace.add(x.nowUS-x.FirstDeltaUS, int64(len(delta)))
	}
}

// contentEvent folds the events that fill items. It reports whether it knew the event.
func (x *Exchange) contentEvent(e *wire.Event, family, verb string) bool {
	if c, ok := deltaFamilyOf(family); ok {
		switch verb {
		case "delta":
			x.appendDelta(e, c)
		case "added":
			x.startText(e, c)
		case "done":
			x.finishText(e, c)
		default:
			return false
		}
		return true
	}
	switch family {
	case "output_item":
		if verb != "added" && verb != "done" {
			return false
		}
		x.itemEvent(e, verb == "done")
	case "content_part", "reasoning_summary_part":
		if verb != "added" && verb != "done" {
			return false
		}
		x.partEvent(e, family == "reasoning_summary_part", verb == "done")
	case "output_text.annotation":
		x.annotationEvent(e)
	default:
		return x.toolEvent(e, family, verb)
	}
	return true
}

// responseEvent folds events about the whole response, errors, and unknown events.
func (x *Exchange) responseEvent(e *wire.Event, kind string) {
	switch kind {
	case "response.created", "response.in_progress", "response.queued":
		response := scan.Get(e.Data, "response")
		if scan.KindOf(response) == scan.Object {
			x.InProgress = response
		}
		x.readResponse(response)
	case "response.debug":
		x.Debug = append(x.Debug, scan.Get(e.Data, "debug"))
	default:
		switch {
		case !x.ends:
			x.unknownEvent(e, kind)
		case x.ending.Error:
			x.errorEvent(*x.ending.Failure)
		default:
			x.terminalEvent(e, x.ending)
		}
	}
}

// unknownEvent warns about an event of an unknown type; a delta in it that addresses a
// known item is shown with that item.
func (x *Exchange) unknownEvent(e *wire.Event, kind string) {
	name := kind
	if name == "" {
		name = "without a type"
	}
	x.warn(WarnUnknown, "event "+name, "unknown event "+name)
	x.unread = e.Data
	if e.Delta == "" || e.OutputIndex == wire.None && e.ItemID == "" {
		return
	}
	if it := x.findItem(e.OutputIndex, e.ItemID, ""); it != nil {
		family, _, _ := splitType(kind)
		x.growPart(it.content.part(PartKind(family), e.ContentIndex, false), e)
		it.Version++
	}
}

// allowedAfterEnd reports whether an event after the deciding one still counts: an error
// event may be followed by the failed response that it caused (Open Responses). It warns
// about any other.
func (x *Exchange) allowedAfterEnd(kind string) bool {
	if x.sawErrorEvent && kind == "response.failed" {
		return true
	}
	x.warn(WarnAfterEnd, "", "the stream goes on behind its final event: "+kind)
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
		x.warnf(WarnSequence, "twice", "sequence_number %d comes twice", e.Sequence)
	case e.Sequence < o.last:
		x.warnf(WarnSequence, "back", "sequence_number goes back from %d to %d", o.last, e.Sequence)
	case uint64(e.Sequence)-uint64(o.last) > uint64(1+o.unread): // an int64 may not hold the difference
		x.warnf(WarnSequence, "gap", "sequence_number goes from %d to %d", o.last, e.Sequence)
	case e.Sequence != o.last+1:
		o.skipped = true
	}
	o.last, o.seen, o.unread = e.Sequence, true, 0
}

// toolEvent folds the events of tools that stream no text: progress, previews, and the
// panel of a fusion item. It reports whether it knew the event.
func (x *Exchange) toolEvent(e *wire.Event, family, verb string) bool {
	switch {
	case family == "fusion_call.panel" || family == "fusion_call.panel.reasoning":
		return x.panelEvent(e, family, verb)
	case family == "fusion_call.analysis":
		return x.analysisEvent(e, verb)
	case family == "image_generation_call" && verb == "partial_image":
		it := x.findOrCreate(e.OutputIndex, e.ItemID, family)
		it.content.partial, it.Version = e.Data, it.Version+1
	case isStatusFamily(family) && isStatusVerb(verb):
		it := x.findOrCreate(e.OutputIndex, e.ItemID, family)
		it.content.status, it.Version = verb, it.Version+1
	default:
		return false
	}
	return true
}
