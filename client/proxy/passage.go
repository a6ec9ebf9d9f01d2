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

// passage is one exchange on its way through.
type passage struct {
	proxy  *Proxy
	target Target
	id     string
	start  time.Time
	w      http.ResponseWriter
	r      *http.Request

	upload *upload
	queue  *queue
	given  wire.Delivery // but of the request, of which the upload knows
	begun  chan struct{} // closed once its record has begun
}

func newPassage(p *Proxy, t Target, start time.Time, w http.ResponseWriter, r *http.Request) *passage {
	x := &passage{proxy: p, target: t, id: NewID(), start: start, w: w, r: r, begun: make(chan struct{})}
	x.given = wire.Delivery{SentUS: -1, HeadUS: -1, FirstUS: -1, LastUS: -1}
	x.upload = newUpload(r.Body, &p.requests, x.now)
	x.queue = newQueue(start, &p.answers)
	return x
}

// now is the microseconds since the start.
func (x *passage) now() int64 { return x.proxy.options.Now().Sub(x.start).Microseconds() }

// forward sends the request on and hands back what comes.
func (x *passage) forward(to *url.URL) {
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
	x.record(out, trace)
	defer x.end()
	resp, err := x.target.Client.Forward(out)
	interim.stop()
	if err != nil {
		x.queue.fail(x.proxy.options.Now(), x.cause(err))
		if x.r.Context().Err() == nil {
			x.unanswered("No answer came from " + to.Host + ": " + x.target.Client.Secrets().Text(err.Error()))
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
	_ = control.EnableFullDuplex() // an answer may begin before the request is whole
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

// mostRest is how long the rest of a request may take to arrive that is not forwarded.
const mostRest = time.Second

// unanswered tells the caller that no answer came, and then reads what the caller still
// sends, for the record.
func (x *passage) unanswered(words string) {
	control := http.NewResponseController(x.w)
	if x.upload.wholeAt() < 0 {
		_ = control.EnableFullDuplex() // else net/http would read the rest first
		x.w.Header().Set("Connection", "close")
	}
	x.given.Status, x.given.Message = http.StatusBadGateway, words
	Refuse(x.w, TypeProxy, http.StatusBadGateway, words)
	x.given.HeadUS = x.now()
	x.given.FirstUS, x.given.LastUS = x.given.HeadUS, x.given.HeadUS
	if x.upload.wholeAt() >= 0 {
		return
	}
	_ = control.Flush()
	// A connection without deadlines is closed with the handler's end all the same.
	if control.SetReadDeadline(time.Now().Add(mostRest)) == nil {
		x.upload.rest()
	}
}

// buffers are what bodies are read into.
var buffers = sync.Pool{New: func() any { return new(make([]byte, 32<<10)) }}

// body hands the body on, a read at a time, and returns how it ended: io.EOF where it is
// whole and was taken.
func (x *passage) body(resp *http.Response, control *http.ResponseController) error {
	lent := buffers.Get().(*[]byte)
	defer buffers.Put(lent)
	buf := *lent
	for {
		n, err := resp.Body.Read(buf)
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
		if err != nil {
			return err
		}
	}
}

// cause is why an exchange ended: where the caller has gone, that and not what followed
// from it.
func (x *passage) cause(err error) error {
	switch cause := context.Cause(x.r.Context()); {
	case err == io.EOF || cause == nil:
		return err
	case errors.Is(cause, client.ErrStopped):
		return cause
	}
	return client.ErrHungUp
}

// request is the request as it is sent on.
func (x *passage) request(ctx context.Context, to *url.URL) *http.Request {
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
		x.upload.whole(x.now())
	}
	return out.WithContext(ctx)
}
