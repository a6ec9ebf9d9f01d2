package state

import (
	"cmp"
	"encoding/json"

	"gatehouse/client/frames"
	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
)

// foldForeign folds a frame of another API, read in the terms of ours.
func (x *Exchange) foldForeign(e *wire.Event, line string) {
	r := x.foreign.Frame(e, line)
	x.framed = r
	if x.decided {
		if !read.Heartbeat(r.Name) {
			x.warn(WarnAfterEnd, "", "the stream continues after its end: "+r.Name)
		}
		return
	}
	if x.assembled != nil {
		x.assembled.Frame(e.Data, line)
	}
	if r.Begun != nil {
		x.InProgress = r.Begun
	}
	x.readFacts(r.Facts)
	switch reported := !scan.IsNull(scan.Get(r.Facts, "usage")); {
	case r.Begun != nil && reported:
		x.UsageBegun = true
	case reported || x.foreign.Ending().Usage != nil:
		x.UsageBegun = false
	}
	x.applySteps(&r)
	if e := x.foreign.Ending(); e.Known && e.Status != "completed" && x.Finish == "" {
		x.frameMarks |= frames.Failure // [DONE] follows, and does not report it
	}
	x.Finish = x.foreign.Ending().Reason
	switch {
	case x.ends && x.ending.Error:
		x.framed.Name = "error"
		x.errorEvent(*x.ending.Failure)
	case r.Last:
		x.endForeign()
	case r.Unknown != "":
		x.warn(WarnUnknown, r.Unknown, "unknown "+r.Unknown)
		x.unread = e.Data
	case r.Doubt:
		x.warn(WarnUnknown, "call", "a piece of a tool call does not say which call it belongs to: it is shown with the last")
	}
}

// readFacts reads what an answer says of itself; usage may be put together of several
// reports.
func (x *Exchange) readFacts(object json.RawMessage) {
	if object == nil {
		return
	}
	x.readResponse(object)
	if reported := x.foreign.Ending().Usage; reported != nil {
		x.Usage = reported
	}
	if provider := scan.Text(scan.Get(object, "provider")); provider != "" {
		x.Provider = provider
	}
	if created := scan.Get(object, "created"); !scan.IsNull(created) {
		x.CreatedAt = created
	}
}

// itemEnds is the row of what ends an item that arrives only in pieces.
var itemEnds = &eventRow{where: theItem, known: true}

// applySteps takes what another API has sent, in the terms of ours.
func (x *Exchange) applySteps(r *answers.Read) {
	for _, c := range r.Choices {
		if x.choices == nil {
			x.choices = map[int]answers.Choice{}
		}
		x.choices[c.Index] = c
	}
	for i := range r.Steps {
		s := &r.Steps[i]
		switch {
		case s.Ends:
			x.endItem(x.placeOf(&s.Event, itemEnds).item)
			continue
		case s.Reopened:
			x.reopenItem(x.placeOf(&s.Event, itemEnds).item)
			continue
		}
		x.applyEvent(&s.Event, s.Type)
		if it := x.index.last; it != nil && s.Type == "response.output_item.added" {
			it.Raw, it.Choice = s.Block, s.Choice // no other bytes arrived that are this item
		}
	}
}

// endItem marks an item as complete; nil for none.
func (x *Exchange) endItem(it *Item) {
	if it != nil {
		x.endHalves(it)
		it.Done = true
		it.content.finish()
	}
}

// reopenItem marks a complete item as one that grows; nil for none.
func (x *Exchange) reopenItem(it *Item) {
	if it != nil {
		it.Done, it.content.inputDone = false, false
		for _, p := range it.content.parts {
			p.Done = false
		}
	}
}

// endForeign sets the verdict once the answer has reported how it ends.
func (x *Exchange) endForeign() {
	if x.foreign == nil || x.decided {
		return
	}
	ending := x.foreign.Ending()
	if !ending.Known {
		return
	}
	x.decided, x.Finish = true, ending.Reason
	switch ending.Status {
	case "completed":
		x.Verdict = Completed
	case "incomplete":
		x.Verdict, x.Reason = Incomplete, ending.Reason
	default:
		x.Verdict, x.Reason = Failed, ending.Reason
		if ending.Error != nil {
			x.Failure = x.completeFailure(read.ErrorFailure(ending.Error))
		}
	}
	if ending.Refused {
		x.warnRefusal()
	}
	x.sortItems()
}

// foreignDocument reads a 2xx answer of another API that is no stream.
func (x *Exchange) foreignDocument(body []byte) {
	if f, failed := read.BodyFailure(body); failed {
		x.Failure = &f
		x.readResponse(body)
		x.Verdict, x.Reason = Failed, x.failedReason(nil)
		return
	}
	r, ok := x.foreign.Document(body)
	if !ok {
		x.failNoResponse(body, "the answer is JSON, but no "+kinds[x.kind].Answer)
		return
	}
	x.Response = body
	x.readFacts(r.Facts)
	x.applySteps(&r)
	x.FirstDeltaUS, x.FirstTextUS, x.FirstAnswerUS, x.LastDeltaUS, x.firstDelta = -1, -1, -1, -1, "" // Gemini's documents have the steps of its streams
	if r.Unknown != "" {
		x.warn(WarnUnknown, r.Unknown, "unknown "+r.Unknown)
	}
	x.endForeign()
	x.warnOfEnd()
}

// Finished returns why the model stopped, of each choice if they differ, and the member that has
// the reason; empty for native answers, and before it has.
func (x *Exchange) Finished() (member, reason string) {
	if x.foreign == nil {
		return "", ""
	}
	return x.foreign.Member(), cmp.Or(finishes(x.Choices()), x.Finish)
}

// EndMark returns what the stream ends with after all else, and whether it arrived.
func (x *Exchange) EndMark() (mark string, received bool) {
	if x.IsConnection() {
		return "", false
	}
	if x.foreign != nil && !kinds[x.kind].Done {
		return kinds[x.kind].Last, x.foreign.Ending().Known
	}
	if x.Head.IsSocket() { // where nothing follows the final event
		_, received = x.FrameList.Ending()
		return kinds[x.kind].Last, received
	}
	return wire.Done, x.DoneSeen
}

// listForeign adds a frame of another API to the list, under what it carries.
func (x *Exchange) listForeign(a wire.Arrival) {
	r := &x.framed
	a.Event.Type, a.Event.OutputIndex, a.Event.Delta = r.Name, r.Item(), r.Delta()
	x.FrameList.Add(&a, x.frameMarks, x.ends)
	if r.Last || r.HasFinishReason {
		x.FrameList.End()
	}
	x.framed = answers.Read{}
}

// Delta returns the text that an event of the exchange's stream writes; empty for none.
func (x *Exchange) Delta(e *wire.Event, line string) string {
	if x.kind.IsForeign() {
		r := kinds[x.kind].Reader(x.Request).Frame(e, line)
		return r.Delta()
	}
	return e.Delta
}
