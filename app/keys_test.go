package app

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// other binds keys that are none of the defaults.
func other(o *Options) {
	o.Keys = map[string][]string{
		"stop": {"f7"}, "help": {"f8"}, "line-end": {"f12"}, "send": {"f11"}, "save-binary": {"w"},
	}
	o.Connection.Model = "fault/slow"
}

func TestWhatIsPrintedNamesTheKeysInForce(t *testing.T) {
	bubble(t, 120, 30, other, func(d *driver) {
		d.shows("F8 shows the keys")
		d.typeText("one")
		d.send(keyPress("f11"))
		d.pass(200 * time.Millisecond)
		d.typeText("two")
		d.keys("f11")
		d.shows("a stream is running; F7 stops it")
		d.keys("alt+r")
		d.shows("a stream is running; F7 stops it")
		d.keys("f7")
		if !d.idle() {
			t.Error("F7 does not stop the stream")
		}
		d.keys("tab", "e")
		d.shows("F11 sends it as a branch, F7 leaves it")
	})
}

func TestAnActionWithoutAKeyIsNamedByThePalette(t *testing.T) {
	change := func(o *Options) { slow(o); o.Keys = map[string][]string{"stop": {}} }
	bubble(t, 120, 30, change, func(d *driver) {
		d.typeText("one")
		d.keys("enter", "alt+r")
		d.shows("“Stop, or go back” in the palette stops it")
		d.keys("ctrl+p")
		d.typeText("stop")
		d.keys("enter")
		if !d.idle() {
			t.Error("the palette does not stop the stream")
		}
	})
}

func TestTheEndOfTheLineFollowsWhileThereIsNoLine(t *testing.T) {
	for _, c := range []struct {
		change func(*Options)
		key    string
	}{{nil, "end"}, {other, "f12"}} {
		bubble(t, 60, 12, func(o *Options) {
			if c.change != nil {
				c.change(o)
			}
			o.Connection.Model = "sim/writer"
		}, func(d *driver) {
			d.do(views.Send{Text: "write 3 KB"})
			d.until("the end", d.idle)
			d.keys("pgup")
			if d.m.transcript().Following() {
				t.Fatal("page up does not leave the end")
			}
			d.typeText("x")
			d.keys(c.key)
			if d.m.transcript().Following() {
				t.Errorf("%s leaves the line that is being written", c.key)
			}
			d.keys("backspace", c.key)
			if !d.m.transcript().Following() {
				t.Errorf("%s does not follow", c.key)
			}
		})
	}
}

func TestThePaletteRunsEveryAction(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("ctrl+p")
		for _, c := range d.m.Keys.Commands() {
			if c.Scope == views.Overlay || c.Scope == views.Sharing || c.Action == views.ActPalette {
				continue
			}
			d.send(tea.PasteMsg{Content: string(c.Action)}) // drawn once, not for each letter
			here, _ := d.m.keys().Command(c.Action)
			if !strings.Contains(d.screen(), " "+here.Name+"  ") {
				t.Errorf("%s is not found by its name in config.toml:\n%s", c.Action, d.screen())
			}
			d.keys("ctrl+u")
		}
		d.keys("esc")
		d.do(views.Send{Text: "write 9 KB"})
		d.until("the end", d.idle)
		for _, up := range []string{"go-page-up", "go-top"} {
			d.keys("ctrl+p")
			d.typeText(up)
			d.keys("enter")
			if d.m.transcript().Following() {
				t.Errorf("%s does not scroll", up)
			}
			d.keys("ctrl+end")
		}
	})
}

func TestThePaletteQuitsWhenItIsAskedAgain(t *testing.T) {
	quit := func(d *driver) {
		d.keys("ctrl+p")
		d.typeText("quit")
		d.keys("enter")
	}
	bubble(t, 100, 30, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/temperature", Value: []byte("1")})
		quit(d)
		d.shows("again quits without it")
		d.keys("left") // another key takes the question back
		quit(d)
		if d.quit {
			t.Fatal("it quits at once")
		}
		d.keys("ctrl+p", "esc")
		quit(d)
		if d.quit {
			t.Fatal("leaving the palette does not take the question back")
		}
		quit(d)
		if !d.quit {
			t.Errorf("it asks each time:\n%s", d.screen())
		}
	})
}

func TestEscEndsASearchBeforeItStopsTheStream(t *testing.T) {
	bubble(t, 100, 30, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.pass(200 * time.Millisecond)
		d.keys("alt+/")
		d.typeText("zebra")
		d.keys("enter", "tab") // the focus is in the composer again
		d.shows("zebra")
		d.shows("esc end search")
		d.keys("esc")
		d.hides("zebra")
		d.shows("esc stop")
		if d.idle() {
			t.Fatal("esc stopped the stream while a search was open")
		}
		d.keys("esc")
		if !d.idle() {
			t.Error("esc does not stop the stream")
		}
		d.hides("esc stop")
		d.keys("alt+/")
		d.shows("esc end search")
		d.hides("esc stop")
	})
}

func TestHelpOpensAndClosesWithOneKey(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("f1")
		if d.m.Overlays.Top() == nil {
			t.Fatal("f1 opens nothing")
		}
		d.keys("f1")
		if d.m.Overlays.Top() != nil {
			t.Error("f1 does not close it")
		}
	})
}

func TestWarningsStayUntilTheyWereSeen(t *testing.T) {
	warned := func(o *Options) { o.Warnings = []string{"config.toml: a first", "config.toml: a second"} }
	for _, answer := range [][]string{{"esc"}, {"o", "enter"}} {
		bubble(t, 100, 30, warned, func(d *driver) {
			d.shows("a first")
			d.keys("alt+i")
			d.shows("no longer requests routing metadata")
			d.shows("a second")
			d.keys("x", "backspace")
			d.hides("no longer requests routing metadata")
			d.shows("a first")
			d.keys(answer...)
			d.hides("a first")
		})
	}
}
