package app_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/views"
)

// other binds keys that are none of the defaults.
func other(o *app.Options) {
	o.Keys = map[string][]string{
		"stop": {"f7"}, "help": {"f8"}, "line-end": {"f12"}, "send": {"f11"}, "save-binary": {"w"},
	}
	o.Connection.Model = "fault/slow"
}

func TestWhatIsPrintedNamesTheKeysInForce(t *testing.T) {
	apptest.Run(t, 120, 30, other, func(d *apptest.Driver) {
		d.Shows("F8 shows the keys")
		d.Type("one")
		d.Send(apptest.Key("f11"))
		d.Sleep(200 * time.Millisecond)
		d.Type("two")
		d.Press("f11")
		d.Shows("a stream is running; F7 stops it")
		d.Press("alt+r")
		d.Shows("a stream is running; F7 stops it")
		d.Press("f7")
		if !d.Idle() {
			t.Error("F7 does not stop the stream")
		}
		d.Press("tab", "e")
		d.Shows("F11 sends it as a branch, F7 leaves it")
	})
}

// TestTheFooterHasOneOrder: the letters that several pages have follow one another in the same
// order, and the help is last.
func TestTheFooterHasOneOrder(t *testing.T) {
	apptest.Run(t, 200, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "one")
		d.Press("tab")
		before := map[[2]string]string{} // the page where the first key is before the second
		for _, keys := range []string{"K", "f3", "f3 tab", "f4 O", "f4 Q", "f4 E", "f6", "f7"} {
			d.Press(strings.Fields(keys)...)
			all := d.FooterKeys()
			if last := all[len(all)-1].Help().Key; last != "f1" {
				t.Errorf("%s: the footer ends with %s", keys, last)
			}
			var letters []string
			for _, b := range all {
				if k := b.Help().Key; b.Enabled() && (k == "enter" || k == "space" || len(k) == 1 && k >= "a" && k <= "z") {
					letters = append(letters, k)
				}
			}
			for i, first := range letters {
				for _, second := range letters[i+1:] {
					if other := before[[2]string{second, first}]; other != "" && first != second {
						t.Errorf("%s: %s is before %s, other than on %s", keys, first, second, other)
					}
					before[[2]string{first, second}] = keys
				}
			}
		}
	})
}

func TestAnActionWithoutAKeyIsNamedByThePalette(t *testing.T) {
	change := func(o *app.Options) { apptest.Slow(o); o.Keys = map[string][]string{"stop": {}} }
	apptest.Run(t, 120, 30, change, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter", "alt+r")
		d.Shows("“Stop, or go back” in the palette stops it")
		d.Press("ctrl+p")
		d.Type("stop")
		d.Press("enter")
		if !d.Idle() {
			t.Error("the palette does not stop the stream")
		}
	})
}

func TestTheEndOfTheLineFollowsWhileThereIsNoLine(t *testing.T) {
	for _, c := range []struct {
		change func(*app.Options)
		key    string
	}{{nil, "end"}, {other, "f12"}} {
		apptest.Run(t, 60, 12, func(o *app.Options) {
			if c.change != nil {
				c.change(o)
			}
			o.Connection.Model = "sim/writer"
		}, func(d *apptest.Driver) {
			d.Do(views.Send{Text: "write 3 KB"})
			d.WaitFor("the end", d.Idle)
			d.Press("pgup")
			if d.Transcript().Following() {
				t.Fatal("page up does not leave the end")
			}
			d.Type("x")
			d.Press(c.key)
			if d.Transcript().Following() {
				t.Errorf("%s leaves the line that is being written", c.key)
			}
			d.Press("backspace", c.key)
			if !d.Transcript().Following() {
				t.Errorf("%s does not follow", c.key)
			}
		})
	}
}

func TestThePaletteRunsEveryAction(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("ctrl+p")
		for _, c := range d.Keys.Commands() {
			if c.Scope == views.Overlay || c.Scope == views.Sharing || c.Action == views.ActPalette {
				continue
			}
			d.Send(tea.PasteMsg{Content: string(c.Action)}) // drawn once, not for each letter
			here, _ := d.ShownKeys().Command(c.Action)
			if !strings.Contains(d.Screen(), " "+here.Name+"  ") {
				t.Errorf("%s is not found by its name in config.toml:\n%s", c.Action, d.Screen())
			}
			d.Press("ctrl+u")
		}
		d.Press("esc")
		d.Do(views.Send{Text: "write 9 KB"})
		d.WaitFor("the end", d.Idle)
		for _, up := range []string{"go-page-up", "go-top"} {
			d.Press("ctrl+p")
			d.Type(up)
			d.Press("enter")
			if d.Transcript().Following() {
				t.Errorf("%s does not scroll", up)
			}
			d.Press("ctrl+end")
		}
	})
}

func TestThePaletteQuitsWhenItIsAskedAgain(t *testing.T) {
	quit := func(d *apptest.Driver) {
		d.Press("ctrl+p")
		d.Type("quit")
		d.Press("enter")
	}
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/temperature", Value: []byte("1")})
		quit(d)
		d.Shows("again quits without it")
		d.Press("left") // another key takes the question back
		quit(d)
		if d.HasQuit {
			t.Fatal("it quits at once")
		}
		d.Press("ctrl+p", "esc")
		quit(d)
		if d.HasQuit {
			t.Fatal("leaving the palette does not take the question back")
		}
		quit(d)
		if !d.HasQuit {
			t.Errorf("it asks each time:\n%s", d.Screen())
		}
	})
}

func TestEscEndsASearchBeforeItStopsTheStream(t *testing.T) {
	apptest.Run(t, 100, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.Sleep(200 * time.Millisecond)
		d.Press("alt+/")
		d.Type("zebra")
		d.Press("enter", "tab") // the focus is in the composer again
		d.Shows("zebra")
		d.Shows("esc end search")
		d.Press("esc")
		d.Hides("zebra")
		d.Shows("esc stop")
		if d.Idle() {
			t.Fatal("esc stopped the stream while a search was open")
		}
		d.Press("esc")
		if !d.Idle() {
			t.Error("esc does not stop the stream")
		}
		d.Hides("esc stop")
		d.Press("alt+/")
		d.Shows("esc end search")
		d.Hides("esc stop")
	})
}

func TestHelpOpensAndClosesWithOneKey(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("f1")
		if d.Overlays.Top() == nil {
			t.Fatal("f1 opens nothing")
		}
		d.Press("f1")
		if d.Overlays.Top() != nil {
			t.Error("f1 does not close it")
		}
	})
}

func TestWarningsStayUntilTheyWereSeen(t *testing.T) {
	warned := func(o *app.Options) { o.Warnings = []string{"config.toml: a first", "config.toml: a second"} }
	for _, answer := range [][]string{{"esc"}, {"o", "enter"}} {
		apptest.Run(t, 100, 30, warned, func(d *apptest.Driver) {
			d.Shows("a first")
			d.Start(d.Run(views.ActMetadata))
			d.Shows("no longer requests routing metadata")
			d.Shows("a second")
			d.Press("x", "backspace")
			d.Hides("no longer requests routing metadata")
			d.Shows("a first")
			d.Press(answer...)
			d.Hides("a first")
		})
	}
}
