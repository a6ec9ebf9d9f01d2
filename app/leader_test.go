package app_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
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
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("one two")
		d.Press("ctrl+x")
		d.Shows("ctrl+x …")
		d.Shows("m model")
		d.Press("esc")
		d.Hides("i routing")
		d.Press("ctrl+x", "b", "x") // alt+b belongs to the composer
		d.Shows("one xtwo")
		d.Press("ctrl+x", "m")
		d.Shows("─ Models of")
		d.Press("ctrl+x") // over a list, which takes no alt
		d.Hides("i routing")
		d.Shows("q quit")
		d.Press("m")
		d.Shows("ctrl+x m does nothing here")
		d.Press("esc", "ctrl+x")
		d.Shows("2 chat") // the digits are those of the function keys
		d.Shows("7 connections")
		d.Hides("1 chat")
		d.Press("4")
		if d.Focus() != "inspect/overview" {
			t.Errorf("ctrl+x 4 leads to %s", d.Focus())
		}
		d.Press("ctrl+x", "2", "ctrl+x", "h")
		d.Shows("alt+b, ctrl+x b")
		d.Press("ctrl+x", "h")
		d.Hides("alt+b, ctrl+x b")
	})
}

// TestTheLeaderIsBoundAnew in config.toml, and its hint leaves a paste and a click alone.
func TestTheLeaderIsBoundAnew(t *testing.T) {
	apptest.Run(t, 100, 30, func(o *app.Options) { o.Keys = map[string][]string{"leader": {"ctrl+t"}} }, func(d *apptest.Driver) {
		d.Press("ctrl+t")
		d.Send(tea.PasteMsg{Content: "pasted"})
		d.Hides("ctrl+t …")
		d.Shows("❯ pasted")
		d.Press("ctrl+t")
		for y, line := range strings.Split(d.Screen(), "\n") {
			if before, _, ok := strings.Cut(line, "m model"); ok {
				d.Send(tea.MouseClickMsg{X: len([]rune(before)), Y: y, Button: tea.MouseLeft})
			}
		}
		d.Flush()
		d.Shows("─ Models of")
	})
}

func TestAKeyOfTheLeaderClashesEverywhere(t *testing.T) {
	keys := views.NewKeys(views.DefaultCommands())
	if len(keys.Rebind(map[string][]string{"leader": {"ctrl+n"}})) == 0 { // a list's
		t.Error("a key of lists is no clash")
	}
}
