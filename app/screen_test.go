package app_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/state"
	"gatehouse/state/request/talk"
)

func TestScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}} {
		at := fmt.Sprintf("%dx%d", size.width, size.height)
		t.Run(at, func(t *testing.T) {
			apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 50*time.Millisecond), size.width, size.height, nil, func(d *apptest.Driver) {
				d.Golden("empty-" + at)
				d.Type("Which of my keys should I rotate first, and how?")
				d.Press("enter")
				d.Sleep(240 * time.Millisecond)
				d.Type("and for the staging gateway?")
				d.Golden("streaming-" + at)
				d.WaitFor("the end", d.Idle)
				d.Golden("completed-" + at)
				d.Press("ctrl+p")
				d.Golden("palette-" + at)
			})
		})
	}
}

func TestEverySizeIsDrawnAndWorks(t *testing.T) {
	sizes := []struct{ width, height int }{
		{0, 0}, {1, 1}, {2, 40}, {300, 1}, {19, 5}, {20, 4}, {20, 5}, {20, 6}, {33, 9}, {80, 24}, {500, 200},
	}
	for _, size := range sizes {
		apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 10*time.Millisecond), size.width, size.height, nil, func(d *apptest.Driver) {
			d.CheckScreen(size.width, size.height)
			d.Type("hello")
			d.Press("enter")
			for _, keys := range [][]string{{}, {"f1"}, {"esc", "ctrl+p"}, {"esc", "alt+m"}, {"esc", "tab", "v"}} {
				d.Press(keys...)
				d.CheckScreen(size.width, size.height)
			}
			d.WaitFor("the end", d.Idle)
			if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
				t.Errorf("%v: verdict %q", size, v)
			}
			d.CheckScreen(size.width, size.height)
			d.Press("ctrl+q", "ctrl+q") // once more: the conversation is in no file
			if !d.HasQuit {
				t.Errorf("%v: it does not quit", size)
			}
		})
	}
}

func TestResizeInMidStream(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 30*time.Millisecond), 80, 24, nil, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		for _, size := range []struct{ width, height int }{{40, 10}, {1, 1}, {200, 60}, {0, 0}, {80, 24}} {
			d.Sleep(40 * time.Millisecond)
			d.Send(tea.WindowSizeMsg{Width: size.width, Height: size.height})
			d.Flush()
			d.CheckScreen(size.width, size.height)
		}
		d.WaitFor("the end", d.Idle)
		d.Shows("once more.")
		d.Shows("✓ completed")
	})
}

func TestALongPromptGrowsTheComposerToAThird(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 80, 24, nil, func(d *apptest.Driver) {
		d.Send(tea.PasteMsg{Content: strings.Repeat("a line\n", 50) + "the last"})
		d.Flush()
		if h := d.Rect(chat.ComposerPane).H; h != 8 {
			t.Errorf("the composer has %d rows, want 8", h)
		}
		d.Shows("the last")
		d.CheckScreen(80, 24)
		d.Press("ctrl+u")
		d.Type("x")
		for range 50 {
			d.Press("backspace")
			d.Press("ctrl+u")
		}
		if h := d.Rect(chat.ComposerPane).H; h > 8 {
			t.Errorf("the composer has %d rows", h)
		}
	})
}

func TestPictureOfNothingNew(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		first := d.View().Content
		allocs := testing.AllocsPerRun(100, func() {
			if d.View().Content != first {
				t.Fatal("the screen changed by itself")
			}
		})
		if allocs > 400 {
			t.Errorf("drawing an unchanged screen makes %v allocations", allocs)
		}
	})
}

func TestACmdLoadsTheLexersOfCode(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		conv, err := talk.Open([]byte(`{"model":"m","input":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` +
			"```go\\nfunc f() {}\\n```" + `"}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		d.Transcript().SetConversation(conv)
		d.View()
		if synctest.Wait(); len(d.Messages) != 1 {
			t.Errorf("%d Cmds have loaded a lexer, want 1", len(d.Messages))
		}
		d.Flush()
		d.Shows("func f() {}")
		if strings.Contains(d.View().Content, "func f() {}") {
			t.Error("the code is plain still")
		}
	})
}

// TestTheScreenIsRepaintedAfterTheLastResize: once, whatever sizes were before.
func TestTheScreenIsRepaintedAfterTheLastResize(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		repaints := func() (n int) {
			for _, name := range d.ForTerminal {
				if name == "tea.sequenceMsg" {
					n++
				}
			}
			return n
		}
		before := repaints()
		d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
		d.Sleep(100 * time.Millisecond)
		d.Send(tea.WindowSizeMsg{Width: 160, Height: 45})
		d.Sleep(time.Second)
		if got := repaints() - before; got != 1 {
			t.Errorf("%d repaints, want 1", got)
		}
	})
}
