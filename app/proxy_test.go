package app

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/state"
)

// caller is another program, whose base URL is the playground's proxy.
type caller struct {
	t    *testing.T
	http http.Client
}

// proxied runs a test in a playground whose proxy can be reached by a caller.
func proxied(t *testing.T, change func(*Options), test func(d *driver, c *caller)) {
	t.Helper()
	c := &caller{t: t}
	bubble(t, 120, 35, func(o *Options) {
		p := newPipes()
		o.Listen = func(context.Context, string, string) (net.Listener, error) { return listening{p}, nil }
		transport := &http.Transport{DialContext: p.dial}
		c.http.Transport = transport
		o.Local = o.Connection
		if change != nil {
			change(o)
		}
	}, func(d *driver) {
		test(d, c)
		c.http.CloseIdleConnections()
		d.m.quit(nil)
		d.flush()
		d.m.Proxy.Close()
		d.m.History.Close()
	})
}

// listening is a listener with the proxy's address.
type listening struct{ *pipes }

func (listening) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8089} }

// ask sends a request through the proxy, and reads its answer in the background.
func (c *caller) ask(model, words string) (stop func()) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	body := `{"model":"` + model + `","stream":true,"input":"` + words + `"}`
	req, err := http.NewRequestWithContext(ctx, "POST", "http://127.0.0.1:8089/responses", strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("User-Agent", "robot/1.0")
	go func() {
		resp, err := c.http.Do(req)
		if err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
	}()
	return cancel
}

// speak sends a request through the proxy on a WebSocket, and reads its answer in the background.
func (c *caller) speak(model, words string) {
	cl := client.New(client.WithBaseURL("http://127.0.0.1:8089"), client.WithKey("k"), client.WithTransport(c.http.Transport), client.WithTransportKind(client.TransportSocket))
	body := `{"model":"` + model + `","stream":true,"input":"` + words + `"}`
	go cl.Do(context.Background(), client.Call{Path: client.ResponsesPath, Body: []byte(body), Stream: true}, client.NopSink{})
}

// turnOn turns the proxy to the local gateway on by its key.
func turnOn(d *driver) {
	d.t.Helper()
	d.keys("esc", "f7")
	d.until("the list", func() bool { return strings.Contains(d.screen(), "CONNECTIONS") })
	d.keys("p")
	d.until("the proxy", func() bool { return d.m.Proxy.On() })
}

func TestTheProxyIsTurnedOnAndOff(t *testing.T) {
	proxied(t, nil, func(d *driver, c *caller) {
		turnOn(d)
		d.shows("proxy :8089")
		d.shows("on  http://127.0.0.1:8089 for other programs")
		d.send(tea.WindowSizeMsg{Width: 160, Height: 35})
		d.shows("proxy :8089 → local gateway")
		d.send(tea.WindowSizeMsg{Width: 120, Height: 35})
		d.keys("p")
		d.hides("proxy :8089")
		d.shows("proxy stopped")
	})
}

// TestRunningExchangesAreNotCutOffByOneKey: it asks for the key again.
func TestRunningExchangesAreNotCutOffByOneKey(t *testing.T) {
	proxied(t, nil, func(d *driver, c *caller) {
		turnOn(d)
		c.ask("fault/slow", "it runs")
		d.until("the exchange", func() bool { return d.m.Proxy.Running() == 1 })
		d.keys("p")
		d.shows("1 running exchange would be cut off; p again stops the proxy")
		if !d.m.Proxy.On() {
			t.Error("it is off")
		}
		d.keys("p")
		d.until("the end", func() bool { return !d.m.Proxy.On() })
	})
}

// TestAnAddressThatIsNoProfileHasARow: it can be seen what the proxy does, and stopped.
func TestAnAddressThatIsNoProfileHasARow(t *testing.T) {
	proxied(t, func(o *Options) { o.Proxy = &Connection{BaseURL: "http://elsewhere.test/v1"} }, func(d *driver, c *caller) {
		d.keys("esc", "f7")
		row := func() string { return d.lineWith("address of --proxy") }
		d.until("the row", func() bool { return strings.Contains(row(), "● proxy on") })
		d.keys("down")
		d.shows("http://elsewhere.test/v1")
		d.shows("nothing received yet")
		c.ask("sim/writer", "not an address of the test")
		d.until("the count", func() bool { return strings.Contains(d.screen(), "1 exchange, 1 failed or broken off; F6 lists them") })
		d.keys("p")
		d.until("the end", func() bool { return !d.m.Proxy.On() })
		d.shows("off  p records other programs")
		d.keys("p")
		d.until("the proxy", func() bool { return d.m.Proxy.On() })
		d.shows("nothing received yet")
	})
}

// TestTheCountOfPassedExchangesFitsAnyWidth: in a narrow list of connections the count replaces the
// proxy's address.
func TestTheCountOfPassedExchangesFitsAnyWidth(t *testing.T) {
	proxied(t, func(o *Options) { o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f7")
		c.ask("sim/writer", "it passes")
		c.ask("fault/500", "it fails")
		for width, words := range map[int]string{80: "proxy on http://127.0.0.1:8089, 2 exchanges, 1 failed", 50: "● 2 exchanges, 1 failed"} {
			d.send(tea.WindowSizeMsg{Width: width, Height: 24})
			d.until(words, func() bool { return strings.Contains(d.screen(), words) })
		}
	})
}

func TestThePortOfTheProxyIsTaken(t *testing.T) {
	proxied(t, func(o *Options) {
		o.Proxy = &o.Local
		o.Listen = func(context.Context, string, string) (net.Listener, error) {
			return nil, &net.OpError{Op: "listen", Net: "tcp", Err: syscall.EADDRINUSE}
		}
	}, func(d *driver, c *caller) {
		d.shows("The proxy is off: 127.0.0.1:8089 is in use")
		d.typeText("what now?") // all the rest works
		d.keys("enter")
		d.until("the answer", d.idle)
	})
}

func TestTheInspectorFollowsTheNewest(t *testing.T) {
	proxied(t, func(o *Options) { o.Proxy = &o.Local }, func(d *driver, c *caller) {
		c.ask("sim/writer", "first")
		d.until("it", func() bool { return d.m.Sent.Len() == 1 && d.m.Sent.Entries()[0].Verdict == state.Completed })
		d.pass(time.Second)
		d.keys("esc", "f6", "P")
		d.shows("follows the newest")
		shown := func() string { x := d.m.look().Exchange(); return string(x.State.Request) }
		if !strings.Contains(shown(), "first") {
			t.Errorf("shown is %s", shown())
		}
		c.ask("fault/slow", "second")
		d.until("the second", func() bool { return strings.Contains(shown(), "second") })
		d.keys("E")

		d.until("its events, while they come", func() bool { return strings.Contains(d.screen(), "output_text.delta") })
		d.keys("P")
		c.ask("sim/writer", "third")
		d.until("the third", func() bool { return d.m.Sent.Len() == 3 })
		if !strings.Contains(shown(), "second") {
			t.Errorf("it follows still: %s", shown())
		}
		d.pass(10 * time.Second)
	})
}

// TestTheInspectorFollowsAWebSocket to the response on it: the record of its handshake may begin
// after that of the response.
func TestTheInspectorFollowsAWebSocket(t *testing.T) {
	proxied(t, func(o *Options) { o.Proxy = &o.Local }, func(d *driver, c *caller) {
		c.ask("sim/writer", "first")
		d.until("it", func() bool { return d.m.Sent.Len() == 1 && d.m.Sent.Entries()[0].Verdict == state.Completed })
		d.pass(time.Second)
		d.keys("esc", "f6", "P")
		d.shows("follows the newest")
		c.speak("sim/writer", "over a WebSocket")
		d.until("both", func() bool { return d.m.Sent.Len() == 3 && d.m.Proxy.Running() == 0 })
		d.pass(time.Second)
		if x := d.m.look().Exchange().State; !strings.Contains(string(x.Request), "over a WebSocket") {
			t.Errorf("shown is the exchange with the request %q", x.Request)
		}
		if newest := d.m.Sent.Passed()[0]; newest.Kind != state.Responses {
			t.Errorf("the newest is %+v", newest)
		}
		if through := d.m.Proxy.Through; through.Began != 2 || through.Ended != 2 || through.Failed != 0 {
			t.Errorf("counted are %+v, want two requests", through)
		}
		d.keys("f6")
		d.shows("WS connection")
		d.keys("/")
		d.typeText("method:WS")
		d.keys("enter")
		d.shows("over a WebSocket")
		d.hides("WS connection")
	})
}

func TestAPassedFailureIsCounted(t *testing.T) {
	proxied(t, func(o *Options) { o.Proxy = &o.Local }, func(d *driver, c *caller) {
		c.ask("fault/500", "breaks")
		d.until("the mark", func() bool { return strings.Contains(d.screen(), "proxy :8089 ✗1") })
		d.keys("esc", "f6")
		d.pass(time.Second)
		d.hides("proxy :8089 ✗1")
		d.shows("proxy :8089")
		d.keys("/")
		d.typeText("verdict:completed")
		d.keys("enter")
		c.ask("fault/500", "breaks again")
		d.until("the mark", func() bool { return strings.Contains(d.screen(), "proxy :8089 ✗1") })
		d.pass(time.Second)
		d.shows("proxy :8089 ✗1") // the list does not show it
		d.keys("2")
		d.until("no mark", func() bool { return !strings.Contains(d.screen(), "proxy :8089 ✗1") })
	})
}

func TestTheProxyNeedsNoKeyOfTheLocalGateway(t *testing.T) {
	proxied(t, func(o *Options) { o.Proxy = &o.Local }, func(d *driver, c *caller) {
		c.ask("sim/writer", "no key here")
		d.until("the answer", func() bool {
			return d.m.Sent.Len() == 1 && !d.m.Sent.Passed()[0].Start.IsZero() && d.m.Sent.Passed()[0].Verdict == state.Completed
		})
	})
}
