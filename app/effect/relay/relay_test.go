package relay_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/app/effect/relay"
	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/share/cassette"
)

// pipes is a listener in memory.
type pipes struct {
	dialed chan net.Conn
	closed chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.dialed:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error { close(p.closed); return nil }
func (pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8089} }

func (p pipes) listen(context.Context, string, string) (net.Listener, error) { return p, nil }

// silent is an upstream that never answers, and takes a while to notice that nobody waits.
type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	r.Body.Close()
	<-r.Context().Done()
	time.Sleep(time.Second)
	return nil, context.Cause(r.Context())
}

// TestCloseRecordsWhatWaitsForItsHead: also where a replay forwards what is not recorded.
func TestCloseRecordsWhatWaitsForItsHead(t *testing.T) {
	starts := map[string]func(context.Context, relay.Options) (*relay.Relay, error){
		"proxy": relay.Start,
		"replay": func(ctx context.Context, o relay.Options) (*relay.Relay, error) {
			c := cassette.New(nil)
			return relay.StartReplay(ctx, relay.Replaying{Options: o, Answers: c, Add: c.Add, MaxBody: 1 << 20})
		},
	}
	for name, start := range starts {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []*wire.Capture
				listener := pipes{make(chan net.Conn), make(chan struct{})}
				cl := client.New(client.WithBaseURL("http://up.example"), client.WithTransport(silent{}))
				running, err := start(t.Context(), relay.Options{
					Address: relay.DefaultAddress, Listen: listener.listen,
					Targets: []relay.Target{{Target: proxy.Target{Base: "http://up.example", Client: cl}}},
					Ended:   func(_ relay.Target, _ *state.Exchange, c *wire.Capture, _ bool) { got = append(got, c) },
				})
				if err != nil {
					t.Fatal(err)
				}
				near, far := net.Pipe()
				defer near.Close()
				listener.dialed <- far
				_, _ = io.WriteString(near, "POST /responses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
				synctest.Wait()
				if err := running.Close(); err != nil {
					t.Error(err)
				}
				if len(got) != 1 || got[0].End.Cause != wire.EndCancelled || string(got[0].Sent.Body) != "{}" {
					t.Errorf("recorded: %+v", got)
				}
			})
		})
	}
}
