package proxy

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
	"time"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// forwardedExchange is one exchange that is forwarded.
type forwardedExchange struct {
	proxy  *Proxy
	called Target // by the program
	target Target
	id     string
	start  time.Time
	w      http.ResponseWriter
	r      *http.Request

	upload   *upload
	changed  *wire.Changed // what the program sent, if it was changed
	instead  []byte        // the body that was sent then
	fault    Fault         // of the answer, on purpose
	waits    bool          // for the user
	first    *beginning    // as it waited; nil: it did not
	made     *Answer       // instead of sending it; nil: it is sent
	queue    *queue
	given    wire.Delivery // except for the request, see delivery
	begun    chan struct{} // closed once its record has begun
	recorded bool          // its record has started

	turn        *turn              // it is a response on a WebSocket
	recordAfter *forwardedExchange // whose record begins first: its handshake
}

func newForwardedExchange(p *Proxy, t Target, start time.Time, w http.ResponseWriter, r *http.Request) *forwardedExchange {
	x := &forwardedExchange{proxy: p, called: t, target: t, id: NewID(), start: start, w: w, r: r, begun: make(chan struct{})}
	x.given = wire.NoDelivery()
	x.upload = newUpload(r.Body, &p.requests, x.now)
	x.queue = newQueue(start, &p.answers)
	return x
}

// now returns the microseconds since the start.
func (x *forwardedExchange) now() int64 { return x.proxy.options.Now().Sub(x.start).Microseconds() }

// forward forwards the request and the answer.
func (x *forwardedExchange) forward(to *url.URL) {
	ctx, cancel := context.WithCancel(x.r.Context())
	defer cancel()
	trace := capture.NewTrace(x.start, x.proxy.options.Now)
	interim := &interim{to: x.w}
	var connection net.Conn // to the server
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		Got1xxResponse: interim.write,
		GotConn:        func(info httptrace.GotConnInfo) { connection = info.Conn },
	})
	out := x.request(trace.Attach(ctx), to)
	if x.proxy.options.Rules != nil {
		if err := x.change(out, trace); err != nil {
			interim.stop()
			x.record(out, trace)
			defer x.end()
			x.unsent(err)
			return
		}
	}
	x.record(out, trace)
	defer x.end()
	resp, err := x.answered(out)
	interim.stop()
	if err != nil {
		x.queue.fail(x.proxy.options.Now(), x.cause(err))
		if x.r.Context().Err() == nil {
			x.unanswered(Refusal{Type: TypeProxy, Status: http.StatusBadGateway, Message: "No answer came from " + out.URL.Host + ": " + x.target.Client.Secrets().Text(err.Error())})
		}
		return
	}
	defer resp.Body.Close()
	x.queue.head(x.proxy.options.Now(), resp)
	x.upload.answered()
	if resp.StatusCode == http.StatusSwitchingProtocols {
		x.socket(out, resp, connection)
		return
	}
	answer(x.w.Header(), resp)
	control := http.NewResponseController(x.w)
	_ = control.EnableFullDuplex() // an answer may begin before the request is complete
	x.w.WriteHeader(resp.StatusCode)
	_ = control.Flush() // what cannot be flushed is written when the handler returns
	x.given.HeadUS = x.now()
	err = x.body(resp, control)
	x.queue.fail(x.proxy.options.Now(), x.cause(err))
	if err != io.EOF {
		panic(http.ErrAbortHandler) // the answer has no end: neither has what the caller gets
	}
	Trailers(x.w.Header(), resp.Trailer)
}

// maxRestTime limits the arrival of the rest of a request that is not forwarded.
const maxRestTime = time.Second

// unanswered answers that no answer arrived, and then reads the rest of the request for the
// record.
func (x *forwardedExchange) unanswered(f Refusal) {
	x.given.Status, x.given.Message = f.Status, f.Message
	if x.turn != nil {
		x.turn.write(x.turn.event(f.Event()))
		return
	}
	control := http.NewResponseController(x.w)
	if x.upload.endedAt() < 0 {
		_ = control.EnableFullDuplex() // else net/http would read the rest first
		x.w.Header().Set("Connection", "close")
	}
	f.write(x.w)
	x.given.HeadUS = x.now()
	x.given.FirstUS, x.given.LastUS = x.given.HeadUS, x.given.HeadUS
	if x.upload.endedAt() >= 0 {
		return
	}
	_ = control.Flush()
	// A connection without deadlines is closed when the handler returns.
	if control.SetReadDeadline(time.Now().Add(maxRestTime)) == nil {
		_ = x.upload.rest(0) // what is missing is recorded as such
	}
}

// buffers are for reading bodies.
var buffers = sync.Pool{New: func() any { return new(make([]byte, 32<<10)) }}

// body forwards the body, a read at a time, and returns how it ended: io.EOF if it is
// complete and was written.
func (x *forwardedExchange) body(resp *http.Response, control *http.ResponseController) error {
	lent := buffers.Get().(*[]byte)
	defer buffers.Put(lent)
	buf, passed := *lent, int64(0)
	for {
		n, err := resp.Body.Read(buf)
		if n > 0 && x.fault.Slow > 0 {
			x.given.Fault = x.fault.Rule
			if client.Sleep(x.r.Context(), x.fault.Slow) != nil {
				return client.ErrHungUp
			}
		}
		if x.fault.End != Clean && (err != nil || passed+int64(n) >= x.fault.After) {
			x.given.Fault = x.fault.Rule
			n, err = int(min(int64(n), x.fault.After-passed)), client.ErrFault
		}
		passed += int64(n)
		if n > 0 {
			x.queue.chunk(x.proxy.options.Now(), buf[:n])
			if _, failed := x.w.Write(buf[:n]); failed != nil {
				return client.ErrHungUp
			}
			if failed := control.Flush(); failed != nil && !errors.Is(failed, http.ErrNotSupported) {
				return client.ErrHungUp
			}
			x.given.LastUS = x.now()
			if x.given.FirstUS < 0 {
				x.given.FirstUS = x.given.LastUS
			}
		}
		if err == client.ErrFault {
			_, _ = x.fault.End.Break(x.r.Context(), x.w, nil)
			return x.fault.broke()
		}
		if err != nil {
			return err
		}
	}
}

// cause returns why an exchange ended: if the caller has gone, that and not the error that
// results from it.
func (x *forwardedExchange) cause(err error) error {
	switch cause := context.Cause(x.r.Context()); {
	case err == io.EOF || cause == nil:
		return err
	case cause == context.Canceled:
		return client.ErrHungUp
	default:
		return cause
	}
}

// request returns the request as it is forwarded.
func (x *forwardedExchange) request(ctx context.Context, to *url.URL) *http.Request {
	out := &http.Request{
		Method: x.r.Method, URL: to, Host: to.Host, Header: forwarded(x.r), Trailer: x.r.Trailer,
		ContentLength: x.r.ContentLength, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if x.target.Credentials != nil {
		x.target.Credentials(out.Header)
	}
	if asksSocket(x.r) {
		upgrade(out.Header, x.r.Header)
	}
	if x.r.ContentLength != 0 {
		out.Body, _ = x.upload.attempt() // nothing was read yet
		out.GetBody = x.upload.attempt
	} else {
		x.upload.end(x.now())
	}
	return out.WithContext(ctx)
}
