package gateway

import (
	"net/http"

	"gatehouse/gateway/fault"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
	"gatehouse/gateway/stream"
)

// fault lets a fault model answer.
func (x *exchange) fault(m fault.Model, req *request.Request, way route.Route) {
	if m.Status != 0 {
		if page := m.Page(); page != "" {
			x.status, x.outcome = m.Status, m.About
			x.w.Header().Set("Content-Type", "text/html")
			x.w.WriteHeader(m.Status)
			_, _ = x.w.Write([]byte(page))
			return
		}
		x.fail(m.Failure(way, x.wantsMetadata()))
		return
	}
	ctx, cancel := x.limited()
	defer cancel()
	release := x.boundWrites()
	defer release()
	r := x.result(req, way)
	r.Items = m.Answer()
	run := &fault.Run{Writer: stream.New(ctx, x.w, x.pace), Response: r, To: x.to()}
	x.status, x.outcome = http.StatusOK, m.About
	if req.Stream() {
		_ = m.Stream(run) // the fault is the answer; what the client makes of it is its own
		return
	}
	if played, _ := m.Plain(run); !played {
		x.document(r.Ended().AppendJSON(nil))
	}
}
