package state

import (
	"bytes"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

func isDone(data []byte) bool { return string(bytes.TrimSpace(data)) == wire.Done }

// event folds one decoded event. A service that leaves the type out of the
// data may still name it in the frame's event line.
func (x *Exchange) event(e *wire.Event, f *wire.Frame) {
	kind := e.Type
	if kind == "" {
		kind = f.Event
	}
	x.sequence(e, kind)
	if read.Heartbeat(kind) {
		return
	}
	if x.ended && !x.afterword(kind) {
		return
	}
	if e.Delta != "" {
		x.delta(kind, e.Delta)
	}
	if family, verb, ok := split(kind); ok && x.content(e, family, verb) {
		return
	}
	x.other(e, kind)
}

// split cuts a type like response.output_text.delta into its family and verb.
func split(kind string) (family, verb string, ok bool) {
	rest, ok := strings.CutPrefix(kind, "response.")
	dot := strings.LastIndexByte(rest, '.')
	if !ok || dot < 0 {
		return "", "", false
	}
	return rest[:dot], rest[dot+1:], true
}

// delta keeps what the rate and the estimate are made of.
func (x *Exchange) delta(kind, delta string) {
	if x.FirstDeltaUS < 0 {
		x.FirstDeltaUS, x.firstDelta = x.now, kind
	}
	if x.FirstWordUS < 0 && (kind == "response.output_text.delta" || kind == "response.refusal.delta") {
		x.FirstWordUS = x.now
	}
	x.LastDeltaUS = x.now
	if kind != "response.audio.delta" { // base64 says nothing about tokens
		x.DeltaBytes += int64(len(delta))
		x.Pace.add(x.now-x.FirstDeltaUS, int64(len(delta)))
	}
}

// content folds the events that fill items; it reports whether it knew the
// event.
func (x *Exchange) content(e *wire.Event, family, verb string) bool {
	if c, ok := channelOf(family); ok {
		switch verb {
		case "delta":
			x.grow(e, c)
		case "added":
			x.begin(e, c)
		case "done":
			x.settle(e, c)
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
		x.outputItem(e, verb == "done")
	case "content_part", "reasoning_summary_part":
		if verb != "added" && verb != "done" {
			return false
		}
		x.wholePart(e, family == "reasoning_summary_part", verb == "done")
	case "output_text.annotation":
		x.annotation(e)
	default:
		return x.toolEvent(e, family, verb)
	}
	return true
}

// other folds the events that speak of the response as a whole, errors,
// and what nobody knows.
func (x *Exchange) other(e *wire.Event, kind string) {
	switch kind {
	case "response.created", "response.in_progress", "response.queued":
		response := scan.Get(e.Data, "response")
		if scan.KindOf(response) == scan.Object {
			x.Begun = response
		}
		x.progress(response)
	case "response.debug":
		x.Debug = append(x.Debug, scan.Get(e.Data, "debug"))
	default:
		switch ending, ends := read.Ending(*e, kind); {
		case !ends:
			x.unknown(e, kind)
		case ending.Error:
			x.errorEvent(*ending.Failure)
		default:
			x.terminal(e, ending)
		}
	}
}

// unknown keeps what can be kept of an event that nobody knows: it is warned
// about, and a delta that addresses a known item is shown with it.
func (x *Exchange) unknown(e *wire.Event, kind string) {
	name := kind
	if name == "" {
		name = "without a type"
	}
	x.warn(WarnUnknown, "event "+name, "unknown event "+name)
	if e.Delta == "" || e.OutputIndex == wire.None && e.ItemID == "" {
		return
	}
	if it := x.find(e.OutputIndex, e.ItemID, ""); it != nil {
		family, _, _ := split(kind)
		it.content.part(PartKind(family), e.ContentIndex, false).grow(e.Delta)
		it.Version++
	}
}

// afterword tells whether an event behind the one that decided still counts:
// an error event may be followed by the failed response that it led to (Open
// Responses); nothing else is expected.
func (x *Exchange) afterword(kind string) bool {
	if x.failed && kind == "response.failed" {
		return true
	}
	x.warn(WarnAfter, "", "the stream goes on behind its final event: "+kind)
	return false
}

// sequence is what the check of sequence_number remembers.
type sequence struct {
	last   int64
	seen   bool
	unread int64 // frames since then that could not be read and may have had a number
	leapt  bool  // numbers were missing where as many frames could not be read
}

// Numbered reports whether any event of the stream has come with a number.
func (x *Exchange) Numbered() bool { return x.order.seen }

// Leapt reports whether numbers are missing for which frames that could not be read
// may stand: nothing is warned of then but those.
func (x *Exchange) Leapt() bool { return x.order.leapt }

// sequence warns about numbers that do not rise by one. Numbers are for
// diagnosis only: frames come in order over one connection (wire-notes §5.3).
func (x *Exchange) sequence(e *wire.Event, kind string) {
	if !e.HasSequence || kind == "response.debug" {
		return // debug events come before the count begins (wire-notes §5.1)
	}
	o := &x.order
	switch {
	case !o.seen:
	case e.Sequence == o.last:
		x.warnf(WarnSequence, "twice", "sequence_number %d comes twice", e.Sequence)
	case e.Sequence < o.last:
		x.warnf(WarnSequence, "back", "sequence_number goes back from %d to %d", o.last, e.Sequence)
	case uint64(e.Sequence)-uint64(o.last) > uint64(1+o.unread): // an int64 may not hold the difference
		x.warnf(WarnSequence, "gap", "sequence_number goes from %d to %d", o.last, e.Sequence)
	case e.Sequence != o.last+1:
		o.leapt = true
	}
	o.last, o.seen, o.unread = e.Sequence, true, 0
}
