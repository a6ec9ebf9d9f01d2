package proxy

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// recordDelay is how long a record waits to begin: its beginning and its end take about a
// millisecond of work each, which would delay a short answer. An exchange whose server takes
// longer is shown while it waits.
const recordDelay = 20 * time.Millisecond

// record starts the record of the exchange: after a delay, and once its request is complete. Of one that
// waited it has started already.
func (x *forwardedExchange) record(out *http.Request, trace *capture.Trace) {
	if x.recorded {
		return
	}
	x.recorded = true
	x.proxy.records.Add(1)
	if x.recordAfter != nil {
		go func() {
			defer x.proxy.records.Done()
			<-x.recordAfter.begun
			x.follow(out, trace, false)
		}()
		return
	}
	time.AfterFunc(recordDelay, func() {
		if x.upload.wait() {
			time.Sleep(recordDelay)
		}
		if x.queue.over() {
			x.proxy.records.enqueue(func() { x.follow(out, trace, true) })
			return
		}
		defer x.proxy.records.Done()
		x.follow(out, trace, false)
	})
}

// follow makes the record.
func (x *forwardedExchange) follow(out *http.Request, trace *capture.Trace, ended bool) {
	b := x.first // what follows may change meanwhile
	if b == nil {
		b = new(x.begins(out))
	}
	watch := Watch{}
	if x.proxy.options.Watch != nil {
		watch = x.proxy.options.Watch(Exchange{ID: x.id, Target: b.target, Sent: b.sent, Ended: ended})
	}
	if watch.Sink == nil {
		watch.Sink = client.NopSink{}
	}
	// The caller's credentials are removed everywhere, also if the target gets others.
	credentials := capture.Credentials(wire.Sent{URL: x.r.URL.String(), Header: x.r.Header})
	c := b.target.Client.Record(client.Forwarded{
		ID: x.id, Start: b.start, Sent: b.sent, Request: out, Trace: trace, Secrets: credentials,
		Answer: x.queue.answer, Now: x.queue.now, Delivery: x.delivery,
		Caller: x.caller(), Changed: b.changed, Waits: b.waits,
		DiscardBody: watch.DiscardBody, Store: watch.Store,
	}, &opening{Sink: watch.Sink, begun: x.begun})
	if watch.End != nil {
		watch.End(c)
	}
	x.upload.forget()
}

// opening is a sink that also reports when the record begins first.
type opening struct {
	client.Sink
	begun chan struct{}
	once  sync.Once
}

func (o *opening) Start(c *wire.Capture) {
	o.Sink.Start(c)
	o.once.Do(func() { close(o.begun) })
}

// end reports to the record that nothing is forwarded any more.
func (x *forwardedExchange) end() {
	x.upload.leave()
	x.queue.leave()
}

// sent returns the request as it was forwarded, with its body decoded.
func (x *forwardedExchange) sent(out *http.Request) wire.Sent {
	header := out.Header.Clone()
	if v, ok := header["User-Agent"]; ok && v == nil {
		delete(header, "User-Agent")
	}
	header.Set("Host", out.Host)
	if out.ContentLength > 0 {
		header.Set("Content-Length", strconv.FormatInt(out.ContentLength, 10))
	}
	sent := wire.Sent{Method: out.Method, URL: out.URL.String(), Header: header, Body: x.upload.bytes()}
	if x.instead != nil {
		sent.Body = x.instead
		return sent
	}
	capture.DecodeRequest(&sent, x.upload.decode)
	return sent
}

func (x *forwardedExchange) caller() wire.Caller {
	return wire.Caller{Address: x.r.RemoteAddr, UserAgent: x.r.UserAgent(), Path: x.r.URL.RequestURI()}
}

// delivery returns what the caller got, with all times. It waits for the end of the
// exchange.
func (x *forwardedExchange) delivery() *wire.Delivery {
	x.queue.stop()
	<-x.queue.left
	d := x.given
	d.SentUS, d.Missing = x.upload.endedAt(), x.upload.missing()
	if d.PausedUS > 0 {
		d.SentUS = min(d.SentUS, 0) // it was read before the times began
	}
	return &d
}
