package gateway

import (
	"cmp"
	"context"
	"net/http"

	"gatehouse/gateway/fault"
	"gatehouse/gateway/output"
	"gatehouse/gateway/rank"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// fault answers with a fault model.
func (x *exchange) fault(ctx context.Context, m fault.Model, req *request.Request, rt route.Route) *fault.Failure {
	if m.Status != 0 && x.wantsMetadata() {
		return x.faultStatus(m, &rt)
	}
	if m.Status != 0 {
		return x.faultStatus(m, nil)
	}
	r := x.result(req, rt)
	r.Items = m.Answer()
	run := &fault.Run{Writer: output.NewWriter(ctx, x.w, cmp.Or(m.Pace, x.pace)), Response: r, To: x.recipient()}
	x.status, x.outcome = http.StatusOK, m.About
	// An error does not change the answer.
	switch {
	case req.Stream():
		_ = m.Stream(run)
	case m.Breaks():
		_ = m.Plain(run)
	default:
		x.document(r.Ended().AppendJSON(nil))
	}
	return nil
}

// faultStatus answers with a fault model that has a status. rt is for routing metadata, or nil.
func (x *exchange) faultStatus(m fault.Model, rt *route.Route) *fault.Failure {
	if m.Page == "" {
		return m.Failure(rt)
	}
	x.status, x.outcome = m.Status, m.About
	x.w.Header().Set("Content-Type", "text/html")
	x.w.WriteHeader(m.Status)
	_, _ = x.w.Write([]byte(m.Page))
	return nil
}

// rerankFault answers POST /rerank with a fault model. Those without a status rank by position and
// apply their fault to the JSON.
func (x *exchange) rerankFault(ctx context.Context, m fault.Model, req rank.Request) *fault.Failure {
	if m.Status != 0 {
		return x.faultStatus(m, nil)
	}
	x.status, x.outcome = http.StatusOK, m.About
	a := req.Answer(ctx, rank.Position, m.Slug, "Local")
	x.w.Header().Set("X-Generation-Id", a.ID)
	_ = m.Document(output.NewWriter(ctx, x.w, 0), a.AppendJSON(nil)) // an error does not change the answer
	return nil
}
