package connect

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/connections"
)

// recorder is the setting that shows whether the recording proxy forwards to a connection. It
// lasts until the program ends, and is in no file.
const recorder = "recorder"

// toggleProxy turns the recording proxy to the selected connection on, or off. While exchanges
// run, which that cuts off, the key must be pressed twice.
func (s *Screen) toggleProxy() tea.Cmd {
	e, stops := s.current(), false
	switch {
	case s.Proxy.ForwardsTo(e.connection):
		stops = true
	case e.err != nil:
		return s.Notify("proxy not started: %s", s.unusableReason(e))
	}
	if n, row := s.Proxy.Running(), "to "+e.name; n > 0 && s.cutAsked != row {
		s.cutAsked = row
		does := "leads the proxy here"
		if stops {
			does = "stops the proxy"
		}
		return s.Notify("%s would be cut off; %s again %s", figures.Counted(n, "running exchange"), s.key(views.ActConnectionProxy), does)
	}
	s.cutAsked = ""
	if stops {
		return s.Proxy.Stop()
	}
	return s.Proxy.Start(e.connection)
}

// leadsTo returns the name of the proxy's target.
func (s *Screen) leadsTo() string {
	to := &s.Proxy.To
	switch {
	case to.Local:
		return "the local gateway"
	case to.Name != "":
		return to.Name
	}
	return s.shownAddress(to.BaseURL)
}

// recorderSetting shows whether other programs' exchanges with an entry are recorded, and at
// which address.
func (s *Screen) recorderSetting(e *entry) connections.Setting {
	f := connections.Setting{ID: recorder, Label: "recording", Choices: []string{"off", "on"}, Value: "off"}
	if s.Proxy.ForwardsTo(e.connection) && e.err == nil {
		f.Value, f.Note = "on", s.Proxy.URL()+" for other programs"
		f.More = []string{s.proxyCounts(), s.key(views.ActConnectionProxy) + " stops it"}
		return f
	}
	f.Note = s.key(views.ActConnectionProxy) + " records other programs"
	if s.Proxy.On() {
		f.Note = "the proxy leads to " + s.leadsTo() + "; " + s.key(views.ActConnectionProxy) + " leads it here"
	}
	return f
}

// proxyCounts describes the exchanges of the proxy since it was started.
func (s *Screen) proxyCounts() string {
	t, waiting := s.Proxy.Through, s.Proxy.Waiting()
	if t.Began+waiting == 0 {
		return "nothing received yet"
	}
	words := figures.Counted(t.Began, "exchange")
	if n := t.Began - t.Ended; n > 0 {
		words += ", " + figures.Thousands(n) + " running"
	}
	if waiting > 0 {
		words += ", " + figures.Thousands(waiting) + " more to be recorded"
	}
	if t.Failed > 0 {
		words += ", " + figures.Thousands(t.Failed) + " failed or broken off"
	}
	return words + "; " + s.Keys.Name(views.ActHistory) + " lists them"
}
