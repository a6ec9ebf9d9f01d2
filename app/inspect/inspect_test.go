package inspect_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/effect/files"
	"gatehouse/app/inspect"
	"gatehouse/app/screen"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

func TestTheInspectorShowsTheLastExchange(t *testing.T) {
	apptest.Run(t, 120, 40, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Press("f4")
		d.Shows("Nothing sent yet.")
		d.Ask("sim/writer", "first words")
		d.Press("f4")
		d.Shows("✓ completed")
		d.Shows("exchange 1 of 1")
		d.Press("Q")
		d.Shows("POST http://gateway.test/api/v1/responses")
		d.Shows("first words")
		d.Press("tab")
		d.Shows("HTTP/1.1 200 OK")
		d.Press("tab")
		d.Shows("Overview")
		d.Press("shift+tab", "f2", "f4")
		d.Shows("HTTP/1.1 200 OK") // the tab is remembered
		d.Press("esc")
		if d.Focus().Screen() != "chat" {
			t.Error("esc does not go back to the chat")
		}
	})
}

// TestTheTopLineDescribesTheInspectedExchange by its verdict, and shows that
// another one is on its way.
func TestTheTopLineDescribesTheInspectedExchange(t *testing.T) {
	apptest.Run(t, 120, 40, nil, func(d *apptest.Driver) {
		top := func(want string) {
			t.Helper()
			if line, _, _ := strings.Cut(d.Screen(), "\n"); !strings.Contains(line, want) {
				t.Errorf("no %q in %q", want, line)
			}
		}
		d.Ask("no/such", "first words")
		d.Ask("sim/writer", "second words")
		top("✓ completed")
		d.Press("f4", "[")
		top("✗ failed")
		d.Do(views.Send{Text: "third words"})
		d.Press("f4", "[")
		top("●1 ")
		top("✓ completed")
		d.Press("]")
		top("● streaming")
		d.WaitFor("the end", d.Idle)
		top("✓ completed")
	})
}

func TestKeysGoFromExchangeToExchange(t *testing.T) {
	apptest.Run(t, 118, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Ask("no/such", "second words")
		d.Shows("i inspect")
		d.Press("tab", "[", "i", "Q")
		d.Shows("exchange 1 of 2")
		d.Shows("first words")
		d.Press("[")
		d.Shows("this is the first exchange")
		d.Press("]")
		d.Shows("exchange 2 of 2  ✗")
		d.Shows(`"model": "no/such"`)
		d.Press("]")
		d.Shows("this is the last exchange")
		d.Press("[")
		d.Do(views.Send{Text: "third words"})
		d.WaitFor("the end", d.Idle)
		d.Press("f4")
		d.Shows("exchange 3 of 3") // what is sent is looked at
		d.Press("alt+n", "f4")
		d.Hides("exchange 3")
	})
}

func TestMetadataIsAskedForAfterwards(t *testing.T) {
	without := func(o *app.Options) { o.Connection.Metadata = false }
	apptest.Run(t, 118, 40, without, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Press("f4")
		d.Shows("+ with metadata")
		d.Press("+")
		d.WaitFor("the end", d.Idle)
		d.Shows("exchange 2 of 2")
		x := d.Desk.Shown().Conv.Current.Exchange
		if len(x.Routing) == 0 {
			t.Errorf("no routing metadata came: %s", x.Response)
		}
		if d.Focus().Screen() != "inspect" {
			t.Error("the inspector is left")
		}
	})
}

func TestTheColumnIsShownNextToWideTranscripts(t *testing.T) {
	apptest.Run(t, 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "some words")
		d.Shows("TOKENS")
		d.Press("tab", "tab")
		if d.Focus() != chat.ColumnPane {
			t.Fatal("tab does not lead to the column")
		}
		d.Press("alt+c")
		d.Hides("TOKENS")
		if d.Focus() != chat.TranscriptPane {
			t.Error("what is not there has the focus")
		}
		d.Press("alt+c")
		d.Shows("TOKENS")
		d.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
		d.Hides("TOKENS")
		d.Press("alt+c")
		d.Shows("too narrow for this column")
		d.CheckScreen(100, 30)
	})
}

func TestTheColumnIsDrawnSomeTimesASecondAndAtTheEnd(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, screen.Frame+time.Millisecond), 140, 40, nil, func(d *apptest.Driver) {
		d.Do(views.Send{Text: "some words"})
		pictures, batches := map[string]bool{}, map[uint64]bool{}
		for !d.Idle() {
			time.Sleep(time.Millisecond)
			d.Flush()
			pictures[d.Column().View()] = true
			batches[d.Desk.Shown().Conv.Current.Exchange.Version] = true
		}
		if len(pictures) > 7 || len(batches) < 9 {
			t.Errorf("%d pictures of %d batches in a quarter of a second", len(pictures), len(batches))
		}
		if !strings.Contains(d.Screen(), "✓ completed   in 34") || strings.Contains(d.Screen(), "● streaming") {
			t.Errorf("the end is not shown at once:\n%s", d.Screen())
		}
	})
}

func TestALoadedAnswerHasNoExchange(t *testing.T) {
	conv, err := talk.Open([]byte(`{"model":"m","input":[{"role":"user","content":"hi"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"hello"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	apptest.Run(t, 100, 40, func(o *app.Options) { o.Session = &files.Session{Conversation: conv} }, func(d *apptest.Driver) {
		d.Press("f4")
		d.Shows("Not sent from here.")
		d.Press("Q")
		d.Shows("was opened from a file")
		d.Press("S")
		d.Shows("was opened from a file")
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
			apptest.Run(t, 118, 40, nil, func(d *apptest.Driver) {
				d.SendBody(body)
				for _, from := range []string{"O", "Q", "D"} {
					for _, c := range d.Keys.Commands() {
						if c.Hidden || c.Scope != views.Figures && c.Scope != views.Tree && c.Scope != views.Events && c.Scope != views.Comparison {
							continue
						}
						d.Press("f4", from)
						if here, _ := screen.KeysOn(d.Keys, d.Inspector().Pages(), d.Focus(), views.Inspect).Command(c.Action); here.Hidden {
							continue // there it moves, and is at its end perhaps
						}
						before := d.Screen()
						d.Do(views.RunAction{Action: c.Action})
						d.WaitFor("the end", d.Idle)
						if d.Screen() == before {
							t.Errorf("%s does nothing from %s:\n%s", c.Action, from, before)
						}
						for d.Overlays.Top() != nil || d.Focus().Screen() == "inspect" && typing(d) {
							d.Press("esc")
						}
						d.CheckScreen(118, 40)
					}
				}
			})
		})
	}
}

func TestThePaletteEditsAndLoosensWhateverPageIsShown(t *testing.T) {
	apptest.Run(t, 118, 40, nil, func(d *apptest.Driver) {
		d.SendBody(`{"plugins":[{"id":"auto-router"}],"stream":true,"input":"my card is 4111 1111 1111 1111"}`)
		d.Press("f4", "O")
		d.Do(views.RunAction{Action: views.ActReadEdit})
		if d.Desk.Shown().Editing == nil {
			t.Errorf("the text is not edited:\n%s", d.Screen())
		}
		d.Press("esc")
		d.SendBody(`{"plugins":[{"id":"pareto-router","max_price":0}],"stream":true,"input":"hi"}`)
		d.Press("f4", "E")
		d.Do(views.RunAction{Action: views.ActReadLoosen})
		d.Shows("set plugins[0].max_price to 0.03")
		d.Press("f4", "O")
		d.Do(views.RunAction{Action: views.ActReadFrame})
		d.Shows("nothing here for “read-frame”: Go to the row's last event")
	})
}

func TestTheInspectorsScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}} {
		at := fmt.Sprintf("%dx%d", size.width, size.height)
		apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 50*time.Millisecond), size.width, size.height, nil, func(d *apptest.Driver) {
			d.Ask("sim/writer", "Which of my keys should I rotate first, and how?")
			d.Press("f4", "E")
			d.Golden("inspect-events-" + at)
			d.Press("g", "j", "j", "enter", "j", "j", "@", "O")
			d.Look().Turn().Exchange.ID, d.Look().Position().Snapshot.ID = "x", "x"
			d.Pane(inspect.OverviewPane).SetSize(0, 0)
			d.View()
			d.Arrange()
			d.Golden("inspect-past-" + at)
			d.Press("D")
			d.Golden("inspect-diff-" + at)
		})
	}
}

// typing reports whether letters are text for the pane with the focus.
func typing(d *apptest.Driver) bool {
	t, ok := d.Pane(d.Focus()).(views.Typist)
	return ok && t.Typing()
}
