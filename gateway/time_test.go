package gateway_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/gateway"
	"gatehouse/gateway/fault"

	"github.com/tidwall/gjson"
)

// arrival is one data line of a stream, and its time since the request.
type arrival struct {
	at   time.Duration
	data string
}

// open sends a request and returns the answer's head.
func open(t *testing.T, ctx context.Context, p *pipes, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, "POST", "http://gateway"+gateway.Prefix+"/responses", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer test")
	resp, err := p.client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// arrivals reads a stream to its end. end is when the body ended.
func arrivals(t *testing.T, p *pipes, body string) (list []arrival, end time.Duration) {
	t.Helper()
	start := time.Now()
	resp := open(t, t.Context(), p, body)
	defer resp.Body.Close()
	lines := bufio.NewReader(resp.Body)
	for {
		line, err := lines.ReadString('\n')
		if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok {
			list = append(list, arrival{time.Since(start), data})
		}
		if err == io.EOF {
			return list, time.Since(start)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// deltas returns the arrival of each delta.
func deltas(list []arrival) (at []time.Duration, text string) {
	for _, a := range list {
		if gjson.Get(a.data, "type").Str == "response.output_text.delta" {
			at = append(at, a.at)
			text += gjson.Get(a.data, "delta").Str
		}
	}
	return at, text
}

// every is n times, one after the other by the same step.
func every(step time.Duration, n int) (at []time.Duration) {
	for i := range n {
		at = append(at, time.Duration(i)*step)
	}
	return at
}

func TestPace(t *testing.T) {
	for _, c := range []struct {
		name  string
		opts  []gateway.Option
		body  string
		step  time.Duration
		count int
	}{
		{"default", nil, `{"input":"say exactly: \"one two three four\"","stream":true}`, 8 * time.Millisecond, 4},
		{"set", []gateway.Option{gateway.WithPace(time.Second)}, `{"input":"say exactly: \"one two three\"","stream":true}`, time.Second, 3},
		{"none", []gateway.Option{gateway.WithPace(0)}, `{"input":"say exactly: \"one two three\"","stream":true}`, 0, 3},
		{"fault/slow has its own", []gateway.Option{gateway.WithPace(0)}, body("fault/slow", true), 200 * time.Millisecond, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, stop := running(c.opts...)
				list, _ := arrivals(t, p, c.body)
				if at, _ := deltas(list); !slices.Equal(at, every(c.step, c.count)) {
					t.Errorf("deltas at %v", at)
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(0))
		list, end := arrivals(t, p, body("fault/stall", true))
		if _, text := deltas(list); end != 60*time.Second || text == "" || !strings.HasPrefix(fault.Text, text) || text == fault.Text {
			t.Errorf("ended after %v with %q", end, text)
		}
		start := time.Now()
		resp := open(t, t.Context(), p, body("fault/stall", false))
		b, err := io.ReadAll(resp.Body)
		if took := time.Since(start); took != 60*time.Second || err != nil || gjson.ValidBytes(b) {
			t.Errorf("the document ended after %v: %v", took, err)
		}
		_ = stop()
	})
}

// A bubble ends only when every goroutine in it has ended: these tests hang, or fail for a
// deadlock, if the gateway leaves one running.

func TestHangUp(t *testing.T) {
	for _, slug := range []string{"fault/stall", "fault/slow", "sim/writer"} {
		t.Run(slug, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, stop := running(gateway.WithPace(time.Second))
				start := time.Now()
				ctx, cancel := context.WithCancel(t.Context())
				resp := open(t, ctx, p, body(slug, true))
				_, err := bufio.NewReader(resp.Body).ReadString('\n')
				if err != nil {
					t.Fatal(err)
				}
				cancel()
				resp.Body.Close()
				if err := stop(); err != nil {
					t.Error(err)
				}
				// http.Server looks for idle connections every few milliseconds.
				if took := time.Since(start); took > 100*time.Millisecond {
					t.Errorf("it took %v to end", took)
				}
			})
		})
	}
}

// A client that does not read holds its stream until the time limit, and no longer.
func TestNoReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(0), gateway.WithTimeLimit(10*time.Second))
		conn, err := p.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		const b = `{"stream":true}`
		if _, err := io.WriteString(conn, "POST "+gateway.Prefix+"/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: 15\r\n\r\n"+b); err != nil {
			t.Fatal(err)
		}
		time.Sleep(12 * time.Second) // in the bubble's time
		synctest.Wait()
		// The server has given the connection up: nothing is written to it any more.
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("the connection ended with %v", err)
		}
		_ = stop()
	})
}

func TestNoReaderAtStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(0))
		conn, err := p.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, "POST "+gateway.Prefix+"/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: 15\r\n\r\n{\"stream\":true}"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		start := time.Now()
		if err := stop(); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("it took %v to stop", took)
		}
	})
}

// failedEarly checks the end of a stream that was ended by the gateway: what was sent is in the
// response, and the numbers have no gap.
func failedEarly(t *testing.T, list []arrival, errorType string) {
	t.Helper()
	if len(list) < 3 || list[len(list)-1].data != "[DONE]" {
		t.Fatalf("no proper end: %v", list)
	}
	r := gjson.Get(list[len(list)-2].data, "response")
	_, text := deltas(list)
	if r.Get("status").Str != "failed" || r.Get("error_type").Str != errorType || r.Get("error.message").Str == "" ||
		r.Get("output.0.content.0.text").Str != text || text == "" {
		t.Errorf("text %q, response %s", text, r)
	}
	var frames []frame
	for _, a := range list {
		frames = append(frames, frame{data: a.data})
	}
	if numbers(t, frames) != 0 {
		t.Error("sequence_number has a gap")
	}
}

func TestTimeLimitInStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(time.Second), gateway.WithTimeLimit(5*time.Second+time.Millisecond))
		list, end := arrivals(t, p, body("sim/writer", true))
		failedEarly(t, list, "timeout")
		if at, _ := deltas(list); len(at) != 6 || end != 5*time.Second+time.Millisecond {
			t.Errorf("%d deltas, end after %v", len(at), end)
		}
		_ = stop()
	})
}

func TestStopInStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(time.Second))
		stopped := make(chan error, 1)
		time.AfterFunc(5500*time.Millisecond, func() { stopped <- stop() })
		list, end := arrivals(t, p, body("sim/writer", true))
		failedEarly(t, list, "server")
		if at, _ := deltas(list); len(at) != 6 || end != 5500*time.Millisecond {
			t.Errorf("%d deltas, end after %v", len(at), end)
		}
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	})
}

func TestRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithRateLimit(2))
		send := func(key string) *http.Response {
			req, _ := http.NewRequestWithContext(t.Context(), "POST", "http://gateway"+gateway.Prefix+"/responses", strings.NewReader(`{"input":"x"}`))
			req.Header.Set("Authorization", "Bearer "+key)
			resp, err := p.client().Do(req)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			return resp
		}
		for i, want := range []int{200, 200, 429} {
			if resp := send("a"); resp.StatusCode != want || resp.Header.Get("Retry-After") != map[int]string{429: "30"}[want] {
				t.Errorf("request %d: %d, Retry-After %q", i, resp.StatusCode, resp.Header.Get("Retry-After"))
			}
		}
		if resp := send("b"); resp.StatusCode != 200 {
			t.Error("one key's limit holds for another")
		}
		time.Sleep(30 * time.Second) // in the bubble's time
		for i, want := range []int{200, 429} {
			if resp := send("a"); resp.StatusCode != want {
				t.Errorf("request %d after Retry-After: %d", i, resp.StatusCode)
			}
		}
		_ = stop()
	})
}
