package proxy_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// TestWhatPassesIsUnchanged: method, path as it is spelled, query, header values and body reach
// the server; status, header values, body and trailers return; the record has both.
func TestWhatPassesIsUnchanged(t *testing.T) {
	var got string
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var b strings.Builder
		fmt.Fprintf(&b, "%s %s\n", r.Method, r.RequestURI)
		_ = r.Header.Write(&b)
		got = b.String() + string(body) + "\n" + fmt.Sprint(r.Trailer)
		w.Header()["Date"] = []string{"yesterday"}
		w.Header()["X-Two"] = []string{"a", "b; c"}
		w.Header().Set("Connection", "X-Hop")
		w.Header().Set("X-Hop", "of this connection")
		w.Header().Set("Content-Type", "")
		w.Header().Set("Trailer", "X-Sum")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "short and stout")
		w.Header().Set("X-Sum", "42")
		w.Header().Set(http.TrailerPrefix+"X-Late", "yes")
	}))
	answer := raw(t, p.URL, "PROPFIND /a%2Fb/%C3%A9?x=1&&y=%20 HTTP/1.1\r\nHost: localhost\r\nConnection: close, X-Mine\r\nX-Mine: hop\r\nTe: trailers\r\nX-Odd:  v \r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n4\r\nbody\r\n0\r\nX-T: 1\r\n\r\n")
	for _, want := range []string{"PROPFIND /a%2Fb/%C3%A9?x=1&&y=%20\n", "Te: trailers\r\n", "X-Odd: v\r\n", "body\n", "X-T:[1]"} {
		if !strings.Contains(got, want) {
			t.Errorf("the server did not get %q:\n%s", want, got)
		}
	}
	for _, not := range []string{"X-Mine", "User-Agent", "Forwarded", "Accept-Encoding"} {
		if strings.Contains(got, not) {
			t.Errorf("the server got %q:\n%s", not, got)
		}
	}
	for _, want := range []string{"HTTP/1.1 418 ", "Date: yesterday\r\n", "X-Two: a\r\nX-Two: b; c\r\n", "short and stout", "X-Sum: 42", "X-Late: yes"} {
		if !strings.Contains(answer, want) {
			t.Errorf("the caller did not get %q:\n%s", want, answer)
		}
	}
	if strings.Contains(answer, "X-Hop") {
		t.Errorf("the caller got a header of another connection:\n%s", answer)
	}
	c := p.capture(t)
	if c.Sent.Method != "PROPFIND" || !strings.HasSuffix(c.Sent.URL, "/a%2Fb/%C3%A9?x=1&&y=%20") || string(c.Sent.Body) != "body" {
		t.Errorf("recorded as sent: %s %s %q", c.Sent.Method, c.Sent.URL, c.Sent.Body)
	}
	if c.Head.Status != http.StatusTeapot || string(c.Body.All()) != "short and stout" || c.End.Cause != wire.EndClean {
		t.Errorf("recorded: %+v %q %+v", c.Head, c.Body.All(), c.End)
	}
	if c.End.Trailer.Get("X-Sum") != "42" || c.End.Trailer.Get("X-Late") != "yes" {
		t.Errorf("recorded trailers: %v", c.End.Trailer)
	}
}

// TestEachReadIsHandedOnAtOnce: the caller has the first event before the second is sent,
// and the record has a chunk of each, with the caller's times.
func TestEachReadIsHandedOnAtOnce(t *testing.T) {
	next := make(chan bool)
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 3 {
			fmt.Fprintf(w, "data: %d\n\n", i)
			w.(http.Flusher).Flush()
			<-next
		}
	}))
	resp, err := http.Get(p.URL + "/v1/x")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewReader(resp.Body)
	for i := range 3 {
		line, err := lines.ReadString('\n')
		if err != nil || line != fmt.Sprintf("data: %d\n", i) {
			t.Fatalf("%q, %v", line, err)
		}
		_, _ = lines.ReadString('\n')
		next <- true
	}
	if _, err := lines.ReadByte(); err != io.EOF {
		t.Error(err)
	}
	c := p.capture(t)
	if n := len(c.Body.Chunks()); n != 3 {
		t.Errorf("%d chunks", n)
	}
	if w := c.Caller; w.Address == "" || w.UserAgent != "Go-http-client/1.1" {
		t.Errorf("the caller: %+v", w)
	}
	if w := c.Delivery; w.SentUS < 0 || w.HeadUS < c.Head.AtUS || w.FirstUS < w.HeadUS || w.LastUS < w.FirstUS {
		t.Errorf("the caller: %+v, head at %d", w, c.Head.AtUS)
	}
	if len(c.Frames.All()) != 3 {
		t.Errorf("%d frames", len(c.Frames.All()))
	}
}

// TestCompressedBytesPass: what the server compressed arrives as it was compressed, and the
// record has both.
func TestCompressedBytesPass(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(`{"answer":42}`))
	_ = z.Close()
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}))
	req, _ := http.NewRequest("GET", p.URL, nil)
	req.Header.Set("Accept-Encoding", "gzip") // so that net/http does not decode it
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || !bytes.Equal(body, packed.Bytes()) {
		t.Errorf("%q, %v", body, err)
	}
	c := p.capture(t)
	if !bytes.Equal(c.Body.All(), packed.Bytes()) || string(c.Text().All()) != `{"answer":42}` {
		t.Errorf("recorded %q as %q", c.Body.All(), c.Text().All())
	}
}

// TestACallerThatHangsUpEndsTheUpstreamRequest: and what had arrived is recorded.
func TestACallerThatHangsUpEndsTheUpstreamRequest(t *testing.T) {
	gone := make(chan bool)
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: [DONE]\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	}))
	ctx, hangUp := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, "POST", p.URL, strings.NewReader("{}"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(resp.Body, make([]byte, 14)); err != nil {
		t.Fatal(err)
	}
	hangUp()
	resp.Body.Close()
	select {
	case <-gone:
	case <-time.After(time.Minute):
		t.Fatal("the upstream request goes on")
	}
	c := p.capture(t)
	if c.End.Cause != wire.EndHungUp || string(c.Body.All()) != "data: [DONE]\n\n" {
		t.Errorf("%+v %q", c.End, c.Body.All())
	}
}

// TestABrokenAnswerIsBrokenForTheCaller: neither gets an end that did not arrive.
func TestABrokenAnswerIsBrokenForTheCaller(t *testing.T) {
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "half of")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}))
	resp, err := http.Get(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if string(body) != "half of" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", body, err)
	}
	if c := p.capture(t); c.End.Cause != wire.EndLost || string(c.Body.All()) != "half of" {
		t.Errorf("%+v %q", c.End, c.Body.All())
	}
}

// TestAServerThatIsDownIsReported: to the caller, and in the record with its cause.
func TestAServerThatIsDownIsReported(t *testing.T) {
	p := pass(t, http.NotFoundHandler(), func(o *proxy.Options) {
		o.Targets[0].Base = "http://127.0.0.1:1"
	})
	resp, err := http.Post(p.URL+"/responses", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusBadGateway || !strings.Contains(string(body), "No answer came from 127.0.0.1:1") {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if c := p.capture(t); c.End.Cause != wire.EndConnect || c.End.Detail != wire.DetailRefused || string(c.Sent.Body) != "{}" {
		t.Errorf("%+v %q", c.End, c.Sent.Body)
	}
}

// TestWhatIsNotForwarded: a change of protocol, a Host of elsewhere, a path to no target.
func TestWhatIsNotForwarded(t *testing.T) {
	forwarded := 0
	count := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { forwarded++ })
	p := pass(t, count)
	two := pass(t, count, func(o *proxy.Options) {
		o.Targets[0].Name = "a"
		o.Targets = append(o.Targets, o.Targets[0])
		o.Targets[1].Name = "b"
		o.Hosts = proxy.Hosts{Names: []string{"Box.Example.:8089"}}
	})
	for _, c := range []struct{ to, request, want string }{
		{p.URL, "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: irc/6.9\r\n\r\n", "501"},
		{p.URL, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", "421"},
		{two.URL, "GET /c/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "404"},
		{two.URL, "GET /b/x HTTP/1.1\r\nHost: box.example:80\r\nConnection: close\r\n\r\n", "200"},
	} {
		if strings.Contains(c.request, "Upgrade\r\n") {
			c.request = strings.Replace(c.request, "Connection: Upgrade", "Connection: Upgrade, close", 1)
		}
		if got := raw(t, c.to, c.request); !strings.HasPrefix(got, "HTTP/1.1 "+c.want) {
			t.Errorf("%q is answered %q", c.request, got)
		}
	}
	if forwarded != 1 {
		t.Errorf("%d were forwarded", forwarded)
	}
}

// TestCredentialsPassAndAreNotStored: wherever the request carries them, and where the answer
// repeats them.
func TestCredentialsPassAndAreNotStored(t *testing.T) {
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Header.Get("Authorization"), r.Header.Get("X-Api-Key"), r.URL.Query().Get("key"), r.Header.Get("Cookie"), r.Header.Get("X-Team-Secret"))
	}))
	req, _ := http.NewRequest("POST", p.URL+"/x?key=canary-query-1", strings.NewReader(`{"again":"canary-bearer-2"}`))
	for name, value := range map[string]string{"Authorization": "Bearer canary-bearer-2", "X-Api-Key": "canary-api-3", "Cookie": "session=canary-cookie-value-4", "X-Team-Secret": "canary-team-5"} {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	if n := strings.Count(string(body), "canary"); n != 5 {
		t.Errorf("%d of 5 arrived: %s", n, body)
	}
	c := p.capture(t)
	if stored := fmt.Sprintf("%+v %+v %s %s", c.Sent, c.Head, c.Sent.Body, c.Body.All()); strings.Contains(stored, "canary") {
		t.Errorf("stored: %s", stored)
	}
}

// TestATargetsCredentialsAreInTheRecord: masked, and those that they replaced are not stored
// either.
func TestATargetsCredentialsAreInTheRecord(t *testing.T) {
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Header.Get("Authorization"))
	}), func(o *proxy.Options) {
		o.Targets[0].Credentials = func(h http.Header) { h.Set("Authorization", "Bearer canary-target-1") }
	})
	for _, sent := range []string{"", "Bearer canary-caller-2"} {
		req, _ := http.NewRequest("POST", p.URL, strings.NewReader(`{"again":"canary-caller-2"}`))
		if sent != "" {
			req.Header.Set("Authorization", sent)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if body, _ := io.ReadAll(resp.Body); string(body) != "Bearer canary-target-1" {
			t.Errorf("the target got %q", body)
		}
		resp.Body.Close()
		c := p.capture(t)
		if c.Sent.Header.Get("Authorization") == "" {
			t.Error("the header is not in the record")
		}
		stored := fmt.Sprintf("%+v %+v %s %s", c.Sent, c.Head, c.Sent.Body, c.Body.All())
		if strings.Contains(stored, "canary-target") || sent != "" && strings.Contains(stored, "canary") {
			t.Errorf("stored: %s", stored)
		}
	}
}

// TestManyAtOnce: 200 streams with slow readers and callers that leave; each record is complete or
// has the reason why it is not.
func TestManyAtOnce(t *testing.T) {
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for i := range 20 {
			fmt.Fprintf(w, "data: %s %d\n\n", r.URL.Path, i)
			w.(http.Flusher).Flush()
		}
	}))
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			resp, err := http.Get(fmt.Sprintf("%s/%d", p.URL, i))
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if i%4 == 0 {
				return
			}
			body, err := io.ReadAll(resp.Body)
			if want := fmt.Sprintf("data: /%d 19\n\n", i); err != nil || !strings.HasSuffix(string(body), want) {
				t.Errorf("%d: %q, %v", i, body, err)
			}
		})
	}
	all.Wait()
	complete := 0
	for range 200 {
		c := p.capture(t)
		switch c.End.Cause {
		case wire.EndClean:
			complete++
			if n := strings.Count(string(c.Body.All()), "data: "); n != 20 {
				t.Errorf("%s: %d events", c.Sent.URL, n)
			}
		case wire.EndHungUp:
		default:
			t.Errorf("%s: %+v", c.Sent.URL, c.End)
		}
	}
	if complete < 150 {
		t.Errorf("%d complete", complete)
	}
}
