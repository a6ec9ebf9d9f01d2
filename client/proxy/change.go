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
	// Concern reports whether a request may be changed, before its body is known.
	Concern(Target, wire.Sent, wire.Caller) bool
	// Change returns what is changed in a request. After an error nothing is sent.
	Change(context.Context, Target, wire.Sent, wire.Caller) (Change, error)
}

// Change is what is sent instead of a request.
type Change struct {
	By   []string // the rules that changed it; none: it stays as it is
	Body []byte
	// Fault is that of the answer.
	Fault Fault
	To    *Target // it goes there, with the credentials of that target alone; nil: where it was to go
}

// MaxChanged is how large a request may be that rules concern, in bytes.
const MaxChanged = 8 << 20

// change lets the rules change the request, once all of it has arrived. The error is the reason why it is not sent.
func (x *forwardedExchange) change(out *http.Request) error {
	caller := x.caller()
	sent := wire.Sent{Method: out.Method, URL: out.URL.String(), Header: out.Header}
	if !x.proxy.options.Rules.Concern(x.target, sent, caller) {
		return nil
	}
	if asksSocket(x.r) {
		return fmt.Errorf("a rule may change requests on this WebSocket, which is not possible yet; the program has to use HTTP")
	}
	if out.Body != nil {
		if err := x.upload.rest(MaxChanged); err != nil && err != io.EOF {
			return fmt.Errorf("%w: %v", client.ErrHungUp, err)
		}
	}
	if x.upload.endedAt() < 0 {
		return fmt.Errorf("the request is larger than %d MiB, the most that rules change, or than the memory that is left", MaxChanged>>20)
	}
	sent.Header, sent.Body = out.Header.Clone(), x.upload.bytes()
	if capture.DecodeRequest(&sent, x.upload.decode); sent.Undecoded() != "" {
		return fmt.Errorf("rules cannot read the request: %s", sent.Undecoded())
	}
	c, err := x.proxy.options.Rules.Change(x.r.Context(), x.target, sent, caller)
	switch {
	case err != nil:
		return err
	case len(c.By) == 0:
		return nil
	case c.To == nil && bytes.Equal(c.Body, sent.Body): // only its answer has a fault
		x.changed, x.fault = &wire.Changed{By: c.By, Body: string(sent.Body)}, c.Fault
		return x.fault.refusal(c.By)
	case signed(out):
		return fmt.Errorf("%s would change a signed request, whose signature covers its address and its body", c.By[0])
	}
	changed := &wire.Changed{By: c.By, Body: string(sent.Body)}
	if c.To != nil {
		changed.URL = out.URL.String()
		if err := x.redirect(out, *c.To, sent, &c.Body); err != nil {
			return fmt.Errorf("%s: %w", c.By[0], err)
		}
	}
	x.changed, x.instead, x.fault = changed, c.Body, c.Fault
	if err := x.fault.refusal(c.By); err != nil {
		return err
	}
	if out.Body == nil {
		return nil
	}
	out.Body.Close()
	out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(c.Body)), nil }
	out.Body, _ = out.GetBody()
	out.ContentLength = int64(len(c.Body))
	out.Header.Del("Content-Encoding")
	out.Header.Del("Content-Length")
	return nil
}

// signed reports whether a signature covers the body of a request (AWS Signature Version 4).
func signed(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-") || r.URL.Query().Has("X-Amz-Signature")
}

// unsent answers a request that is not sent.
func (x *forwardedExchange) unsent(why error) {
	gone := errors.Is(why, client.ErrHungUp)
	purpose, isFault := errors.AsType[*onPurpose](why)
	if !gone {
		why = fmt.Errorf("%w: %v", client.ErrUnsent, why)
	}
	if x.queue.fail(x.proxy.options.Now(), x.cause(why)); gone || x.r.Context().Err() != nil {
		return
	}
	status, reason := http.StatusBadGateway, "proxy_rule"
	if isFault {
		status, reason = purpose.status, "fault"
	}
	if asksSocket(x.r) {
		status = http.StatusUpgradeRequired // with which programs fall back to HTTP
	}
	x.unanswered(Refusal{Type: TypeProxy, Status: status, Reason: reason, Message: strings.TrimPrefix(why.Error(), client.ErrUnsent.Error()+": ")})
}

// onPurpose is the error of a request that gets a status instead of being sent.
type onPurpose struct {
	status int
	by     []string
}

func (e *onPurpose) Error() string {
	return fmt.Sprintf("%s. This answer was made by gatehouse proxy: %s.", http.StatusText(e.status), strings.Join(e.by, "; "))
}

// refusal returns an onPurpose for a fault that has a status, else nil.
func (f Fault) refusal(by []string) error {
	if f.Status == 0 {
		return nil
	}
	return &onPurpose{f.Status, by}
}
