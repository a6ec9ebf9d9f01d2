package har

import (
	"time"

	"gatehouse/client/wire"
)

// recordOf returns what the format has no member for.
func recordOf(e Entry) *record {
	c := e.Capture
	r := &record{
		ID: c.ID, Start: date(c.Start), About: e.About, Fields: c.Sent.Header != nil,
		Timing: timing(c.Timing), Redacted: c.Redacted, Dropped: c.Dropped,
		Caller: callerOf(c), Lacks: c.Lacks, Remarks: c.Remarks, Batch: c.Batch, Encoded: c.Sent.Encoded,
	}
	if c.Changed != nil {
		r.Changed = (*changed)(c.Changed)
	}
	if h := c.Head; h != nil {
		r.Head = &head{AtUS: h.AtUS, Fields: h.Header != nil}
		if !h.At.IsZero() {
			r.Head.At = date(h.At)
		}
	}
	if end := c.End; end != nil {
		r.End = &ending{Cause: string(end.Cause), Message: end.Message, AtUS: end.AtUS, Detail: string(end.Detail), Proxy: end.Proxy, Chosen: end.Chosen}
		if end.Trailer != nil {
			r.End.Trailer = fields(end.Trailer)
		}
	}
	return r
}

// restore sets in a capture what the members of the format lack.
func (r *record) restore(c *wire.Capture) {
	c.ID, c.Timing, c.Redacted, c.Dropped = r.ID, wire.Timing(r.Timing), r.Redacted, r.Dropped
	c.Lacks, c.Remarks, c.Batch, c.Sent.Encoded = r.Lacks, r.Remarks, r.Batch, r.Encoded
	r.Caller.restore(c)
	c.Changed = (*wire.Changed)(r.Changed)
	if at, err := time.Parse(time.RFC3339Nano, r.Start); err == nil {
		c.Start = at
	}
	if !r.Fields && len(c.Sent.Header) == 0 {
		c.Sent.Header = nil
	}
	if h := c.Head; h != nil && r.Head != nil {
		h.AtUS = r.Head.AtUS
		if at, err := time.Parse(time.RFC3339Nano, r.Head.At); err == nil {
			h.At = at
		}
		if !r.Head.Fields && len(h.Header) == 0 {
			h.Header = nil
		}
	}
	c.End = r.end(c)
}

// callerOf returns the caller of an exchange and its delivery; nil for an exchange of
// gatehouse.
func callerOf(c *wire.Capture) *caller {
	if c.Caller == nil {
		return nil
	}
	r := &caller{Address: c.Caller.Address, UserAgent: c.Caller.UserAgent, Path: c.Caller.Path}
	if d := c.Delivery; d != nil {
		r.SentUS, r.HeadUS, r.FirstUS, r.LastUS = &d.SentUS, &d.HeadUS, &d.FirstUS, &d.LastUS
		r.Missing, r.Status, r.Message, r.Fault = d.Missing, d.Status, d.Message, d.Fault
	}
	return r
}

func (r *caller) restore(c *wire.Capture) {
	if r == nil {
		return
	}
	c.Caller = &wire.Caller{Address: r.Address, UserAgent: r.UserAgent, Path: r.Path}
	us := func(at *int64) int64 {
		if at == nil {
			return -1
		}
		return *at
	}
	if r.SentUS != nil || r.HeadUS != nil || r.FirstUS != nil || r.LastUS != nil {
		c.Delivery = &wire.Delivery{
			SentUS: us(r.SentUS), HeadUS: us(r.HeadUS), FirstUS: us(r.FirstUS), LastUS: us(r.LastUS),
			Missing: r.Missing, Status: r.Status, Message: r.Message, Fault: r.Fault,
		}
	}
}

// end returns how the exchange ended. The end of one that was written while it ran is that
// of the file.
func (r *record) end(c *wire.Capture) *wire.End {
	if r.End == nil {
		end := &wire.End{Cause: wire.EndUnread, Message: "the file was written while the answer was arriving"}
		if chunks := c.Text().Chunks(); len(chunks) > 0 {
			end.AtUS = chunks[len(chunks)-1].AtUS
		} else if c.Head != nil {
			end.AtUS = c.Head.AtUS
		}
		return end
	}
	end := &wire.End{
		Cause: wire.EndCause(r.End.Cause), Message: r.End.Message, AtUS: r.End.AtUS,
		Detail: wire.EndDetail(r.End.Detail), Proxy: r.End.Proxy, Chosen: r.End.Chosen,
	}
	if r.End.Trailer != nil {
		end.Trailer = headerOf(r.End.Trailer, false)
	}
	return end
}
