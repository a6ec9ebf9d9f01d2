package screen_test

import (
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/history"
	"gatehouse/state/history/stats"
)

// top is the top line.
func top(d *apptest.Driver) string {
	line, _, _ := strings.Cut(d.Screen(), "\n")
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
	apptest.Run(t, 120, 35, func(o *app.Options) {
		o.History, o.Alerts = apptest.ArchiveIn(dir), []stats.Alert{twoFailures}
	}, func(d *apptest.Driver) {
		d.Ask("sim/writer", "before the row")
		d.Ask("fault/500", "a first failure")
		d.Sleep(1e9)
		if strings.Contains(d.Screen(), "in a row") {
			t.Errorf("one failure is none in a row:\n%s", d.Screen())
		}
		d.Ask("fault/500", "a second failure")
		d.WaitFor("the alert", func() bool { return strings.Contains(top(d), "! 2 failures in a row") })
		d.Shows("alert row: 2 failures in a row; alt+shift+a shows the exchanges")
		d.Press("alt+shift+a")
		d.WaitFor("the list", func() bool { return d.Focus() == history.ListPane && len(d.HistoryRows()) == 2 })
		d.Shows("filter ❯ since:")
		d.Shows("a first failure")
		d.Hides("before the row")
		d.Ask("fault/500", "a third failure")
		d.WaitFor("the third", func() bool { return strings.Contains(top(d), "! 3 failures in a row") })
		d.Send(tea.MouseClickMsg{X: strings.Index(top(d), "! 3 fail") + 4, Y: 0, Button: tea.MouseLeft})
		d.WaitFor("the list of three", func() bool { return d.Focus() == history.ListPane && len(d.HistoryRows()) == 3 })
		d.Ask("sim/writer", "one that goes well")
		d.WaitFor("the end of the alert", func() bool { return !strings.Contains(d.Screen(), "in a row") })
		d.Press("!")
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

// TestSeveralAlertsAreShownOneByOne, the one that tripped last first.
func TestSeveralAlertsAreShownOneByOne(t *testing.T) {
	spent := alertOn("money", "verdict:completed", stats.Bound{Of: stats.CostDay, Most: 1})
	apptest.Run(t, 120, 35, func(o *app.Options) { o.Alerts = []stats.Alert{twoFailures, spent} }, func(d *apptest.Driver) {
		d.Ask("sim/writer", "it costs something")
		d.WaitFor("the cost", func() bool { return strings.Contains(top(d), "! cost $0.") })
		d.Ask("fault/500", "a first failure")
		d.Ask("fault/500", "a second failure")
		d.WaitFor("both", func() bool { return strings.Contains(top(d), "! 2 failures in a row +1") })
		d.Press("esc", "alt+shift+a")
		d.Shows("alert row: 2 failures in a row; alt+shift+a shows the next")
		d.Press("alt+shift+a")
		d.Shows("filter ❯ verdict:completed since:")
		d.Shows("alert money: cost $0.")
	})
}

// TestAnAlertOnWhatPassesTheProxy: it counts with what is sent here, also where nothing is saved.
func TestAnAlertOnWhatPassesTheProxy(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) {
		o.Alerts = []stats.Alert{twoFailures, alertOn("quiet", "origin:proxy", stats.Bound{Of: stats.Failures, Most: 2})}
	}, func(d *apptest.Driver, c *apptest.Caller) {
		turnOn(d)
		c.Ask("fault/500", "by another program")
		d.WaitFor("its end", func() bool { return d.Proxy.Through.Ended == 1 })
		d.Press("esc", "f2")
		d.Ask("fault/500", "by the person")
		d.WaitFor("the alert", func() bool { return strings.Contains(top(d), "! 2 failures in a row") })
		if strings.Contains(d.Screen(), "quiet") || strings.Contains(top(d), "+1") {
			t.Errorf("it does not keep to its filter:\n%s", d.Screen())
		}
	})
}

// TestWithoutAlertsTheKeySaysHowToWriteOne.
func TestWithoutAlertsTheKeySaysHowToWriteOne(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Press("alt+shift+a")
		d.Shows("there is no alert; write one in config.toml, for example [alert.spending]")
	})
	apptest.Run(t, 120, 35, func(o *app.Options) { o.Alerts = []stats.Alert{twoFailures} }, func(d *apptest.Driver) {
		d.Press("alt+shift+a")
		d.Shows("no bound of an alert is passed")
		d.StaysIdle("with an alert")
	})
}
