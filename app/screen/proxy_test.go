package screen_test

import (
	"context"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/views/kit/text"
)

// speak sends a request through the proxy on a WebSocket, and reads its answer in the background.
func speak(c *apptest.Caller, model, words string) {
	cl := client.New(client.WithBaseURL("http://127.0.0.1:8089"), client.WithKey("k"), client.WithTransport(c.Client.Transport), client.WithTransportKind(client.TransportSocket))
	body := `{"model":"` + model + `","stream":true,"input":"` + words + `"}`
	go cl.Do(context.Background(), client.Call{Path: client.ResponsesPath, Body: []byte(body), Stream: true}, client.NopSink{})
}

// turnOn turns the proxy to the local gateway on by its key.
func turnOn(d *apptest.Driver) {
	d.T.Helper()
	d.Press("esc", "f7")
	d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "CONNECTIONS") })
	d.Press("P")
	d.WaitFor("the proxy", func() bool { return d.Proxy.On() })
}

func TestTheProxyIsTurnedOnAndOff(t *testing.T) {
	apptest.RunProxied(t, nil, func(d *apptest.Driver, c *apptest.Caller) {
		turnOn(d)
		d.Shows("proxy :8089")
		d.Shows("on  http://127.0.0.1:8089 for other programs")
		d.Send(tea.WindowSizeMsg{Width: 160, Height: 35})
		d.Shows("proxy :8089 → local gateway")
		d.Send(tea.WindowSizeMsg{Width: 120, Height: 35})
		d.Press("P")
		d.Hides("proxy :8089")
		d.Shows("proxy stopped")
	})
}

// TestRunningExchangesAreNotCutOffByOneKey: it asks for the key again.
func TestRunningExchangesAreNotCutOffByOneKey(t *testing.T) {
	apptest.RunProxied(t, nil, func(d *apptest.Driver, c *apptest.Caller) {
		turnOn(d)
		c.Ask("fault/slow", "it runs")
		d.WaitFor("the exchange", func() bool { return d.Proxy.Running() == 1 })
		d.Press("P")
		d.Shows("1 running exchange would be cut off; P again stops the proxy")
		if !d.Proxy.On() {
			t.Error("it is off")
		}
		d.Press("P")
		d.WaitFor("the end", func() bool { return !d.Proxy.On() })
	})
}

// TestAnAddressThatIsNoProfileHasARow: it can be seen what the proxy does, and stopped.
func TestAnAddressThatIsNoProfileHasARow(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) { o.Proxy = &app.Connection{BaseURL: "http://elsewhere.test/v1"} }, func(d *apptest.Driver, c *apptest.Caller) {
		d.Press("esc", "f7")
		row := func() string { return d.LineWith("address of --proxy") }
		d.WaitFor("the row", func() bool { return strings.Contains(row(), "● proxy on") })
		d.Press("down")
		d.Shows("http://elsewhere.test/v1")
		d.Shows("nothing received yet")
		c.Ask("sim/writer", "not an address of the test")
		d.WaitFor("the count", func() bool { return strings.Contains(d.Screen(), "1 exchange, 1 failed or broken off; F6 lists them") })
		d.Press("P")
		d.WaitFor("the end", func() bool { return !d.Proxy.On() })
		d.Shows("off  P records other programs")
		d.Press("P")
		d.WaitFor("the proxy", func() bool { return d.Proxy.On() })
		d.Shows("nothing received yet")
	})
}

// TestTheCountOfPassedExchangesFitsAnyWidth: in a narrow list of connections the count replaces the
// proxy's address.
func TestTheCountOfPassedExchangesFitsAnyWidth(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) { o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		d.Press("esc", "f7")
		c.Ask("sim/writer", "it passes")
		c.Ask("fault/500", "it fails")
		for width, words := range map[int]string{80: "proxy on http://127.0.0.1:8089, 2 exchanges, 1 failed", 50: "● 2 exchanges, 1 failed"} {
			d.Send(tea.WindowSizeMsg{Width: width, Height: 24})
			d.WaitFor(words, func() bool { return strings.Contains(d.Screen(), words) })
		}
	})
}

func TestThePortOfTheProxyIsTaken(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) {
		o.Proxy = &o.Local
		o.Listen = func(context.Context, string, string) (net.Listener, error) {
			return nil, &net.OpError{Op: "listen", Net: "tcp", Err: syscall.EADDRINUSE}
		}
	}, func(d *apptest.Driver, c *apptest.Caller) {
		d.Shows("The proxy is off: 127.0.0.1:8089 is in use")
		d.Type("what now?") // all the rest works
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
	})
}

func TestTheInspectorFollowsTheNewest(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) { o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		c.Ask("sim/writer", "first")
		d.WaitFor("it", func() bool { return d.Sent.Len() == 1 && d.Sent.Entries()[0].Verdict == state.Completed })
		d.Sleep(time.Second)
		d.Press("esc", "f6", "P")
		d.Shows("follows the newest")
		shown := func() string { x := d.Look().Exchange(); return string(x.State.Request) }
		if !strings.Contains(shown(), "first") {
			t.Errorf("shown is %s", shown())
		}
		c.Ask("fault/slow", "second")
		d.WaitFor("the second", func() bool { return strings.Contains(shown(), "second") })
		d.Press("E")

		d.WaitFor("its events, while they come", func() bool { return strings.Contains(d.Screen(), "output_text.delta") })
		d.Press("P")
		c.Ask("sim/writer", "third")
		d.WaitFor("the third", func() bool { return d.Sent.Len() == 3 })
		if !strings.Contains(shown(), "second") {
			t.Errorf("it follows still: %s", shown())
		}
		d.Sleep(10 * time.Second)
	})
}

// TestTheInspectorFollowsAWebSocket to the response on it: the record of its handshake may begin
// after that of the response.
func TestTheInspectorFollowsAWebSocket(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) { o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		c.Ask("sim/writer", "first")
		d.WaitFor("it", func() bool { return d.Sent.Len() == 1 && d.Sent.Entries()[0].Verdict == state.Completed })
		d.Sleep(time.Second)
		d.Press("esc", "f6", "P")
		d.Shows("follows the newest")
		speak(c, "sim/writer", "over a WebSocket")
		d.WaitFor("both", func() bool { return d.Sent.Len() == 3 && d.Proxy.Running() == 0 })
		d.Sleep(time.Second)
		if x := d.Look().Exchange().State; !strings.Contains(string(x.Request), "over a WebSocket") {
			t.Errorf("shown is the exchange with the request %q", x.Request)
		}
		if newest := d.Sent.Entries()[0]; newest.Kind != state.Responses {
			t.Errorf("the newest is %+v", newest)
		}
		if through := d.Proxy.Through; through.Began != 2 || through.Ended != 2 || through.Failed != 0 {
			t.Errorf("counted are %+v, want two requests", through)
		}
		d.Press("f6")
		d.Shows("WS connection")
		d.Press("/")
		d.Type("method:WS")
		d.Press("enter")
		d.Shows("over a WebSocket")
		d.Hides("WS connection")
	})
}

func TestAPassedFailureIsCounted(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) { o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		c.Ask("fault/500", "breaks")
		d.WaitFor("the mark", func() bool { return strings.Contains(d.Screen(), "proxy :8089 ✗1") })
		d.Press("esc", "f6")
		d.Sleep(time.Second)
		d.Hides("proxy :8089 ✗1")
		d.Shows("proxy :8089")
		d.Press("/")
		d.Type("verdict:completed")
		d.Press("enter")
		c.Ask("fault/500", "breaks again")
		d.WaitFor("the mark", func() bool { return strings.Contains(d.Screen(), "proxy :8089 ✗1") })
		d.Sleep(time.Second)
		d.Shows("proxy :8089 ✗1") // the list does not show it
		d.Press("2")
		d.WaitFor("no mark", func() bool { return !strings.Contains(d.Screen(), "proxy :8089 ✗1") })
	})
}

// TestAPassedFailureIsShownOnRequest: a notice names what failed, and its key, or a click on the mark, lists it
// and removes the mark.
func TestAPassedFailureIsShownOnRequest(t *testing.T) {
	for _, click := range []bool{false, true} {
		apptest.RunProxied(t, func(o *app.Options) { o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
			d.Press("esc")
			c.Ask("fault/500", "breaks")
			d.WaitFor("the mark", func() bool { return strings.Contains(d.Screen(), "proxy :8089 ✗1") })
			d.Shows("through the proxy: fault/500 failed")
			if click {
				top, _, _ := strings.Cut(d.Screen(), "\n")
				before, _, _ := strings.Cut(top, "✗1")
				d.Send(tea.MouseClickMsg{X: text.Width(before), Y: 0, Button: tea.MouseLeft})
			} else {
				d.Press("alt+shift+a")
			}
			d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "filter ❯ origin:proxy since:") })
			d.Hides("proxy :8089 ✗1")
			d.Shows("1 exchange of the proxy failed or was truncated")
			d.Shows("✗ failed 500")
		})
	}
}

func TestTheProxyNeedsNoKeyOfTheLocalGateway(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) { o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		c.Ask("sim/writer", "no key here")
		d.WaitFor("the answer", func() bool {
			return d.Sent.Len() == 1 && !d.Sent.Entries()[0].Start.IsZero() && d.Sent.Entries()[0].Verdict == state.Completed
		})
	})
}
