package state

import (
	"encoding/json"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// readResponse reads the members of a response; each may be missing (wire-notes §10, 23). The
// search for the routing metadata reads the complete response, so it runs once, however many
// members have such a name.
func (x *Exchange) readResponse(response json.RawMessage) {
	routed := false
	for m := range scan.Members(response) {
		switch {
		case scan.IsNull(m.Value):
		case m.Key == "id":
			setText(&x.ResponseID, m.Value)
		case m.Key == "status":
			x.Status = scan.Text(m.Value)
		case m.Key == "model":
			setText(&x.Model, m.Value)
		case m.Key == "usage":
			x.Usage, x.UsageBegun = m.Value, false
		case m.Key == "service_tier":
			setText(&x.Tier, m.Value)
		case m.Key == "error_type":
			x.ErrorType = scan.Text(m.Value)
		case m.Key == "created_at":
			x.CreatedAt = m.Value
		case m.Key == "completed_at":
			x.CompletedAt = m.Value
		case strings.HasSuffix(m.Key, "_metadata"):
			routed = true
		}
	}
	if routed {
		x.readRouting(response)
	}
}

// setText sets a text to a JSON string's; chunks repeat the same one.
func setText(text *string, v []byte) {
	if !scan.DecodesTo(v, *text) {
		*text = scan.Text(v)
	}
}

// readRouting sets the routing metadata from an object that may hold it.
func (x *Exchange) readRouting(object json.RawMessage) {
	if found := read.FindRouting(object); found != nil {
		x.Routing = found
	}
}

// terminalEvent folds the event that ends a response.
func (x *Exchange) terminalEvent(e *wire.Event, _ place) {
	ending := &x.ending
	x.TooDeep = e.Deep
	x.setResponse(ending.Response)
	if x.Routing == nil {
		x.readRouting(e.Data) // some services put it outside the response
	}
	if usage := scan.Get(e.Data, "usage"); scan.KindOf(x.Usage) != scan.Object && scan.KindOf(usage) == scan.Object {
		x.Usage, x.UsageBegun = usage, false // others this
	}
	if x.decided { // the failed response after an error event
		return
	}
	x.decided = true
	if ending.Failure != nil {
		x.Failure = x.completeFailure(*ending.Failure)
	}
	x.setVerdict(ending.Status, ending.Response)
	if ending.Conflict != "" {
		x.warnf(WarnStatus, "", "the response says %q, though its event says completed", ending.Conflict)
	}
}

// setResponse stores a complete response and merges its output.
func (x *Exchange) setResponse(response json.RawMessage) {
	if scan.KindOf(response) != scan.Object {
		return
	}
	x.Response = response
	x.readResponse(response)
	x.mergeOutput(scan.Get(response, "output"))
	x.sortItems()
}

// errorEvent folds an error that arrived instead of a terminal event.
func (x *Exchange) errorEvent(failure wire.Failure) {
	x.decided, x.sawErrorEvent = true, true
	x.Failure = x.completeFailure(failure)
	x.Verdict, x.Reason = Failed, x.failedReason(nil)
	if x.Routing == nil && len(failure.Routing) > 0 {
		x.Routing = failure.Routing
	}
	x.sortItems()
}

// completeFailure gives a failure in a body the head's status when that is an error.
func (x *Exchange) completeFailure(f wire.Failure) *wire.Failure {
	if f.Status == 0 && x.Head != nil && !x.Head.Success() {
		f.Status = x.Head.Status
	}
	return &f
}

// mergeOutput merges the output of a complete response into the streamed items. Items are matched
// by id, then by position, then by type in order; what only one side has stays (wire-notes §10,
// 20, 21).
func (x *Exchange) mergeOutput(output json.RawMessage) {
	var list []outputItem
	for _, item := range scan.Elements(output) {
		if scan.KindOf(item) == scan.Object {
			list = append(list, outputItem{
				item: item, id: scan.Text(scan.Get(item, "id")), kind: scan.Text(scan.Get(item, "type")),
			})
		}
	}
	x.matchOutput(list)
	streamed, matched := len(x.Items), 0
	for i := range list {
		if list[i].to == nil {
			list[i].to = x.createItem(i, list[i].id, list[i].kind)
			list[i].to.added, list[i].to.delivered = true, true
		} else {
			matched++
		}
		x.mergeItem(list[i].to, list[i].item, true)
	}
	switch { // all that was streamed should be in it
	case !x.endsWithOutput() || matched == streamed:
	case len(list) == 0:
		x.report("final-output-empty", x.Frames-1, "")
	default:
		x.report("final-output-differs", x.Frames-1, "%d of %d items", matched, streamed)
	}
	x.index.byID = nil // nothing speaks of an item any more
}

// outputItem is an item of a complete response and the streamed item it matches.
type outputItem struct {
	item     json.RawMessage
	id, kind string
	to       *Item
}

func (x *Exchange) matchOutput(list []outputItem) {
	taken := make(map[*Item]bool, len(list))
	claim := func(d *outputItem, it *Item) {
		if d.to == nil && it != nil && !taken[it] && typesMatch(it, d.kind) {
			d.to, taken[it] = it, true
		}
	}
	for i := range list {
		if list[i].id != "" {
			claim(&list[i], x.itemByID(list[i].id))
		}
	}
	for i := range list {
		claim(&list[i], x.index.typedAt(i, list[i].kind))
	}
	waiting := make(map[string][]*Item)
	for _, it := range x.Items {
		if !taken[it] {
			waiting[it.Type] = append(waiting[it.Type], it)
		}
	}
	for i := range list {
		d := &list[i]
		if queue := waiting[d.kind]; d.to == nil && len(queue) > 0 {
			claim(d, queue[0])
			waiting[d.kind] = queue[1:]
		}
	}
}
