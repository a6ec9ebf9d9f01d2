package state

import (
	"encoding/json"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// readResponse reads the members of a response, any of which may be missing (wire-notes
// §10, 23). The search for the routing metadata reads the whole response, so it runs once,
// however many members have such a name.
func (x *Exchange) readResponse(response json.RawMessage) {
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
		x.readRouting(response)
	}
}

// readRouting sets the routing metadata from an object that may hold it.
func (x *Exchange) readRouting(object json.RawMessage) {
	if found := read.FindRouting(object); found != nil {
		x.Routing = found
	}
}

// terminalEvent folds the event that ends a response.
func (x *Exchange) terminalEvent(e *wire.Event, ending wire.Ending) {
	x.TooDeep = e.Deep
	x.setResponse(ending.Response)
	if x.Routing == nil {
		x.readRouting(e.Data) // some services put it outside the response
	}
	if x.decided { // the failed response behind an error event
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

// setResponse stores a whole response and merges its output.
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
	if f.Status == 0 && x.Head != nil && !success(x.Head.Status) {
		f.Status = x.Head.Status
	}
	return &f
}
