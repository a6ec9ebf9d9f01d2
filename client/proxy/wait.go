package proxy

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/scan"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// Decision is what the user decided on a request that waited.
type Decision struct {
	Body   []byte  // that is sent instead; nil: it is sent as it was
	Answer *Answer // that the program gets, while nothing is sent; nil: it is sent
}

// Answer is an answer that no gateway gave to the request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Of     string // MadeByHand, or "with the answer of" an exchange
}

// MadeByHand is an Answer's Of where the user wrote it.
const MadeByHand = "by hand"

// ErrorAnswer returns an answer with an error of the user.
func ErrorAnswer(status int, message string) *Answer {
	f := Refusal{Type: TypeProxy, Status: status, Reason: "by_hand", Message: message}
	return &Answer{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: f.Body(), Of: MadeByHand}
}

// events returns the answer as the messages of a WebSocket.
func (a *Answer) events() (all [][]byte) {
	var body wire.Body
	body.Append(a.Body, 0)
	switch failed := scan.Get(a.Body, "error"); {
	case a.Status >= http.StatusBadRequest:
		reason := scan.Text(scan.Get(scan.Get(failed, "metadata"), "reason"))
		f := Refusal{
			Type: scan.Text(scan.Get(failed, "type")), Status: a.Status, Message: cmp.Or(scan.Text(scan.Get(failed, "message")), string(a.Body)),
			Reason: cmp.Or(reason, scan.Text(scan.Get(failed, "code"))),
		}
		return [][]byte{f.Event()}
	case scan.KindOf(a.Body) != scan.Object:
		for f := range sse.All(&body) {
			if scan.KindOf(f.Data) == scan.Object {
				all = append(all, f.Data)
			}
		}
		return all
	case scan.Get(a.Body, "type") != nil: // an event
		return [][]byte{a.Body}
	}
	for i, item := range scan.Indexed(scan.Get(a.Body, "output")) {
		all = append(all, fmt.Appendf(nil, `{"type":"response.output_item.done","output_index":%d,"item":%s}`, i, item))
	}
	kind := "response." + cmp.Or(scan.Text(scan.Get(a.Body, "status")), "completed")
	return append(all, fmt.Appendf(nil, `{"type":%q,"response":%s}`, kind, a.Body))
}

// wait lets a request wait until the user has decided; its record begins before. body is what was received.
func (x *forwardedExchange) wait(out *http.Request, trace *capture.Trace, c Change, body []byte) error {
	x.waits = true
	x.first = new(x.begins(out))
	x.record(out, trace)
	d, err := c.Wait(x.r.Context(), x.id)
	at := x.proxy.options.Now()
	x.given.PausedUS = at.Sub(x.start).Microseconds()
	x.start = at // the user's time is not the gateway's
	trace.Restart(at, x.proxy.options.Now)
	defer func() { x.queue.put(moment{at: at, decided: new(x.begins(out))}) }()
	if err != nil {
		return fmt.Errorf("%w: %v", client.ErrHungUp, err)
	}
	x.waits = false
	if d.Body != nil && Signed(x.sent(out)) {
		return fmt.Errorf("the request is signed, and its signature covers its body: it cannot be changed by hand")
	}
	if d.Body != nil || d.Answer != nil {
		changed := wire.Changed{Body: string(body)}
		if x.changed != nil {
			changed = *x.changed
		}
		changed.Hand = true
		if d.Answer != nil {
			changed.Made = d.Answer.Of
		} else {
			changed.By = append(slices.Clone(changed.By), wire.ByHand)
		}
		x.changed = &changed
	}
	if x.made = d.Answer; d.Body != nil {
		x.instead = d.Body
		x.replaceBody(out)
	}
	return nil
}

// begins returns the request at the beginning of its record.
func (x *forwardedExchange) begins(out *http.Request) beginning {
	return beginning{start: x.start, sent: x.sent(out), changed: x.changed, target: x.target, waits: x.waits}
}

// beginning is a request whose record begins.
type beginning struct {
	start   time.Time
	sent    wire.Sent
	changed *wire.Changed
	target  Target
	waits   bool
}

// answered returns the answer to the request: the server's, or the one that was made instead of sending it.
func (x *forwardedExchange) answered(out *http.Request) (*http.Response, error) {
	a := x.made
	if a == nil {
		return x.target.Client.Forward(out)
	}
	if out.Body != nil {
		out.Body.Close()
	}
	return &http.Response{
		StatusCode: a.Status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: a.Header.Clone(),
		ContentLength: int64(len(a.Body)), Body: io.NopCloser(bytes.NewReader(a.Body)), Request: out,
	}, nil
}
