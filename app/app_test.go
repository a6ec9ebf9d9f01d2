package app_test

import (
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
)

func TestAnAnswerStreamsOntoTheScreen(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Shows("local (simulated)")
		d.Shows("sim/writer")
		d.Type("what happens to a request?")
		d.Press("enter")
		d.WaitFor("streaming", func() bool { return !d.Idle() && d.Desk.Shown().Conv.Current.Exchange.DeltaBytes > 0 })
		d.Shows("● streaming")
		d.WaitFor("the end", d.Idle)
		d.Shows("✓ completed")
		d.Press("ctrl+home")
		d.Shows("what happens to a request?")
		x := d.Desk.Shown().Conv.Current.Exchange
		if x.Verdict != state.Completed || x.Text() == "" {
			t.Errorf("verdict %q, text %q", x.Verdict, x.Text())
		}
		if c := d.Desk.Shown().Conv.Current.Capture; c == nil || c.Text().Len() == 0 {
			t.Error("the turn has no capture")
		}
		if !d.Composer().Empty() {
			t.Errorf("the composer still holds %q", d.Composer().Text())
		}
	})
}

func TestTheConversationGoesAlong(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		for _, text := range []string{"first words", "second words"} {
			d.Type(text)
			d.Press("enter")
			d.WaitFor("the end", d.Idle)
		}
		body := string(d.Desk.Shown().Conv.Current.Exchange.Request)
		first, second := strings.Index(body, "first words"), strings.Index(body, "second words")
		if first < 0 || second < first || !strings.Contains(body, `"assistant"`) {
			t.Errorf("the second request does not carry the first turn:\n%s", body)
		}
	})
}

func TestTextStaysWhileAStreamRuns(t *testing.T) {
	apptest.Run(t, 100, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.Sleep(500 * time.Millisecond)
		d.Type("two")
		d.Press("enter")
		d.Shows("a stream is running")
		d.Shows("❯ two")
		if n := d.Desk.Shown().Conv.Len(); n != 1 {
			t.Errorf("%d turns, want 1", n)
		}
		d.Press("x")
		d.Shows("a stream is running") // one may type and read it
		d.Press("ctrl+a")
		d.Hides("a stream is running")
	})
}

// TestARunningStreamIsNotSpokenOfOnceItEnded: next to "completed" it would be untrue.
func TestARunningStreamIsNotSpokenOfOnceItEnded(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("write 20 KB")
		d.Press("enter")
		d.Sleep(50 * time.Millisecond)
		d.Press("enter")
		d.Shows("a stream is running")
		d.WaitFor("the end", d.Idle)
		d.Hides("a stream is running")
	})
}

func TestEscStopsTheStreamAndKeepsItsOutput(t *testing.T) {
	for _, key := range []string{"esc", "ctrl+c"} {
		apptest.Run(t, 100, 30, apptest.Slow, func(d *apptest.Driver) {
			d.Type("one")
			d.Press("enter")
			d.Sleep(1000 * time.Millisecond)
			d.Press(key)
			if !d.Idle() {
				t.Fatalf("%s did not stop the stream", key)
			}
			x := d.Desk.Shown().Conv.Current.Exchange
			if x.Verdict != state.Cancelled || x.Text() == "" {
				t.Errorf("%s: verdict %q, text %q", key, x.Verdict, x.Text())
			}
			d.Shows("■ cancelled")
			if d.HasQuit {
				t.Errorf("%s quit", key)
			}
		})
	}
}

func TestCtrlCAsksBeforeItQuits(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("ctrl+c")
		d.Shows("ctrl+c again quits")
		d.Press("x", "ctrl+c")
		if d.HasQuit {
			t.Fatal("another key in between, and it quits all the same")
		}
		d.Press("ctrl+c")
		if !d.HasQuit {
			t.Error("ctrl+c twice does not quit")
		}
	})
}

func TestQuitWorksEverywhereAndStopsEveryStream(t *testing.T) {
	for _, before := range [][]string{nil, {"f1"}, {"ctrl+p"}, {"alt+m"}, {"tab"}} {
		apptest.Run(t, 100, 30, apptest.Slow, func(d *apptest.Driver) {
			d.Type("one")
			d.Press("enter")
			d.Press(before...)
			d.Press("ctrl+q")
			if d.HasQuit {
				t.Fatalf("after %v ctrl+q drops the stream without a word", before)
			}
			d.Press("ctrl+q")
			if !d.HasQuit {
				t.Fatalf("after %v ctrl+q twice does not quit", before)
			}
			d.Life.Readers.Wait() // a reader that does not stop would hang here
		})
	}
}

func TestAFailureCanBeEditedAndSentAgain(t *testing.T) {
	apptest.Run(t, 100, 30, func(o *app.Options) { o.Connection.Model = "no/such-model" }, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Shows("404")
		d.Shows("tab, then i inspect   alt+m model   e edit and send again")
		d.Type("e") // letters are text here
		d.Press("backspace", "tab")
		d.Hides("tab, then e")
		d.Press("e")
		d.Shows("editing a message")
		d.Shows("❯ hello")
		if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Failed {
			t.Errorf("verdict %q", v)
		}
	})
}

func TestMetadataIsAskedForAndSwitchedOff(t *testing.T) {
	apptest.Run(t, 160, 30, nil, func(d *apptest.Driver) {
		d.Shows("◇ routing")
		d.Type("one")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		asked := d.Desk.Shown().Conv.Current.Capture.Sent.Header.Get("X-Service-Metadata")
		d.Start(d.Run(views.ActMetadata))
		d.Hides("◇ routing")
		d.Type("two")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		after := d.Desk.Shown().Conv.Current.Capture.Sent.Header.Get("X-Service-Metadata")
		if asked != "enabled" || after != "" {
			t.Errorf("the header was %q, then %q", asked, after)
		}
	})
}

func TestPaletteDoesWhatItLists(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("ctrl+p")
		d.Type("theme")
		d.Press("enter")
		d.Shows("─ Themes ─")
		d.Press("esc")
		d.Press("ctrl+p")
		d.Type("help")
		d.Press("enter")
		d.Shows("─ Keys ─")
		d.Press("esc")
		d.Hides("─ Keys ─")
	})
}

func TestLettersAreTextWhileTyping(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("?:v/y")
		if got := d.Composer().Text(); got != "?:v/y" {
			t.Errorf("the text is %q", got)
		}
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("tab", "?")
		d.Shows("─ Keys ─")
	})
}

func TestWarningsOfTheConfigStayUntilTheyAreAnswered(t *testing.T) {
	apptest.Run(t, 100, 30, func(o *app.Options) { o.Warnings = []string{"config.toml:3: unknown key colour"} }, func(d *apptest.Driver) {
		d.Type("a")
		d.Shows("config.toml:3: unknown key colour")
		d.Press("esc")
		d.Hides("unknown key colour")
	})
}

func TestReboundKeys(t *testing.T) {
	apptest.Run(t, 100, 30, func(o *app.Options) {
		o.Keys = map[string][]string{"model": {"f2"}, "chat": {"alt+1"}, "nonsense": {"x"}}
	}, func(d *apptest.Driver) {
		d.Shows("nonsense")
		d.Press("f2")
		d.Shows("─ Models of")
	})
}

func TestPasteNeverSends(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("tab")
		d.Send(tea.PasteMsg{Content: "one\ntwo\n"})
		d.Flush()
		if got := d.Composer().Text(); got != "one\ntwo\n" || d.Desk.Shown().Conv.Len() != 0 {
			t.Errorf("text %q, %d turns", got, d.Desk.Shown().Conv.Len())
		}
	})
}

func TestCopySaysWhatHappened(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("alt+y")
		d.Shows("nothing to copy")
		d.Type("show me code")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("alt+y")
		d.Shows("the body of the request, byte for byte")
		d.Type("request")
		d.Press("enter")
		d.WaitFor("the notice", func() bool {
			return strings.Contains(d.Screen(), "B: request JSON; by OSC 52, if the terminal allows it")
		})
		if !slices.Contains(d.ForTerminal, "tea.setClipboardMsg") {
			t.Errorf("nothing was sent to the terminal: %v", d.ForTerminal)
		}
	})
}

// TestTheCopyMenuShowsTheSizeOfEachCopy: that of a command is not the size of the
// request in it.
func TestTheCopyMenuShowsTheSizeOfEachCopy(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "show me code")
		seen := map[string]bool{}
		x := d.Look().Exchange()
		for _, item := range d.SharingOf(x, x.State, "show me code").Parts {
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
		apptest.Run(t, 100, 30, func(o *app.Options) { o.Theme = name }, func(d *apptest.Driver) {
			d.Send(tea.BackgroundColorMsg{Color: color.White})
			if d.Styles.Dark != want {
				t.Errorf("theme %q on a light terminal: dark is %v", name, d.Styles.Dark)
			}
		})
	}
}
