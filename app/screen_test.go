package app

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/chat"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views/kit/text"
)

var update = flag.Bool("update", false, "write the drawn screens to testdata")

// scripted is a server with one answer, delta after delta, so that the screens
// depend on nothing but what draws them.
func scripted(deltas []string, pace time.Duration) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/models", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"data":[{"id":"sim/writer","name":"Writer"},{"id":"sim/coder","name":"Coder"}]}`)
	})
	mux.HandleFunc("POST /api/v1/responses", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		send := func(format string, args ...any) {
			fmt.Fprintf(w, "data: "+format+"\n\n", args...)
			w.(http.Flusher).Flush()
		}
		send(`{"type":"response.created","sequence_number":0,"response":{"id":"r1","object":"response","status":"in_progress","model":"sim/writer","output":[]}}`)
		send(`{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message","id":"m1","role":"assistant","status":"in_progress","content":[{"type":"output_text","text":""}]}}`)
		for i, d := range deltas {
			select {
			case <-time.After(pace):
			case <-r.Context().Done():
				return
			}
			send(`{"type":"response.output_text.delta","sequence_number":%d,"output_index":0,"content_index":0,"item_id":"m1","delta":%q}`, i+2, d)
		}
		item := fmt.Sprintf(`{"type":"message","id":"m1","role":"assistant","status":"completed","content":[{"type":"output_text","text":%q,"annotations":[]}]}`, strings.Join(deltas, ""))
		send(`{"type":"response.completed","sequence_number":%d,"response":{"id":"r1","object":"response","status":"completed","model":"sim/writer","output":[%s],"usage":{"input_tokens":34,"input_tokens_details":{"cached_tokens":8},"output_tokens":212,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":246}}}`, len(deltas)+2, item)
		io.WriteString(w, "data: [DONE]\n\n")
	})
	return mux
}

var answer = []string{
	"Rotate in **this order**:\n\n", "1. keys that are in a repository\n", "2. keys without an expiry\n", "3. the rest, oldest first\n\n",
	"```sh\n", "gateway keys rotate --older-than 90d\n", "```\n\n", "Then look at the log ", "once more.",
}

// against runs a test against a scripted server instead of the local gateway.
func against(t *testing.T, h http.Handler, width, height int, test func(d *driver)) {
	within(t, h, width, height, nil, test)
}

var outOfSight = regexp.MustCompile(`↓ \d{3,} more`)

// golden compares the screen with the one that was looked at.
func (d *driver) golden(name string) {
	d.t.Helper()
	path := filepath.Join("testdata", name+".txt")
	got := d.screen() + "\n"
	// How many actions there are is no part of the palette's looks.
	got = outOfSight.ReplaceAllStringFunc(got, func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return '#'
			}
			return r
		}, s)
	})
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			d.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatalf("%v; go test ./app -update draws it", err)
	}
	if got != string(want) {
		d.t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func TestScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}} {
		at := fmt.Sprintf("%dx%d", size.width, size.height)
		t.Run(at, func(t *testing.T) {
			against(t, scripted(answer, 50*time.Millisecond), size.width, size.height, func(d *driver) {
				d.golden("empty-" + at)
				d.typeText("Which of my keys should I rotate first, and how?")
				d.keys("enter")
				d.pass(240 * time.Millisecond)
				d.typeText("and for the staging gateway?")
				d.golden("streaming-" + at)
				d.until("the end", d.idle)
				d.golden("completed-" + at)
				d.keys("ctrl+p")
				d.golden("palette-" + at)
			})
		})
	}
}

// exact fails unless the screen fills its size and holds no control character
// but what the program itself writes.
func (d *driver) exact(width, height int) {
	d.t.Helper()
	content := d.m.View().Content
	if width <= 0 || height <= 0 {
		if content != "" {
			d.t.Errorf("%d×%d: %q", width, height, content)
		}
		return
	}
	lines := strings.Split(content, "\n")
	if len(lines) > height {
		d.t.Errorf("%d×%d: %d lines", width, height, len(lines))
	}
	for _, l := range lines {
		if w := text.Width(l); w > width {
			d.t.Errorf("%d×%d: a line of %d cells: %q", width, height, w, ansi.Strip(l))
		}
		for _, r := range ansi.Strip(l) {
			if r < 0x20 || r >= 0x7f && r < 0xa0 {
				d.t.Errorf("%d×%d: %U is drawn: %q", width, height, r, l)
			}
		}
	}
	if c := d.m.View().Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= width || c.Y >= height) {
		d.t.Errorf("%d×%d: the cursor is at %d,%d", width, height, c.X, c.Y)
	}
}

func TestEverySizeIsDrawnAndWorks(t *testing.T) {
	sizes := []struct{ width, height int }{
		{0, 0}, {1, 1}, {2, 40}, {300, 1}, {19, 5}, {20, 4}, {20, 5}, {20, 6}, {33, 9}, {80, 24}, {500, 200},
	}
	for _, size := range sizes {
		against(t, scripted(answer, 10*time.Millisecond), size.width, size.height, func(d *driver) {
			d.exact(size.width, size.height)
			d.typeText("hello")
			d.keys("enter")
			for _, keys := range [][]string{{}, {"f1"}, {"esc", "ctrl+p"}, {"esc", "alt+m"}, {"esc", "tab", "v"}} {
				d.keys(keys...)
				d.exact(size.width, size.height)
			}
			d.until("the end", d.idle)
			if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
				t.Errorf("%v: verdict %q", size, v)
			}
			d.exact(size.width, size.height)
			d.keys("ctrl+q", "ctrl+q") // once more: the conversation is in no file
			if !d.quit {
				t.Errorf("%v: it does not quit", size)
			}
		})
	}
}

func TestResizeInMidStream(t *testing.T) {
	against(t, scripted(answer, 30*time.Millisecond), 80, 24, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		for _, size := range []struct{ width, height int }{{40, 10}, {1, 1}, {200, 60}, {0, 0}, {80, 24}} {
			d.pass(40 * time.Millisecond)
			d.send(tea.WindowSizeMsg{Width: size.width, Height: size.height})
			d.flush()
			d.exact(size.width, size.height)
		}
		d.until("the end", d.idle)
		d.shows("once more.")
		d.shows("✓ completed")
	})
}

func TestALongPromptGrowsTheComposerToAThird(t *testing.T) {
	against(t, scripted(answer, 0), 80, 24, func(d *driver) {
		d.send(tea.PasteMsg{Content: strings.Repeat("a line\n", 50) + "the last"})
		d.flush()
		if h := d.m.rect(chat.ComposerPane).H; h != 8 {
			t.Errorf("the composer has %d rows, want 8", h)
		}
		d.shows("the last")
		d.exact(80, 24)
		d.keys("ctrl+u")
		d.typeText("x")
		for range 50 {
			d.keys("backspace")
			d.keys("ctrl+u")
		}
		if h := d.m.rect(chat.ComposerPane).H; h > 8 {
			t.Errorf("the composer has %d rows", h)
		}
	})
}

func TestPictureOfNothingNew(t *testing.T) {
	against(t, scripted(answer, 0), 100, 30, func(d *driver) {
		first := d.m.View().Content
		allocs := testing.AllocsPerRun(100, func() {
			if d.m.View().Content != first {
				t.Fatal("the screen changed by itself")
			}
		})
		if allocs > 400 {
			t.Errorf("drawing an unchanged screen makes %v allocations", allocs)
		}
	})
}

func TestACmdLoadsTheLexersOfCode(t *testing.T) {
	bubble(t, 80, 24, nil, func(d *driver) {
		conv, err := talk.Open([]byte(`{"model":"m","input":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` +
			"```go\\nfunc f() {}\\n```" + `"}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		d.m.transcript().SetConversation(conv)
		d.m.View()
		if synctest.Wait(); len(d.msgs) != 1 {
			t.Errorf("%d Cmds have loaded a lexer, want 1", len(d.msgs))
		}
		d.flush()
		d.shows("func f() {}")
		if strings.Contains(d.m.View().Content, "func f() {}") {
			t.Error("the code is plain still")
		}
	})
}
