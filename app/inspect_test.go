package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/app/chat"
	"gatehouse/app/effect/files"
	"gatehouse/app/inspect"
	"gatehouse/app/screen"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

func withMetadata(o *Options) { o.Connection.Metadata = true }

// ask sends a text to a model and waits for the end.
func (d *driver) ask(model, text string) {
	d.t.Helper()
	d.do(views.SetModel{Slug: model})
	d.do(views.Send{Text: text})
	d.until("the end", d.idle)
	d.pass(2 * chat.ColumnPace)
}

func TestTheInspectorShowsTheLastExchange(t *testing.T) {
	bubble(t, 120, 40, withMetadata, func(d *driver) {
		d.keys("f4")
		d.shows("Nothing sent yet.")
		d.ask("sim/writer", "first words")
		d.keys("f4")
		d.shows("✓ completed")
		d.shows("exchange 1 of 1")
		d.keys("Q")
		d.shows("POST http://gateway.test/api/v1/responses")
		d.shows("first words")
		d.keys("tab")
		d.shows("HTTP/1.1 200 OK")
		d.keys("tab")
		d.shows("Overview")
		d.keys("shift+tab", "f2", "f4")
		d.shows("HTTP/1.1 200 OK") // the tab is remembered
		d.keys("esc")
		if d.m.screens.shown != chatScreen {
			t.Error("esc does not go back to the chat")
		}
	})
}

// TestTheTopLineDescribesTheInspectedExchange by its verdict, and shows that
// another one is on its way.
func TestTheTopLineDescribesTheInspectedExchange(t *testing.T) {
	bubble(t, 120, 40, nil, func(d *driver) {
		top := func(want string) {
			t.Helper()
			if line, _, _ := strings.Cut(d.screen(), "\n"); !strings.Contains(line, want) {
				t.Errorf("no %q in %q", want, line)
			}
		}
		d.ask("no/such", "first words")
		d.ask("sim/writer", "second words")
		top("✓ completed")
		d.keys("f4", "[")
		top("✗ failed")
		d.do(views.Send{Text: "third words"})
		d.keys("f4", "[")
		top("●1 ")
		top("✓ completed")
		d.keys("]")
		top("● streaming")
		d.until("the end", d.idle)
		top("✓ completed")
	})
}

func TestKeysGoFromExchangeToExchange(t *testing.T) {
	bubble(t, 118, 40, nil, func(d *driver) {
		d.ask("sim/writer", "first words")
		d.ask("no/such", "second words")
		d.shows("i inspect")
		d.keys("tab", "[", "i", "Q")
		d.shows("exchange 1 of 2")
		d.shows("first words")
		d.keys("[")
		d.shows("this is the first exchange")
		d.keys("]")
		d.shows("exchange 2 of 2  ✗")
		d.shows(`"model": "no/such"`)
		d.keys("]")
		d.shows("this is the last exchange")
		d.keys("[")
		d.do(views.Send{Text: "third words"})
		d.until("the end", d.idle)
		d.keys("f4")
		d.shows("exchange 3 of 3") // what is sent is looked at
		d.keys("alt+n", "f4")
		d.hides("exchange 3")
	})
}

func TestMetadataIsAskedForAfterwards(t *testing.T) {
	without := func(o *Options) { o.Connection.Metadata = false }
	bubble(t, 118, 40, without, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.keys("f4")
		d.shows("m with metadata")
		d.keys("m")
		d.until("the end", d.idle)
		d.shows("exchange 2 of 2")
		x := d.m.desk.Shown().Conv.Current.Exchange
		if len(x.Routing) == 0 {
			t.Errorf("no routing metadata came: %s", x.Response)
		}
		if d.m.screens.shown != inspectScreen {
			t.Error("the inspector is left")
		}
	})
}

func TestTheColumnIsShownNextToWideTranscripts(t *testing.T) {
	bubble(t, 140, 40, nil, func(d *driver) {
		d.ask("sim/writer", "some words")
		d.shows("TOKENS")
		d.keys("tab", "tab")
		if d.m.Focus() != chat.ColumnPane {
			t.Fatal("tab does not lead to the column")
		}
		d.keys("alt+c")
		d.hides("TOKENS")
		if d.m.Focus() != chat.TranscriptPane {
			t.Error("what is not there has the focus")
		}
		d.keys("alt+c")
		d.shows("TOKENS")
		d.m.resize(100, 30)
		d.hides("TOKENS")
		d.keys("alt+c")
		d.shows("too narrow for this column")
		d.exact(100, 30)
	})
}

func TestTheColumnIsDrawnSomeTimesASecondAndAtTheEnd(t *testing.T) {
	against(t, scripted(answer, screen.Frame+time.Millisecond), 140, 40, func(d *driver) {
		d.do(views.Send{Text: "some words"})
		pictures, batches := map[string]bool{}, map[uint64]bool{}
		for !d.idle() {
			time.Sleep(time.Millisecond)
			d.flush()
			pictures[d.m.column().View()] = true
			batches[d.m.desk.Shown().Conv.Current.Exchange.Version] = true
		}
		if len(pictures) > 7 || len(batches) < 9 {
			t.Errorf("%d pictures of %d batches in a quarter of a second", len(pictures), len(batches))
		}
		if !strings.Contains(d.screen(), "✓ completed   in 34") || strings.Contains(d.screen(), "● streaming") {
			t.Errorf("the end is not shown at once:\n%s", d.screen())
		}
	})
}

func TestALoadedAnswerHasNoExchange(t *testing.T) {
	conv, err := talk.Open([]byte(`{"model":"m","input":[{"role":"user","content":"hi"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"hello"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	bubble(t, 100, 40, func(o *Options) { o.Session = &files.Session{Conversation: conv} }, func(d *driver) {
		d.keys("f4")
		d.shows("Not sent from here.")
		d.keys("Q")
		d.shows("was opened from a file")
		d.keys("S")
		d.shows("was opened from a file")
	})
}

// TestThePaletteDoesWhatTheInspectorCan: whatever page is shown, an action is
// done, there or on the page that can do it, or a notice says that none can.
func TestThePaletteDoesWhatTheInspectorCan(t *testing.T) {
	for name, body := range map[string]string{
		"fine":    `{"model":"sim/writer","stream":true,"input":"some words"}`,
		"blocked": `{"plugins":[{"id":"auto-router"}],"stream":true,"input":"my card is 4111 1111 1111 1111"}`,
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, 118, 40, nil, func(d *driver) {
				d.sendBody(body)
				for _, from := range []string{"O", "Q", "D"} {
					for _, c := range d.m.Keys.Commands() {
						if c.Hidden || c.Scope != views.Figures && c.Scope != views.Tree && c.Scope != views.Events && c.Scope != views.Comparison {
							continue
						}
						d.keys("f4", from)
						if here, _ := d.m.keys().Command(c.Action); here.Hidden {
							continue // there it moves, and is at its end perhaps
						}
						before := d.screen()
						d.do(views.RunAction{Action: c.Action})
						d.until("the end", d.idle)
						if d.screen() == before {
							t.Errorf("%s does nothing from %s:\n%s", c.Action, from, before)
						}
						for d.m.Overlays.Top() != nil || d.m.screens.shown == inspectScreen && d.m.typing() {
							d.keys("esc")
						}
						d.exact(118, 40)
					}
				}
			})
		})
	}
}

func TestThePaletteEditsAndLoosensWhateverPageIsShown(t *testing.T) {
	bubble(t, 118, 40, nil, func(d *driver) {
		d.sendBody(`{"plugins":[{"id":"auto-router"}],"stream":true,"input":"my card is 4111 1111 1111 1111"}`)
		d.keys("f4", "O")
		d.do(views.RunAction{Action: views.ActReadEdit})
		if d.m.desk.Shown().Editing == nil {
			t.Errorf("the text is not edited:\n%s", d.screen())
		}
		d.keys("esc")
		d.sendBody(`{"plugins":[{"id":"pareto-router","max_price":0}],"stream":true,"input":"hi"}`)
		d.keys("f4", "E")
		d.do(views.RunAction{Action: views.ActReadLoosen})
		d.shows("set plugins[0].max_price to 0.03")
		d.keys("f4", "O")
		d.do(views.RunAction{Action: views.ActReadFrame})
		d.shows("nothing here for “read-frame”: Go to the row's last event")
	})
}

func TestTheInspectorsScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}} {
		at := fmt.Sprintf("%dx%d", size.width, size.height)
		against(t, scripted(answer, 50*time.Millisecond), size.width, size.height, func(d *driver) {
			d.ask("sim/writer", "Which of my keys should I rotate first, and how?")
			d.keys("f4", "E")
			d.golden("inspect-events-" + at)
			d.keys("g", "j", "j", "enter", "j", "j", "t", "O")
			d.m.look().Turn().Exchange.ID, d.m.look().Position().Snapshot.ID = "x", "x"
			d.m.pane(inspect.OverviewPane).SetSize(0, 0)
			d.m.View()
			d.m.Arrange()
			d.golden("inspect-past-" + at)
			d.keys("D")
			d.golden("inspect-diff-" + at)
		})
	}
}
