package app_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/rerank"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// escapeWord is what the footer says that esc does; empty where it names no esc.
func escapeWord(d *apptest.Driver) string {
	esc := d.Keys.Binding(views.ActStop).Help().Key
	word, times := "", 0
	for _, b := range d.FooterKeys() {
		if h := b.Help(); b.Enabled() && h.Key == esc {
			word = h.Desc
			times++
		}
	}
	if times > 1 {
		d.T.Errorf("the footer names esc %d times:\n%s", times, d.Screen())
	}
	return word
}

// position is what esc may change.
type position struct {
	screen                                  string
	focus                                   screen.ID
	past, running, editing, waiting, warned bool
	ranking                                 bool // where the rerank screen is shown
	pane                                    string
}

func positionOf(d *apptest.Driver) position {
	m := d.Model
	s := position{
		screen: m.Focus().Screen(), focus: m.Focus(), past: !d.Look().AtEnd(), running: !d.Idle(),
		editing: m.Desk.Shown().Editing != nil, waiting: m.Focus().Screen() != "rerank" && m.Desk.Shown().Delayed != nil, warned: m.Notice.HasWarnings(),
	}
	s.ranking = m.Focus().Screen() == "rerank" && d.Reranker().Running() > 0
	if p, ok := m.Pane(m.Focus()).(views.Stopper); ok {
		s.pane = p.StopWord()
	}
	return s
}

// disagrees describes how the footer's word for esc and what esc did differ.
func disagrees(word string, was, now position, drawnAnew bool) string {
	want := was
	inPane := false
	switch word {
	case "":
	case "chat":
		want.screen, want.focus = "chat", now.focus
	case "rerank":
		want.screen, want.focus = "rerank", now.focus
	case "list":
		want.focus = map[string]screen.ID{"build": build.OutlinePane, "rerank": rerank.RankingPane}[was.screen]
	case "to the end":
		want.past = false
	case "stop", "stop all":
		if was.ranking {
			want.ranking = false
		} else {
			want.running = false
		}
	case "stop waiting":
		want.waiting = false
	case "leave edit": // and back to where it was begun
		want.editing, want.screen, want.focus = false, now.screen, now.focus
	case "back to prompt":
		want.focus = chat.ComposerPane
	case "close notice":
		want.warned = false
	default:
		inPane = true
	}
	if inPane && was.pane == word && now.pane == word && !drawnAnew {
		return "nothing was done"
	}
	if want.pane, now.pane = "", ""; want != now {
		return fmt.Sprintf("it was\n%+v\nis\n%+v\nshould be\n%+v", was, now, want)
	}
	return ""
}

// escapes presses esc and compares what it does with the footer's word.
func escapes(d *apptest.Driver, how string) {
	d.T.Helper()
	if d.Overlays.Top() != nil {
		return // esc is the overlay's
	}
	word, was, before := escapeWord(d), positionOf(d), d.Screen()
	d.Press("esc")
	if wrong := disagrees(word, was, positionOf(d), d.Screen() != before); wrong != "" {
		d.T.Fatalf("%s: the footer says %q: %s\n%s\nbecame\n%s", how, word, wrong, before, d.Screen())
	}
}

// TestTheFooterSaysWhatEscDoes: in the states that once differed.
func TestTheFooterSaysWhatEscDoes(t *testing.T) {
	for keys, want := range map[string]string{
		"f4 E":                 "chat",
		"f4 E home @":          "to the end",
		"f4 E home @ f5 e tab": "list",
		"f4 E home @ f5":       "chat",
		"f4 E home @ f3":       "chat",
		"f4 E home @ f2":       "to the end",
		"f3 tab":               "list",
		"f3 tab tab":           "list",
		"f4":                   "chat",
		"f4 /":                 "end search",
		"tab /":                "end search",
		"f3 /":                 "close",
		"f5 e":                 "chat",
		"f5 e tab tab":         "list",
		"f5 e /":               "end search",
		"f5 e alt+g":           "close hint",
		"tab e":                "leave edit",
		"f3 tab enter":         "cancel",
		"f4 E /":               "end search",
		"f4 E f":               "close",
		"f3 tab tab enter":     "leave",
	} {
		t.Run(keys, func(t *testing.T) {
			apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
				d.Ask("sim/writer", "one")
				d.Press(strings.Fields(keys)...)
				if got := escapeWord(d); want != "" && got != want {
					t.Errorf("the footer says %q, want %q\n%s", got, want, d.Screen())
				}
				for range 4 {
					escapes(d, keys)
				}
			})
		})
	}
}

// TestThePastIsNamedWhereItIsShown: Build and Rerank show what is sent next.
func TestThePastIsNamedWhereItIsShown(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "one")
		d.Press("f4", "E", "home", "@", "f2")
		d.Shows("as it was at frame 1")
		for _, screen := range []string{"f5", "f3"} {
			d.Press(screen)
			d.Hides("as it was at frame")
		}
		d.Press("f2")
		d.Shows("as it was at frame 1")
	})
}

// TestTheFooterSaysWhatEscDoesWhereverOneGoes presses keys at random.
func TestTheFooterSaysWhatEscDoesWhereverOneGoes(t *testing.T) {
	pool := []string{
		"f2", "f3", "f4", "f5", "tab", "tab", "shift+tab", "down", "up", "enter", "enter", "home", "end", "t", "e", "E", "/", "n", "x", "f", "o", "p",
		"space", "v", "u", "alt+r", "alt+z", "alt+n", "alt+l", "[", "]", "<", ">", "{", "R", "G", "g", "m", "a", "d", "alt+g", "ctrl+c", "i", "U", "@", "?",
	}
	for seed := range uint64(16) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 0))
			change := func(o *app.Options) {
				if o.Connection.Model = "sim/writer"; seed%2 == 0 {
					o.Connection.Model = "fault/slow"
				}
				if seed%5 == 0 {
					o.Warnings = []string{"a warning"}
				}
			}
			apptest.Run(t, 120, 35, change, func(d *apptest.Driver) {
				d.Do(views.Send{Text: "one"})
				d.Sleep(300 * time.Millisecond)
				var pressed []string
				for range 50 {
					if d.HasQuit {
						return
					}
					key := pool[r.IntN(len(pool))]
					pressed = append(pressed, key)
					d.Press(key)
					if d.Overlays.Top() != nil && r.IntN(2) == 0 {
						d.Press("esc")
					}
					if r.IntN(3) == 0 {
						d.Sleep(40 * time.Millisecond)
					}
					if r.IntN(4) == 0 {
						pressed = append(pressed, "esc")
						escapes(d, strings.Join(pressed, " "))
					}
				}
			})
		})
	}
}
