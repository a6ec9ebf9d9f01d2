package replay

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// fatal is a test of either kind.
type fatal interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// answering is a server that has one answer to everything, and what it recorded.
type answering struct {
	*httptest.Server
	replay   *Server
	captures chan *wire.Capture
}

func replaying(c *wire.Capture, change ...func(*Options)) *answering {
	t := &answering{captures: make(chan *wire.Capture, 100)}
	o := Options{Find: func(wire.Sent) Answer { return Answer{Capture: c, Message: "nothing here"} }, MaxBody: 1 << 20}
	o.Watch = func(string, wire.Sent, Answer) proxy.Watch {
		return proxy.Watch{End: func(c *wire.Capture) { t.captures <- c }}
	}
	for _, f := range change {
		f(&o)
	}
	t.replay = New(o)
	t.Server = httptest.NewServer(t.replay)
	return t
}

func (t *answering) close() { t.Close(); t.replay.Wait() }

// raw is an answer as it is on the wire.
type raw struct {
	status  string
	header  textproto.MIMEHeader
	chunks  []string // of a chunked body
	body    string
	trailer textproto.MIMEHeader
	err     error // how it broke off; nil: it did not
}

// exchange asks over a new connection.
func exchange(t fatal, address, request string) raw {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	return parsed(bufio.NewReader(conn))
}

func parsed(in *bufio.Reader) (out raw) {
	text := textproto.NewReader(in)
	if out.status, out.err = text.ReadLine(); out.err != nil {
		return out
	}
	if out.header, out.err = text.ReadMIMEHeader(); out.err != nil {
		return out
	}
	if length := out.header.Get("Content-Length"); length != "" {
		n, _ := strconv.Atoi(length)
		body := make([]byte, n)
		n, out.err = io.ReadFull(in, body)
		out.body = string(body[:n])
		return out
	}
	if out.header.Get("Transfer-Encoding") != "chunked" {
		return out
	}
	for {
		line, err := text.ReadLine()
		n, wrong := strconv.ParseInt(line, 16, 64)
		if out.err = errors.Join(err, wrong); out.err != nil {
			return out
		}
		if n == 0 {
			out.trailer, out.err = text.ReadMIMEHeader()
			return out
		}
		chunk := make([]byte, n+2)
		if _, out.err = io.ReadFull(in, chunk); out.err != nil {
			return out
		}
		out.chunks = append(out.chunks, string(chunk[:n]))
		out.body += string(chunk[:n])
	}
}

const get = "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"

// pieces are the chunks of a body.
func pieces(b *wire.Body) (list []string) {
	from := int64(0)
	for _, c := range b.Chunks() {
		list = append(list, string(b.Bytes(from, c.End)))
		from = c.End
	}
	return list
}

// throughFile is a capture that was written to a cassette and read again.
func throughFile(t fatal, c *wire.Capture) *wire.Capture {
	t.Helper()
	var file bytes.Buffer
	if err := har.Write(&file, []har.Entry{{Capture: c}}, nil); err != nil {
		t.Fatal(err)
	}
	entries, err := har.Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return entries[0].Capture
}

// TestTheSameBytesInTheSameChunks: of any recorded answer, out of a file.
func TestTheSameBytesInTheSameChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &wire.Capture{
			Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean},
			Head: &wire.Head{Status: rapid.SampledFrom([]int{200, 201, 206, 400, 429, 503, 599}).Draw(t, "status"), Header: http.Header{"X-A": {"1", "two; b"}, "Date": {"then"}}},
		}
		for _, chunk := range rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 1, 9000)).Draw(t, "chunks") {
			c.Body.Append(chunk, 0)
		}
		if rapid.Bool().Draw(t, "packed") {
			c.Head.Header.Set("Content-Encoding", "br")
			c.Decoded = &wire.Body{}
			c.Decoded.Append([]byte("plain"), 0)
		}
		if c.Body.Len() > 0 && rapid.Bool().Draw(t, "length") {
			c.Head.Header.Set("Content-Length", fmt.Sprint(c.Body.Len()))
		} else if c.Body.Len() > 0 && rapid.Bool().Draw(t, "trailer") {
			c.End.Trailer = http.Header{"X-Sum": {"42"}}
		}
		s := replaying(throughFile(t, c))
		defer s.close()
		got := exchange(t, s.URL, get)
		if got.err != nil && got.err != io.EOF || !strings.HasPrefix(got.status, fmt.Sprintf("HTTP/1.1 %d ", c.Head.Status)) {
			t.Fatalf("%q, %v", got.status, got.err)
		}
		if got.body != string(c.Body.All()) {
			t.Fatalf("%d bytes, want %d", len(got.body), c.Body.Len())
		}
		if got.header.Get("Content-Length") == "" && !slices.Equal(got.chunks, pieces(&c.Body)) {
			t.Fatalf("%d chunks, want %d", len(got.chunks), len(pieces(&c.Body)))
		}
		for name, values := range c.Head.Header {
			if !slices.Equal(got.header[name], values) {
				t.Fatalf("%s is %q, want %q", name, got.header[name], values)
			}
		}
		if _, guessed := got.header["Content-Type"]; guessed || c.End.Trailer != nil && got.trailer.Get("X-Sum") != "42" {
			t.Fatalf("%v %v", got.header, got.trailer)
		}
		again := <-s.captures
		if c.Decoded == nil && !slices.Equal(pieces(&again.Body), pieces(&c.Body)) || again.Head.Status != c.Head.Status {
			t.Fatalf("recorded again: %d chunks of %d", len(pieces(&again.Body)), len(pieces(&c.Body)))
		}
	})
}

// TestGzipIsReplayedCompressed: from the server through the proxy and a file, to a program that
// decodes it.
func TestGzipIsReplayedCompressed(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, strings.Repeat("data: x\n\n", 1000))
	z.Close()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "text/event-stream")
		for part := range slices.Chunk(packed.Bytes(), 20) {
			w.Write(part)
			w.(http.Flusher).Flush()
		}
	}))
	defer upstream.Close()
	captured := make(chan *wire.Capture, 1)
	p, err := proxy.New(proxy.Options{
		Targets: []proxy.Target{{Base: upstream.URL, Client: client.New(client.WithBaseURL(upstream.URL))}},
		Watch: func(proxy.Exchange) proxy.Watch {
			return proxy.Watch{End: func(c *wire.Capture) { captured <- c }}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	between := httptest.NewServer(p)
	defer between.Close()
	live := exchange(t, between.URL, get)
	s := replaying(throughFile(t, <-captured))
	defer s.close()
	if again := exchange(t, s.URL, get); again.body != live.body || again.body != packed.String() || again.header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%d bytes came, %d were replayed, as %q: %s", len(live.body), len(again.body), again.header.Get("Content-Encoding"), again.body)
	}
	resp, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err != nil || len(text) != 9000 {
		t.Errorf("decoded: %d bytes, %v", len(text), err)
	}
}

// TestBodiesThatAreSentPlain: a compressed one that held a secret, and one that another program
// decompressed, are sent plain, with headers that match.
func TestBodiesThatAreSentPlain(t *testing.T) {
	header := func() http.Header {
		return http.Header{"Content-Encoding": {"gzip"}, "Content-Length": {"5"}, "Content-Type": {"text/plain"}}
	}
	starred := &wire.Capture{Head: &wire.Head{Status: 200, Header: header()}, End: &wire.End{}, Decoded: &wire.Body{}}
	starred.End.Cause = wire.EndClean
	starred.Body.Append([]byte("*****"), 1)
	starred.Decoded.Append([]byte("the key is ***"), 1)
	foreign := &wire.Capture{Head: &wire.Head{Status: 200, Header: header()}, End: &wire.End{Cause: wire.EndClean}}
	foreign.Body.Append([]byte("the key is ***"), -1)
	for name, c := range map[string]*wire.Capture{"overwritten": starred, "decompressed": foreign} {
		s := replaying(c)
		got := exchange(t, s.URL, get)
		if got.body != "the key is ***" || got.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %q %v", name, got.body, got.header)
		}
		s.close()
	}
}

// TestHostileRecords: whatever answer a file has, the server continues.
func TestHostileRecords(t *testing.T) {
	for _, status := range []int{0, 99, 100, 101, 199, 204, 304, 1000, -1} {
		c := stream(wire.End{Cause: wire.EndClean, AtUS: -1 << 62})
		c.Head.Status = status
		c.Head.Header = http.Header{"A\r\nB": {"x"}, "X": {"a\r\nSet: b"}, "Content-Length": {"-5", "x"}, "Transfer-Encoding": {"gzip"}}
		s := replaying(c)
		if got := exchange(t, s.URL, get); !strings.HasPrefix(got.status, "HTTP/1.1 ") || got.header.Get("Set") != "" {
			t.Errorf("%d: %+v", status, got)
		}
		s.close()
	}
}

// TestMissesAndHosts: a miss is an error of the API's form, or forwarded with its body; a
// Host of elsewhere is refused.
func TestMissesAndHosts(t *testing.T) {
	s := replaying(nil)
	defer s.close()
	if got := exchange(t, s.URL, get); !strings.HasPrefix(got.status, "HTTP/1.1 404 ") || !strings.Contains(got.body, `{"error":{"code":404,"message":"nothing here"`) || !strings.Contains(got.body, `"type":"gatehouse_replay"`) {
		t.Errorf("%+v", got)
	}
	if got := exchange(t, s.URL, strings.Replace(get, "localhost", "evil.example", 1)); !strings.HasPrefix(got.status, "HTTP/1.1 421 ") {
		t.Errorf("%+v", got)
	}
	forwarding := replaying(nil, func(o *Options) {
		o.Hosts = proxy.Hosts{Names: []string{"named.example"}}
		o.Forward = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s %d", r.URL, body, r.ContentLength)
		})
	})
	defer forwarding.close()
	if got := exchange(t, forwarding.URL, "POST /y?a HTTP/1.1\r\nHost: named.example\r\nContent-Length: 2\r\n\r\nhi"); got.body != "/y?a hi 2" {
		t.Errorf("%+v", got)
	}
}

// TestAnUnreadableRequestIsRefused: an empty 200 would pass for an answer. The log learns
// of it, and of one that is too large.
func TestAnUnreadableRequestIsRefused(t *testing.T) {
	refused := make(chan string, 1)
	s := replaying(stream(wire.End{Cause: wire.EndClean}), func(o *Options) {
		o.Refused = func(method, address string, status int, why string) {
			refused <- fmt.Sprint(method, " ", address, " ", status, " ", why)
		}
	})
	defer s.close()
	got := exchange(t, s.URL, "POST /x?key=canary HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n")
	if !strings.HasPrefix(got.status, "HTTP/1.1 400 ") || !strings.Contains(got.body, "The body of the request cannot be read: ") {
		t.Errorf("%+v", got)
	}
	if line := <-refused; !strings.HasPrefix(line, "POST http://localhost/x?key=*** 400 The body ") {
		t.Error(line)
	}
	w := httptest.NewRecorder()
	s.replay.ServeHTTP(w, httptest.NewRequest("POST", "http://localhost/large", strings.NewReader(strings.Repeat("x", 1<<20+1))))
	if line := <-refused; w.Code != http.StatusRequestEntityTooLarge || line != "POST http://localhost/large 413 The request is larger than 1 MiB, the most that is recorded." {
		t.Errorf("%d: %s", w.Code, line)
	}
}

// TestARequestIsLookedForWithoutItsCredentials: as it was recorded; what is stored of it has
// none either.
func TestARequestIsLookedForWithoutItsCredentials(t *testing.T) {
	looked := make(chan wire.Sent, 1)
	s := replaying(nil, func(o *Options) {
		o.Find = func(sent wire.Sent) Answer { looked <- sent; return Answer{} }
	})
	defer s.close()
	exchange(t, s.URL, "POST /y?key=canary-query HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer canary-key\r\nContent-Length: 12\r\n\r\n[canary-key]")
	sent, c := <-looked, <-s.captures
	if strings.Contains(sent.URL+string(sent.Body), "canary") || !strings.HasSuffix(sent.URL, "/y?key=***") || string(sent.Body) != "[**********]" {
		t.Errorf("%s %s", sent.URL, sent.Body)
	}
	if kept := fmt.Sprint(c.Sent); strings.Contains(kept, "canary") {
		t.Error(kept)
	}
}

// TestManyAtOnce: 200 programs at once each get all of it, some hang up, and every answer
// ends.
func TestManyAtOnce(t *testing.T) {
	c := timed(1000)
	for i := range 50 {
		c.Body.Append([]byte(fmt.Sprintf("data: %d %s\n\n", i, strings.Repeat("x", 500))), int64(2000+i*500))
	}
	s := replaying(c, func(o *Options) { o.Speed = 1; o.Watch = nil })
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			resp, err := client.Get(s.URL)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if i%4 == 0 {
				_, _ = io.ReadFull(resp.Body, make([]byte, 100))
				return
			}
			if got, err := io.ReadAll(resp.Body); err != nil || !bytes.Equal(got, c.Body.All()) {
				t.Errorf("%d: %d bytes, %v", i, len(got), err)
			}
		})
	}
	all.Wait()
	s.close()
}
