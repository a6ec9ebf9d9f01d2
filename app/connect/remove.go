package connect

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
)

// remove removes the selected connection from the file. Undoing it also reconnects the
// conversation that used it.
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
	return s.write(e.name, s.removedWords(&e), func() (*config.Change, error) { return config.DeleteProfile(s.Config, e.name) }, undone)
}

// removedWords returns what was removed, and what the conversation uses now.
func (s *Screen) removedWords(e *entry) string {
	words := "profiles." + e.name
	if s.first(e) {
		words += " and the default"
	}
	words += " removed"
	switch {
	case s.used(e) && e.known:
		words += "; this conversation goes on with the preset " + e.name
	case s.used(e):
		words += "; this conversation still uses it"
	}
	return words
}

// returning reconnects the shown conversation by the entry that it used, if it uses another one
// by then.
func (s *Screen) returning(e *entry) func() tea.Cmd {
	chat, was := s.desk.Shown(), s.Link.Connection
	return func() tea.Cmd {
		if at := s.placeOf(e.name); at < 0 || s.desk.Shown() != chat || s.Link.Leads(s.entries[at].connection) {
			return nil
		}
		return s.desk.Connect(was, nil)
	}
}
