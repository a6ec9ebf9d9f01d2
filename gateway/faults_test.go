package gateway_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gatehouse/gateway/fault"

	"github.com/tidwall/gjson"
)

func body(slug string, stream bool) string {
	return fmt.Sprintf(`{"model":%q,"input":"hello","stream":%t}`, slug, stream)
}

func TestStatusFaults(t *testing.T) {
	base := serve(t)
	for _, status := range []int{400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 524, 529} {
		for _, stream := range []bool{true, false} {
			slug := fmt.Sprintf("fault/%d", status)
			resp := do(t, "POST", base+"/responses", body(slug, stream), "X-Service-Metadata: enabled")
			b := readJSON(t, resp)
			if resp.StatusCode != status || b.Get("error.code").Int() != int64(status) || b.Get("error.message").Str == "" {
				t.Errorf("%s stream %t: status %d, body %s", slug, stream, resp.StatusCode, b)
			}
			for _, member := range []string{"service_metadata", "user_id"} {
				if !b.Get(member).Exists() {
					t.Errorf("%s: no member %s", slug, member)
				}
			}
			if never := status == 401 || status == 429 || status == 500; never && b.Get("service_metadata").Type != gjson.Null {
				t.Errorf("%s tells of the route: %s", slug, b)
			}
			wantRetry := ""
			if status == 429 || status == 503 {
				wantRetry = "2"
			}
			if got := resp.Header.Get("Retry-After"); got != wantRetry {
				t.Errorf("%s: Retry-After %q, want %q", slug, got, wantRetry)
			}
		}
	}
}

func TestGuardrailFault(t *testing.T) {
	base := serve(t)
	status, b := post(t, base, body("fault/guardrail", true), "X-Service-Metadata: enabled")
	if status != 403 || len(b.Get("error.metadata.patterns").Array()) == 0 || b.Get("error.metadata.error_type").Str != "content_policy_violation" {
		t.Fatalf("%d %s", status, b)
	}
	stage := b.Get("service_metadata.pipeline.0")
	for _, member := range []string{"type", "name", "guardrail_id", "guardrail_scope", "summary", "data.action", "data.detected", "data.engines", "data.patterns"} {
		if !stage.Get(member).Exists() {
			t.Errorf("no %s in %s", member, stage)
		}
	}
	if b.Get("service_metadata.endpoints.available.#(selected==true)").Exists() {
		t.Error("a blocked request reached an endpoint")
	}
	if _, b := post(t, base, body("fault/guardrail", true)); b.Get("service_metadata").Type != gjson.Null {
		t.Errorf("metadata that nobody asked for: %s", b)
	}
}

func TestHTMLFault(t *testing.T) {
	resp := do(t, "POST", serve(t)+"/responses", body("fault/html-502", true))
	b, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != 502 || resp.Header.Get("Content-Type") != "text/html" || !strings.HasPrefix(string(b), "<!DOCTYPE html>") {
		t.Errorf("%d %s %q", resp.StatusCode, resp.Header, b)
	}
}

// The events of each fault with "stream": true.
func TestStreamFaults(t *testing.T) {
	base := serve(t)
	const done = "[DONE]"
	for _, c := range []struct {
		slug     string
		complete bool   // the text
		last     string // the last event, or [DONE]
		terminal string // the last event with a type
	}{
		{"fault/cut", false, "response.output_text.delta", "response.output_text.delta"},
		{"fault/no-done", true, "response.completed", "response.completed"},
		{"fault/failed-event", false, done, "response.failed"},
		{"fault/error-event", false, "error", "error"},
		{"fault/bad-json", true, done, "response.completed"},
		{"fault/comments", true, done, "response.completed"},
		{"fault/keepalive", true, done, "response.completed"},
		{"fault/crlf", true, done, "response.completed"},
		{"fault/gap", true, done, "response.completed"},
		{"fault/unknown-event", true, done, "response.completed"},
		{"fault/incomplete", false, done, "response.incomplete"},
	} {
		t.Run(c.slug, func(t *testing.T) {
			frames, err := stream(t, base, body(c.slug, true))
			if err != nil {
				t.Fatal(err)
			}
			got := text(frames)
			if c.complete && got != fault.Text || !c.complete && (got == "" || got == fault.Text || !strings.HasPrefix(fault.Text, got)) {
				t.Errorf("text %q", got)
			}
			last := frames[len(frames)-1]
			if last.event != c.last && last.data != c.last {
				t.Errorf("last frame %+v, want %s", last, c.last)
			}
			if c.last == done {
				last = frames[len(frames)-2]
			}
			if last.event != c.terminal {
				t.Errorf("terminal event %s, want %s", last.event, c.terminal)
			}
			jumps := numbers(t, frames)
			want := 0
			if c.slug == "fault/gap" {
				want = 1
			}
			if jumps != want {
				t.Errorf("sequence_number jumps %d times, want %d", jumps, want)
			}
		})
	}
}

// numbers counts the jumps of sequence_number.
func numbers(t *testing.T, frames []frame) (jumps int) {
	t.Helper()
	next := int64(0)
	for _, f := range frames {
		n := gjson.Get(f.data, "sequence_number")
		if !n.Exists() {
			continue
		}
		if n.Int() != next {
			jumps++
		}
		next = n.Int() + 1
	}
	return jumps
}

func TestWhatDisturbs(t *testing.T) {
	base := serve(t)
	count := func(slug string, is func(frame) bool) int {
		t.Helper()
		frames, err := stream(t, base, body(slug, true))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range frames {
			if is(f) {
				n++
			}
		}
		return n
	}
	event := func(typ string) func(frame) bool { return func(f frame) bool { return f.event == typ } }
	if n := count("fault/bad-json", func(f frame) bool { return f.data != "[DONE]" && !gjson.Valid(f.data) }); n != 1 {
		t.Errorf("%d frames are no JSON, want 1", n)
	}
	if n := count("fault/comments", event("comment")); n < 2 {
		t.Errorf("%d comments", n)
	}
	for _, typ := range []string{"keepalive", "response.keep_alive"} {
		if n := count("fault/keepalive", event(typ)); n < 1 {
			t.Errorf("no %s", typ)
		}
	}
	for _, unknown := range []string{"response.hologram.rotated", "hologram", "output_hologram"} {
		n := count("fault/unknown-event", func(f frame) bool {
			return f.event == unknown || gjson.Get(f.data, "item.type").Str == unknown || gjson.Get(f.data, "part.type").Str == unknown
		})
		if n < 1 {
			t.Errorf("no %s", unknown)
		}
	}
}

func TestFailedEvent(t *testing.T) {
	frames, _ := stream(t, serve(t), body("fault/failed-event", true))
	r := gjson.Get(frames[len(frames)-2].data, "response")
	if r.Get("status").Str != "failed" || r.Get("error.code").Str == "" || r.Get("error_type").Str == "" ||
		r.Get("output.0.content.0.text").Str != text(frames) {
		t.Errorf("%s", r)
	}
}

func TestErrorEventIsFlat(t *testing.T) {
	frames, _ := stream(t, serve(t), body("fault/error-event", true))
	e := gjson.Parse(frames[len(frames)-1].data)
	if e.Get("code").Type != gjson.String || e.Get("message").Type != gjson.String || !e.Get("param").Exists() || e.Get("error").Exists() {
		t.Errorf("%s", e)
	}
}

func TestReset(t *testing.T) {
	base := serve(t)
	frames, err := stream(t, base, body("fault/reset", true))
	if !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the stream ended with %v, want a reset", err)
	}
	if got := text(frames); got == "" || got == fault.Text || !strings.HasPrefix(fault.Text, got) {
		t.Errorf("text %q", got)
	}
	resp := do(t, "POST", base+"/responses", body("fault/reset", false))
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the document ended with %v, want a reset", err)
	}
}

func TestCRLF(t *testing.T) {
	resp := do(t, "POST", serve(t)+"/responses", body("fault/crlf", true))
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if n, crlf := strings.Count(string(b), "\n"), strings.Count(string(b), "\r\n"); n != crlf || n != strings.Count(string(b), "\r") {
		t.Errorf("%d line ends, %d of them CRLF", n, crlf)
	}
}

func TestPlainFaults(t *testing.T) {
	base := serve(t)
	t.Run("fault/cut", func(t *testing.T) {
		resp := do(t, "POST", base+"/responses", body("fault/cut", false))
		b, err := io.ReadAll(resp.Body)
		if err != nil || gjson.ValidBytes(b) || !strings.HasPrefix(string(b), "{") {
			t.Errorf("%q, %v", b, err)
		}
	})
	for slug, want := range map[string]struct{ status, text string }{
		"fault/slow": {"completed", fault.Text}, "fault/no-done": {"completed", fault.Text},
		"fault/bad-json": {"completed", fault.Text}, "fault/comments": {"completed", fault.Text},
		"fault/keepalive": {"completed", fault.Text}, "fault/crlf": {"completed", fault.Text},
		"fault/gap": {"completed", fault.Text}, "fault/unknown-event": {"completed", fault.Text},
		"fault/failed-event": {"failed", ""}, "fault/incomplete": {"incomplete", ""},
	} {
		t.Run(slug, func(t *testing.T) {
			status, b := post(t, base, body(slug, false))
			if status != 200 || b.Get("status").Str != want.status {
				t.Fatalf("%d %s", status, b)
			}
			got := b.Get(`output.#(type=="message").content.0.text`).Str
			if want.text != "" && got != want.text || !strings.HasPrefix(fault.Text, got) || got == "" {
				t.Errorf("text %q", got)
			}
		})
	}
	t.Run("fault/error-event", func(t *testing.T) {
		status, b := post(t, base, body("fault/error-event", false))
		if status != 200 || b.Get("error.message").Str == "" || b.Get("output").Exists() {
			t.Errorf("%d %s", status, b)
		}
	})
}

// The list of fault models is the contract's.
func TestFaultSlugs(t *testing.T) {
	want := strings.Fields(`400 401 402 403 404 408 413 422 429 500 502 503 524 529 guardrail html-502 cut reset stall slow
		no-done failed-event error-event bad-json comments keepalive crlf gap unknown-event incomplete`)
	resp := do(t, http.MethodGet, serve(t)+"/models", "")
	var got []string
	for _, m := range readJSON(t, resp).Get("data.#.id").Array() {
		if slug, ok := strings.CutPrefix(m.Str, "fault/"); ok {
			got = append(got, slug)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
