package apptest

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"gatehouse/app"
	"gatehouse/app/history"
	"gatehouse/client/scan"
	entries "gatehouse/state/history"
)

// HistoryRows returns the entries that the history lists.
func (d *Driver) HistoryRows() []entries.Entry {
	return d.Pane(history.ListPane).(interface{ Entries() []entries.Entry }).Entries()
}

// Caller is another program, whose base URL is the playground's proxy.
type Caller struct {
	Client http.Client
	t      *testing.T
}

// RunProxied runs a test in a playground whose proxy can be reached by a caller.
func RunProxied(t *testing.T, change func(*app.Options), test func(d *Driver, c *Caller)) {
	t.Helper()
	c := &Caller{t: t}
	Run(t, 120, 35, func(o *app.Options) {
		p := NewPipes()
		o.Listen = func(context.Context, string, string) (net.Listener, error) { return listening{p}, nil }
		transport := &http.Transport{DialContext: p.Dial}
		c.Client.Transport = transport
		o.Local = o.Connection
		if change != nil {
			change(o)
		}
	}, func(d *Driver) {
		test(d, c)
		c.Client.CloseIdleConnections()
		d.Quit(nil)
		d.Flush()
		d.Proxy.Close()
		d.History.Close()
	})
}

// listening is a listener with the proxy's address.
type listening struct{ *Pipes }

func (listening) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8089} }

// Ask sends a request through the proxy, and reads its answer in the background.
func (c *Caller) Ask(model, words string) (stop func()) {
	c.t.Helper()
	return c.Post("/responses", `{"model":"`+model+`","stream":true,"input":"`+words+`"}`, nil)
}

// message sends a message on a WebSocket. The events of the answer go to answered.
func (c *Caller) message(ctx context.Context, path, body string, answered chan<- string) {
	conn, _, err := websocket.Dial(ctx, "http://127.0.0.1:8089"+path, &websocket.DialOptions{HTTPClient: &c.Client})
	if err != nil {
		c.t.Error(err)
		return
	}
	defer conn.CloseNow()
	if err := conn.Write(ctx, websocket.MessageText, []byte(body)); err != nil {
		c.t.Error(err)
	}
	var all strings.Builder
	for {
		_, event, err := conn.Read(ctx)
		if err != nil {
			return
		}
		all.Write(event)
		if kind := scan.Text(scan.Get(event, "type")); kind == "response.completed" || kind == "error" {
			answered <- all.String()
			return
		}
	}
}

// Post is Ask for any request; status and body of the answer go to answered unless that is nil. A path after
// "ws:" is that of a WebSocket, on which the body is a message.
func (c *Caller) Post(path, body string, answered chan<- string) (stop func()) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	if message, ok := strings.CutPrefix(path, "ws:"); ok {
		go c.message(ctx, message, body, answered)
		return cancel
	}
	req, err := http.NewRequestWithContext(ctx, "POST", "http://127.0.0.1:8089"+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("User-Agent", "robot/1.0")
	go func() {
		resp, err := c.Client.Do(req)
		if err == nil {
			got, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if answered != nil {
				answered <- strings.TrimSuffix(resp.Status, http.StatusText(resp.StatusCode)) + string(got)
			}
		}
	}()
	return cancel
}
