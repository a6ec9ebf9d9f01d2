package app

import (
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/history"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	entries "gatehouse/state/history"
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
		d.settle()
		d.m.Proxy.Close()
		d.m.History.Close()
	})
}

// listening is a listener with the proxy's own address.
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

// TestRunningExchangesAreNotCutOffByOneKey: it says so first, and takes the key again.
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
		row := func() string { return lineWith(d.screen(), "address of --proxy") }
		d.until("the row", func() bool { return strings.Contains(row(), "● proxy on") })
		d.keys("down")
		d.shows("http://elsewhere.test/v1")
		d.shows("nothing came through yet")
		c.ask("sim/writer", "not an address of the test")
		d.until("the count", func() bool { return strings.Contains(d.screen(), "1 exchange, 1 failed or broken off; F6 lists them") })
		d.keys("p")
		d.until("the end", func() bool { return !d.m.Proxy.On() })
		d.shows("off  p records other programs")
		d.keys("p")
		d.until("the proxy", func() bool { return d.m.Proxy.On() })
		d.shows("nothing came through yet")
	})
}

// TestRecordsThatWaitAreCounted: in the history's list, and at the connection that the proxy
// leads to, for as long as there are some.
func TestRecordsThatWaitAreCounted(t *testing.T) {
	var goOn chan struct{}
	proxied(t, func(o *Options) {
		goOn, o.Proxy = make(chan struct{}), &o.Local
		fold := func(about entries.About, c *wire.Capture) *state.Exchange {
			<-goOn
			return files.Fold(about, c)
		}
		dir := filepath.Join(t.TempDir(), "a")
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			return archive.Open(ctx, dir, archive.Options{Fold: fold, Report: report})
		}
	}, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		d.hides("to be recorded")
		for range 3 {
			c.ask("fault/500", "it ends at once")
		}
		d.until("the records", func() bool { return d.m.Proxy.Waiting() == 2 }) // beside the one that is made
		d.settle()
		d.shows("2 to be recorded")
		d.keys("f7")
		d.until("the count", func() bool { return strings.Contains(d.screen(), "2 more to be recorded") })
		close(goOn)
		d.until("all records", func() bool { return d.m.Proxy.Waiting() == 0 })
		d.keys("f6")
		d.pass(time.Second)
		d.hides("to be recorded")
	})
}

// TestAnyWidthHasRoomForWhatPassed: where it gets narrow the list of connections counts it in the
// place of the proxy's address.
func TestAnyWidthHasRoomForWhatPassed(t *testing.T) {
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

func TestAnExchangeOfAnotherProgramIsListedWhileItRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	proxied(t, func(o *Options) { o.History = archiveIn(dir); o.Proxy = &o.Local }, func(d *driver, c *caller) {
		c.ask("sim/writer", "an older one")
		d.until("its end", func() bool { return d.m.Proxy.Kept == 1 })
		d.keys("esc", "f6")
		d.until("the older one", func() bool { return strings.Contains(d.screen(), "an older one") })
		stop := c.ask("fault/slow", "a newer one")
		d.until("the newer one", func() bool { return strings.Contains(d.screen(), "streaming") })
		s := d.screen()
		if strings.Index(s, "a newer one") > strings.Index(s, "an older one") {
			t.Errorf("the newest is not on top:\n%s", s)
		}
		if !strings.Contains(s, "1 · 1 running") {
			t.Errorf("the one that runs is not counted:\n%s", s)
		}
		stop()
		d.until("the end", func() bool {
			return strings.Contains(lineWith(d.screen(), "a newer one"), "truncated") || strings.Contains(lineWith(d.screen(), "a newer one"), "cancelled")
		})
		d.until("the archive", func() bool {
			return d.m.Proxy.Kept == 2 && len(listOf(d)) == 2 && listOf(d)[0].Key > 0
		})
		if n := strings.Count(d.screen(), "a newer one"); n != 1 {
			t.Errorf("it is listed %d times:\n%s", n, d.screen())
		}
	})
	list := saved(t, dir)
	if len(list) != 2 || list[0].Origin != entries.Proxy || list[0].Connection != entries.Local || list[0].BaseURL != "" {
		t.Errorf("saved are %+v", list)
	}
}

// TestTheListIsInTheOrderOfTheBeginnings: also when one that began earlier ends later.
func TestTheListIsInTheOrderOfTheBeginnings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	proxied(t, func(o *Options) { o.History = archiveIn(dir); o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		c.ask("fault/slow", "the long one")
		d.until("the long one", func() bool { return strings.Contains(d.screen(), "streaming") })
		c.ask("sim/writer", "the short one")
		ordered := func() bool {
			list := listOf(d)
			if !slices.IsSortedFunc(list, func(a, b entries.Entry) int { return b.Start.Compare(a.Start) }) {
				t.Fatalf("not the newest first:\n%s", d.screen())
			}
			return len(list) == 2
		}
		d.until("both", ordered)
		d.t.Log(d.m.Proxy.Follows, "\n"+d.screen())
		d.until("the short one in the archive", func() bool { return ordered() && listOf(d)[0].Key > 0 })
		d.until("the end of the long one", func() bool { return ordered() && strings.Contains(lineWith(d.screen(), "the long one"), "completed") })
		d.until("both in the archive", func() bool { return ordered() && listOf(d)[1].Key > 0 })
	})
}

// TestTheCursorOfTheList: on the newest it stays on the newest, elsewhere on its exchange, also
// when that gets its place in the archive, and so do the marks.
func TestTheCursorOfTheList(t *testing.T) {
	proxied(t, func(o *Options) { o.History = archiveIn(filepath.Join(t.TempDir(), "data")); o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		at := func(words string) func() bool {
			return func() bool { return strings.Contains(lineWith(d.screen(), words), "▸") }
		}
		c.ask("sim/writer", "alpha")
		d.until("it", at("alpha"))
		stop := c.ask("fault/slow", "bravo")
		d.until("the newest", at("bravo"))
		d.keys("m", "down")
		c.ask("sim/writer", "charlie")
		d.until("the third", func() bool { return strings.Contains(d.screen(), "charlie") })
		if !at("alpha")() {
			t.Errorf("the cursor left its exchange:\n%s", d.screen())
		}
		d.keys("up")
		stop()
		d.until("the archive", func() bool {
			l := listOf(d)
			return len(l) == 3 && l[0].Key > 0 && l[1].Key > 0 && l[2].Key > 0
		})
		if line := lineWith(d.screen(), "bravo"); !at("bravo")() || !strings.Contains(line, "▸A 00:00") {
			t.Errorf("the cursor or the mark is gone:\n%s", d.screen())
		}
	})
}

// TestAFilterMatchesWhatPasses: what a filter says of an exchange may be known at its end only.
func TestAFilterMatchesWhatPasses(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Options)
	}{
		{"archive", func(o *Options) { o.History = archiveIn(filepath.Join(t.TempDir(), "data")); o.Proxy = &o.Local }},
		{"memory", func(o *Options) { o.NoHistory = true; o.Proxy = &o.Local }},
	} {
		t.Run(test.name, func(t *testing.T) {
			proxied(t, test.change, func(d *driver, c *caller) {
				d.keys("esc", "f6", "2") // the view of those that failed
				c.ask("fault/slow", "may break")
				c.ask("sim/writer", "works")
				c.ask("fault/500", "breaks")
				d.until("the failed one", func() bool { return strings.Contains(lineWith(d.screen(), "breaks"), "failed 500") })
				d.until("the others", func() bool { return d.m.Sent.Len() == 3 && strings.Contains(d.screen(), "1 running") })
				d.shows("1 running")
				d.hides("may break")
				d.hides("works")
				d.keys("5") // since the start
				d.until("all", func() bool { return strings.Contains(d.screen(), "may break") && strings.Contains(d.screen(), "works") })
			})
		})
	}
}

func TestADeletedExchangeOfTheProxyStaysDeleted(t *testing.T) {
	proxied(t, func(o *Options) { o.History = archiveIn(filepath.Join(t.TempDir(), "data")); o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		c.ask("sim/writer", "goes away")
		d.until("the archive", func() bool { l := listOf(d); return len(l) == 1 && l[0].Key > 0 })
		d.keys("d")
		d.until("its end", func() bool { return len(listOf(d)) == 0 })
		c.ask("sim/writer", "comes")
		d.until("another", func() bool { l := listOf(d); return len(l) == 1 && l[0].Key > 0 })
		d.hides("goes away")
	})
}

func listOf(d *driver) []entries.Entry {
	return d.m.pane(history.ListPane).(interface{ Entries() []entries.Entry }).Entries()
}

func lineWith(screen, words string) string {
	for line := range strings.Lines(screen) {
		if strings.Contains(line, words) {
			return line
		}
	}
	return ""
}

func TestWithoutAHistoryTheExchangesAreShownAllTheSame(t *testing.T) {
	proxied(t, func(o *Options) { o.NoHistory = true; o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		c.ask("sim/writer", "from elsewhere")
		d.until("its end", func() bool { return strings.Contains(lineWith(d.screen(), "from elsewhere"), "completed") })
		d.keys("enter")
		d.shows("completed")
		d.keys("f6", "d")
		d.shows("not deleted")
	})
}

func TestTheInspectorFollowsTheNewest(t *testing.T) {
	proxied(t, func(o *Options) { o.Proxy = &o.Local }, func(d *driver, c *caller) {
		c.ask("sim/writer", "first")
		d.until("it", func() bool { return d.m.Sent.Len() == 1 && d.m.Sent.Entries()[0].Verdict == state.Completed })
		d.pass(time.Second)
		d.keys("esc", "f6", "P")
		d.shows("follows the newest")
		shown := func() string { x := d.m.look().Exchange(); return string(x.State().Request) }
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
		if x := d.m.look().Exchange().State(); !strings.Contains(string(x.Request), "over a WebSocket") {
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

func TestAFailureThatCameByIsCounted(t *testing.T) {
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
