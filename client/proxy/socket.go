package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"

	"gatehouse/client"
	"gatehouse/client/websocket"
)

// side is a side of a WebSocket.
type side uint8

const (
	server side = iota
	caller
)

// maxLinger is how long one side of a WebSocket may stay open after the other has ended.
const maxLinger = 5 * time.Second

// socket forwards the bytes of both sides of a WebSocket whose handshake was answered. They
// are recorded in parallel.
func (x *forwardedExchange) socket(out *http.Request, resp *http.Response, connection net.Conn) {
	body, writable := resp.Body.(io.ReadWriteCloser)
	if !writable {
		x.queue.fail(x.proxy.options.Now(), errNoProtocol)
		panic(http.ErrAbortHandler)
	}
	conn, from, err := websocket.Hijack(x.w)
	if err != nil {
		x.queue.fail(x.proxy.options.Now(), fmt.Errorf("the connection cannot become a WebSocket: %w", err))
		panic(http.ErrAbortHandler)
	}
	ends := [2]end{server: {body, body, connection}, caller: {from, conn, conn}}
	stop := func() {
		ends[server].to.Close()
		ends[caller].to.Close()
	}
	defer stop()
	defer context.AfterFunc(x.r.Context(), stop)()
	h := endToEnd(resp.Header)
	upgrade(h, resp.Header)
	if err := websocket.WriteHead(conn, h); err != nil {
		x.queue.fail(x.proxy.options.Now(), x.cause(client.ErrHungUp))
		return
	}
	x.given.HeadUS = x.now()

	r := newSocketRecorder(x, out, resp, ends)
	if r.responses && x.proxy.options.Rules != nil {
		r.gate = newGate(r, stop)
	}
	r.start()
	ended := make(chan bool, len(ends)) // whether the other side may still be read
	for whose := range side(len(ends)) {
		go func() { ended <- r.pump(whose) }()
	}
	if halfOpen := <-ended; halfOpen {
		defer time.AfterFunc(maxLinger, stop).Stop()
	} else {
		stop()
	}
	<-ended
	r.addEnd()
}

var errNoProtocol = errors.New("the server changed to an unknown protocol, without Connection: Upgrade and an Upgrade header")

// end is one of the two ends of a WebSocket.
type end struct {
	from io.Reader
	to   io.WriteCloser
	conn net.Conn // of both
}

// pump forwards the bytes of one side until it ends. It reports whether the other may still
// send.
func (r *socketRecorder) pump(whose side) (halfOpen bool) {
	lent := buffers.Get().(*[]byte)
	defer buffers.Put(lent)
	buf, pass := *lent, r.forward
	if r.gate != nil {
		pass = r.gate.pass
	}
	for {
		n, err := r.ends[whose].from.Read(buf)
		failed := error(nil)
		if n > 0 {
			failed = pass(whose, buf[:n])
		}
		if (failed != nil || err != nil) && r.gate != nil {
			r.gate.end(whose)
		}
		if failed != nil {
			r.addSideEnd(1-whose, failed)
			return false
		}
		if err != nil {
			r.addSideEnd(whose, err)
			return r.ends[1-whose].endLike(err)
		}
	}
}

// endLike closes one end as the other was closed: normally, or with a reset. It reports
// whether this one may still be read.
func (e end) endLike(err error) (halfOpen bool) {
	half, ok := e.to.(interface{ CloseWrite() error })
	if err == io.EOF && ok && half.CloseWrite() == nil {
		return true
	}
	if tcp, ok := e.conn.(*net.TCPConn); ok && errors.Is(err, syscall.ECONNRESET) {
		_ = tcp.SetLinger(0) // closing then sends a reset
	}
	_ = e.to.Close()
	return false
}
