package proxy_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// waiting are rules that have each request wait for a decision.
type waiting struct {
	began     chan string // the ID of a request that waits
	decisions chan proxy.Decision
}

func (w waiting) Concern(proxy.Target, wire.Sent, wire.Caller) string { return "the breakpoint" }

func (w waiting) Change(_ context.Context, _ proxy.Target, sent wire.Sent, _ wire.Caller) (proxy.Change, error) {
	if sent.OpensResponses() {
		return proxy.Change{}, nil
	}
	return proxy.Change{Wait: func(ctx context.Context, id string) (proxy.Decision, error) {
		w.began <- id
		select {
		case d := <-w.decisions:
			return d, nil
		case <-ctx.Done():
			return proxy.Decision{}, context.Cause(ctx)
		}
	}}, nil
}

// TestRequestsWaitForTheUser, who sends them changed or as they were, or answers them.
func TestRequestsWaitForTheUser(t *testing.T) {
	const asked = `{"model":"a","key":"canary-bearer-key"}`
	for name, c := range map[string]struct {
		decision   proxy.Decision
		got        string // by the server; "": nothing
		status     int
		answer     string
		made       string
		compressed bool
	}{
		"as it was":      {decision: proxy.Decision{}, got: asked, status: 200, answer: "from the server"},
		"compressed":     {decision: proxy.Decision{Body: []byte(`{"model":"b"}`)}, got: `{"model":"b"}`, status: 200, answer: "from the server", compressed: true},
		"changed":        {decision: proxy.Decision{Body: []byte(`{"model":"b"}`)}, got: `{"model":"b"}`, status: 200, answer: "from the server"},
		"with an error":  {decision: proxy.Decision{Answer: proxy.ErrorAnswer(503, "not now")}, status: 503, answer: "not now", made: proxy.MadeByHand},
		"with an answer": {decision: proxy.Decision{Answer: &proxy.Answer{Status: 200, Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte("recorded"), Of: "exchange 7"}}, status: 200, answer: "recorded", made: "exchange 7"},
	} {
		t.Run(name, func(t *testing.T) {
			w := waiting{make(chan string, 1), make(chan proxy.Decision, 1)}
			got := make(chan string, 1)
			p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				got <- string(b) + r.Header.Get("Content-Encoding")
				_, _ = io.WriteString(w, "from the server")
			}), func(o *proxy.Options) { o.Rules = w })
			body := asked
			if c.compressed {
				body = string(gzipOf(t, asked))
			}
			req, _ := http.NewRequest("POST", p.URL+"/responses", strings.NewReader(body))
			req.Header.Set("Authorization", "Bearer canary-bearer-key")
			if c.compressed {
				req.Header.Set("Content-Encoding", "gzip")
			}
			w.decisions <- c.decision
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			answer, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != c.status || !strings.Contains(string(answer), c.answer) {
				t.Errorf("answered %d %s", resp.StatusCode, answer)
			}
			if c.got != "" && <-got != c.got || c.got == "" && len(got) > 0 {
				t.Error("the server got another request")
			}
			record := p.capture(t)
			if record.ID != <-w.began || record.Waits || record.Head.Status != c.status || !strings.Contains(string(record.Body.All()), c.answer) {
				t.Errorf("recorded: %+v", record)
			}
			if edited := c.decision.Body != nil || c.made != ""; !edited && record.Changed != nil {
				t.Errorf("changed: %+v", record.Changed)
			} else if ch := record.Changed; edited && (ch == nil || !ch.Hand || ch.Made != c.made || ch.Body != `{"model":"a","key":"*****************"}` || (len(ch.By) > 0) != (c.made == "")) {
				t.Errorf("changed: %+v", ch)
			}
			if c.decision.Body != nil && string(record.Sent.Body) != c.got {
				t.Errorf("sent: %s", record.Sent.Body)
			}
		})
	}
}

// TestAProgramThatLeavesEndsTheWait of its request, which it cancelled.
func TestAProgramThatLeavesEndsTheWait(t *testing.T) {
	w, passed := waiting{make(chan string, 1), nil}, &atomic.Int64{}
	p := pass(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was sent") }), func(o *proxy.Options) { o.Rules, o.Now = w, later(passed) })
	ctx, leave := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, "POST", p.URL+"/responses", strings.NewReader(`{"a":1}`))
	go func() { <-w.began; passed.Store(int64(time.Hour)); leave() }()
	if _, err := http.DefaultClient.Do(req); err == nil {
		t.Error("it was answered")
	}
	if record := p.capture(t); record.End.Cause != wire.EndHungUp || record.Head != nil || !onlyPaused(record) {
		t.Errorf("%+v %+v", record.End, record.Delivery)
	}
}

// TestAProxyThatStopsSendsNothingThatWaits: it failed.
func TestAProxyThatStopsSendsNothingThatWaits(t *testing.T) {
	w, passed := waiting{make(chan string, 1), nil}, &atomic.Int64{}
	p := pass(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was sent") }), func(o *proxy.Options) { o.Rules, o.Now = w, later(passed) })
	ctx, stop := context.WithCancelCause(t.Context())
	go func() { <-w.began; passed.Store(int64(time.Hour)); stop(client.ErrStopped) }()
	req := httptest.NewRequest("POST", "/responses", strings.NewReader(`{"a":1}`)).WithContext(ctx)
	req.Host = "127.0.0.1"
	p.proxy.ServeHTTP(httptest.NewRecorder(), req)
	if record := p.capture(t); record.End.Cause != wire.EndUnsent || record.End.Detail != wire.DetailWaited || !onlyPaused(record) {
		t.Errorf("%+v %+v", record.End, record.Delivery)
	}
}

const hour = int64(time.Hour / time.Microsecond)

// onlyPaused reports whether the hour of a request that waited until its end is the user's, and not in its times.
func onlyPaused(c *wire.Capture) bool {
	return c.Waits && c.Delivery.PausedUS >= hour && max(c.End.AtUS, c.Timing.End) < hour
}

// later returns a clock that is ahead by what has passed.
func later(passed *atomic.Int64) func() time.Time {
	return func() time.Time { return time.Now().Add(time.Duration(passed.Load())) }
}

// waitingAnHour are rules with which an hour passes before the user has decided.
type waitingAnHour struct{ passed *atomic.Int64 }

func (waitingAnHour) Concern(proxy.Target, wire.Sent, wire.Caller) string { return "the breakpoint" }

func (w waitingAnHour) Change(context.Context, proxy.Target, wire.Sent, wire.Caller) (proxy.Change, error) {
	return proxy.Change{Wait: func(context.Context, string) (proxy.Decision, error) {
		w.passed.Store(int64(time.Hour))
		return proxy.Decision{}, nil
	}}, nil
}

// TestTheTimeOfTheUserIsNotThatOfTheGateway in the times of a request that waited.
func TestTheTimeOfTheUserIsNotThatOfTheGateway(t *testing.T) {
	var passed atomic.Int64
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hi") }), func(o *proxy.Options) {
		o.Rules, o.Now = waitingAnHour{&passed}, later(&passed)
	})
	began := time.Now()
	resp, err := http.Post(p.URL+"/responses", "application/json", strings.NewReader(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	record := p.capture(t)
	times := record.Timing
	if record.Start.Before(began.Add(time.Hour)) || record.Delivery.PausedUS < hour || record.Delivery.SentUS != 0 ||
		max(times.WroteRequest, times.FirstByte, times.End, record.Head.AtUS, record.End.AtUS, record.Delivery.LastUS) >= hour {
		t.Errorf("%v: %+v, %+v, ended after %d", record.Start.Sub(began), record.Delivery, times, record.End.AtUS)
	}
}
