package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
)

func TestAnAnswerStreamsOntoTheScreen(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.shows("local (simulated)")
		d.shows("sim/writer")
		d.typeText("what happens to a request?")
		d.keys("enter")
		d.until("streaming", func() bool { return !d.idle() && d.m.desk.Shown().Conv.Current.Exchange.DeltaBytes > 0 })
		d.shows("● streaming")
		d.until("the end", d.idle)
		d.shows("✓ completed")
		d.keys("ctrl+home")
		d.shows("what happens to a request?")
		x := d.m.desk.Shown().Conv.Current.Exchange
		if x.Verdict != state.Completed || x.Text() == "" {
			t.Errorf("verdict %q, text %q", x.Verdict, x.Text())
		}
		if c := d.m.desk.Shown().Conv.Current.Capture; c == nil || c.Text().Len() == 0 {
			t.Error("the turn has no capture")
		}
		if !d.m.composer().Empty() {
			t.Errorf("the composer still holds %q", d.m.composer().Text())
		}
	})
}

func TestTheConversationGoesAlong(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		for _, text := range []string{"first words", "second words"} {
			d.typeText(text)
			d.keys("enter")
			d.until("the end", d.idle)
		}
		body := string(d.m.desk.Shown().Conv.Current.Exchange.Request)
		first, second := strings.Index(body, "first words"), strings.Index(body, "second words")
		if first < 0 || second < first || !strings.Contains(body, `"assistant"`) {
			t.Errorf("the second request does not carry the first turn:\n%s", body)
		}
	})
}

func TestTextStaysWhileAStreamRuns(t *testing.T) {
	bubble(t, 100, 30, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.pass(500 * time.Millisecond)
		d.typeText("two")
		d.keys("enter")
		d.shows("a stream is running")
		d.shows("❯ two")
		if n := d.m.desk.Shown().Conv.Len(); n != 1 {
			t.Errorf("%d turns, want 1", n)
		}
		d.keys("x")
		d.hides("a stream is running")
	})
}

// TestARunningStreamIsNotSpokenOfOnceItEnded: next to "completed" it would be untrue.
func TestARunningStreamIsNotSpokenOfOnceItEnded(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("write 20 KB")
		d.keys("enter")
		d.pass(50 * time.Millisecond)
		d.keys("enter")
		d.shows("a stream is running")
		d.until("the end", d.idle)
		d.hides("a stream is running")
	})
}

// slow chooses a model that takes its time.
func slow(o *Options) { o.Connection.Model = "fault/slow" }

func TestEscStopsTheStreamAndKeepsItsOutput(t *testing.T) {
	for _, key := range []string{"esc", "ctrl+c"} {
		bubble(t, 100, 30, slow, func(d *driver) {
			d.typeText("one")
			d.keys("enter")
			d.pass(1000 * time.Millisecond)
			d.keys(key)
			if !d.idle() {
				t.Fatalf("%s did not stop the stream", key)
			}
			x := d.m.desk.Shown().Conv.Current.Exchange
			if x.Verdict != state.Cancelled || x.Text() == "" {
				t.Errorf("%s: verdict %q, text %q", key, x.Verdict, x.Text())
			}
			d.shows("■ cancelled")
			if d.quit {
				t.Errorf("%s quit", key)
			}
		})
	}
}

func TestCtrlCAsksBeforeItQuits(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("ctrl+c")
		d.shows("ctrl+c again quits")
		d.keys("x", "ctrl+c")
		if d.quit {
			t.Fatal("another key in between, and it quits all the same")
		}
		d.keys("ctrl+c")
		if !d.quit {
			t.Error("ctrl+c twice does not quit")
		}
	})
}

func TestQuitWorksEverywhereAndStopsEveryStream(t *testing.T) {
	for _, before := range [][]string{nil, {"f1"}, {"ctrl+p"}, {"alt+m"}, {"tab"}} {
		bubble(t, 100, 30, slow, func(d *driver) {
			d.typeText("one")
			d.keys("enter")
			d.keys(before...)
			d.keys("ctrl+q")
			if d.quit {
				t.Fatalf("after %v ctrl+q drops the stream without a word", before)
			}
			d.keys("ctrl+q")
			if !d.quit {
				t.Fatalf("after %v ctrl+q twice does not quit", before)
			}
			d.m.Life.Readers.Wait() // a reader that does not stop would hang here
		})
	}
}

func TestAFailureCanBeEditedAndSentAgain(t *testing.T) {
	bubble(t, 100, 30, func(o *Options) { o.Connection.Model = "no/such-model" }, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		d.shows("404")
		d.shows("tab, then i inspect   alt+m model   e edit and send again")
		d.typeText("e") // letters are text here
		d.keys("backspace", "tab")
		d.hides("tab, then e")
		d.keys("e")
		d.shows("editing a message")
		d.shows("❯ hello")
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Failed {
			t.Errorf("verdict %q", v)
		}
	})
}

func TestMetadataIsAskedForAndSwitchedOff(t *testing.T) {
	bubble(t, 160, 30, nil, func(d *driver) {
		d.shows("◇ routing")
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		asked := d.m.desk.Shown().Conv.Current.Capture.Sent.Header.Get("X-Service-Metadata")
		d.keys("alt+i")
		d.hides("◇ routing")
		d.typeText("two")
		d.keys("enter")
		d.until("the end", d.idle)
		after := d.m.desk.Shown().Conv.Current.Capture.Sent.Header.Get("X-Service-Metadata")
		if asked != "enabled" || after != "" {
			t.Errorf("the header was %q, then %q", asked, after)
		}
	})
}

func TestPaletteDoesWhatItLists(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("ctrl+p")
		d.typeText("theme")
		d.keys("enter")
		d.shows("─ Themes ─")
		d.keys("esc")
		d.keys("ctrl+p")
		d.typeText("help")
		d.keys("enter")
		d.shows("─ Keys ─")
		d.keys("esc")
		d.hides("─ Keys ─")
	})
}

func TestLettersAreTextWhileTyping(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("?:v/y")
		if got := d.m.composer().Text(); got != "?:v/y" {
			t.Errorf("the text is %q", got)
		}
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("tab", "?")
		d.shows("─ Keys ─")
	})
}

func TestWarningsOfTheConfigStayUntilTheyAreAnswered(t *testing.T) {
	bubble(t, 100, 30, func(o *Options) { o.Warnings = []string{"config.toml:3: unknown key colour"} }, func(d *driver) {
		d.typeText("a")
		d.shows("config.toml:3: unknown key colour")
		d.keys("esc")
		d.hides("unknown key colour")
	})
}

func TestReboundKeys(t *testing.T) {
	bubble(t, 100, 30, func(o *Options) { o.Keys = map[string][]string{"model": {"f2"}, "chat": {"alt+1"}, "nonsense": {"x"}} }, func(d *driver) {
		d.shows("nonsense")
		d.keys("f2")
		d.shows("─ Models of")
	})
}

func TestPasteNeverSends(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("tab")
		d.send(tea.PasteMsg{Content: "one\ntwo\n"})
		d.flush()
		if got := d.m.composer().Text(); got != "one\ntwo\n" || d.m.desk.Shown().Conv.Len() != 0 {
			t.Errorf("text %q, %d turns", got, d.m.desk.Shown().Conv.Len())
		}
	})
}

func TestCopySaysWhatHappened(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("alt+y")
		d.shows("nothing to copy")
		d.typeText("show me code")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("alt+y")
		d.shows("the body of the request, byte for byte")
		d.typeText("request")
		d.keys("enter")
		d.until("the notice", func() bool {
			return strings.Contains(d.screen(), "B: request JSON; by OSC 52, if the terminal allows it")
		})
		if !slices.Contains(d.seen, "tea.setClipboardMsg") {
			t.Errorf("nothing was sent to the terminal: %v", d.seen)
		}
	})
}

// TestTheCopyMenuShowsTheSizeOfEachCopy: that of a command is not the size of the
// request in it.
func TestTheCopyMenuShowsTheSizeOfEachCopy(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.ask("sim/writer", "show me code")
		seen := map[string]bool{}
		x := d.m.look().Exchange()
		for _, item := range d.m.SharingOf(x, x.State, "show me code").Parts {
			what, ok := item.Choose().(views.Copy)
			if !ok || item.Right != figures.Size(len(what.Text)) {
				t.Errorf("%s, %s: %d bytes are copied", item.Label, item.Right, len(what.Text))
			}
			seen[item.Label] = true
		}
		for _, label := range []string{"answer", "your text", "response"} {
			if !seen[label] {
				t.Errorf("no %s among %v", label, seen)
			}
		}
	})
}

func TestBackgroundChoosesTheThemeUnlessOneWasAskedFor(t *testing.T) {
	for name, want := range map[string]bool{"auto": false, "": false, "dark": true} {
		bubble(t, 100, 30, func(o *Options) { o.Theme = name }, func(d *driver) {
			d.m.background(false)
			if d.m.Styles.Dark != want {
				t.Errorf("theme %q on a light terminal: dark is %v", name, d.m.Styles.Dark)
			}
		})
	}
}
