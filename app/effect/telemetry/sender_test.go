package telemetry_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"gatehouse/app/effect/telemetry"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/otlp"
	"gatehouse/state/share/redact"
)

// receiver is a collector. It stores the names of the spans of each request.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	requests []*http.Request
	names    []string
}

// receive starts a collector that answers by answer, which is nil for one that takes all.
func receive(t *testing.T, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		var message collector.ExportTraceServiceRequest
		switch kind := q.Header.Get("Content-Type"); {
		case err != nil:
		case kind == "application/json":
			err = protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal([]byte(strings.NewReplacer("traceId", "-", "spanId", "-").Replace(string(body))), &message) // ids are hexadecimal
		case kind == "application/x-protobuf":
			err = proto.Unmarshal(body, &message)
		default:
			err = fmt.Errorf("content type %q", kind)
		}
		if err != nil {
			t.Errorf("the request cannot be read: %v", err)
		}
		r.mu.Lock()
		r.requests = append(r.requests, q)
		for _, of := range message.ResourceSpans {
			for _, s := range of.ScopeSpans[0].Spans {
				r.names = append(r.names, s.Name)
			}
		}
		r.mu.Unlock()
		if answer != nil {
			answer(w, q)
		}
	}))
	t.Cleanup(func() { r.CloseClientConnections(); r.Server.Close() })
	return r
}

func (r *receiver) got() (requests []*http.Request, names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.requests, r.names
}

// saying collects what a sender says, and the times that it waits.
type saying struct {
	mu    sync.Mutex
	lines []string
	waits []time.Duration
}

func (s *saying) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, line)
}

// after lets no time pass.
func (s *saying) after(d time.Duration) <-chan time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits = append(s.waits, d)
	passed := make(chan time.Time, 1)
	passed <- time.Time{}
	return passed
}

func (s *saying) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.lines, "\n")
}

func start(t *testing.T, s *saying, e telemetry.Endpoint) *telemetry.Sender {
	t.Helper()
	if e.Format == "" {
		e.Format = otlp.Protobuf
	}
	sender, err := telemetry.Start(telemetry.Options{
		Endpoint: e, Resource: otlp.Gatehouse("1"), Say: s.say, After: s.after,
		Rules: func() (*redact.Rules, error) { return redact.New(nil, "") },
	})
	if err != nil {
		t.Fatal(err)
	}
	return sender
}

// exchange is one that was answered.
func exchange(model string) (history.About, *state.Exchange, *wire.Capture) {
	c := &wire.Capture{ID: "id-" + model, Start: time.Unix(1_795_000_000, 0), Timing: wire.NoTiming(), Sent: wire.Sent{Method: "POST", URL: "http://gw.test/v1/responses", Body: []byte(`{"model":"` + model + `","input":"hi"}`)}}
	c.Head = &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, AtUS: 5}
	c.Body.Append([]byte(`{"id":"r","object":"response","status":"completed","model":"`+model+`","output":[]}`), 9)
	c.Timing.FirstByte, c.Timing.End = 5, 9
	c.End = &wire.End{Cause: wire.EndClean, AtUS: 9}
	return history.About{Kind: state.Responses}, nil, c
}

// TestSpansArrive in each format, with the headers that are asked for.
func TestSpansArrive(t *testing.T) {
	for _, format := range []otlp.Format{otlp.Protobuf, otlp.JSON} {
		r, s := receive(t, nil), &saying{}
		sender := start(t, s, telemetry.Endpoint{URL: r.URL + "/v1/traces", Format: format, Header: http.Header{"X-Team": {"blue"}}})
		for i := range 100 {
			sender.Ended(exchange(fmt.Sprint("m", i)))
		}
		sender.Close(t.Context())
		requests, names := r.got()
		if len(names) != 100 || names[0] != "chat m0" || names[99] != "chat m99" || len(requests) > 100 {
			t.Errorf("%s: %d spans in %d requests: %v", format, len(names), len(requests), names)
		}
		for _, q := range requests {
			if q.URL.Path != "/v1/traces" || q.Method != "POST" || q.Header.Get("X-Team") != "blue" {
				t.Errorf("%s %s %v", q.Method, q.URL, q.Header)
			}
		}
		if s.text() != "" {
			t.Errorf("it says %s", s.text())
		}
	}
}

// TestBusyCollectorsAreAskedAgain after the time that they name, else after longer and longer
// ones, and that is reported once.
func TestBusyCollectorsAreAskedAgain(t *testing.T) {
	n, delivered := 0, make(chan struct{})
	r, s := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		switch n++; n {
		case 1:
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			w.WriteHeader(http.StatusTooManyRequests)
		case 3:
			w.WriteHeader(http.StatusBadGateway)
		case 4:
			w.WriteHeader(http.StatusGatewayTimeout)
		default:
			close(delivered)
		}
	}), &saying{}
	sender := start(t, s, telemetry.Endpoint{URL: r.URL})
	sender.Ended(exchange("m"))
	<-delivered
	sender.Close(t.Context())
	requests, names := r.got()
	if len(requests) != 5 || len(names) != 5 {
		t.Errorf("%d requests with %v", len(requests), names)
	}
	if got, want := fmt.Sprint(s.waits[1:]), "[7s 2s 4s 8s]"; got != want { // the first is for more of a batch
		t.Errorf("it waits %s, want %s", got, want)
	}
	if text := s.text(); strings.Count(text, "\n") > 0 || !strings.Contains(text, "503 Service Unavailable") {
		t.Errorf("it says %s", text)
	}
}

// TestRefusedSpansAreDropped: what a collector refuses for good is sent once. What is dropped is
// counted, and no key is shown.
func TestRefusedSpansAreDropped(t *testing.T) {
	for _, status := range []int{302, 400, 401, 403, 404, 413, 500} {
		r, s := receive(t, func(w http.ResponseWriter, q *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"code":16,"message":"no such key: %s"}`, q.Header.Get("Authorization"))
		}), &saying{}
		sender := start(t, s, telemetry.Endpoint{URL: r.URL, Header: http.Header{"Authorization": {"Bearer canary-of-the-collector"}}})
		for range 3 {
			sender.Ended(exchange("m"))
		}
		sender.Close(t.Context())
		if requests, names := r.got(); len(names) != 3 || requests[0].URL.Path != "/" {
			t.Errorf("%d: %d requests with %v", status, len(requests), names)
		}
		text := s.text()
		if !strings.Contains(text, fmt.Sprint(status)) || !strings.Contains(text, "the spans of 3 exchanges were not delivered") || strings.Count(text, "\n") != 1 {
			t.Errorf("%d: it says %s", status, text)
		}
		if strings.Contains(text, "canary") || !strings.Contains(text, "no such key: ") {
			t.Errorf("%d: it says %s", status, text)
		}
	}
}

// TestNothingWaitsForACollectorThatHangs: exchanges are still accepted, surplus ones dropped
// and counted, and the end waits no longer than its limit.
func TestNothingWaitsForACollectorThatHangs(t *testing.T) {
	asked := make(chan struct{}, 1)
	r, s := receive(t, func(_ http.ResponseWriter, q *http.Request) {
		asked <- struct{}{}
		<-q.Context().Done()
	}), &saying{}
	sender := start(t, s, telemetry.Endpoint{URL: r.URL, Timeout: time.Hour})
	sender.Ended(exchange("first"))
	<-asked // from here on nothing is taken from the queue
	const more = 5000
	for range more {
		sender.Ended(exchange("m"))
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	sender.Close(ctx)
	text := s.text()
	if !strings.Contains(text, "the spans of 5,001 exchanges were not delivered") || !strings.Contains(text, "before the program ended") && !strings.Contains(text, "when the program ended") {
		t.Errorf("it says %s", text)
	}
	if strings.Count(text, "does not keep up") > 1 {
		t.Errorf("it says that more than once: %s", text)
	}
	sender.Ended(exchange("late")) // is no fault
	sender.Close(t.Context())
}

// TestCollectorsThatAreNone: one that is down, one that is no HTTP, one that answers something
// else. Each is reported in a line, and what is dropped in another.
func TestCollectorsThatAreNone(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	raw, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	go func() {
		for {
			c, err := raw.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 1))
			_, _ = c.Write([]byte("\x00\x00\x18\x04\x00"))
			c.Close()
		}
	}()
	page := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<html>welcome")
	})
	for name, c := range map[string]struct {
		url   string
		says  string
		lines int
	}{
		"down":        {closed.URL, "refused", 2},
		"not HTTP":    {"http://" + raw.Addr().String(), "not delivered", 2},
		"a web page":  {page.URL, "text/html, which is no answer of an OTLP receiver", 1},
		"no such one": {"http://collector.invalid:4318", "collector.invalid", 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := &saying{}
			sender := start(t, s, telemetry.Endpoint{URL: c.url})
			sender.Ended(exchange("a"))
			sender.Ended(exchange("b"))
			sender.Close(t.Context())
			if text := s.text(); !strings.Contains(text, c.says) || strings.Count(text, "\n") >= c.lines {
				t.Errorf("it says %s", text)
			}
		})
	}
}

// TestPartialSuccessIsReported, and not sent again.
func TestPartialSuccessIsReported(t *testing.T) {
	r, s := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}`)
	}), &saying{}
	sender := start(t, s, telemetry.Endpoint{URL: r.URL, Format: otlp.JSON})
	sender.Ended(exchange("m"))
	sender.Close(t.Context())
	if requests, _ := r.got(); len(requests) != 1 || !strings.Contains(s.text(), "rejected 1 of 1 span: too old") {
		t.Errorf("%d requests; it says %s", len(requests), s.text())
	}
}

// TestRejectedSpansAreCounted over all batches; only the first answer is reported by itself.
func TestRejectedSpansAreCounted(t *testing.T) {
	n := 0
	r, s := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		n++
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"partialSuccess":{"rejectedSpans":1,"errorMessage":"too old"}}`)
	}), &saying{}
	sender := start(t, s, telemetry.Endpoint{URL: r.URL, Format: otlp.JSON})
	for range 2 * 64 { // which go in two requests or more
		sender.Ended(exchange("m"))
	}
	sender.Close(t.Context())
	if text := s.text(); n < 2 || strings.Count(text, "too old") != 1 || !strings.HasSuffix(text, fmt.Sprintf("rejected %d spans in all", n)) {
		t.Errorf("%d requests; it says %s", n, text)
	}
}

// TestTheEndDoesNotWaitForSpans that are still being made, as of a large answer: what is known then
// is reported, and nothing after that.
func TestTheEndDoesNotWaitForSpans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, masking, release := &saying{}, make(chan struct{}), make(chan struct{})
		sender, err := telemetry.Start(telemetry.Options{
			Endpoint: telemetry.Endpoint{URL: "http://collector.invalid", Format: otlp.JSON}, Say: s.say, After: s.after,
			Rules: func() (*redact.Rules, error) {
				close(masking)
				<-release
				return redact.New(nil, "")
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		sender.Ended(exchange("a"))
		<-masking
		sender.Ended(exchange("b"))
		began := time.Now()
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
		defer stop()
		sender.Close(ctx)
		const want = "the spans of 2 exchanges were not delivered to http://collector.invalid: no time was left when the program ended"
		if took := time.Since(began); took != 2*time.Second || s.text() != want {
			t.Errorf("after %v it says %s", took, s.text())
		}
		close(release)
		synctest.Wait()
		if s.text() != want {
			t.Errorf("later it says %s", s.text())
		}
	})
}

// TestNoSender: a nil one takes everything and does nothing.
func TestNoSender(t *testing.T) {
	var none *telemetry.Sender
	none.Ended(exchange("m"))
	none.Missed(1)
	none.Close(t.Context())
	if none.Where() != "" || none.Host() != "" {
		t.Error("it goes somewhere")
	}
}
