package proxy

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gatehouse/client"
)

// Fault is a fault of an answer on purpose. The zero value is none.
type Fault struct {
	End    Ending
	After  int64         // bytes of the body before End, as they are on the wire
	Status int           // of the answer instead
	Slow   time.Duration // the wait before each part of the body
	Rule   string        // that has it, as it is written; empty: none
}

// Ending is how an answer ends.
type Ending uint8

// The endings.
const (
	Clean Ending = iota // as the protocol says
	Cut                 // the connection is closed before the end
	Reset               // it is reset
	Stall               // nothing more is sent, and it stays open
)

func (e Ending) String() string { return [...]string{"complete", "cut", "reset", "stalled"}[e] }

// ParseFault reads cut@N, reset@N, stall@N, status:CODE or slow:TIME. The error names what is allowed.
func ParseFault(text string) (Fault, error) {
	if code, ok := strings.CutPrefix(text, "status:"); ok {
		n, err := strconv.Atoi(code)
		if err != nil || n < 400 || n > 599 {
			return Fault{}, fmt.Errorf("%q: the status must be from 400 to 599, as in status:503", text)
		}
		return Fault{Status: n}, nil
	}
	if wait, ok := strings.CutPrefix(text, "slow:"); ok {
		d, err := time.ParseDuration(wait)
		if err != nil || d <= 0 {
			return Fault{}, fmt.Errorf("%q: the time must be one such as in slow:50ms", text)
		}
		return Fault{Slow: d}, nil
	}
	kind, after, ok := strings.Cut(text, "@")
	kinds := map[string]Ending{"cut": Cut, "reset": Reset, "stall": Stall}
	if !ok || kinds[kind] == Clean {
		return Fault{}, fmt.Errorf("%q is not a fault; write cut@N, reset@N, stall@N (N bytes of the body), status:CODE or slow:TIME", text)
	}
	n, err := strconv.ParseInt(after, 10, 64)
	if err != nil || n < 0 {
		return Fault{}, fmt.Errorf("%q: N must be a number of bytes, as in %s@1000", text, kind)
	}
	return Fault{End: kinds[kind], After: n}, nil
}

// broke returns the end of an answer that the fault broke off.
func (f Fault) broke() error { return fmt.Errorf("%s %w by %s", f.End, client.ErrFault, f.Rule) }

// Break ends an answer that is not complete; conn is its connection if it was taken over already, else nil. It
// returns the connection if that was taken over, and how the answer ended for the program.
func (e Ending) Break(ctx context.Context, w http.ResponseWriter, conn net.Conn) (net.Conn, error) {
	if e == Stall {
		<-ctx.Done()
		return conn, context.Cause(ctx)
	}
	if conn == nil {
		taken, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return nil, io.ErrUnexpectedEOF // the handler's end closes the connection
		}
		conn = taken
		_ = buffered.Flush()
	}
	defer conn.Close()
	if tcp, ok := conn.(*net.TCPConn); ok && e == Reset {
		_ = tcp.SetLinger(0) // closing then sends a reset
		return conn, syscall.ECONNRESET
	}
	return conn, io.ErrUnexpectedEOF
}
