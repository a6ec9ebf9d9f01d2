package gateway_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/gateway"
)

// crowd is how many clients there are at once ("Done": 200 streams).
const crowd = 200

// dialed sends a request to /responses over a new connection and reads nothing.
func dialed(t *testing.T, p *pipes, body string) net.Conn {
	t.Helper()
	conn, err := p.dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "POST %s/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: %d\r\n\r\n%s", gateway.Prefix, len(body), body)
	if err != nil {
		t.Error(err)
	}
	return conn
}

// A crowd of all kinds: some read to the end, some hang up in the middle, some never read, some
// stop reading after a while. Who reads gets everything; of the others nothing is left when the
// time limit is over, or the bubble would not end.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const body = `{"input":"what can you do?","stream":true}`
		p, stop := running(gateway.WithPace(10*time.Millisecond), gateway.WithTimeLimit(time.Minute))
		var all sync.WaitGroup
		start := time.Now()
		for i := range crowd {
			all.Go(func() {
				if i%4 > 1 {
					conn := dialed(t, p, body)
					if i%4 == 3 {
						_, _ = io.CopyN(io.Discard, conn, 2000)
					}
					time.Sleep(2 * time.Minute) // in the bubble's time
					_, err := conn.Write([]byte("x"))
					if err == nil {
						t.Errorf("client %d does not read, and is still connected", i)
					}
					return
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				resp := open(t, ctx, p, body)
				defer resp.Body.Close()
				lines := bufio.NewReader(resp.Body)
				if i%4 == 1 {
					_, _ = io.CopyN(io.Discard, lines, int64(100*i))
					return // hangs up
				}
				read, err := io.ReadAll(lines)
				if err != nil || !strings.HasSuffix(string(read), "data: [DONE]\n\n") || time.Since(start) > time.Minute {
					t.Errorf("client %d: %d bytes after %v, %v", i, len(read), time.Since(start), err)
				}
			})
		}
		all.Wait()
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What a client does not read is not made: the gateway holds an answer's text, and not the stream,
// which is several times as long.
func TestCrowdMemory(t *testing.T) {
	const text = 100 << 10
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(0))
		heap := func() uint64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		dialed(t, p, `{"input":"write 100 KB","stream":true}`).Close() // what is read once stays
		synctest.Wait()
		before := heap()
		var conns []net.Conn
		for range crowd {
			conn := dialed(t, p, `{"input":"write 100 KB","stream":true}`)
			_, _ = io.CopyN(io.Discard, conn, 20_000) // into the text
			conns = append(conns, conn)
		}
		synctest.Wait()
		each := (int(heap()) - int(before)) / crowd
		if most := 2 * text; each > most {
			t.Errorf("%d bytes for each client that does not read, more than %d", each, most)
		}
		for _, conn := range conns {
			conn.Close()
		}
		synctest.Wait()
		if left := (int(heap()) - int(before)) / crowd; left > text/4 {
			t.Errorf("%d bytes are left of each client that has gone", left)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
