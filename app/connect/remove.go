package connect

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
)

// remove takes the selected connection out of the file. Undoing that brings back the
// conversation that used it, too.
func (s *Screen) remove() tea.Cmd {
	e := *s.now()
	switch why := s.fixed(&e); {
	case why != "":
		return s.Notify("%s", why)
	case !e.written:
		return s.Notify("%s is a preset: there is nothing to remove from config.toml", e.title())
	}
	s.tests.stop(e.name)
	var undone func() tea.Cmd
	if s.used(&e) {
		undone = s.returning(&e)
	}
	return s.writeAnd(e.name, s.removedWords(&e), func() (*config.Change, error) { return config.DeleteProfile(s.Config, e.name) }, undone)
}

// removedWords say what was removed, and what goes on without it.
func (s *Screen) removedWords(e *entry) string {
	said := "profiles." + e.name
	if s.first(e) {
		said += " and the default"
	}
	said += " removed"
	switch {
	case s.used(e) && e.known:
		said += "; this conversation goes on with the preset " + e.name
	case s.used(e):
		said += "; this conversation still uses it"
	}
	return said
}

// returning connects the shown conversation again by an entry that it used, where it uses
// another one by then.
func (s *Screen) returning(e *entry) func() tea.Cmd {
	chat, was := s.desk.Shown(), s.Link.Connection
	return func() tea.Cmd {
		if at := s.placeOf(e.name); at < 0 || s.desk.Shown() != chat || s.Link.Leads(s.entries[at].connection) {
			return nil
		}
		return s.desk.Connect(was, nil)
	}
}
