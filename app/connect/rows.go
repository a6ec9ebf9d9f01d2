package connect

import (
	"net/url"
	"path/filepath"
	"strings"

	"gatehouse/state/answer/figures"
	"gatehouse/views/connections"
)

// used reports whether the shown conversation uses an entry.
func (s *Screen) used(e *entry) bool {
	if e.err != nil {
		was, known := s.last[e.name]
		return known && s.Link.Leads(was)
	}
	return s.Link.Leads(e.connection)
}

// first reports whether an entry is the default of the file.
func (s *Screen) first(e *entry) bool {
	return s.file != nil && s.file.Profile != "" && s.file.Profile == e.name
}

// fill passes the entries to the panes.
func (s *Screen) fill() {
	rows := make([]connections.Row, len(s.entries))
	for i := range s.entries {
		e := &s.entries[i]
		rows[i] = connections.Row{Name: e.title(), Used: s.used(e), First: s.first(e), Fixed: s.fixed(e) != ""}
		rows[i].State, rows[i].Mood = s.state(e)
		rows[i].Short = s.short(e, rows[i].State)
	}
	faults := make([]string, len(s.faults))
	for i, f := range s.faults {
		faults[i] = strings.ReplaceAll(f, s.Config, filepath.Base(s.Config))
	}
	s.list.SetRows(rows, faults...)
	s.form.SetDetail(s.detail(s.now()))
}

// state returns the state of an entry for the list.
func (s *Screen) state(e *entry) (words string, mood connections.Mood) {
	t := s.tests[e.name]
	switch offer := s.offer(e); {
	case e.err == nil && s.Proxy.Leads(e.connection):
		return "● proxy on " + s.Proxy.URL() + s.passed(), connections.Good
	case t != nil:
		return t.state()
	case e.err != nil:
		return e.err.Error(), connections.Bad
	case e.removed:
		return "removed, still in use", connections.Quiet
	case e.local():
		return e.preset.About, connections.Quiet
	case offer != "":
		return offer + " offered", connections.Offer
	case s.running[e.name] > 0 && e.connection.BaseURL == e.preset.BaseURL:
		return "runs here, " + figures.Counted(s.running[e.name], "model"), connections.Good
	case e.known && !e.written:
		return e.preset.About, connections.Quiet
	}
	return s.shownAddress(e.connection.BaseURL), connections.Quiet
}

// short returns a shorter state for narrow lists: the failed step of a test, the host of an
// address, that the proxy is on; "" if there is none.
func (s *Screen) short(e *entry, state string) string {
	if e.err == nil && s.Proxy.Leads(e.connection) {
		if passed := s.passed(); passed != "" {
			return "●" + strings.TrimPrefix(passed, ",")
		}
		return "● proxy on"
	}
	if t := s.tests[e.name]; t != nil {
		return t.short()
	}
	if u, err := url.Parse(state); err == nil && state == s.shownAddress(e.connection.BaseURL) {
		return u.Host
	}
	return ""
}

// passed returns how many exchanges the proxy has passed and how many failed, or "".
func (s *Screen) passed() string {
	t := s.Proxy.Through
	if t.Began == 0 {
		return ""
	}
	words := ", " + figures.Counted(t.Began, "exchange")
	if t.Failed > 0 {
		words += ", " + figures.Thousands(t.Failed) + " failed"
	}
	return words
}

// offer returns the variable with the key of the service for an entry that has no key, or "".
func (s *Screen) offer(e *entry) string {
	name := e.settings.Known.KeyEnv
	k := e.connection.Key
	if name == "" || e.err != nil || k.Value != "" || k.Env != "" || k.Command != nil || k.Keyring != "" || s.Getenv(name) == "" {
		return ""
	}
	return name
}
