package connect

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/client"
	"gatehouse/client/profile"
)

func (s *Screen) change() tea.Cmd {
	if why := s.readOnlyReason(s.current()); why != "" {
		return s.Notify("%s", why)
	}
	s.form.Begin()
	if t := s.tests[s.current().name]; t != nil {
		s.selectFault(t)
	}
	return s.SetFocus(FormPane)
}

// refuse shows at a setting why its value is not accepted.
func (s *Screen) refuse(id string, err error) tea.Cmd {
	s.form.Select(id)
	s.form.SetFault(err.Error())
	return nil
}

// set writes the value of a setting of the selected connection to the file.
func (s *Screen) set(id, value string) tea.Cmd {
	e := s.current()
	if id == recorder {
		return s.toggleProxy()
	}
	if why := s.readOnlyReason(e); why != "" {
		return s.Notify("%s", why)
	}
	switch id {
	case keySource:
		return s.setSource(e, value)
	case keyPlace:
		return s.setKey(e, value)
	case keyStored:
		return s.storeKey(e, value)
	}
	for _, one := range settings() {
		if one.id != id {
			continue
		}
		next := e.profile
		if id == "base_url" || id == "proxy" {
			var err error
			if value, err = s.addressFrom(one.get(&e.profile), value); err != nil {
				return s.refuse(id, err)
			}
		}
		if err := one.set(&next, value); err != nil {
			return s.refuse(id, err)
		}
		return s.save(e, id, next)
	}
	return nil
}

// makeDefault makes the selected connection the default.
func (s *Screen) makeDefault() tea.Cmd {
	e := s.current()
	if len(s.faults) > 0 || e.ofThisRun() || e.removed || s.Config == "" {
		return s.Notify("not set: %s", s.readOnlyReason(e))
	}
	name := e.name
	if name == profile.Local || name == s.file.Profile {
		name = ""
	}
	notice := "the local gateway is now the default"
	if name != "" {
		notice = name + " is now the default"
	}
	if _, ok := s.typedFor(e.name, e.connection.BaseURL); ok && name != "" {
		notice += "; its key is not saved: set a variable, command or keyring"
	}
	return s.write(e.name, notice, func() (*config.Change, error) { return config.SaveDefault(s.Config, name) }, nil)
}

// save writes a changed profile of an entry to the file. The setting shows a fault.
func (s *Screen) save(e *entry, id string, next config.Profile) tea.Cmd {
	name := e.name
	s.tests.stop(name)
	s.form.Select(id)
	notice := "profiles." + name + "." + member(id, &next) + " changed"
	if s.isUsed(e) && !e.known && next.BaseURL == "" {
		notice += "; this conversation still uses the old one"
	}
	return s.write(name, notice, func() (*config.Change, error) {
		if id == "ca_file" && next.CAFile != "" {
			// Any address will do: only the certificates are checked.
			if err := client.New(client.WithBaseURL("http://127.0.0.1"), client.WithCAFile(next.CAFile)).Err(); err != nil {
				return nil, err
			}
		}
		return config.SaveProfile(s.Config, name, next)
	}, nil)
}

// remove removes the selected connection from the file. Undoing it also reconnects the
// conversation that used it.
func (s *Screen) remove() tea.Cmd {
	e := *s.current()
	switch why := s.readOnlyReason(&e); {
	case why != "":
		return s.Notify("%s", why)
	case !e.written:
		return s.Notify("%s is a preset: there is nothing to remove from config.toml", e.title())
	}
	s.tests.stop(e.name)
	var undone func() tea.Cmd
	if s.isUsed(&e) {
		undone = s.reconnectFunc(&e)
	}
	return s.write(e.name, s.removedWords(&e), func() (*config.Change, error) { return config.DeleteProfile(s.Config, e.name) }, undone)
}

// removedWords returns what was removed, and what the conversation uses now.
func (s *Screen) removedWords(e *entry) string {
	words := "profiles." + e.name
	if s.isDefault(e) {
		words += " and the default"
	}
	words += " removed"
	switch {
	case s.isUsed(e) && e.known:
		words += "; this conversation continues with the preset " + e.name
	case s.isUsed(e):
		words += "; this conversation still uses it"
	}
	return words
}

// reconnectFunc reconnects the shown conversation by the entry that it used, if it uses another one
// by then.
func (s *Screen) reconnectFunc(e *entry) func() tea.Cmd {
	chat, was := s.desk.Shown(), s.Link.Connection
	return func() tea.Cmd {
		if at := s.placeOf(e.name); at < 0 || s.desk.Shown() != chat || s.Link.SameTarget(s.entries[at].connection) {
			return nil
		}
		return s.desk.Connect(was, nil)
	}
}
