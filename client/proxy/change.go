package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// Rules change requests on the way.
type Rules interface {
	// Concern returns a rule that may be for a request, before its body is known; "" for none. Each message on
	// a WebSocket that requests a response is a request, and so is the handshake, which can only go elsewhere.
	Concern(Target, wire.Sent, wire.Caller) (rule string)
	// Change returns what is changed in a request. After an error nothing is sent.
	Change(context.Context, Target, wire.Sent, wire.Caller) (Change, error)
}

// Change is what is sent instead of a request.
type Change struct {
	By    []string // the rules that changed it; none: it stays as it is
	Body  []byte
	To    *Target // it goes there, with the credentials of that target alone; nil: where it was to go
	Fault Fault   // of the answer
	// Wait returns what the user decides on the request, once all else is done; nil: it does not wait. The
	// request is that of the exchange with an ID. The error is that of ctx.
	Wait func(ctx context.Context, id string) (Decision, error)
}

// maxChanged is how large a request may be that rules are for, in bytes.
const maxChanged = 8 << 20

// change lets the rules change the request, once all of it has arrived. The error is the reason why it is not sent.
func (x *forwardedExchange) change(out *http.Request, trace *capture.Trace) error {
	caller := x.caller()
	sent := wire.Sent{Method: out.Method, URL: out.URL.String(), Header: out.Header}
	rule := x.proxy.options.Rules.Concern(x.target, sent, caller)
	if rule == "" {
		return nil
	}
	if asksSocket(x.r) && !wire.PathEnds(x.r.URL.Path, wire.EndpointResponses) {
		return &client.UnsentError{Detail: wire.DetailSocket, Why: rule + " may be for this WebSocket, but rules read the messages of /responses alone; give the rule a filter that leaves it out, such as path:/responses"}
	}
	if out.Body != nil {
		if err := x.upload.rest(maxChanged); err != nil && err != io.EOF {
			return fmt.Errorf("%w: %v", client.ErrHungUp, err)
		}
	}
	if x.upload.endedAt() < 0 {
		return fmt.Errorf("%s may be for this request, which is larger than %d MiB, the most that rules read, or than the memory that is left; give the rule a filter that leaves it out, such as path:/responses", rule, maxChanged>>20)
	}
	sent.Header, sent.Body = out.Header.Clone(), x.upload.bytes()
	if capture.DecodeRequest(&sent, x.upload.decode); sent.Undecoded() != "" {
		return fmt.Errorf("%s may be for this request, which cannot be read: %s; let the program send it uncompressed", rule, sent.Undecoded())
	}
	return x.apply(out, trace, sent)
}

// apply applies the rules to the request, which is complete.
func (x *forwardedExchange) apply(out *http.Request, trace *capture.Trace, sent wire.Sent) error {
	c, err := x.proxy.options.Rules.Change(x.r.Context(), x.called, sent, x.caller())
	if err != nil {
		return err
	}
	x.fault = c.Fault
	changed := &wire.Changed{Body: string(sent.Body)}
	if x.turn != nil {
		if err := x.turn.stay(&c, changed, sent.Body); err != nil {
			return err
		}
	}
	if len(c.By) > 0 {
		if Signed(sent) {
			return fmt.Errorf("%s would change a signed request, whose signature covers its address and its body; give the rule a filter that leaves it out", c.By[0])
		}
		if c.To != nil {
			changed.URL = out.URL.String()
			if err := x.redirect(out, *c.To, sent.Body, &c.Body); err != nil {
				return fmt.Errorf("%s: %w", c.By[0], err)
			}
		}
		changed.By = c.By
		x.changed, x.instead = changed, c.Body
	}
	if err := x.refusal(); err != nil {
		return err
	}
	if len(c.By) > 0 {
		x.replaceBody(out)
	}
	if c.Wait != nil {
		return x.wait(out, trace, c, sent.Body)
	}
	return nil
}

// replaceBody has the changed body sent.
func (x *forwardedExchange) replaceBody(out *http.Request) {
	if out.Body == nil {
		return
	}
	body := x.instead
	out.Body.Close()
	out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	out.Body, _ = out.GetBody()
	out.ContentLength = int64(len(body))
	out.Header.Del("Content-Encoding")
	out.Header.Del("Content-Length")
}

// Signed reports whether a signature covers the body of a request (AWS Signature Version 4). It does not cover
// the messages of a WebSocket.
func Signed(r wire.Sent) bool {
	return r.Verb() != "WS" && (r.Header.Get("X-Amz-Date") != "" || strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-") || strings.Contains(r.URL, "X-Amz-Signature="))
}

// refusal returns why a request is not sent that gets a status on purpose; nil for any other.
func (x *forwardedExchange) refusal() error {
	if x.fault.Status == 0 {
		return nil
	}
	x.given.Fault = x.fault.Rule
	words := fmt.Sprintf("%s. This answer was made by gatehouse proxy, as %s asks.", http.StatusText(x.fault.Status), x.fault.Rule)
	return &client.UnsentError{Detail: wire.DetailFault, Why: words}
}

// unsent answers a request that is not sent.
func (x *forwardedExchange) unsent(why error) {
	gone := errors.Is(why, client.ErrHungUp)
	unsent, ok := errors.AsType[*client.UnsentError](why)
	if !gone && !ok {
		unsent = &client.UnsentError{Detail: wire.DetailRule, Why: why.Error()}
		why = unsent
	}
	end := x.cause(why)
	if x.waits && errors.Is(end, client.ErrStopped) {
		end = &client.UnsentError{Detail: wire.DetailWaited, Why: "the proxy was stopped while the request waited"}
	}
	if x.queue.fail(x.proxy.options.Now(), end); gone || x.r.Context().Err() != nil {
		return
	}
	f := Refusal{Type: TypeProxy, Status: http.StatusBadGateway, Reason: "proxy_rule", Message: unsent.Why}
	switch unsent.Detail {
	case wire.DetailFault:
		f.Status, f.Reason = x.fault.Status, "fault"
	case wire.DetailSocket:
		f.Status = http.StatusUpgradeRequired // with which programs fall back to HTTP
	}
	x.unanswered(f)
}
