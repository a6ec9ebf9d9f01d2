package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// meter is a standard output that stores only the last line, and measures what
// the program holds every few megabytes.
type meter struct {
	mu      sync.Mutex
	printed sync.Cond // signalled when something was written
	lines   int

	written, next int64
	most          int64 // bytes held at any of those times
	last          []byte
}

const meterStep = 4 << 20

func (m *meter) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	lines := bytes.Split(bytes.TrimSuffix(p, []byte("\n")), []byte("\n"))
	m.last = bytes.Clone(lines[len(lines)-1])
	m.lines += bytes.Count(p, []byte("\n"))
	if m.written += int64(len(p)); m.written >= m.next {
		m.next = m.written + meterStep
		m.most = max(m.most, heapBytes())
	}
	m.printed.Broadcast()
	return len(p), nil
}

// wait returns once n lines were printed, or ctx has ended. Only then is the memory measured, so
// that it does not depend on how far the reader is ahead of the printer.
func (m *meter) wait(ctx context.Context, lines int) {
	wake := func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.printed.Broadcast()
	}
	defer context.AfterFunc(ctx, wake)()
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.lines < lines && ctx.Err() == nil {
		m.printed.Wait()
	}
}

func heapBytes() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestEventsOfAnEndlessStreamTakeConstantMemory, and its text is in memory once; the cap still ends it.
func TestEventsOfAnEndlessStreamTakeConstantMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("120 MB")
	}
	const most, room, ahead = 40 << 20, 12 << 20, 1 << 20
	for name, batch := range map[string]struct {
		frames int
		write  func() string
		text   bool // is printed; else the events
	}{
		"deltas": {64, func() string {
			text := rand.Text() + rand.Text() + rand.Text() // nothing to pack
			return strings.Repeat(event("response.output_text.delta", `,"output_index":0,"content_index":0,"item_id":"m","delta":"`+text+`"`), 64)
		}, false},
		"text": {1, func() string {
			text := make([]byte, 2000)
			rand.Read(text)
			return event("response.output_text.delta", fmt.Sprintf(`,"output_index":0,"content_index":0,"item_id":"m","delta":"%x\n"`, text))
		}, true},
		"items": {1, func() string {
			return event("response.output_item.done", `,"item":{"type":"message","id":"`+rand.Text()+`","content":[]}`)
		}, false},
		"lines of one frame": {1, func() string { // each at most of this size
			return strings.Repeat("data: "+strings.Repeat(rand.Text(), 20)+"\n", 64) + "\n"
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			out, complaint := &meter{}, &bytes.Buffer{}
			out.printed.L = &out.mu
			base := answering(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				io.WriteString(w, message(`"a"`))
				waiting := ahead / len(batch.write()) * batch.frames
				for frames := 0; r.Context().Err() == nil; frames += batch.frames {
					if _, err := io.WriteString(w, batch.write()); err != nil {
						return
					}
					out.wait(r.Context(), frames-waiting)
				}
			})
			config := filepath.Join(t.TempDir(), "config.toml")
			if err := os.WriteFile(config, fmt.Appendf(nil, "[profiles.p]\nbase_url = %q\nmax_body = \"40MiB\"\n", base), 0o600); err != nil {
				t.Fatal(err)
			}
			args, bound := []string{"send", "--config", config, "--profile", "p"}, int64(room)
			if batch.text {
				bound += most
			} else {
				args = append(args, "--events")
			}
			before := heapBytes()
			code := run(t.Context(), args, host{
				stdin: strings.NewReader(`{"stream":true}`), stdout: out, stderr: complaint, getenv: func(string) string { return "" },
			})
			end := out.last
			if batch.text {
				end = complaint.Bytes()
			}
			if code != exitFailed || !bytes.Contains(end, []byte("truncated")) || !bytes.Contains(end, []byte("body_cap")) {
				t.Errorf("exit %d, the last line is %s\n%s", code, out.last, complaint)
			}
			if out.written < most/2 || out.most-before > bound {
				t.Errorf("%d MiB were printed, and %d MiB held", out.written>>20, (out.most-before)>>20)
			}
		})
	}
}

// TestEventsOfALongAnswer: letting go in the middle of a long answer
// changes neither a line nor the verdict.
func TestEventsOfALongAnswer(t *testing.T) {
	piece := strings.Repeat("x", 1000)
	deltas := make([]string, 12_000)
	for i := range deltas {
		deltas[i] = fmt.Sprintf("%q", fmt.Sprint(i, piece))
	}
	text := strings.Builder{}
	for i := range deltas {
		fmt.Fprint(&text, i, piece)
	}
	end := event("response.output_text.done", fmt.Sprintf(`,"output_index":0,"content_index":0,"item_id":"m","text":%q`, text.String()))
	r := program(t, `{"stream":true}`, "send", "--events", "--base-url", saying(t, message(deltas...)+end+completed))
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if last := lines[len(lines)-1]; r.code != exitOK || len(lines) != len(deltas)+6 || !strings.Contains(last, `"verdict":"completed"`) || !strings.Contains(last, `"warnings":[]`) {
		t.Errorf("exit %d, %d lines, the last is %s", r.code, len(lines), last)
	}
}
