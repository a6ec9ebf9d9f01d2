package app

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// TestTheLeaderMakesAlt of every letter, digit and sign that alt has in the table.
func TestTheLeaderMakesAlt(t *testing.T) {
	for _, c := range views.DefaultCommands() {
		for _, key := range c.Keys {
			after, ok := views.AfterLeader(key)
			if !ok || !views.IsLetter(after) {
				continue
			}
			typed := tea.KeyPressMsg{Code: []rune(strings.ToLower(after))[0], Text: after}
			if after != strings.ToLower(after) {
				typed.Mod = tea.ModShift
			}
			if got := views.WithAlt(typed).String(); got != key {
				t.Errorf("%s after the leader is %s, want %s", after, got, key)
			}
		}
	}
}

func TestTheLeaderWorksWhereAltDoes(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("one two")
		d.keys("ctrl+x")
		d.shows("ctrl+x …")
		d.shows("m model")
		d.keys("esc")
		d.hides("i routing")
		d.keys("ctrl+x", "b", "x") // alt+b belongs to the composer
		d.shows("one xtwo")
		d.keys("ctrl+x", "m")
		d.shows("─ Models of")
		d.keys("ctrl+x") // over a list, which takes no alt
		d.hides("i routing")
		d.shows("q quit")
		d.keys("m")
		d.shows("ctrl+x m does nothing here")
		d.keys("esc", "ctrl+x")
		d.shows("2 chat") // the digits are those of the function keys
		d.shows("7 connections")
		d.hides("1 chat")
		d.keys("4")
		if d.m.Focus() != "inspect/overview" {
			t.Errorf("ctrl+x 4 leads to %s", d.m.Focus())
		}
		d.keys("ctrl+x", "2", "ctrl+x", "h")
		d.shows("alt+b, ctrl+x b")
		d.keys("ctrl+x", "h")
		d.hides("alt+b, ctrl+x b")
	})
}

// TestTheLeaderIsBoundAnew in config.toml, and its hint leaves a paste and a click alone.
func TestTheLeaderIsBoundAnew(t *testing.T) {
	bubble(t, 100, 30, func(o *Options) { o.Keys = map[string][]string{"leader": {"ctrl+t"}} }, func(d *driver) {
		d.keys("ctrl+t")
		d.send(tea.PasteMsg{Content: "pasted"})
		d.hides("ctrl+t …")
		d.shows("❯ pasted")
		d.keys("ctrl+t")
		for y, line := range strings.Split(d.screen(), "\n") {
			if before, _, ok := strings.Cut(line, "m model"); ok {
				d.send(tea.MouseClickMsg{X: len([]rune(before)), Y: y, Button: tea.MouseLeft})
			}
		}
		d.flush()
		d.shows("─ Models of")
	})
}

func TestAKeyOfTheLeaderClashesEverywhere(t *testing.T) {
	keys := views.NewKeys(views.DefaultCommands())
	if len(keys.Rebind(map[string][]string{"leader": {"ctrl+n"}})) == 0 { // a list's
		t.Error("a key of lists is no clash")
	}
}
