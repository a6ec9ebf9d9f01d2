package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// stall writes pieces and then nothing, until the other side goes away.
func stall(pieces ...string) reply {
	return func(conn net.Conn, req *http.Request) {
		raw(pieces...)(conn, req)
		io.Copy(io.Discard, conn)
	}
}

// TestEndsCausedByTheClient: cancelled, timed out, idle; before and after the head. What had
// arrived is stored.
func TestEndsCausedByTheClient(t *testing.T) {
	const second = time.Second
	beats := every(20*second, append([]string{sseHead, hel}, strings.Split(strings.Repeat(": b\n|", 10), "|")...)...)
	for name, c := range map[string]struct {
		serve  reply
		call   client.Call
		cancel time.Duration
		want   wire.EndCause
		after  time.Duration
		text   string
	}{
		"cancelled before the head":    {stall(), client.Call{}, 3 * second, wire.EndCancelled, 3 * second, ""},
		"cancelled in the body":        {stall(sseHead, hel, "data: to"), client.Call{}, 3 * second, wire.EndCancelled, 3 * second, hel + "data: to"},
		"timed out before the head":    {stall(), client.Call{Timeout: 2 * second}, 0, wire.EndTimeout, 2 * second, ""},
		"timed out in the body":        {beats, client.Call{Timeout: 50 * second}, 0, wire.EndTimeout, 50 * second, hel},
		"idle before the head":         {stall(), client.Call{IdleTimeout: 2 * second}, 0, wire.EndTimeout, 2 * second, ""},
		"idle in the body":             {stall(sseHead, hel), client.Call{IdleTimeout: 2 * second}, 0, wire.EndIdle, 2 * second, hel},
		"idle behind comments":         {func(conn net.Conn, req *http.Request) { beats(conn, req); stall()(conn, req) }, client.Call{IdleTimeout: 30 * second}, 0, wire.EndIdle, 270 * second, hel + strings.Repeat(": b\n", 10)},
		"the idle time is never spent": {every(29*second, sseHead, hel, lo, completed), client.Call{IdleTimeout: 30 * second}, 0, wire.EndClean, 116 * second, hel + lo + completed},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if c.cancel > 0 {
					time.AfterFunc(c.cancel, cancel)
				}
				transport := pipes(c.serve)
				start := time.Now()
				c.call.Path, c.call.Body = "/responses", []byte(`{}`)
				var s sink
				capture := client.New(client.WithBaseURL("http://gateway.test"), client.WithTransport(transport)).Do(ctx, c.call, &s)
				if capture.End.Cause != c.want || time.Since(start) != c.after {
					t.Errorf("%+v after %v, want %s after %v", capture.End, time.Since(start), c.want, c.after)
				}
				if got := string(capture.Text().All()); got != c.text {
					t.Errorf("captured %q", got)
				}
				if capture.End.Cause != wire.EndClean && capture.End.Message == "" {
					t.Error("no word about it")
				}
				checkReplay(t, capture, &s)
				time.Sleep(time.Hour) // the server notices at its next writes
			})
			// The bubble ends only when every goroutine in it has: the reader's,
			// the transport's and the server's.
		})
	}
}

func TestDoneContextSendsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var s sink
	capture := client.New(client.WithBaseURL("http://gateway.test"), client.WithTransport(pipes(raw()))).Do(ctx, client.Call{Path: "/responses"}, &s)
	if capture.End.Cause != wire.EndCancelled || len(s.arrivals) != 1 {
		t.Errorf("%+v", capture.End)
	}
}

// counted counts the connections of a real listener that are open.
type counted struct {
	net.Conn
	open *atomic.Int32
}

func (c counted) Close() error {
	c.open.Add(-1)
	return c.Conn.Close()
}

// bubbled counts the goroutines of the calling test's bubble. The process has others that start
// and end by themselves: the runtime runs finalizers, an earlier test's connection closes.
func bubbled() int {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	first, _, _ := bytes.Cut(stacks, []byte("\n")) // goroutine 7 [running, synctest bubble 3]:
	_, bubble, _ := bytes.Cut(first, []byte("synctest bubble "))
	return bytes.Count(stacks, slices.Concat([]byte("synctest bubble "), bubble, []byte("\n")))
}

// TestCancelLeaksNothing: no connection and no goroutine, counted.
func TestCancelLeaksNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var open atomic.Int32
		transport := pipes(stall(sseHead, hel))
		dial := transport.DialContext
		transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial(ctx, network, address)
			open.Add(1)
			return counted{conn, &open}, err
		}
		c := client.New(client.WithBaseURL("http://gateway.test"), client.WithTransport(transport))
		synctest.Wait()
		before := bubbled()
		for range 50 {
			ctx, cancel := context.WithCancel(t.Context())
			c.Do(ctx, client.Call{Path: "/responses", Body: []byte(`{}`), IdleTimeout: time.Hour, Timeout: time.Hour}, client.SinkFunc(func(a wire.Arrival) {
				if a.Kind == wire.ArrivedFrame {
					cancel()
				}
			}))
			cancel()
		}
		synctest.Wait()
		if n := open.Load(); n != 0 {
			t.Errorf("%d connections are open", n)
		}
		if n := bubbled(); n != before || n == 0 {
			t.Errorf("%d goroutines, %d before", n, before)
		}
	})
}

// TestSlowSinkIsNotAnIdleTimeout: what holds up the sink holds up the reader, and no byte is
// waited for meanwhile.
func TestSlowSinkIsNotAnIdleTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client.New(client.WithBaseURL("http://gateway.test"), client.WithTransport(pipes(every(time.Second, sseHead, hel, lo, completed))))
		capture := c.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(`{}`), IdleTimeout: 5 * time.Second}, client.SinkFunc(func(a wire.Arrival) {
			if a.Kind == wire.ArrivedFrame {
				time.Sleep(time.Minute)
			}
		}))
		if capture.End.Cause != wire.EndClean {
			t.Errorf("%+v", capture.End)
		}
	})
}

// TestLineBeyondTheCap ends the exchange with a clear message and stores what had arrived.
func TestLineBeyondTheCap(t *testing.T) {
	long := strings.Repeat("x", 3000)
	capture, s := exchange(t, stream(hel, "data: "+long, long, "\n\n"), client.Call{}, client.WithMaxLine(4000))
	if capture.End.Cause != wire.EndLineCap || !strings.Contains(capture.End.Message, "4000") {
		t.Errorf("%+v", capture.End)
	}
	got := frames(s)
	if len(got) != 2 || got[1].Kind != wire.FrameTorn || !bytes.HasPrefix(got[1].Data, []byte(long)) {
		t.Errorf("%d frames", len(got))
	}
	checkReplay(t, capture, s)
}

// TestEndReportsDroppedBytes: of an answer whose length was announced, what
// the cap left unread is counted.
func TestEndReportsDroppedBytes(t *testing.T) {
	const size = 9000
	announced := strings.Replace(sseHead, "Connection", fmt.Sprintf("Content-Length: %d\r\nConnection", size), 1)
	capture, s := exchange(t, raw(announced, "data: "+strings.Repeat("x", 5000)), client.Call{}, client.WithMaxLine(4000))
	end := s.arrivals[len(s.arrivals)-1]
	if end.Dropped == 0 || end.Dropped != size-capture.Body.Len() {
		t.Errorf("%d bytes are said to be dropped, %d of %d were kept", end.Dropped, capture.Body.Len(), size)
	}
	checkReplay(t, capture, s)
}

// TestLineOf100MB arrives completely when the cap allows it, and is refused at the default cap
// without being read to its end.
func TestLineOf100MB(t *testing.T) {
	if testing.Short() {
		t.Skip("moves 170 MB")
	}
	const size = 100 << 20
	piece := strings.Repeat("A", 1<<20)
	serve := func(conn net.Conn, req *http.Request) {
		raw(sseHead, created, `data: {"type":"response.x","b64":"`)(conn, req)
		for range size / len(piece) {
			if _, err := io.WriteString(conn, piece); err != nil {
				return
			}
		}
		raw("\"}\n\n", done)(conn, req)
	}
	capture, s := exchange(t, serve, client.Call{}, client.WithMaxLine(size+1000))
	events := s.events()
	if capture.End.Cause != wire.EndClean || len(events) != 2 || events[1].Type != "response.x" || len(events[1].Data) < size {
		t.Errorf("%+v, %d events", capture.End, len(events))
	}
	capture, _ = exchange(t, serve, client.Call{})
	if n := capture.Body.Len(); capture.End.Cause != wire.EndLineCap || n > 65<<20 {
		t.Errorf("%+v after %d bytes", capture.End, n)
	}
}

// canary is a key that must not be found anywhere.
const canary = "sk-canary-0123456789abcdef"

// TestKeyIsNeverRecorded: a server that echoes the key in every place, in one piece, split over
// reads and in other spellings.
func TestKeyIsNeverRecorded(t *testing.T) {
	split := func(p int) []string { return []string{"data: {\"k\":\"" + canary[:p], canary[p:] + "\"}\n\n"} }
	replies := map[string]reply{
		"the head":     head(200, "X-Echo: Bearer "+canary+"\r\nLocation: http://h/?key="+canary+"\r\n", "{}"),
		"a body":       head(401, "Content-Type: application/json\r\n", `{"error":{"message":"invalid key `+canary+`"}}`),
		"a stream":     stream(data(`{"type":"error","message":"` + canary + `"}`)),
		"a comment":    stream(": " + canary + "\n\n"),
		"a torn tail":  stream("data: "+canary[:20], canary[20:]),
		"bytes":        stream(bytewise(data(`{"type":"x.delta","delta":"` + canary + `"}`))...),
		"gzip":         raw(append([]string{strings.Replace(sseHead, "Connection", "Content-Encoding: gzip\r\nConnection", 1)}, zipped(split(9)...)...)...),
		"a broken one": raw("HTTP/1.1 200 " + canary + "\r\n" + canary + "\r\n\r\n"),
	}
	for p := 1; p < len(canary); p += 5 {
		replies["a body cut at "+canary[:p]] = stream(split(p)...)
	}
	for name, serve := range replies {
		capture, s := exchange(t, serve, client.Call{}, client.WithKey(canary))
		found := dump(capture, s)
		if strings.Contains(found, canary) || strings.Contains(found, canary[3:20]) {
			t.Errorf("%s: the key is in %s", name, found)
		}
		if name != "a broken one" && capture.Redacted < len(canary) {
			t.Errorf("%s: %d bytes are said to be redacted", name, capture.Redacted)
		}
		if end := s.arrivals[len(s.arrivals)-1]; end.Redacted != capture.Redacted {
			t.Errorf("%s: the end tells of %d redacted bytes, the capture of %d", name, end.Redacted, capture.Redacted)
		}
		if strings.HasPrefix(name, "a body cut") {
			if want := "data: {\"k\":\"" + strings.Repeat("*", len(canary)) + "\"}\n\n"; string(capture.Text().All()) != want {
				t.Errorf("%s: %q", name, capture.Text().All())
			}
		}
	}
}

// TestKeyInTheAddressIsNeverRecorded.
func TestKeyInTheAddressIsNeverRecorded(t *testing.T) {
	refuse := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no way to " + canary)
	}}
	for _, address := range []string{"http://u:" + canary + "@gateway.test/v1", "http://gateway.test/v1?api_key=" + canary, "http://gateway.test/" + canary} {
		var s sink
		c := client.New(client.WithBaseURL(address), client.WithTransport(refuse), client.WithSecrets(canary))
		if found := dump(c.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(`{"input":"` + canary + `"}`)}, &s), &s); strings.Contains(found, canary) {
			t.Errorf("%s: %s", address, found)
		}
	}
}

// TestCredentialHeaderOfTheCallIsASecret.
func TestCredentialHeaderOfTheCallIsASecret(t *testing.T) {
	serve := stream(data(`{"echo":"` + canary + `"}`))
	capture, s := exchange(t, serve, client.Call{Header: http.Header{"X-Api-Key": {canary}}})
	if found := dump(capture, s); strings.Contains(found, canary) {
		t.Error(found)
	}
}

// TestEndIsTheArrivalOfTheLastByte: whatever ends an exchange, and however long
// after its last byte, Timing.End is that byte's stamp.
func TestEndIsTheArrivalOfTheLastByte(t *testing.T) {
	silent := func(conn net.Conn, req *http.Request) {
		every(time.Second, sseHead, hel)(conn, req)
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		conn.Read(make([]byte, 1)) // until then, or until the other side goes
	}
	for want, call := range map[wire.EndCause]client.Call{
		wire.EndIdle: {IdleTimeout: 5 * time.Second}, wire.EndTimeout: {Timeout: 9 * time.Second}, wire.EndClean: {},
	} {
		synctest.Test(t, func(t *testing.T) {
			capture, s := exchange(t, silent, call)
			if capture.End.Cause != want || capture.End.AtUS <= 2e6 || capture.Timing.End != 2e6 {
				t.Errorf("%s: %+v, last byte at %d", want, capture.End, capture.Timing.End)
			}
			x := state.NewExchange("x", nil)
			x.Apply(s.arrivals...)
			if total, ok := figures.Total(x); total != 2e6 || !ok {
				t.Errorf("%s: total %d", want, total)
			}
		})
	}
}

// TestFirstTokenIsTheFirstNonEmptyDelta: the capture and the fold agree on what the first
// delta was, also where a service names its events otherwise.
func TestFirstTokenIsTheFirstNonEmptyDelta(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		odd := data(`{"type":"response.odd","delta":"x"}`)
		beat := data(`{"type":"ping","delta":"x"}`)
		capture, s := exchange(t, every(time.Second, sseHead, beat, odd, hel, completed, done), client.Call{})
		x := state.NewExchange("x", nil)
		x.Apply(s.arrivals...)
		if first, _ := figures.TTFT(x); first != 3e6 || capture.Timing.FirstToken != first {
			t.Errorf("%d by the fold, %d by the capture", first, capture.Timing.FirstToken)
		}
	})
}
