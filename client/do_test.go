package client_test

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// TestSentRequest: the request's line and header by the document, and the
// record of it.
func TestSentRequest(t *testing.T) {
	for name, c := range map[string]struct {
		opts []client.Option
		call client.Call
		line string
		has  map[string]string
	}{
		"a stream": {
			[]client.Option{client.WithKey("sk-canary-1")},
			client.Call{Path: "/responses", Body: []byte(`{ "a":1 }`), Stream: true},
			"POST http://gateway.test/api/v1/responses",
			map[string]string{
				"Authorization": "Bearer sk-canary-1", "Accept": "text/event-stream, application/json", "Accept-Encoding": "identity",
				"Content-Type": "application/json", "X-Service-Metadata": "", "User-Agent": "gatehouse",
			},
		},
		"a plain one, no key": {nil, client.Call{Path: "/rerank", Body: []byte(`{}`)}, "POST http://gateway.test/api/v1/rerank", map[string]string{"Authorization": "", "Accept": "application/json"}},
		"no body":             {nil, client.Call{Path: "/models", Method: "GET"}, "GET http://gateway.test/api/v1/models", map[string]string{"Content-Type": ""}},
		"metadata":            {nil, client.Call{Path: "/responses", Body: []byte(`{}`), Metadata: client.MetadataOn}, "", map[string]string{"X-Service-Metadata": "enabled"}},
		"metadata, old name":  {nil, client.Call{Path: "/responses", Body: []byte(`{}`), Metadata: client.MetadataLegacy}, "", map[string]string{"X-Service-Experimental-Metadata": "enabled", "X-Service-Metadata": ""}},
		"another word":        {[]client.Option{client.WithService("openrouter")}, client.Call{Path: "/responses", Body: []byte(`{}`), Metadata: client.MetadataOn}, "", map[string]string{"X-OpenRouter-Metadata": "enabled"}},
		"a header of the call over the client's": {
			[]client.Option{client.WithHeader("x-title", "ours"), client.WithHeader("X-Other", "o")},
			client.Call{Path: "/responses", Body: []byte(`{}`), Header: http.Header{"X-Title": {"its"}}}, "",
			map[string]string{"X-Title": "its", "X-Other": "o"},
		},
		"a slash at the end": {[]client.Option{client.WithBaseURL("http://gateway.test/")}, client.Call{Path: "/responses", Body: []byte(`{}`)}, "POST http://gateway.test/responses", nil},
		"a query":            {[]client.Option{client.WithBaseURL("http://gateway.test/v1?api_key=abcdef&v=2")}, client.Call{Path: "/responses", Body: []byte(`{}`)}, "POST http://gateway.test/v1/responses?api_key=***&v=2", nil},
		"a password that is left out": {
			[]client.Option{client.WithBaseURL("http://user:hunter22@gateway.test/v1")},
			client.Call{Path: "/responses", Body: []byte(`{}`), Header: http.Header{"Authorization": nil}}, "", map[string]string{"Authorization": ""},
		},
		"a password": {[]client.Option{client.WithBaseURL("http://user:hunter22@gateway.test/v1")}, client.Call{Path: "/responses", Body: []byte(`{}`)}, "POST http://***@gateway.test/v1/responses", map[string]string{"Authorization": "Basic dXNlcjpodW50ZXIyMg=="}},
	} {
		t.Run(name, func(t *testing.T) {
			var got *http.Request
			transport := pipes(func(conn net.Conn, req *http.Request) {
				got = req
				io.WriteString(conn, jsonHead+"{}")
			})
			var s sink
			opts := append([]client.Option{client.WithBaseURL("http://gateway.test/api/v1"), client.WithTransport(transport)}, c.opts...)
			gateway := client.New(opts...)
			before, err := gateway.Preview(c.call)
			if err != nil {
				t.Fatal(err)
			}
			capture := gateway.Do(t.Context(), c.call, &s)
			if !reflect.DeepEqual(before, capture.Sent) {
				t.Errorf("previewed %+v, sent %+v", before, capture.Sent)
			}
			if capture.End.Cause != wire.EndClean {
				t.Fatalf("%+v", capture.End)
			}
			for field, want := range c.has {
				if got.Header.Get(field) != want {
					t.Errorf("%s is %q, want %q", field, got.Header.Get(field), want)
				}
			}
			if line := capture.Sent.Method + " " + capture.Sent.URL; c.line != "" && line != c.line {
				t.Errorf("recorded as %s", line)
			}
			if string(capture.Sent.Body) != string(c.call.Body) || capture.Sent.Header.Get("Host") != "gateway.test" {
				t.Errorf("recorded %q, %v", capture.Sent.Body, capture.Sent.Header)
			}
			if a := capture.Sent.Header.Get("Authorization"); a != "" && !strings.HasSuffix(a, " ***") {
				t.Errorf("the key is recorded: %s", a)
			}
		})
	}
}

// TestUnsendableRequests end before anything is sent, with a reason.
func TestUnsendableRequests(t *testing.T) {
	if _, err := client.New(client.WithBaseURL("nowhere")).Preview(client.Call{}); err == nil {
		t.Error("a call to no address has a preview")
	}
	empty := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(empty, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, opts := range map[string][]client.Option{
		"no address":          nil,
		"no scheme":           {client.WithBaseURL("gateway.test/api/v1")},
		"another scheme":      {client.WithBaseURL("ftp://gateway.test")},
		"no host":             {client.WithBaseURL("https:///api/v1")},
		"a broken address":    {client.WithBaseURL("http://u:hunter22@[::1")},
		"a key with a line":   {client.WithBaseURL("http://127.0.0.1:1"), client.WithKey("hunter22\nX: y")},
		"a header that is no": {client.WithBaseURL("http://127.0.0.1:1"), client.WithHeader("a b", "c")},
		"no such file":        {client.WithBaseURL("http://127.0.0.1:1"), client.WithCAFile(empty + "x")},
		"no certificate":      {client.WithBaseURL("http://127.0.0.1:1"), client.WithCAFile(empty)},
	} {
		var s sink
		capture := client.New(opts...).Do(t.Context(), client.Call{Path: "/responses", Body: []byte(`{}`)}, &s)
		if capture.End.Cause != wire.EndRequest || capture.End.Message == "" || strings.Contains(capture.End.Message, "hunter22") {
			t.Errorf("%s: %+v", name, capture.End)
		}
		if len(s.arrivals) != 1 || s.arrivals[0].Kind != wire.ArrivedEnd || s.capture != capture {
			t.Errorf("%s: %+v", name, s.arrivals)
		}
	}
}

// TestNoHead: each way of getting no answer at all has its cause.
func TestNoHead(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	nowhere := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "gateway.test", IsNotFound: true}}
	}}
	garbage := pipes(raw("SSH-2.0-OpenSSH_9.0\r\n"))
	for name, c := range map[string]struct {
		address string
		opts    []client.Option
		want    wire.EndCause
	}{
		"refused":           {"http://" + closed.Addr().String(), nil, wire.EndConnect},
		"no such name":      {"http://gateway.test", []client.Option{client.WithTransport(nowhere)}, wire.EndDNS},
		"TLS to plain HTTP": {strings.Replace(plain.URL, "http:", "https:", 1), nil, wire.EndTLS},
		"unknown authority": {secure.URL, nil, wire.EndTLS},
		"not HTTP":          {"http://gateway.test", []client.Option{client.WithTransport(garbage)}, wire.EndNotHTTP},
		"closed at once":    {"http://gateway.test", []client.Option{client.WithTransport(pipes(raw()))}, wire.EndConnect},
	} {
		var s sink
		cl := client.New(append(c.opts, client.WithBaseURL(c.address))...)
		capture := cl.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(`{}`)}, &s)
		if capture.End.Cause != c.want || capture.End.Message == "" || capture.Head != nil {
			t.Errorf("%s: %+v", name, capture.End)
		}
		cl.Close()
	}
}

func TestCAFileIsTrusted(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{}") }))
	defer server.Close()
	name := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(name, pemOf(server), 0o600); err != nil {
		t.Fatal(err)
	}
	var s sink
	c := client.New(client.WithBaseURL(server.URL), client.WithCAFile(name))
	defer c.Close()
	capture := c.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(`{}`)}, &s)
	timing := capture.Timing
	if capture.End.Cause != wire.EndClean {
		t.Fatalf("%+v", capture.End)
	}
	order := []int64{0, timing.ConnectStart, timing.ConnectDone, timing.TLSStart, timing.TLSDone, timing.WroteRequest, timing.FirstByte, capture.Head.AtUS, timing.End}
	if !slices.IsSorted(order) || timing.DNSStart != -1 || timing.Reused {
		t.Errorf("%+v", timing)
	}
	again := c.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(`{}`)}, &s).Timing
	if !again.Reused || again.ConnectStart != -1 || again.TLSDone != -1 || again.WroteRequest < 0 {
		t.Errorf("on a kept connection: %+v", again)
	}
}

// TestArrivals: the head before the first byte of a stream, then frames as they arrive, with their
// times.
func TestArrivals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var at []time.Duration
		start := time.Now()
		var s sink
		transport := pipes(every(time.Second, sseHead, created, added, hel, lo, completed, done))
		c := client.New(client.WithBaseURL("http://gateway.test"), client.WithTransport(transport))
		capture := c.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(`{}`), Stream: true}, client.SinkFunc(func(a wire.Arrival) {
			at = append(at, time.Since(start))
			s.Arrive(a)
		}))
		for i, a := range s.arrivals {
			if want := time.Duration(min(i, 6)+1) * time.Second; at[i] != want {
				t.Errorf("arrival %d after %v, want %v", i, at[i], want)
			}
			if a.Kind == wire.ArrivedFrame && a.Frame.AtUS != at[i].Microseconds() {
				t.Errorf("frame %d is stamped %d", i, a.Frame.AtUS)
			}
		}
		if n := len(s.arrivals); n != 8 || s.arrivals[0].Kind != wire.ArrivedHead || !s.arrivals[0].Stream || s.arrivals[7].Kind != wire.ArrivedEnd {
			t.Fatalf("%d arrivals: %+v", n, s.arrivals)
		}
		want := wire.NoTiming()
		want.WroteRequest, want.FirstByte, want.FirstToken, want.End = 0, 1e6, 4e6, 7e6
		if capture.Timing != want || *s.arrivals[7].Timing != want {
			t.Errorf("%+v", capture.Timing)
		}
		if refs := capture.Frames.All(); len(refs) != 6 || refs[5].AtUS != 7e6 {
			t.Errorf("%+v", refs)
		}
	})
}

// TestStreamOrDocument: the content type decides, unless the first bytes say
// otherwise.
func TestStreamOrDocument(t *testing.T) {
	html, text := "Content-Type: text/html\r\n", "Content-Type: text/plain\r\n"
	sse, json := "Content-Type: text/event-stream; charset=utf-8\r\n", "Content-Type: application/json\r\n"
	for name, c := range map[string]struct {
		status int
		fields string
		body   []string
		heads  []bool
	}{
		"a stream":                    {200, sse, []string{fullStream}, []bool{true}},
		"a stream without a byte":     {200, sse, nil, []bool{true}},
		"a document in a stream":      {200, sse, []string{" \n", "{}"}, []bool{true, false}},
		"a page in a stream":          {200, sse, []string{"<html>"}, []bool{true, false}},
		"a comment":                   {200, json, []string{":", " x\n\n"}, []bool{true}},
		"a stream as JSON":            {200, json, []string{"da", "ta: {}\n\n"}, []bool{true}},
		"an event as text":            {200, text, []string{"e", "v", "ent: x\n\n"}, []bool{true}},
		"a stream behind a mark":      {200, text, []string{"\xEF", "\xBB\xBFid: 1\n\n"}, []bool{true}},
		"a document":                  {200, json, []string{"{}"}, []bool{false}},
		"a text":                      {200, text, []string{"dat", "es are sweet"}, []bool{false}},
		"the beginning of a name":     {200, text, []string{"dat"}, []bool{false}},
		"nothing":                     {200, "", nil, []bool{false}},
		"a page":                      {200, html, []string{"<html>"}, []bool{false}},
		"an error is never a stream":  {500, sse, []string{fullStream}, []bool{false}},
		"a stream with a new line":    {200, sse, []string{"\n\n" + fullStream}, []bool{true}},
		"a stream of unknown fields":  {200, sse, []string{"x: y\n\n"}, []bool{true}},
		"a redirect is not followed":  {302, "Location: http://elsewhere.test/\r\n", []string{"moved"}, []bool{false}},
		"a switch of nothing, a list": {200, text, []string{"[1]"}, []bool{false}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				capture, s := exchange(t, head(c.status, c.fields, c.body...), client.Call{})
				var heads []bool
				for _, a := range s.arrivals {
					if a.Kind == wire.ArrivedHead {
						heads = append(heads, a.Stream)
					}
				}
				end := s.arrivals[len(s.arrivals)-1]
				if !slices.Equal(heads, c.heads) {
					t.Errorf("heads %v, want %v", heads, c.heads)
				}
				if is := heads[len(heads)-1]; is != (end.Body == nil) && len(c.body) > 0 {
					t.Errorf("body %q", end.Body)
				}
				if string(capture.Text().All()) != strings.Join(c.body, "") {
					t.Errorf("captured %q", capture.Text().All())
				}
				checkReplay(t, capture, s)
			})
		})
	}
}

// TestReplayEqualsLive: whatever the bytes, their split and their end, the arrivals that a sink
// got are replayed from the capture.
func TestReplayEqualsLive(t *testing.T) {
	piece := rapid.SampledFrom([]string{"data: ", `{"type":"a.delta","delta":"x"}`, "\n", "\r", "\r\n\r\n", "\n\n", ": c\n", "event: e\n", "\uFEFF", "{", " ", "sk-canary-1", "sk-can", "é", done, hel})
	fields := rapid.SampledFrom([]string{"", "Content-Type: text/event-stream\r\n", "Content-Type: application/json\r\n", "Content-Type: text/event-stream\r\nContent-Length: 5000\r\n"})
	rapid.Check(t, func(rt *rapid.T) {
		pieces := rapid.SliceOfN(piece, 0, 12).Draw(rt, "pieces")
		status := rapid.SampledFrom([]int{200, 200, 404}).Draw(rt, "status")
		serve := head(status, fields.Draw(rt, "fields"), pieces...)
		capture, s := exchange(t, serve, client.Call{}, client.WithKey("sk-canary-1"))
		replayed := slices.Collect(client.Replay(capture))
		if !reflect.DeepEqual(replayed, s.arrivals) {
			rt.Fatalf("live   %+v\nreplay %+v", s.arrivals, replayed)
		}
		for a := range client.Replay(capture) { // stopping is heard
			_ = a
			break
		}
		for i, ref := range capture.Frames.All() {
			if frame := frames(s)[i]; frame.Offset != ref.Offset || frame.AtUS != ref.AtUS || frame.Kind != ref.Kind {
				rt.Fatalf("frame %+v is in the index as %+v", frame, ref)
			}
		}
	})
}

// TestReplayCompletesTheFrameIndex: a stored capture has no index of its frames; a
// replay makes it, up to where one was stopped.
func TestReplayCompletesTheFrameIndex(t *testing.T) {
	capture := &wire.Capture{Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean},
		Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}}
	for i := range 5 {
		capture.Body.Append([]byte("data: {}\n\n: c\n\n"), int64(i*1000))
	}
	for a := range client.Replay(capture) {
		if a.Kind == wire.ArrivedFrame && a.Frame.AtUS == 2000 {
			break
		}
	}
	for range 2 {
		for range client.Replay(capture) {
		}
	}
	refs := capture.Frames.All()
	if len(refs) != 10 || refs[9].AtUS != 4000 || refs[9].Kind != wire.FrameComment {
		t.Errorf("the index has %d frames: %+v", len(refs), refs)
	}
}

func frames(s *sink) (out []wire.Frame) {
	for _, a := range s.arrivals {
		if a.Kind == wire.ArrivedFrame {
			out = append(out, a.Frame)
		}
	}
	return out
}

var _ client.Sink = (*sink)(nil)

// TestConcurrentExchangesAreIndependent: cancelling one leaves the other alone.
func TestConcurrentExchangesAreIndependent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport := pipes(every(time.Second, sseHead, hel, lo, completed))
		c := client.New(client.WithBaseURL("http://gateway.test"), client.WithTransport(transport))
		ctx, cancel := context.WithCancel(t.Context())
		first := make(chan *wire.Capture)
		go func() { first <- c.Do(ctx, client.Call{Path: "/responses", Body: []byte(`{}`)}, &sink{}) }()
		time.AfterFunc(2500*time.Millisecond, cancel)
		second := c.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(`{}`)}, &sink{})
		if one := <-first; one.End.Cause != wire.EndCancelled || second.End.Cause != wire.EndClean || one.ID == second.ID {
			t.Errorf("%+v, %+v", one.End, second.End)
		}
	})
}
