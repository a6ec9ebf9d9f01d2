package app

import (
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/history"
	"gatehouse/state/history/stats"
)

// top is the top line.
func (d *driver) top() string {
	line, _, _ := strings.Cut(d.screen(), "\n")
	return line
}

// alertOn is an alert with one bound.
func alertOn(name, filter string, b stats.Bound) stats.Alert {
	return stats.Alert{Name: name, Filter: filter, Bounds: []stats.Bound{b}}
}

var twoFailures = alertOn("row", "", stats.Bound{Of: stats.Failures, Most: 2})

// TestAnAlertIsInTheTopLine as long as its bound is passed. A key and a click show the exchanges
// in the history.
func TestAnAlertIsInTheTopLine(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) {
		o.History, o.Alerts = archiveIn(dir), []stats.Alert{twoFailures}
	}, func(d *driver) {
		d.ask("sim/writer", "before the row")
		d.ask("fault/500", "a first failure")
		d.pass(1e9)
		if strings.Contains(d.screen(), "in a row") {
			t.Errorf("one failure is none in a row:\n%s", d.screen())
		}
		d.ask("fault/500", "a second failure")
		d.until("the alert", func() bool { return strings.Contains(d.top(), "! 2 failures in a row") })
		d.shows("alert row: 2 failures in a row; alt+shift+a shows the exchanges")
		d.keys("alt+shift+a")
		d.until("the list", func() bool { return d.m.Focus() == history.ListPane && len(listOf(d)) == 2 })
		d.shows("filter ❯ since:")
		d.shows("a first failure")
		d.hides("before the row")
		d.ask("fault/500", "a third failure")
		d.until("the third", func() bool { return strings.Contains(d.top(), "! 3 failures in a row") })
		d.send(tea.MouseClickMsg{X: strings.Index(d.top(), "! 3 fail") + 4, Y: 0, Button: tea.MouseLeft})
		d.until("the list of three", func() bool { return d.m.Focus() == history.ListPane && len(listOf(d)) == 3 })
		d.ask("sim/writer", "one that goes well")
		d.until("the end of the alert", func() bool { return !strings.Contains(d.screen(), "in a row") })
		d.keys("!")
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

// TestSeveralAlertsAreShownOneByOne, the one that tripped last first.
func TestSeveralAlertsAreShownOneByOne(t *testing.T) {
	spent := alertOn("money", "verdict:completed", stats.Bound{Of: stats.CostDay, Most: 1})
	bubble(t, 120, 35, func(o *Options) { o.Alerts = []stats.Alert{twoFailures, spent} }, func(d *driver) {
		d.ask("sim/writer", "it costs something")
		d.until("the cost", func() bool { return strings.Contains(d.top(), "! cost $0.") })
		d.ask("fault/500", "a first failure")
		d.ask("fault/500", "a second failure")
		d.until("both", func() bool { return strings.Contains(d.top(), "! 2 failures in a row +1") })
		d.keys("esc", "alt+shift+a")
		d.shows("alert row: 2 failures in a row; alt+shift+a shows the next")
		d.keys("alt+shift+a")
		d.shows("filter ❯ verdict:completed since:")
		d.shows("alert money: cost $0.")
	})
}

// TestAnAlertOnWhatPassesTheProxy: it counts with what is sent here, also where nothing is saved.
func TestAnAlertOnWhatPassesTheProxy(t *testing.T) {
	proxied(t, func(o *Options) {
		o.Alerts = []stats.Alert{twoFailures, alertOn("quiet", "origin:proxy", stats.Bound{Of: stats.Failures, Most: 2})}
	}, func(d *driver, c *caller) {
		turnOn(d)
		c.ask("fault/500", "by another program")
		d.until("its end", func() bool { return d.m.Proxy.Through.Ended == 1 })
		d.keys("esc", "f2")
		d.ask("fault/500", "by the person")
		d.until("the alert", func() bool { return strings.Contains(d.top(), "! 2 failures in a row") })
		if strings.Contains(d.screen(), "quiet") || strings.Contains(d.top(), "+1") {
			t.Errorf("it does not keep to its filter:\n%s", d.screen())
		}
	})
}

// TestWithoutAlertsTheKeySaysHowToWriteOne.
func TestWithoutAlertsTheKeySaysHowToWriteOne(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.keys("alt+shift+a")
		d.shows("there is no alert; write one in config.toml, for example [alert.spending]")
	})
	bubble(t, 120, 35, func(o *Options) { o.Alerts = []stats.Alert{twoFailures} }, func(d *driver) {
		d.keys("alt+shift+a")
		d.shows("no bound of an alert is passed")
		d.idles("with an alert")
	})
}
