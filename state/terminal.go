package state

import (
	"encoding/json"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// progress takes what a response says of itself on the way. Every member may
// be missing (wire-notes §10, 23). The search for the routing metadata reads the
// whole response, so it is done once, however many members have such a name.
func (x *Exchange) progress(response json.RawMessage) {
	routed := false
	for m := range scan.Members(response) {
		switch {
		case scan.IsNull(m.Value):
		case m.Key == "id":
			x.ResponseID = scan.Text(m.Value)
		case m.Key == "status":
			x.Status = scan.Text(m.Value)
		case m.Key == "model":
			x.Model = scan.Text(m.Value)
		case m.Key == "usage":
			x.Usage = m.Value
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
		x.routing(response)
	}
}

// routing takes the routing metadata out of an object that may hold it.
func (x *Exchange) routing(object json.RawMessage) {
	if found := read.FindRouting(object); found != nil {
		x.Routing = found
	}
}

// terminal folds the event that ends a response.
func (x *Exchange) terminal(e *wire.Event, ending wire.Ending) {
	x.Deep = e.Deep
	x.finish(ending.Response)
	if x.Routing == nil {
		x.routing(e.Data) // some put it beside the response
	}
	if x.ended { // the failed response behind an error event
		return
	}
	x.ended = true
	if ending.Failure != nil {
		x.Failure = x.completeFailure(*ending.Failure)
	}
	x.decide(ending.Status, ending.Response)
	if ending.Conflict != "" {
		x.warnf(WarnStatus, "", "the response says %q, though its event says completed", ending.Conflict)
	}
}

// finish takes a response that came whole.
func (x *Exchange) finish(response json.RawMessage) {
	if scan.KindOf(response) != scan.Object {
		return
	}
	x.Response = response
	x.progress(response)
	x.reconcile(scan.Get(response, "output"))
	x.tidy()
}

// decide sets the verdict that a response's status stands for.
func (x *Exchange) decide(status string, response json.RawMessage) {
	switch status {
	case "completed":
		x.Verdict = Completed
	case "failed", "cancelled":
		x.Verdict, x.Reason = Failed, status
		if status == "failed" {
			x.Reason = x.failedReason(response)
		}
	case "incomplete":
		x.Verdict = Incomplete
		x.Reason = scan.Text(scan.At(response, "incomplete_details", "reason"))
	default: // queued, in_progress, or a word that we do not know
		x.Verdict, x.Reason = Incomplete, status
	}
}

// failedReason is the shortest word that the service has for a failure.
func (x *Exchange) failedReason(response json.RawMessage) string {
	if kind := scan.Text(scan.Get(response, "error_type")); kind != "" {
		return kind
	}
	if x.Failure == nil {
		return ""
	}
	if x.Failure.Type != "" {
		return x.Failure.Type
	}
	if scan.IsNull(x.Failure.Code) {
		return ""
	}
	return scan.AnyText(x.Failure.Code)
}

// errorEvent folds an error that came in place of a terminal event.
func (x *Exchange) errorEvent(failure wire.Failure) {
	x.ended, x.failed = true, true
	x.Failure = x.completeFailure(failure)
	x.Verdict, x.Reason = Failed, x.failedReason(nil)
	if x.Routing == nil && len(failure.Routing) > 0 {
		x.Routing = failure.Routing
	}
	x.tidy()
}

// completeFailure gives a failure inside a body the status of the head that
// came before it, when that is an error already.
func (x *Exchange) completeFailure(f wire.Failure) *wire.Failure {
	if f.Status == 0 && x.Head != nil && !success(x.Head.Status) {
		f.Status = x.Head.Status
	}
	return &f
}

// reconcile lays the output of a whole response over the streamed items. They
// are matched by id, then by place, then by type in order; what is only in the
// response is added, what is only streamed is kept (wire-notes §10, 20, 21).
func (x *Exchange) reconcile(output json.RawMessage) {
	var list []delivered
	for _, item := range scan.Elements(output) {
		if scan.KindOf(item) == scan.Object {
			list = append(list, delivered{
				item: item, id: scan.Text(scan.Get(item, "id")), kind: scan.Text(scan.Get(item, "type")),
			})
		}
	}
	x.match(list)
	for i := range list {
		if list[i].to == nil {
			list[i].to = x.create(i, list[i].id, list[i].kind)
		}
		x.deliver(list[i].to, list[i].item, true)
	}
	x.places.named = nil // nothing speaks of an item any more
}

// delivered is one item of a whole response and the streamed item it is.
type delivered struct {
	item     json.RawMessage
	id, kind string
	to       *Item
}

func (x *Exchange) match(list []delivered) {
	taken := make(map[*Item]bool, len(list))
	claim := func(d *delivered, it *Item) {
		if d.to == nil && it != nil && !taken[it] && fits(it, d.kind) {
			d.to, taken[it] = it, true
		}
	}
	for i := range list {
		if list[i].id != "" {
			claim(&list[i], x.called(list[i].id))
		}
	}
	for i := range list {
		claim(&list[i], x.places.typedAt(i, list[i].kind))
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
